// The list of runs, newest first, with their parts, status and results.
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useKeyNames, useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { useVersionNaming } from '../app/versions/naming/use-version-naming.ts'
import type { VersionNaming } from '../app/versions/naming/version-name.ts'
import { Button } from '../ui/button.tsx'
import { ago, exactTime } from '../ui/format.ts'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { Table } from '../ui/table/table.tsx'
import type { Column } from '../ui/table/table-row.tsx'
import { TagList } from './list/notes.tsx'
import { RunFilters } from './list/run-filters.tsx'
import {
  comparedIds,
  hasParts,
  isFiltered,
  partFilters,
  scoreNames,
  sortedRuns,
  trendOf,
} from './list/run-list.ts'
import { Trend } from './list/trend.tsx'
import type { Plan } from './new/plan.ts'
import { PartList } from './part-list.tsx'
import { listedMetricsQuery, runsQuery } from './queries.ts'
import { partsOf, type Metrics, type Run } from './run-model.ts'
import { StatusMark } from './status.tsx'
import { runsSearch, type RunsView } from './url-state.ts'
import { Verdicts } from './verdicts.tsx'
import styles from './runs.module.css'

const route = getRouteApi('/p/$project/runs')
const NewRun = lazy(async () => ({ default: (await import('./new/new-run.tsx')).NewRun }))

interface ColumnContext {
  readonly project: string
  /** The names of authors by id. */
  readonly names: ReadonlyMap<string, string>
  readonly naming: VersionNaming
  /** Metrics by id of the run. */
  readonly metrics: ReadonlyMap<string, Metrics>
}

const columnsOf = ({ project, names, naming, metrics }: ColumnContext): readonly Column<Run>[] => [
  {
    id: 'name',
    name: 'Name',
    widthPx: 200,
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
        {run.name ?? 'Unnamed run'}
        <TagList run={run} />
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
    widthPx: 210,
    cell: (run) => <PartList parts={partsOf(run, naming).subjects} />,
  },
  { id: 'inputs', name: 'Input', widthPx: 160, cell: (run) => <PartList parts={partsOf(run).inputs} /> },
  {
    id: 'evaluators',
    name: 'Evaluators',
    widthPx: 320,
    cell: (run) => <Verdicts run={run} metrics={metrics.get(run.id)} />,
  },
  {
    id: 'by',
    name: 'Author',
    widthPx: 90,
    cell: ({ created_by_id: id }) => names.get(id) ?? 'unknown',
  },
  {
    id: 'when',
    name: 'Created',
    widthPx: 80,
    align: 'right',
    cell: ({ created_at: at }) => <time title={exactTime(at)}>{ago(at)}</time>,
  },
]

const joinPages = (
  pages: readonly { readonly data: ReadonlyMap<string, Metrics> | undefined }[],
): ReadonlyMap<string, Metrics> => new Map(pages.flatMap(({ data }) => [...(data ?? [])]))

/** More pages are loaded until at least this many runs are listed. */
const listedRunsMin = 20

/** The loaded runs with the columns of the table. */
function useRuns(view: RunsView) {
  const { api, session } = useSession()
  const names = useKeyNames()
  const naming = useVersionNaming()
  const list = useInfiniteQuery(runsQuery(api, view))
  const loadedRuns = useMemo(
    () => list.data?.pages.flatMap((page) => page.runs).filter((run) => hasParts(run, view)) ?? [],
    [list.data, view],
  )
  const metrics = useQueries({
    queries: (list.data?.pages ?? []).map((page) => listedMetricsQuery(api, page.runs)),
    combine: joinPages,
  })
  const runs = useMemo(
    () => sortedRuns(loadedRuns, { metrics, sort: view.sort }),
    [loadedRuns, metrics, view.sort],
  )
  const scores = useMemo(() => scoreNames(loadedRuns, metrics), [loadedRuns, metrics])
  // The browser filters by further parts, so few runs of a loaded page may be listed.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const needsMore =
    hasNextPage && !isFetchingNextPage && loadedRuns.length < listedRunsMin && partFilters(view).length > 1
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])
  const project = session.project.slug
  const columns = useMemo(
    () => columnsOf({ project, names, naming, metrics }),
    [project, names, naming, metrics],
  )
  return { list, runs, columns, metrics, scores }
}

/** Changes of the page's URL. */
function useRunsUrl(view: RunsView) {
  const { session } = useSession()
  const navigate = useNavigate()
  const { history } = useRouter()
  const params = { project: session.project.slug }
  const navigateTo = (search: RunsView, replace = false): void =>
    void navigate({ to: '/p/$project/runs', params, search, replace })
  return {
    onView: (change: { readonly [K in keyof RunsView]?: RunsView[K] | undefined }): void =>
      navigateTo(runsSearch({ ...view, ...change }), true),
    onShowAll: (): void => navigateTo({}),
    onPlan: (plan: Plan, replace: boolean): void => navigateTo({ ...view, new: plan }, replace),
    open: (run: string): void => void navigate({ to: '/p/$project/runs/$run', params: { ...params, run } }),
    compare: (ids: string): void =>
      void navigate({ to: '/p/$project/runs/compare', params, search: { ids } }),
    closeDialog: (): void => {
      const { new: _, ...search } = view
      // The dialog may have been opened from the page of a testset or a run.
      if (history.canGoBack()) history.back()
      else navigateTo(search, true)
    },
  }
}

function NoRuns({ view, onNew, onShowAll }: { view: RunsView; onNew: () => void; onShowAll: () => void }) {
  const hasFilters = isFiltered(view)
  const canCreate = useHasRole('editor')
  return (
    <Notice icon="runs" title={hasFilters ? 'No matching runs' : 'No runs yet'}>
      <p>
        A run sends each row of a testset, or traces of a query, through programs and evaluates the results.
      </p>
      {!hasFilters && canCreate && (
        <Button icon="plus" onClick={onNew}>
          Start your first run
        </Button>
      )}
      {hasFilters && <Button onClick={onShowAll}>Show all</Button>}
    </Notice>
  )
}

export function RunsPage() {
  const view = route.useSearch()
  const { list, runs, columns, metrics, scores } = useRuns(view)
  const { onView, onShowAll, onPlan, open, compare, closeDialog } = useRunsUrl(view)
  const trendName = (view.sort ?? scores[0] ?? '').replace(/^-/, '')
  const canCreate = useHasRole('editor')
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const compareSelected = (): void => {
    const ids = comparedIds(runs, selectedIds)
    if (ids.length > 1) compare(ids.join(','))
  }
  const onNew = (): void => onPlan({}, false)
  useShortcuts([
    ...(canCreate ? [{ id: 'new run', keys: 'n', label: 'New run', run: onNew }] : []),
    { id: 'compare runs', keys: 'c', label: 'Compare selected runs', run: compareSelected },
  ])
  return (
    <>
      <PageHead title="Runs">
        <Segments
          label="Status"
          value={view.status ?? 'all'}
          onValue={(status) => onView({ status: status === 'all' ? undefined : status })}
          options={[
            { value: 'all', name: 'All' },
            { value: 'active', name: 'Active' },
            { value: 'failed', name: 'Failed' },
          ]}
        />
        {selectedIds.size > 0 && (
          <Button
            icon="diff"
            disabled={selectedIds.size < 2}
            title="Select two or more runs"
            onClick={compareSelected}
          >
            Compare {selectedIds.size}
          </Button>
        )}
        {canCreate && (
          <Button look="main" icon="plus" onClick={onNew}>
            New run
          </Button>
        )}
      </PageHead>
      {(runs.length > 0 || isFiltered(view)) && <RunFilters view={view} onView={onView} scores={scores} />}
      {view.over === 'time' && (
        <Trend name={trendName} points={trendOf(runs, { metrics, name: trendName })} app={view.app} />
      )}
      {list.isError && list.data === undefined ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Skeleton rows={10} />
      ) : runs.length === 0 ? (
        <NoRuns view={view} onNew={onNew} onShowAll={onShowAll} />
      ) : (
        <Table
          name="Runs"
          rows={runs}
          columns={columns}
          rowKey={({ id }) => id}
          selectedKeys={selectedIds}
          onSelection={setSelectedIds}
          onOpen={({ id }) => open(id)}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
        />
      )}
      {canCreate && view.new !== undefined && (
        <Suspense>
          <NewRun plan={view.new} onPlan={(plan) => onPlan(plan, true)} onClose={closeDialog} />
        </Suspense>
      )}
    </>
  )
}
