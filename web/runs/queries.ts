// What the pages of runs ask: the runs, the numbers of one, and its rows with what went in and what came out.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import { asSpan, costOf, durationMs, previewOfText, type Span } from '../app/span.ts'
import { isActive, valueOf, type Metrics, type Run, type Status } from './run-model.ts'
import type { RunsView } from './search.ts'

const runsAtOnce = 50

const statusesOf = ({ status }: RunsView): { readonly statuses?: readonly Status[] } => {
  if (status === 'active') return { statuses: ['pending', 'queued', 'running'] }
  return status === 'failed' ? { statuses: ['failure', 'errors', 'cancelled'] } : {}
}

export const runsQuery = (api: Api, projectId: string, view: RunsView) =>
  infiniteQueryOptions({
    queryKey: [projectId, 'runs', 'list', view.status],
    queryFn: async ({ signal, pageParam }) => {
      const windowing = pageParam ?? { limit: runsAtOnce }
      const answer = await api.runs.query({ run: statusesOf(view), windowing }, { signal })
      return { runs: answer.runs as readonly object[] as readonly Run[], windowing: answer.windowing }
    },
    initialPageParam: undefined as object | undefined,
    getNextPageParam: ({ windowing }) => windowing,
    // What runs is looked at again; what is over stays as it is.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ runs }) => runs.some(({ status }) => isActive(status))) === true
        ? 5000
        : false,
  })

export const runQuery = (api: Api, projectId: string, id: string) =>
  queryOptions({
    queryKey: [projectId, 'runs', 'run', id],
    queryFn: async ({ signal }) => {
      const { run } = await api.runs.fetch(id, { signal })
      return run === undefined ? null : (run as object as Run)
    },
  })

/** The numbers of the whole run; none before it has some. */
export const numbersQuery = (api: Api, projectId: string, id: string) =>
  queryOptions({
    queryKey: [projectId, 'runs', 'numbers', id],
    queryFn: async ({ signal }): Promise<Metrics> => {
      const { metrics } = await api.metrics.query(
        { metrics: { run_id: id, scenario_ids: false, timestamps: false } },
        { signal },
      )
      return (metrics[0]?.data ?? {}) as Metrics
    },
  })

export interface Cell {
  readonly status: Status
  readonly traceId: string | undefined
  readonly error: string | undefined
  readonly output: string | undefined
  readonly durationMs: number | undefined
  readonly cost: number | undefined
}

export interface ScenarioRow {
  readonly id: string
  readonly status: Status
  /** What went in: the members of the testcase, or the beginning of the trace. */
  readonly input: string
  readonly testcase: Readonly<Record<string, unknown>> | undefined
  /** By step; of several repeats the first. */
  readonly cells: ReadonlyMap<string, Cell>
  /** By step and path; of several repeats the mean. */
  readonly values: ReadonlyMap<string, number>
}

export const valueKey = (step: string, path: string): string => `${step} ${path}`

interface Result {
  readonly scenario_id: string
  readonly step_key: string
  readonly repeat_idx: number
  readonly status?: Status
  readonly trace_id?: string
  readonly testcase_id?: string
  readonly error?: { readonly message?: string }
}

const rowsAtOnce = 50

async function rootsOf(
  api: Api,
  traceIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Span>> {
  if (traceIds.length === 0) return new Map()
  const { spans } = await api.spans.query(
    {
      filter: {
        operator: 'and',
        conditions: [
          { field: 'parent_id', operator: 'is', value: null },
          { field: 'trace_id', operator: 'in', value: traceIds },
        ],
      },
      fields: ['start_time', 'end_time', 'totals', 'preview', 'status_code'],
      windowing: { limit: traceIds.length },
    },
    { signal },
  )
  return new Map(spans.map(asSpan).map((span) => [span.trace_id, span]))
}

async function testcasesOf(
  api: Api,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  if (ids.length === 0) return new Map()
  const { testcases } = await api.testcases.query({ testcase_ids: ids }, { signal })
  return new Map(testcases.map(({ id, data }) => [id, data]))
}

const cellOf = (result: Result, root: Span | undefined): Cell => ({
  status: result.status ?? 'pending',
  traceId: result.trace_id,
  error: result.error?.message,
  output: previewOfText(root?.preview?.outputs),
  durationMs: root && durationMs(root),
  cost: root && costOf(root),
})

/** Some words of each member, as a line of the table shows them. */
const words = (testcase: Readonly<Record<string, unknown>>): string =>
  Object.entries(testcase)
    .filter(([name]) => !name.startsWith('__') && !name.startsWith('testcase_'))
    .map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ')

function valuesOf(metrics: Metrics): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [step, paths] of Object.entries(metrics)) {
    for (const [path, statistics] of Object.entries(paths ?? {})) {
      const value = valueOf(statistics)
      if (value !== undefined) found.set(valueKey(step, path), value)
    }
  }
  return found
}

async function rowsFor(
  api: Api,
  runId: string,
  scenarios: readonly { readonly id: string; readonly status?: Status }[],
  signal: AbortSignal,
): Promise<readonly ScenarioRow[]> {
  const scenario_ids = scenarios.map(({ id }) => id)
  if (scenario_ids.length === 0) return []
  const [results, metrics] = await Promise.all([
    api.results.query({ result: { run_id: runId, scenario_ids }, windowing: { limit: 10_000 } }, { signal }),
    api.metrics.query({ metrics: { run_id: runId, scenario_ids } }, { signal }),
  ])
  const first = (results.results as readonly object[] as readonly Result[]).filter(
    ({ repeat_idx }) => repeat_idx === 0,
  )
  const ids = <K extends 'trace_id' | 'testcase_id'>(name: K) => [
    ...new Set(first.flatMap((result) => result[name] ?? [])),
  ]
  const [roots, testcases] = await Promise.all([
    rootsOf(api, ids('trace_id'), signal),
    testcasesOf(api, ids('testcase_id'), signal),
  ])
  const resultsOf = Map.groupBy(first, ({ scenario_id }) => scenario_id)
  const numbersOf = new Map(metrics.metrics.map(({ scenario_id, data }) => [scenario_id, data as Metrics]))
  return scenarios.map(({ id, status = 'pending' }) => {
    const own = resultsOf.get(id) ?? []
    const testcase = testcases.get(own.find((one) => one.testcase_id !== undefined)?.testcase_id ?? '')
    const source = roots.get(own[0]?.trace_id ?? '')
    return {
      id,
      status,
      testcase,
      input: testcase === undefined ? (previewOfText(source?.preview?.inputs) ?? '') : words(testcase),
      cells: new Map(own.map((one) => [one.step_key, cellOf(one, roots.get(one.trace_id ?? ''))])),
      values: valuesOf(numbersOf.get(id) ?? {}),
    }
  })
}

export const rowsQuery = (api: Api, projectId: string, runId: string) =>
  infiniteQueryOptions({
    queryKey: [projectId, 'runs', 'rows', runId],
    queryFn: async ({ signal, pageParam }) => {
      const asked = { scenario: { run_id: runId }, windowing: pageParam ?? { limit: rowsAtOnce } }
      const { scenarios, windowing } = await api.scenarios.query(asked, { signal })
      return { rows: await rowsFor(api, runId, scenarios, signal), windowing }
    },
    initialPageParam: undefined as object | undefined,
    getNextPageParam: ({ windowing }) => windowing,
  })
