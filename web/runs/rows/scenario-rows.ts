// Rows of a run, read: what went in, what each step made of it, how it was judged.
import type { Api, SpanMember } from '../../app/api.ts'
import { previewOfText } from '../../app/spans/preview.ts'
import { asSpan, costOf, durationMs, type Span } from '../../app/spans/span.ts'
import { valueOf, type Metrics, type Status } from '../run-model.ts'

export interface Cell {
  readonly status: Status
  readonly traceId: string | undefined
  readonly error: string | undefined
  /** What went wrong, as one word. */
  readonly code: string | undefined
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
  /** What the values were read out of. */
  readonly metrics: Metrics
}

export const valueKey = (step: string, path: string): string => `${step} ${path}`

export interface Result {
  readonly scenario_id: string
  readonly step_key: string
  readonly repeat_idx: number
  readonly status?: Status
  readonly trace_id?: string
  readonly testcase_id?: string
  readonly error?: { readonly code?: string; readonly message?: string }
}

/** Of a run of many steps a page of rows has more traces than one answer holds. */
const tracesAtOnce = 500

export async function rootsOf(
  api: Api,
  traceIds: readonly string[],
  fields: readonly SpanMember[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Span>> {
  const some = traceIds.slice(0, tracesAtOnce)
  if (some.length === 0) return new Map()
  const others = rootsOf(api, traceIds.slice(tracesAtOnce), fields, signal)
  const { spans } = await api.spans.query(
    {
      filter: {
        operator: 'and',
        conditions: [
          { field: 'parent_id', operator: 'is', value: null },
          { field: 'trace_id', operator: 'in', value: some },
        ],
      },
      fields,
      windowing: { limit: some.length },
    },
    { signal },
  )
  return new Map([...(await others), ...spans.map(asSpan).map((span) => [span.trace_id, span] as const)])
}

export async function testcasesOf(
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
  code: result.error?.code,
  output: previewOfText(root?.preview?.outputs),
  durationMs: root && durationMs(root),
  cost: root && costOf(root),
})

/** Some words of each member, as a line of the table shows them. */
export const words = (testcase: Readonly<Record<string, unknown>>): string =>
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

export interface Scenario {
  readonly id: string
  readonly status?: Status
}

export interface Read {
  readonly results: readonly Result[]
  readonly testcases: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly roots: ReadonlyMap<string, Span>
  readonly numbers: ReadonlyMap<string, Metrics>
}

/** Everything that is known of some rows; of several repeats the first. */
export async function readRows(
  api: Api,
  asked: {
    readonly runId: string
    readonly scenarios: readonly Scenario[]
    readonly fields: readonly SpanMember[]
  },
  signal: AbortSignal,
): Promise<Read> {
  const { runId: run_id, fields } = asked
  const scenario_ids = asked.scenarios.map(({ id }) => id)
  const [{ results: found }, { metrics }] = await Promise.all([
    api.results.query(
      { result: { run_id, scenario_ids, repeat_idx: 0 }, windowing: { limit: 10_000 } },
      { signal },
    ),
    api.metrics.query({ metrics: { run_id, scenario_ids } }, { signal }),
  ])
  const results = found as readonly object[] as readonly Result[]
  const ids = <K extends 'trace_id' | 'testcase_id'>(name: K) => [
    ...new Set(results.flatMap((result) => result[name] ?? [])),
  ]
  const [roots, testcases] = await Promise.all([
    rootsOf(api, ids('trace_id'), fields, signal),
    testcasesOf(api, ids('testcase_id'), signal),
  ])
  const numbers = metrics.flatMap(({ scenario_id, data }) =>
    scenario_id === undefined ? [] : [[scenario_id, data as Metrics] as const],
  )
  return { results, testcases, roots, numbers: new Map(numbers) }
}

const shownFields = ['start_time', 'end_time', 'totals', 'preview', 'status_code'] as const

export async function rowsFor(
  api: Api,
  runId: string,
  scenarios: readonly Scenario[],
  signal: AbortSignal,
): Promise<readonly ScenarioRow[]> {
  if (scenarios.length === 0) return []
  const read = await readRows(api, { runId, scenarios, fields: shownFields }, signal)
  const resultsOf = Map.groupBy(read.results, ({ scenario_id }) => scenario_id)
  return scenarios.map(({ id, status = 'pending' }) => {
    const own = resultsOf.get(id) ?? []
    const testcase = read.testcases.get(own.find((one) => one.testcase_id !== undefined)?.testcase_id ?? '')
    const source = read.roots.get(own[0]?.trace_id ?? '')
    return {
      id,
      status,
      testcase,
      input: testcase === undefined ? previewOfText(source?.preview?.inputs) : words(testcase),
      cells: new Map(own.map((one) => [one.step_key, cellOf(one, read.roots.get(one.trace_id ?? ''))])),
      values: valuesOf(read.numbers.get(id) ?? {}),
      metrics: read.numbers.get(id) ?? {},
    }
  })
}
