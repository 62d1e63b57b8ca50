// The manifest of a run: versions and hashes of its parts, and whether they are unchanged.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSession } from '../app/session.tsx'
import { showFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { exactTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/notice.tsx'
import { partOfManifest, partsOf, type Run } from './run-model.ts'
import body from '../app/body.module.css'
import styles from './runs.module.css'

interface Mismatch {
  readonly name: string
  readonly expected?: unknown
  readonly actual?: unknown
}

function Verdict({
  ok,
  mismatches,
  labelOf,
}: {
  ok: boolean
  mismatches: readonly Mismatch[]
  labelOf: (name: string) => string
}) {
  if (ok) {
    return (
      <output className={styles['verdict']} data-tone="good">
        <Icon name="check" size={14} /> All parts are unchanged since the run was created.
      </output>
    )
  }
  return (
    <div className={styles['verdict']} data-tone="bad" role="alert">
      <p>
        <Icon name="alert" size={14} /> {mismatches.length} of its parts have changed:
      </p>
      <ul>
        {mismatches.map(({ name, expected, actual }) => (
          <li key={name}>
            <b title={name}>{labelOf(name)}</b>: was <code>{String(expected)}</code>, is{' '}
            <code>{String(actual)}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Manifest({ run, open, onClose }: { run: Run; open: boolean; onClose: () => void }) {
  const { id: runId } = run
  const parts = partsOf(run)
  const labelOf = (name: string): string => partOfManifest(parts, name)?.name ?? name
  const { api, session } = useSession()
  const { data, isPending } = useQuery({
    queryKey: [session.project.id, 'runs', 'manifest', runId],
    queryFn: async ({ signal }) => (await api.runs.fetchManifest(runId, { signal })).manifest ?? null,
    enabled: open,
  })
  const checkMutation = useMutation({
    mutationFn: async () => (await api.runs.verifyManifest(runId)).verification,
    onError: showFailure,
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Manifest"
      description="Recorded when the run was prepared. “Verify” reads and hashes all parts again."
    >
      {isPending ? (
        <Skeleton rows={4} />
      ) : data === null || data === undefined ? (
        <p>This run has no manifest, because the server did not prepare it.</p>
      ) : (
        <>
          <ul className={`${body['list']} ${body['facts']}`}>
            {data.revisions.map(({ name, version, content_hash }) => (
              <li key={name}>
                <span title={name}>{labelOf(name)}</span>v{version}{' '}
                {content_hash !== undefined && <Id id={content_hash} />}
              </li>
            ))}
            <li>
              <span>Rows</span>
              <Id id={data.testcases_hash} />
            </li>
            <li>
              <span>Prices</span>
              <Id id={data.prices_hash} />
            </li>
            <li>
              <span>Program</span>
              {data.program_version}
            </li>
            <li>
              <span>Prepared</span>
              {exactTime(data.created_at)}
            </li>
          </ul>
          {checkMutation.data !== undefined && <Verdict {...checkMutation.data} labelOf={labelOf} />}
          <div className={styles['decide']}>
            <Button
              look="main"
              icon="check"
              disabled={checkMutation.isPending}
              onClick={() => checkMutation.mutate()}
            >
              {checkMutation.isPending ? 'Verifying…' : 'Verify'}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
