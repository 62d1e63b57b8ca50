// The list of queues, newest first, with progress and last activity.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { NewQueue } from '../app/queues/new-queue.tsx'
import { useKeyNames, useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { ago, count, exactTime } from '../ui/format.ts'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Table } from '../ui/table/table.tsx'
import type { Column } from '../ui/table/table-row.tsx'
import { queuesQuery, type ListedQueue, type NamedRecord } from './queries.ts'
import styles from './queues.module.css'

const route = getRouteApi('/p/$project/queues')

const kinds: Readonly<Record<string, string>> = {
  traces: 'traces',
  testcases: 'rows',
  testsets: 'rows of',
  queries: 'traces of',
}

const kindText = ({ kind, sources }: ListedQueue): string => {
  const sourceNames = kind === 'testsets' || kind === 'queries' ? sources.map(namedText).join(', ') : ''
  return `${kinds[kind] ?? kind} ${sourceNames}`.trim()
}

const namedText = ({ name, version }: NamedRecord): string =>
  version === undefined ? name : `${name} v${version}`

function ProgressCell({ queue }: { queue: ListedQueue }) {
  const { judged: annotated = 0, total = 0 } = queue.progress?.items ?? {}
  return (
    <span className={styles['share']}>
      <progress max={Math.max(1, total)} value={annotated} aria-label="Annotated items" />
      {count(annotated)}/{count(total)}
    </span>
  )
}

const namesMax = 3

function peopleText({ progress }: ListedQueue, names: ReadonlyMap<string, string>): string {
  const people = (progress?.people ?? []).map(({ user_id: id }) => names.get(id) ?? 'unknown')
  if (people.length === 0) return 'anyone'
  const rest = people.length - namesMax
  return `${people.slice(0, namesMax).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

const columnsOf = (project: string, names: ReadonlyMap<string, string>): readonly Column<ListedQueue>[] => [
  {
    id: 'name',
    name: 'Name',
    widthPx: 260,
    narrowPx: 190,
    grows: true,
    cell: ({ id, name, isClosed }) => (
      <Link
        to="/p/$project/queues/$queue"
        params={{ project, queue: id }}
        className={styles['name']}
        tabIndex={-1}
        preload={false}
      >
        {name ?? 'Unnamed queue'}
        {isClosed && <small> closed</small>}
      </Link>
    ),
  },
  {
    id: 'progress',
    name: 'Annotated',
    widthPx: 150,
    narrowPx: 140,
    cell: (queue) => <ProgressCell queue={queue} />,
  },
  { id: 'kind', name: 'Items', widthPx: 170, cell: kindText },
  {
    id: 'evaluators',
    name: 'Evaluators',
    widthPx: 200,
    cell: ({ evaluators }) => evaluators.map(namedText).join(', '),
  },
  { id: 'people', name: 'People', widthPx: 200, cell: (queue) => peopleText(queue, names) },
  {
    id: 'last',
    name: 'Last activity',
    widthPx: 110,
    align: 'right',
    cell: ({ progress }) =>
      progress?.last_at === undefined ? (
        <span className={styles['faint']}>never</span>
      ) : (
        <time title={exactTime(progress.last_at)}>{ago(progress.last_at)}</time>
      ),
  },
]

export function QueuesPage() {
  const view = route.useSearch()
  const { api, session } = useSession()
  const navigate = useNavigate()
  const canCreate = useHasRole('editor')
  const project = session.project.slug
  const names = useKeyNames()
  const list = useInfiniteQuery(queuesQuery(api))
  const queues = useMemo(() => list.data?.pages.flatMap((page) => page.queues) ?? [], [list.data])
  const columns = useMemo(() => columnsOf(project, names), [project, names])
  const setDialog = (isOpen: boolean): void =>
    void navigate({
      to: '/p/$project/queues',
      params: { project },
      search: isOpen ? { new: true } : {},
      replace: true,
    })
  useShortcuts(
    canCreate ? [{ id: 'new queue', keys: 'c', label: 'New queue', run: () => setDialog(true) }] : [],
  )
  const newButton = canCreate && (
    <Button icon="plus" look="main" onClick={() => setDialog(true)}>
      New queue
    </Button>
  )
  return (
    <>
      <PageHead title="Queues">{queues.length > 0 && newButton}</PageHead>
      {list.isError && list.data === undefined ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Skeleton rows={10} />
      ) : queues.length === 0 ? (
        <Notice icon="task" title="No queues yet">
          <p>
            A queue assigns traces or testset rows to people, one at a time, with the form of an evaluator.
            The answers become annotations and results of a run.
          </p>
          {newButton}
        </Notice>
      ) : (
        <Table
          name="Queues"
          rows={queues}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={({ id }) =>
            void navigate({ to: '/p/$project/queues/$queue', params: { project, queue: id } })
          }
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
        />
      )}
      {canCreate && <NewQueue open={view.new === true} onClose={() => setDialog(false)} />}
    </>
  )
}
