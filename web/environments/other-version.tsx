// The dialog that selects the version to deploy from the history.
import { Failure } from '../app/failure.tsx'
import { History } from '../app/versions/history/history.tsx'
import { useEnvironments, useGraph } from '../app/versions/queries.ts'
import type { Entry, Environment } from '../app/versions/entries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/notice.tsx'
import styles from './page.module.css'

interface SelectedRevision {
  readonly id: string
  readonly version: string
  readonly variant_id: string
}

function VersionPicker({
  entry,
  onSelect,
}: {
  entry: Entry
  onSelect: (revision: SelectedRevision) => void
}) {
  const graph = useGraph(entry.kind, entry.artifact.slug)
  const environments = useEnvironments()
  const flags = Map.groupBy(
    (environments.data ?? []).flatMap(({ name, isGuarded, entries }) =>
      entries
        .filter(({ artifact }) => artifact.id === entry.artifact.id)
        .map(({ revision }) => ({ environment: name, isGuarded, id: revision.id })),
    ),
    ({ id }) => id,
  )
  if (graph.data !== undefined) {
    return (
      <div className={styles['choose']}>
        <History
          graph={graph.data}
          olderFailure={graph.olderFailure}
          flags={flags}
          selectedId={entry.revision.id}
          onSelect={onSelect}
        />
      </div>
    )
  }
  return graph.isError ? (
    <Failure error={graph.error} retry={() => void graph.refetch()} />
  ) : (
    <Skeleton rows={4} />
  )
}

export function OtherVersion({
  target,
  onSelect,
  onClose,
}: {
  target: { readonly entry: Entry; readonly environment: Environment } | undefined
  onSelect: (revision: SelectedRevision) => void
  onClose: () => void
}) {
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      title={`Deploy a version of ${target?.entry.artifact.slug ?? ''} to ${target?.environment.name ?? ''}`}
      isWide
    >
      {target !== undefined && <VersionPicker entry={target.entry} onSelect={onSelect} />}
    </Dialog>
  )
}
