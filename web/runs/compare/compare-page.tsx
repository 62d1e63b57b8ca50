// web/runs/compare: two or more runs side by side: differences of metrics, rows, agreement and the gate.
// differences.ts, model.ts and gate-lines.ts are pure.
// Imports web/app, web/ui and web/runs. Start here.
//
// Runs side by side: which metrics became worse and how sure that is, the rows behind it, where evaluators agree, and a gate for a pipeline.
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
import { GateEditor } from './gate-editor.tsx'
import { byHarm, metricName, type Told } from './model.ts'
import { MetricsTable } from './metrics-table.tsx'
import { metricsQuery, runsByIdQuery, type Compared, type Differences } from './differences.ts'
import { ComparedRuns, CompareWith } from './runs-strip.tsx'
import { comparedOf, type CompareView } from './url-state.ts'
import { ComparisonFailed, NothingInCommon, RunsGone } from './states.tsx'
import styles from './compare.module.css'

const route = getRouteApi('/p/$project/runs/compare')

export const nameOf = (run: Run | undefined): string => run?.name ?? 'Run without a name'

function useView(): readonly [CompareView, (change: Partial<Record<keyof CompareView, unknown>>) => void] {
  const view = route.useSearch()
  const { session } = useSession()
  const navigate = useNavigate()
  const moved = (change: Partial<Record<keyof CompareView, unknown>>): void =>
    void navigate({
      to: '/p/$project/runs/compare',
      params: { project: session.project.slug },
      search: Object.fromEntries(
        Object.entries({ ...view, ...change }).filter(([, value]) => value !== undefined),
      ) as unknown as CompareView,
      replace: true,
    })
  return [view, moved]
}

/** What a person said about a metric, of which way is better, is kept by its name. */
function turned(view: CompareView, { metric, lessBetter }: Told): Partial<CompareView> {
  const name = metricName(metric)
  const without = (list: readonly string[] | undefined) => (list ?? []).filter((one) => one !== name)
  const [less, more] = [without(view.less), without(view.more)]
  return lessBetter ? { less, more: [...more, name] } : { less: [...less, name], more }
}

type Metrics = UseQueryResult<Differences>

function Body({
  compared,
  metrics,
  runs,
}: {
  compared: Compared
  metrics: Metrics
  runs: readonly (Run | undefined)[]
}) {
  const [view, moved] = useView()
  const { ids } = compared
  const runAt = Math.min(view.run ?? 1, ids.length - 1)
  const { less, more } = view
  const told = useMemo(
    () =>
      byHarm(metrics.data?.metrics ?? [], ids[runAt] ?? '', {
        ...(less === undefined ? {} : { less }),
        ...(more === undefined ? {} : { more }),
      }),
    [metrics.data, ids, runAt, less, more],
  )
  if (metrics.isError) {
    return (
      <ComparisonFailed
        error={metrics.error}
        retry={() => void metrics.refetch()}
        onMatched={() => moved({ match: 'dedup' })}
      />
    )
  }
  if (metrics.data === undefined) return <Skeleton rows={10} />
  const chosen =
    told.find(({ metric }) => metric.evaluator === view.metric?.[0] && metric.path === view.metric[1]) ??
    told[0]
  if (chosen === undefined) {
    return (
      <Notice icon="scale" title="Nothing to compare">
        <p>No evaluator has given these runs a number or a verdict.</p>
      </Notice>
    )
  }
  const names = runs.map(nameOf)
  const hasCommon = told.some(({ difference }) => (difference?.n ?? 0) > 0)
  return (
    <Tabs
      label="What is shown"
      value={view.tab ?? 'rows'}
      onValue={(tab) => moved({ tab: tab === 'rows' ? undefined : tab })}
      tabs={[
        {
          value: 'rows',
          name: 'Differences',
          panel: () =>
            !hasCommon ? (
              <NothingInCommon names={[names[0] ?? '', names[runAt] ?? '']} />
            ) : (
              <div className={styles['differences']}>
                <MetricsTable
                  told={told}
                  runAt={runAt}
                  chosen={chosen}
                  onChosen={({ metric }) =>
                    moved({ metric: [metric.evaluator, metric.path], row: undefined })
                  }
                />
                <ComparedRows
                  compared={compared}
                  reading={metrics.data.reading}
                  runAt={runAt}
                  names={names}
                  told={chosen}
                  all={view.all === true}
                  row={view.row}
                  onRow={(row) => moved({ row })}
                  onAll={(all) => moved({ all: all ? true : undefined })}
                  onTurned={() => moved(turned(view, chosen))}
                />
              </div>
            ),
        },
        {
          value: 'agreement',
          name: 'Agreement',
          panel: () => <Agreement compared={compared} names={names} differences={metrics.data} />,
        },
        {
          value: 'gate',
          name: 'Gate',
          panel: () => (
            <GateEditor
              runId={ids[runAt] ?? ''}
              runName={names[runAt] ?? ''}
              baseline={view.alone === true ? undefined : ids[0]}
              baselineName={names[0] ?? ''}
              told={told}
              rules={view.rules}
              onRules={(rules) => moved({ rules })}
              onAlone={(alone) => moved({ alone: alone ? true : undefined })}
            />
          ),
        },
      ]}
    />
  )
}

export function ComparePage() {
  const [view, moved] = useView()
  const { api, session } = useSession()
  const compared = useMemo(() => comparedOf(view), [view])
  const { ids } = compared
  const runs = useQuery(runsByIdQuery(api, ids))
  const metrics = useQuery(metricsQuery(api, compared))
  const there = (runs.data ?? []).flatMap((run) => run ?? [])
  const idsMoved = (next: readonly string[]): void =>
    moved({ ids: next.join(','), run: undefined, row: undefined })
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
        <CompareWith ids={ids} onAdded={(id) => idsMoved([...ids, id])} />
        <LinkButton />
      </PageHead>
      {runs.isError ? (
        <Failure error={runs.error} retry={() => void runs.refetch()} />
      ) : ids.length > 0 && runs.data === undefined ? (
        <Skeleton />
      ) : there.length < ids.length ? (
        <RunsGone
          gone={ids.length - there.length}
          left={there.length}
          onLeft={() => idsMoved(there.map(({ id }) => id))}
        />
      ) : (
        <>
          {ids.length > 0 && (
            <ComparedRuns
              runs={there}
              runAt={Math.min(view.run ?? 1, ids.length - 1)}
              byDedup={view.match === 'dedup'}
              onRun={(run) => moved({ run: run === 1 ? undefined : run, row: undefined })}
              onIds={idsMoved}
              onMatch={(byDedup) => moved({ match: byDedup ? 'dedup' : undefined })}
            />
          )}
          {ids.length < 2 ? (
            <Notice icon="diff" title="Choose another run">
              <p>Two runs over the same rows show which of them is better, and on which rows.</p>
            </Notice>
          ) : (
            <Body compared={compared} metrics={metrics} runs={runs.data ?? []} />
          )}
        </>
      )}
    </>
  )
}
