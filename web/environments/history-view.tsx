// The history of an environment as commits, with rollback.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { useApi, useKeyNames } from '../app/session.tsx'
import type { Revision } from '../app/versions/client.ts'
import { entriesOf, type Environment } from '../app/versions/entries.ts'
import { Button } from '../ui/button.tsx'
import { ago, exactTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/notice.tsx'
import { Changes } from './changes.tsx'
import { ChangeDialog, useCanChange, type PlannedChange } from './commit-change.tsx'
import { changesBetween } from './entries.ts'
import { depthStep, logQuery } from './queries.ts'
import styles from './page.module.css'

function CommitLine({
  revision,
  previous,
  isHead,
  onRollback,
}: {
  revision: Revision
  previous: Revision | undefined
  isHead: boolean
  onRollback: (() => void) | undefined
}) {
  const names = useKeyNames()
  const changes = changesBetween(entriesOf(previous?.data), entriesOf(revision.data))
  return (
    <li className={styles['commit']}>
      <div className={styles['line']}>
        <b>v{revision.version}</b>
        <span>{revision.message ?? <i className={styles['faint']}>no message</i>}</span>
        {isHead && (
          <span className={styles['now']}>
            <Icon name="check" size={10} /> current
          </span>
        )}
        <span className={styles['who']}>
          {names.get(revision.author) ?? 'unknown'},{' '}
          <time title={exactTime(revision.date)}>{ago(revision.date)}</time>
        </span>
        {onRollback !== undefined && (
          <Button icon="undo" onClick={onRollback}>
            Roll back to this…
            <span className="hidden-text"> version {revision.version}</span>
          </Button>
        )}
      </div>
      <Changes changes={changes} />
    </li>
  )
}

export function HistoryView({ environment }: { environment: Environment }) {
  const [depth, setDepth] = useState(depthStep)
  const log = useQuery({
    ...logQuery(useApi(), { variantId: environment.variantId, depth }),
    placeholderData: (previous: readonly Revision[] | undefined) => previous,
  })
  const canChange = useCanChange()(environment)
  const [plannedChange, setPlannedChange] = useState<PlannedChange>()
  if (environment.variantId === undefined)
    return <p className={styles['faint']}>Nothing has been deployed here.</p>
  if (log.isError && log.data === undefined) {
    return <Failure error={log.error} retry={() => void log.refetch()} />
  }
  if (log.data === undefined) return <Skeleton rows={6} />
  const visibleRevisions = log.data.slice(0, depth)
  const planRollback = (revision: Revision): PlannedChange => ({
    title: `Roll ${environment.name} back to version ${revision.version}`,
    environment,
    changes: changesBetween(environment.entries, entriesOf(revision.data)),
    commit: { startRevisionId: revision.id, delta: {} },
    message: `roll back to version ${revision.version}`,
  })
  return (
    <>
      {environment.isGuarded && (
        <p className={styles['guarded']}>
          <Icon name="key" size={14} /> {environment.name} is guarded: only a key with the role admin can
          change its deployments.
        </p>
      )}
      <ol className={styles['commits']} aria-label={`History of ${environment.name}`}>
        {visibleRevisions.map((revision, at) => (
          <CommitLine
            key={revision.id}
            revision={revision}
            previous={log.data[at + 1]}
            isHead={at === 0}
            onRollback={
              at > 0 && canChange && revision.data !== undefined
                ? () => setPlannedChange(planRollback(revision))
                : undefined
            }
          />
        ))}
      </ol>
      {log.data.length > depth && <Button onClick={() => setDepth(depth + depthStep)}>Load more</Button>}
      <ChangeDialog change={plannedChange} onClose={() => setPlannedChange(undefined)} />
    </>
  )
}
