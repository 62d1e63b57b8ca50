// web/runs/compare: two or more runs side by side: differences of metrics, rows, agreement and the gate.
// model.ts is pure. Sub-folders: gate/, totals/.
// Imports web/app, web/ui and web/runs. Start here.
//
// The comparison of runs: metric differences with their rows, agreement of evaluators, and a gate for a pipeline.
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Failure } from '../../app/failure.tsx'
import { PageHead } from '../../app/page.tsx'
import { useSession } from '../../app/session.tsx'
import { LinkButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Run } from '../run-model.ts'
import { Agreement } from './agreement.tsx'
import { ComparedRows } from './compared-rows.tsx'
import { GateEditor } from './gate/gate-editor.tsx'
import { byHarm, metricName, mostDifferent, type MetricChange } from './model.ts'
import { MetricsTable } from './metrics-table.tsx'
import { metricsQuery, runsByIdQuery, type ComparisonInput, type Differences } from './differences.ts'
import { ComparedRuns, CompareWith } from './runs-strip.tsx'
import { TotalsTable } from './totals/totals-table.tsx'
import { comparisonOf, compareSearch, type CompareView } from './url-state.ts'
import { FailedComparison, NoCommonRows, MissingRuns } from './states.tsx'
import styles from './compare.module.css'

const route = getRouteApi('/p/$project/runs/compare')

export const nameOf = (run: Run | undefined): string => run?.name ?? 'Unnamed run'

type ViewChange = { readonly [K in keyof CompareView]?: CompareView[K] | undefined }

/** The URL state, and a function that changes members of it. Undefined removes a member. */
function useView(): readonly [CompareView, (change: ViewChange) => void] {
  const view = route.useSearch()
  const { session } = useSession()
  const navigate = useNavigate()
  const onView = (change: ViewChange): void =>
    void navigate({
      to: '/p/$project/runs/compare',
      params: { project: session.project.slug },
      search: compareSearch({ ...view, ...change }),
      replace: true,
    })
  return [view, onView]
}

/** Stores, by the name of the metric, that the opposite direction is better. */
function toggleDirection(view: CompareView, { metric, isLowerBetter }: MetricChange): ViewChange {
  const name = metricName(metric)
  const removeName = (list: readonly string[] | undefined) => (list ?? []).filter((one) => one !== name)
  const [less, more] = [removeName(view.less), removeName(view.more)]
  return isLowerBetter ? { less, more: [...more, name] } : { less: [...less, name], more }
}

interface BodyProps {
  readonly comparison: ComparisonInput
  readonly names: readonly string[]
  readonly runs: readonly Run[]
  /** The index of the selected run. */
  readonly runIndex: number
  readonly differences: Differences
}

function DifferencesTab({
  changes,
  selectedChange,
  ...body
}: BodyProps & { changes: readonly MetricChange[]; selectedChange: MetricChange }) {
  const [view, onView] = useView()
  const { comparison, names, runs, runIndex, differences } = body
  const run = runs[runIndex]
  if (!changes.some(({ difference }) => (difference?.n ?? 0) > 0)) {
    return <NoCommonRows names={[names[0] ?? '', names[runIndex] ?? '']} />
  }
  return (
    <div className={styles['differences']}>
      <MetricsTable
        changes={changes}
        runIndex={runIndex}
        selectedChange={selectedChange}
        onSelect={({ metric }) => onView({ metric: [metric.evaluator, metric.path], row: undefined })}
      />
      {run !== undefined && <TotalsTable totals={differences.totals} runId={run.id} />}
      <ComparedRows
        comparison={comparison}
        snapshot={differences.snapshot}
        runIndex={runIndex}
        names={names}
        change={selectedChange}
        changes={changes}
        showsAllRows={view.all === true}
        row={view.row}
        onRow={(row) => onView({ row })}
        onShowAllRows={(isAll) => onView({ all: isAll ? true : undefined })}
        onToggleDirection={() => onView(toggleDirection(view, selectedChange))}
      />
    </div>
  )
}

function GateTab({
  comparison: { ids },
  names,
  runIndex,
  changes,
}: BodyProps & { changes: readonly MetricChange[] }) {
  const [view, onView] = useView()
  return (
    <GateEditor
      runId={ids[runIndex] ?? ''}
      runName={names[runIndex] ?? ''}
      baseline={view.alone === true ? undefined : ids[0]}
      baselineName={names[0] ?? ''}
      changes={changes}
      rules={view.rules}
      onRules={(rules) => onView({ rules })}
      onWithoutBaseline={(isAlone) => onView({ alone: isAlone ? true : undefined })}
    />
  )
}

function Body(body: BodyProps) {
  const [view, onView] = useView()
  const { comparison, names, runIndex, differences } = body
  const { less, more } = view
  const runId = comparison.ids[runIndex] ?? ''
  const changes = useMemo(
    () =>
      byHarm(differences.metrics, {
        runId,
        ...(less === undefined ? {} : { less }),
        ...(more === undefined ? {} : { more }),
      }),
    [differences, runId, less, more],
  )
  const [evaluator, path] = view.metric ?? []
  const selectedChange =
    changes.find(({ metric }) => metric.evaluator === evaluator && metric.path === path) ??
    mostDifferent(changes)
  if (selectedChange === undefined) {
    return (
      <Notice icon="scale" title="Nothing to compare">
        <p>These runs have no metrics of evaluators.</p>
      </Notice>
    )
  }
  return (
    <Tabs
      label="View"
      value={view.tab ?? 'rows'}
      onValue={(tab) => onView({ tab: tab === 'rows' ? undefined : tab })}
      tabs={[
        {
          value: 'rows',
          name: 'Differences',
          panel: () => <DifferencesTab {...body} changes={changes} selectedChange={selectedChange} />,
        },
        {
          value: 'agreement',
          name: 'Agreement',
          panel: () => <Agreement comparison={comparison} names={names} differences={differences} />,
        },
        { value: 'gate', name: 'Gate', panel: () => <GateTab {...body} changes={changes} /> },
      ]}
    />
  )
}

interface LoadedProps {
  readonly comparison: ComparisonInput
  readonly runs: readonly Run[]
  readonly differences: UseQueryResult<Differences>
}

function Comparison({ comparison, runs, runIndex, differences }: LoadedProps & { runIndex: number }) {
  const [, onView] = useView()
  const names = useMemo(() => runs.map(nameOf), [runs])
  if (differences.isError) {
    return (
      <FailedComparison
        error={differences.error}
        retry={() => void differences.refetch()}
        onMatch={() => onView({ match: 'dedup' })}
      />
    )
  }
  if (differences.data === undefined) return <Skeleton rows={10} />
  return (
    <Body
      comparison={comparison}
      names={names}
      runs={runs}
      runIndex={runIndex}
      differences={differences.data}
    />
  )
}

function LoadedPage(props: LoadedProps) {
  const { comparison, runs } = props
  const [view, onView] = useView()
  const { ids } = comparison
  const runIndex = Math.min(view.run ?? 1, ids.length - 1)
  return (
    <>
      {ids.length > 0 && (
        <ComparedRuns
          runs={runs}
          runIndex={runIndex}
          isDedupMatch={view.match === 'dedup'}
          onRun={(run) => onView({ run: run === 1 ? undefined : run, row: undefined })}
          onIds={(next) => onView({ ids: next.join(','), run: undefined, row: undefined })}
          onMatch={(isDedupMatch) => onView({ match: isDedupMatch ? 'dedup' : undefined })}
        />
      )}
      {ids.length < 2 ? (
        <Notice icon="diff" title="Add another run">
          <p>A comparison of two runs over the same rows shows which one is better, and on which rows.</p>
        </Notice>
      ) : (
        <Comparison {...props} runIndex={runIndex} />
      )}
    </>
  )
}

export function ComparePage() {
  const [view, onView] = useView()
  const { api, session } = useSession()
  const comparison = useMemo(() => comparisonOf(view), [view])
  const { ids } = comparison
  const runs = useQuery(runsByIdQuery(api, ids))
  // Both queries run in parallel.
  const differences = useQuery(metricsQuery(api, comparison))
  const existingRuns = useMemo(() => (runs.data ?? []).flatMap((run) => run ?? []), [runs.data])
  const setIds = (next: readonly string[]): void =>
    onView({ ids: next.join(','), run: undefined, row: undefined })
  return (
    <>
      <PageHead
        title="Compare runs"
        lead={
          <Link
            to="/p/$project/runs"
            params={{ project: session.project.slug }}
            search={{}}
            aria-label="All runs"
            title="All runs"
          >
            <Icon name="left" />
          </Link>
        }
      >
        <CompareWith ids={ids} onAdd={(id) => setIds([...ids, id])} />
        <LinkButton />
      </PageHead>
      {runs.isError ? (
        <Failure error={runs.error} retry={() => void runs.refetch()} />
      ) : ids.length > 0 && runs.data === undefined ? (
        <Skeleton />
      ) : existingRuns.length < ids.length ? (
        <MissingRuns
          missingCount={ids.length - existingRuns.length}
          remainingCount={existingRuns.length}
          onCompareRemaining={() => setIds(existingRuns.map(({ id }) => id))}
        />
      ) : (
        <LoadedPage comparison={comparison} runs={existingRuns} differences={differences} />
      )}
    </>
  )
}
