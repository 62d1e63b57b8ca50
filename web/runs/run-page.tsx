// web/runs: the list of runs and the page of one run. Sub-folders: new/ (starting a run), rows/, outcomes/, list/, compare/, adding/.
// run-model.ts has the pure logic; use-progress.ts follows the events of a run.
// Imports web/app and web/ui. Start here.
//
// One run: progress, metrics, failures and rows; a row opens beside the table.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useApi, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { useVersionNaming } from '../app/versions/naming/use-version-naming.ts'
import { Button } from '../ui/button.tsx'
import { count } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Split } from '../ui/split.tsx'
import { useNarrow } from '../ui/browser/use-narrow.ts'
import { Notes, TagList } from './list/notes.tsx'
import { Numbers } from './numbers.tsx'
import { PartList } from './part-list.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { metricsQuery, runQuery } from './queries.ts'
import { ExportMenu } from './rows/export/export-menu.tsx'
import { Failures } from './rows/failures.tsx'
import { rowQuery, rowsQuery } from './rows/queries.ts'
import { RowDetail } from './rows/row-detail.tsx'
import { RowFilter } from './rows/row-filter.tsx'
import { Rows } from './rows/rows.tsx'
import { SortChoice } from './rows/sort-choice.tsx'
import { RunActions } from './run-actions.tsx'
import {
  isActive,
  mergedMetrics,
  partsOf,
  runMetricsOf,
  type RunMetric,
  type Parts,
  type Run,
} from './run-model.ts'
import { runSearch, type RowsView, type RunView } from './url-state.ts'
import { StatusMark } from './status.tsx'
import { useProgress } from './use-progress.ts'
import styles from './runs.module.css'

const route = getRouteApi('/p/$project/runs/$run')

const noParts: Parts = { inputs: [], subjects: [], evaluators: [] }

interface LoadedRun {
  readonly run: Run
  readonly parts: Parts
  readonly runMetrics: readonly RunMetric[]
}

const rowCount = (rows: number): string => `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`

const isFiltered = ({ failed, where }: RowsView): boolean => failed !== undefined || where !== undefined

function About({ run, parts }: { run: Run; parts: Parts }) {
  return (
    <p className={styles['about']}>
      <StatusMark status={run.status} />
      {parts.subjects.length > 0 && <PartList parts={parts.subjects} />}
      <span className={styles['faint']}>on</span> <PartList parts={parts.inputs} />
      <span className={styles['faint']}>evaluated by</span> <PartList parts={parts.evaluators} />
      <TagList run={run} />
      {(run.data?.repeats ?? 1) > 1 && <span className={styles['faint']}>{run.data?.repeats} repeats</span>}
    </p>
  )
}

function Table({
  run,
  parts,
  runMetrics,
  view,
  go,
}: LoadedRun & { view: RunView; go: (view: RunView) => void }) {
  const api = useApi()
  const { row: openRowId, step: _, ...rowsView } = view
  const listing = { runId: run.id, parts, view: rowsView }
  const list = useInfiniteQuery(rowsQuery(api, listing))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data])
  // Metrics of the run are computed at its end; until then the finished rows determine the columns.
  const columns = useMemo(
    () =>
      runMetrics.length > 0 ? runMetrics : runMetricsOf(parts, mergedMetrics(rows.map((row) => row.metrics))),
    [runMetrics, parts, rows],
  )
  if (list.isError && list.data === undefined) {
    return <Failure error={list.error} retry={() => void list.refetch()} />
  }
  if (list.data === undefined) return <Skeleton rows={10} />
  const filter = (
    <div className={styles['bar']}>
      <RowFilter
        runMetrics={columns}
        conditions={view.where ?? []}
        onConditions={(where) => go(runSearch({ ...rowsView, where }))}
      />
      <SortChoice
        runMetrics={columns}
        sort={view.sort}
        onSort={(sort) => go(runSearch({ ...rowsView, sort }))}
      />
      {list.data.pages[0]?.total !== undefined && <span>{rowCount(list.data.pages[0].total)}</span>}
    </div>
  )
  if (rows.length === 0) {
    return isFiltered(rowsView) ? (
      <>
        {filter}
        <Notice icon="filter" title="No matching rows">
          <Button onClick={() => go({})}>Show all</Button>
        </Notice>
      </>
    ) : (
      <Notice icon="runs" title="No rows yet">
        <p>{run.meta?.failure?.message ?? 'Rows appear when the run starts.'}</p>
      </Notice>
    )
  }
  return (
    <div className={styles['table']} aria-busy={list.isPlaceholderData}>
      {filter}
      <Rows
        rows={rows}
        parts={parts}
        runMetrics={columns}
        openRowId={openRowId}
        sort={view.sort}
        onSort={(sort) => go(runSearch({ ...rowsView, sort }))}
        onOpen={({ id }, step) => go({ ...rowsView, row: id, ...(step === undefined ? {} : { step }) })}
        onEnd={() => {
          if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
        }}
      />
    </div>
  )
}

function Body({ run, parts }: { run: Run; parts: Parts }) {
  const { api, session } = useSession()
  const view = route.useSearch()
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const progress = useProgress(run.id, isActive(run.status))
  const metrics = useQuery(metricsQuery(api, run.id))
  const runMetrics = useMemo(() => runMetricsOf(parts, metrics.data ?? {}), [parts, metrics.data])
  const openRow = useQuery(rowQuery(api, { runId: run.id, id: view.row })).data
  const go = (next: RunView): void =>
    void navigate({
      to: '/p/$project/runs/$run',
      params: { project: session.project.slug, run: run.id },
      search: runSearch({ ...next }),
      replace: true,
    })
  const { row: _, step: __, ...rowsView } = view
  useShortcuts([{ id: 'close row', keys: 'escape', label: 'Close row', run: () => go(rowsView) }])
  const content = { run, parts, runMetrics }
  const table = (
    <div className={styles['table']}>
      <Table {...content} view={view} go={go} />
    </div>
  )
  const detail = view.row !== undefined && openRow !== undefined && openRow !== null && (
    <RowDetail
      key={openRow.id}
      {...content}
      row={openRow}
      step={view.step}
      onStep={(step) => go({ ...rowsView, row: openRow.id, ...(step === undefined ? {} : { step }) })}
      onClose={() => go(rowsView)}
    />
  )
  return (
    <>
      <About run={run} parts={parts} />
      <Notes run={run} />
      {progress !== undefined && isActive(run.status) && <ProgressBar progress={progress} />}
      {runMetrics.length > 0 && <Numbers runMetrics={runMetrics} />}
      <Failures
        runId={run.id}
        parts={parts}
        selectedCode={view.failed}
        onSelectCode={(failed) => {
          const { failed: ___, ...rest } = rowsView
          go(failed === undefined ? rest : { ...rest, failed })
        }}
      />
      {isNarrow ? (
        <div className={styles['beside']} data-open={detail !== false}>
          {table}
          {detail}
        </div>
      ) : (
        <Split name="run" first={table} second={detail === false ? undefined : detail} share={0.6} />
      )}
    </>
  )
}

/** Prefetches data that does not depend on the run record: metrics, and the unfiltered rows. */
function usePrefetch(runId: string, view: RowsView): void {
  const { api, session } = useSession()
  const client = useQueryClient()
  const isUnfiltered = Object.keys(view).length === 0
  useEffect(() => {
    void client.prefetchQuery(metricsQuery(api, runId))
    if (!isUnfiltered) return
    const listing = { runId, parts: noParts, view: {} }
    void client.prefetchInfiniteQuery(rowsQuery(api, listing))
    // Runs when the page opens, not when filters are removed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [client, api, session, runId])
}

export function RunPage() {
  const { run: id, project } = route.useParams()
  const api = useApi()
  const { data: run, error, refetch, isError } = useQuery(runQuery(api, id))
  const naming = useVersionNaming()
  const parts = useMemo(
    () => (run === undefined || run === null ? noParts : partsOf(run, naming)),
    [run, naming],
  )
  const { row: _, step: __, ...rowsView } = route.useSearch()
  usePrefetch(id, rowsView)
  return (
    <>
      <PageHead
        title={run?.name ?? 'Run'}
        lead={
          <Link to="/p/$project/runs" params={{ project }} search={{}} aria-label="All runs" title="All runs">
            <Icon name="left" />
          </Link>
        }
      >
        {run !== undefined && run !== null && (
          <>
            <ExportMenu name={run.name ?? run.id} listing={{ runId: run.id, parts, view: rowsView }} />
            <RunActions run={run} />
          </>
        )}
      </PageHead>
      {isError && run === undefined ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : run === undefined ? (
        <Skeleton />
      ) : run === null ? (
        <Notice icon="runs" title="Run not found">
          <p>It may have been deleted.</p>
        </Notice>
      ) : (
        <Body key={run.id} run={run} parts={parts} />
      )}
    </>
  )
}
