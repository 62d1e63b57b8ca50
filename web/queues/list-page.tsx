// Queues, newest first: what people judge, how far they are, and when somebody was last at work.
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
import { queuesQuery, type ListedQueue, type Named } from './queries.ts'
import styles from './queues.module.css'

const route = getRouteApi('/p/$project/queues')

const kinds: Readonly<Record<string, string>> = {
  traces: 'traces',
  testcases: 'rows',
  testsets: 'rows of',
  queries: 'traces of',
}

const kindText = ({ kind, sources }: ListedQueue): string => {
  const of = kind === 'testsets' || kind === 'queries' ? sources.map(namedText).join(', ') : ''
  return `${kinds[kind] ?? kind} ${of}`.trim()
}

const namedText = ({ name, version }: Named): string => (version === undefined ? name : `${name} v${version}`)

function Share({ queue }: { queue: ListedQueue }) {
  const { judged = 0, total = 0 } = queue.progress?.items ?? {}
  return (
    <span className={styles['share']}>
      <progress max={Math.max(1, total)} value={judged} aria-label="Judged" />
      {count(judged)}/{count(total)}
    </span>
  )
}

const peopleShown = 3

function peopleText({ progress }: ListedQueue, names: ReadonlyMap<string, string>): string {
  const people = (progress?.people ?? []).map(({ user_id: id }) => names.get(id) ?? 'somebody')
  if (people.length === 0) return 'anybody'
  const rest = people.length - peopleShown
  return `${people.slice(0, peopleShown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
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
        {name ?? 'Queue without a name'}
        {isClosed && <small> closed</small>}
      </Link>
    ),
  },
  {
    id: 'progress',
    name: 'Judged',
    widthPx: 150,
    narrowPx: 140,
    cell: (queue) => <Share queue={queue} />,
  },
  { id: 'kind', name: 'Of', widthPx: 170, cell: kindText },
  {
    id: 'evaluators',
    name: 'Judged by',
    widthPx: 200,
    cell: ({ evaluators }) => evaluators.map(namedText).join(', '),
  },
  { id: 'people', name: 'People', widthPx: 200, cell: (queue) => peopleText(queue, names) },
  {
    id: 'last',
    name: 'Last at work',
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
  const mayMake = useHasRole('editor')
  const project = session.project.slug
  const names = useKeyNames()
  const list = useInfiniteQuery(queuesQuery(api))
  const queues = useMemo(() => list.data?.pages.flatMap((page) => page.queues) ?? [], [list.data])
  const columns = useMemo(() => columnsOf(project, names), [project, names])
  const asked = (isOpen: boolean): void =>
    void navigate({
      to: '/p/$project/queues',
      params: { project },
      search: isOpen ? { new: true } : {},
      replace: true,
    })
  useShortcuts(
    mayMake ? [{ id: 'new queue', keys: 'c', does: 'Create a queue', run: () => asked(true) }] : [],
  )
  const make = mayMake && (
    <Button icon="plus" look="main" onClick={() => asked(true)}>
      New queue
    </Button>
  )
  return (
    <>
      <PageHead title="Queues">{queues.length > 0 && make}</PageHead>
      {list.isError && list.data === undefined ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Skeleton rows={10} />
      ) : queues.length === 0 ? (
        <Notice icon="task" title="No queues yet">
          <p>
            A queue hands traces or rows to people, one after the other, with the form of an evaluator. What
            they say becomes annotations, and results of a run.
          </p>
          {make}
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
      {mayMake && <NewQueue open={view.new === true} onClose={() => asked(false)} />}
    </>
  )
}
