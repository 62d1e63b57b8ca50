// The history of a variant: its commits, and the actions on each revision.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { useKeyNames, useSession } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ago, exactTime } from '../ui/format.ts'
import { Skeleton } from '../ui/notice.tsx'
import type { Column } from '../ui/table/table-row.tsx'
import { Table } from '../ui/table/table.tsx'
import { NameDialog } from './name-dialog.tsx'
import { logQuery, type Revision, type Variant } from './queries.ts'
import { RevisionMenu, useRevisionActions, type HistoryProps, type RowActions } from './revision-menu.tsx'
import { addressText } from './url-state.ts'
import form from '../ui/form.module.css'
import styles from './history.module.css'

function VersionLink({ slug, variant, isDefault, version }: HistoryProps & { readonly version: string }) {
  const { session } = useSession()
  return (
    <Link
      to="/p/$project/testsets/$testset"
      params={{ project: session.project.slug, testset: addressText({ slug, version }) }}
      search={isDefault ? {} : { variant: variant.slug }}
      tabIndex={-1}
    >
      <b>{version}</b>
    </Link>
  )
}

const columnsOf = (row: RowActions, names: ReadonlyMap<string, string>): readonly Column<Revision>[] => [
  {
    id: 'version',
    name: 'Version',
    widthPx: 90,
    cell: ({ version }) => <VersionLink {...row} version={version} />,
  },
  {
    id: 'message',
    name: 'Message',
    widthPx: 320,
    grows: true,
    cell: ({ message }) => (message === undefined || message === '' ? <i>no message</i> : message),
  },
  {
    id: 'author',
    name: 'Author',
    widthPx: 150,
    cell: ({ author }) => names.get(author) ?? author.slice(0, 8),
  },
  {
    id: 'date',
    name: 'Date',
    widthPx: 110,
    cell: ({ date }) => <time title={exactTime(date)}>{ago(date)}</time>,
  },
  {
    id: 'menu',
    name: 'Actions',
    widthPx: 72,
    cell: (revision) => <RevisionMenu revision={revision} row={row} />,
  },
]

/** Selects the variant that a revision is cherry-picked into. */
function CherryPickDialog({
  revision,
  otherVariants,
  onVariant,
  onClose,
}: {
  revision: Revision | undefined
  otherVariants: readonly Variant[]
  onVariant: (slug: string) => void
  onClose: () => void
}) {
  return (
    <Dialog
      open={revision !== undefined}
      onClose={onClose}
      title={`Cherry-pick version ${revision?.version ?? ''} into`}
      description="The changes of this version are applied to the newest version of the variant."
    >
      <ul className={styles['variants']}>
        {otherVariants.map(({ id, name, slug }) => (
          <li key={id}>
            <Button look="quiet" icon="branch" onClick={() => onVariant(slug)}>
              {name ?? slug}
            </Button>
          </li>
        ))}
      </ul>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}

function CompareBar({
  selectedVersions,
  onCompare,
}: {
  selectedVersions: ReadonlySet<string>
  onCompare: (a: string, b: string) => void
}) {
  const [older, newer] = [...selectedVersions].map(Number).toSorted((a, b) => a - b)
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Selected versions">
      <span>{selectedVersions.size === 2 ? '' : 'Select two versions to compare them.'}</span>
      <Button
        icon="compare"
        disabled={selectedVersions.size !== 2}
        onClick={() => onCompare(String(older), String(newer))}
      >
        Compare
      </Button>
    </div>
  )
}

export function History(props: HistoryProps) {
  const { slug, variant, variants, isDefault } = props
  const { api, session } = useSession()
  const navigate = useNavigate()
  const names = useKeyNames()
  const log = useQuery(logQuery(api, variant.id))
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [forkRevision, setForkRevision] = useState<Revision>()
  const [pickedRevision, setPickedRevision] = useState<Revision>()
  const actions = useRevisionActions(props)
  if (log.isError) return <Failure error={log.error} retry={() => void log.refetch()} />
  if (log.data === undefined) return <Skeleton />
  const row = {
    ...props,
    newestRevision: log.data[0],
    onFork: setForkRevision,
    onPick: setPickedRevision,
    actions,
  }
  return (
    <>
      <CompareBar selectedVersions={selectedIds} onCompare={actions.compare} />
      <Table
        name="History"
        rows={log.data}
        columns={columnsOf(row, names)}
        rowKey={({ version }) => version}
        onOpen={({ version }) =>
          void navigate({
            to: '/p/$project/testsets/$testset',
            params: { project: session.project.slug, testset: addressText({ slug, version }) },
            search: isDefault ? {} : { variant: variant.slug },
          })
        }
        selectedKeys={selectedIds}
        onSelection={setSelectedIds}
      />
      <NameDialog
        request={
          forkRevision && {
            title: `New variant from version ${forkRevision.version}`,
            description: 'The variant has its own history and can be merged back.',
            label: 'Variant name',
            value: '',
            action: 'Create',
            onName: (name) => actions.forkMutation.mutate({ name, from: forkRevision }),
          }
        }
        onClose={() => setForkRevision(undefined)}
      />
      <CherryPickDialog
        revision={pickedRevision}
        otherVariants={variants.filter(({ id }) => id !== variant.id)}
        onVariant={(into) => pickedRevision !== undefined && actions.merge({ into, pick: pickedRevision.id })}
        onClose={() => setPickedRevision(undefined)}
      />
    </>
  )
}
