// The actions of a run: stop, retry, add, repeat, compare, and its manifest.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RunQueues } from '../app/queues/run-queues.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { AddMenu } from './adding/add-menu.tsx'
import { CompareWith } from './compare/runs-strip.tsx'
import { NotesButton } from './list/notes.tsx'
import { Manifest } from './manifest.tsx'
import { planOf } from './new/plan.ts'
import { isActive, type Run } from './run-model.ts'
import button from '../ui/button.module.css'

export function RunActions({ run }: { run: Run }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const canEdit = useHasRole('editor')
  const [isManifestOpen, setManifestOpen] = useState(false)
  const options = {
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [session.project.id, 'runs'] }),
  }
  const stopMutation = useMutation({
    mutationFn: () => api.simpleEvaluations.stop(run.id),
    onSuccess: () => showToast('Stopped the run. Finished results are kept; it can be resumed.'),
    ...options,
  })
  const retryMutation = useMutation({
    mutationFn: () => api.simpleEvaluations.start(run.id),
    onSuccess: () =>
      showToast(run.status === 'cancelled' ? 'Resumed the run.' : 'Retrying failed and missing results.'),
    ...options,
  })
  const isClosed = run.flags?.['is_closed'] === true
  return (
    <>
      {canEdit && isActive(run.status) && (
        <Button icon="cross" disabled={stopMutation.isPending} onClick={() => stopMutation.mutate()}>
          Stop run
        </Button>
      )}
      {canEdit && !isClosed && (run.status === 'errors' || run.status === 'cancelled') && (
        <Button
          icon={run.status === 'cancelled' ? 'live' : 'refresh'}
          disabled={retryMutation.isPending}
          onClick={() => retryMutation.mutate()}
        >
          {run.status === 'cancelled' ? 'Resume run' : 'Retry failed'}
        </Button>
      )}
      {canEdit && !isClosed && run.flags?.['is_live'] !== true && <AddMenu run={run} />}
      {canEdit && (
        <Link
          className={button['button']}
          to="/p/$project/runs"
          params={{ project: session.project.slug }}
          search={{ new: planOf(run) }}
        >
          <Icon name="redo" size={14} /> Run again…
        </Link>
      )}
      <RunQueues run={run} />
      <NotesButton run={run} />
      <CompareWith
        ids={[run.id]}
        label="Compare with…"
        onAdd={(otherRun) =>
          // The other run is the baseline.
          void navigate({
            to: '/p/$project/runs/compare',
            params: { project: session.project.slug },
            search: { ids: `${otherRun},${run.id}` },
          })
        }
      />
      <Button icon="note" onClick={() => setManifestOpen(true)}>
        Manifest
      </Button>
      <LinkButton />
      <Manifest run={run} open={isManifestOpen} onClose={() => setManifestOpen(false)} />
    </>
  )
}
