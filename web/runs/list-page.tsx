// Runs, newest first: what was run on what, who judged it, and how it ended.
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useKeyNames, useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { ago, exactTime } from '../ui/format.ts'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { Table } from '../ui/table/table.tsx'
import type { Column } from '../ui/table/table-row.tsx'
import type { Plan } from './new/plan.ts'
import { PartList } from './part-list.tsx'
import { listedNumbersQuery, runsQuery } from './queries.ts'
import { partsOf, type Metrics, type Run } from './run-model.ts'
import { StatusMark } from './status.tsx'
import { Verdicts } from './verdicts.tsx'
import styles from './runs.module.css'

const route = getRouteApi('/p/$project/runs')
const NewRun = lazy(async () => ({ default: (await import('./new/new-run.tsx')).NewRun }))

const columnsOf = (
  project: string,
  names: ReadonlyMap<string, string>,
  numbers: ReadonlyMap<string, Metrics>,
): readonly Column<Run>[] => [
  {
    id: 'name',
    name: 'Name',
    widthPx: 240,
    narrowPx: 230,
    grows: true,
    cell: (run) => (
      <Link
        to="/p/$project/runs/$run"
        params={{ project, run: run.id }}
        className={styles['name']}
        tabIndex={-1}
        preload={false}
      >
        {run.name ?? 'Run without a name'}
      </Link>
    ),
  },
  {
    id: 'status',
    name: 'Status',
    widthPx: 110,
    narrowPx: 96,
    cell: ({ status }) => <StatusMark status={status} />,
  },
  {
    id: 'subjects',
    name: 'Subjects',
    widthPx: 160,
    cell: (run) => <PartList parts={partsOf(run).subjects} />,
  },
  { id: 'inputs', name: 'On', widthPx: 160, cell: (run) => <PartList parts={partsOf(run).inputs} /> },
  {
    id: 'evaluators',
    name: 'Judged by',
    widthPx: 320,
    cell: (run) => <Verdicts run={run} metrics={numbers.get(run.id)} />,
  },
  {
    id: 'by',
    name: 'By',
    widthPx: 100,
    cell: ({ created_by_id: id }) => names.get(id) ?? 'somebody',
  },
  {
    id: 'when',
    name: 'Made',
    widthPx: 90,
    align: 'right',
    cell: ({ created_at: at }) => <time title={exactTime(at)}>{ago(at)}</time>,
  },
]

const joined = (
  pages: readonly { readonly data: ReadonlyMap<string, Metrics> | undefined }[],
): ReadonlyMap<string, Metrics> => new Map(pages.flatMap(({ data }) => [...(data ?? [])]))

export function RunsPage() {
  const view = route.useSearch()
  const { api, session } = useSession()
  const navigate = useNavigate()
  const project = session.project.slug
  const names = useKeyNames()
  const list = useInfiniteQuery(runsQuery(api, view))
  const runs = useMemo(() => list.data?.pages.flatMap((page) => page.runs) ?? [], [list.data])
  const numbers = useQueries({
    queries: (list.data?.pages ?? []).map((page) => listedNumbersQuery(api, page.runs)),
    combine: joined,
  })
  const columns = useMemo(() => columnsOf(project, names, numbers), [project, names, numbers])
  const shown = (status: 'all' | 'active' | 'failed'): void =>
    void navigate({
      to: '/p/$project/runs',
      params: { project },
      search: status === 'all' ? {} : { status },
    })
  const mayMake = useHasRole('editor')
  const planned = (plan: Plan, replace: boolean): void =>
    void navigate({ to: '/p/$project/runs', params: { project }, search: { ...view, new: plan }, replace })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // The list has the newest first; the oldest of those chosen is the base.
  const compared = (): void => {
    const ids = runs.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
    if (ids.length < 2) return
    void navigate({
      to: '/p/$project/runs/compare',
      params: { project },
      search: { ids: ids.toReversed().join(',') },
    })
  }
  const { history } = useRouter()
  const closed = (): void => {
    const { new: _, ...search } = view
    // Whoever came from the page of a testset or a run goes back there.
    if (history.canGoBack()) history.back()
    else void navigate({ to: '/p/$project/runs', params: { project }, search, replace: true })
  }
  useShortcuts([
    ...(mayMake ? [{ id: 'new run', keys: 'n', does: 'New run', run: () => planned({}, false) }] : []),
    { id: 'compare runs', keys: 'c', does: 'Compare the chosen runs', run: compared },
  ])
  return (
    <>
      <PageHead title="Runs">
        <Segments
          label="Which are listed"
          value={view.status ?? 'all'}
          onValue={shown}
          options={[
            { value: 'all', name: 'All' },
            { value: 'active', name: 'Under way' },
            { value: 'failed', name: 'Not well' },
          ]}
        />
        {chosen.size > 0 && (
          <Button icon="diff" disabled={chosen.size < 2} title="Choose two or more" onClick={compared}>
            Compare {chosen.size}
          </Button>
        )}
        {mayMake && (
          <Button look="main" icon="plus" onClick={() => planned({}, false)}>
            New run
          </Button>
        )}
      </PageHead>
      {list.isError && list.data === undefined ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Skeleton rows={10} />
      ) : runs.length === 0 ? (
        <Notice icon="runs" title={view.status === undefined ? 'No runs yet' : 'No such runs'}>
          <p>
            A run puts every row of a testset, or traces that a query finds, through programs, and has the
            outcome judged.
          </p>
          {view.status === undefined && mayMake && (
            <Button icon="plus" onClick={() => planned({}, false)}>
              Start the first
            </Button>
          )}
          {view.status !== undefined && <Button onClick={() => shown('all')}>Show all</Button>}
        </Notice>
      ) : (
        <Table
          name="Runs"
          rows={runs}
          columns={columns}
          rowKey={({ id }) => id}
          chosen={chosen}
          onChosen={setChosen}
          onOpen={({ id }) => void navigate({ to: '/p/$project/runs/$run', params: { project, run: id } })}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
        />
      )}
      {mayMake && view.new !== undefined && (
        <Suspense>
          <NewRun plan={view.new} onPlan={(plan) => planned(plan, true)} onClose={closed} />
        </Suspense>
      )}
    </>
  )
}
