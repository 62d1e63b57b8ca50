// Tries an evaluator with stored or edited settings on typed values, a testset row or a trace.
import { membersOf } from '../ui/records.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { serviceKeyOf, type Values } from '../app/trials/program.ts'
import { CommitDraft } from '../app/trials/commit-draft.tsx'
import { SettingsEditor } from '../ui/settings-editor/settings-editor.tsx'
import { targetOf, useRevision } from '../app/trials/use-revision.ts'
import { type JsonObject, type Revision } from '../app/versions/client.ts'
import { toJson, equal } from '../app/versions/delta.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Split } from '../ui/split.tsx'
import { useNarrow } from '../ui/browser/use-narrow.ts'
import { schemaOf } from '../app/trials/templates.ts'
import { Trials } from './trials.tsx'
import styles from './evaluators.module.css'

const route = getRouteApi('/p/$project/evaluators/$artifact/try')

function TryEvaluator({ revision, onCommitted }: { revision: Revision; onCommitted: () => void }) {
  const narrow = useNarrow()
  const canEdit = useHasRole('editor')
  const stored = useMemo(() => membersOf(revision.data?.['parameters']), [revision])
  const [draft, setDraft] = useState<Values>()
  const settings = draft ?? stored
  const parameters = useMemo(() => toJson(settings), [settings])
  const data: JsonObject = { ...revision.data, parameters }
  const isDraft = !equal(parameters, toJson(stored))
  const settingsPane = (
    <div className={styles['half']}>
      <section aria-label="Settings">
        <h2>Settings{isDraft && ' (draft)'}</h2>
        <SettingsEditor
          schema={schemaOf(revision.data, 'parameters')}
          values={settings}
          readOnly={!canEdit}
          onValues={setDraft}
        />
      </section>
      {canEdit && (
        <div className={styles['tools']}>
          <CommitDraft
            kind="evaluator"
            base={revision}
            data={data}
            disabled={!isDraft}
            onDiscard={() => setDraft(undefined)}
            onCommitted={onCommitted}
          />
          <Button look="quiet" disabled={!isDraft} onClick={() => setDraft(undefined)}>
            Discard
          </Button>
        </div>
      )}
    </div>
  )
  if (serviceKeyOf(data) === 'feedback') {
    return (
      <Notice icon="users" title="Filled in by people">
        <p>This evaluator is a form for annotations and queues. It has no program to run.</p>
      </Notice>
    )
  }
  const trialsPane = <Trials revision={revision} data={data} isDraft={isDraft} />
  return narrow ? (
    <div className={styles['stacked']}>
      {settingsPane}
      {trialsPane}
    </div>
  ) : (
    <Split name="try" first={settingsPane} second={trialsPane} share={0.4} />
  )
}

export function TryPage() {
  const { artifact } = route.useParams()
  const { variant } = route.useSearch()
  const { session } = useSession()
  const revision = useRevision('evaluator', targetOf(artifact, variant))
  const params = { project: session.project.slug, artifact }
  return (
    <>
      <PageHead
        title={`Try ${artifact}`}
        lead={
          <Link
            to="/p/$project/evaluators/$artifact"
            params={params}
            search={variant === undefined ? {} : { variant }}
            aria-label="Back to the evaluator"
          >
            <Icon name="left" />
          </Link>
        }
      />
      {revision.isError ? (
        <Failure error={revision.error} retry={() => void revision.refetch()} />
      ) : revision.data === undefined ? (
        <Skeleton />
      ) : revision.data === null ? (
        <Notice icon="scale" title="Evaluator not found" />
      ) : (
        <TryEvaluator
          key={revision.data.artifact_id}
          revision={revision.data}
          onCommitted={() => void revision.refetch()}
        />
      )}
    </>
  )
}
