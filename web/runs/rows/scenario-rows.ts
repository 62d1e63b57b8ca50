// Loads rows of a run with their testcases, results, root spans and metrics.
import { hasTexts } from '../../ui/records.ts'
import type { Api, SpanMember } from '../../app/api.ts'
import { previewOfText } from '../../app/spans/preview.ts'
import { asSpan, costOf, durationMs, type Span } from '../../app/spans/span.ts'
import { expectedColumn, textOfValue } from '../outcomes/evaluator-columns.ts'
import { valueOf, type Metrics, type Status } from '../run-model.ts'

export interface Cell {
  readonly status: Status
  readonly traceId: string | undefined
  readonly error: string | undefined
  /** The error code. */
  readonly code: string | undefined
  readonly output: string | undefined
  readonly durationMs: number | undefined
  readonly cost: number | undefined
}

export interface ScenarioRow {
  readonly id: string
  readonly status: Status
  /** The values of the testcase, or a preview of the trace's inputs. */
  readonly input: string
  readonly testcase: Readonly<Record<string, unknown>> | undefined
  /** The cells by step; of several repeats, the first one. */
  readonly cells: ReadonlyMap<string, Cell>
  /** The values by step and path; of several repeats, the mean. */
  readonly values: ReadonlyMap<string, number>
  /** The source of `values`. */
  readonly metrics: Metrics
}

export const valueKey = (step: string, path: string): string => `${step} ${path}`

/** The generated types leave `error` of a result open; the pages read it as `Result`. */
export const resultRecords = (results: readonly object[]): readonly Result[] =>
  results.filter(hasTexts<Result>('scenario_id', 'step_key'))

export interface Result {
  readonly scenario_id: string
  readonly step_key: string
  readonly repeat_idx: number
  readonly status?: Status
  readonly trace_id?: string
  readonly testcase_id?: string
  readonly error?: { readonly code?: string; readonly message?: string }
}

/** The number of traces per request. A page of rows may have more traces than one request can return. */
const chunkSize = 500

interface RootsRequest {
  readonly traceIds: readonly string[]
  readonly fields: readonly SpanMember[]
  readonly signal: AbortSignal
}

/** The root spans by trace id. */
export async function rootsOf(
  api: Api,
  { traceIds, fields, signal }: RootsRequest,
): Promise<ReadonlyMap<string, Span>> {
  const chunk = traceIds.slice(0, chunkSize)
  if (chunk.length === 0) return new Map()
  const laterRoots = rootsOf(api, { traceIds: traceIds.slice(chunkSize), fields, signal })
  const { spans } = await api.spans.query(
    {
      filter: {
        operator: 'and',
        conditions: [
          { field: 'parent_id', operator: 'is', value: null },
          { field: 'trace_id', operator: 'in', value: chunk },
        ],
      },
      fields,
      windowing: { limit: chunk.length },
    },
    { signal },
  )
  return new Map([...(await laterRoots), ...spans.map(asSpan).map((span) => [span.trace_id, span] as const)])
}

export async function testcasesOf(
  api: Api,
  { ids, signal }: { readonly ids: readonly string[]; readonly signal: AbortSignal },
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

/** The values of a testcase on one line, without the expected answer. */
export function inputText(testcase: Readonly<Record<string, unknown>>): string {
  const expectedName = expectedColumn(testcase)
  const inputs = Object.entries(testcase).filter(
    ([name]) => name !== expectedName && !name.startsWith('__') && !name.startsWith('testcase_'),
  )
  return inputs.map(([, value]) => textOfValue(value)).join(' · ')
}

function valuesOf(metrics: Metrics): ReadonlyMap<string, number> {
  const values = new Map<string, number>()
  for (const [step, paths] of Object.entries(metrics)) {
    for (const [path, statistics] of Object.entries(paths ?? {})) {
      const value = valueOf(statistics)
      if (value !== undefined) values.set(valueKey(step, path), value)
    }
  }
  return values
}

export interface Scenario {
  readonly id: string
  readonly status?: Status
}

export interface RowRecords {
  readonly results: readonly Result[]
  readonly testcases: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly roots: ReadonlyMap<string, Span>
  readonly numbers: ReadonlyMap<string, Metrics>
}

export interface RowsOfRun {
  readonly runId: string
  readonly scenarios: readonly Scenario[]
  readonly signal: AbortSignal
}

/** All records of these rows. Of several repeats, the first one. */
export async function loadRecords(
  api: Api,
  { runId: run_id, scenarios, fields, signal }: RowsOfRun & { readonly fields: readonly SpanMember[] },
): Promise<RowRecords> {
  const scenario_ids = scenarios.map(({ id }) => id)
  const [answer, { metrics }] = await Promise.all([
    api.results.query(
      { result: { run_id, scenario_ids, repeat_idx: 0 }, windowing: { limit: 10_000 } },
      { signal },
    ),
    api.metrics.query({ metrics: { run_id, scenario_ids } }, { signal }),
  ])
  const results = resultRecords(answer.results)
  const ids = <K extends 'trace_id' | 'testcase_id'>(name: K) => [
    ...new Set(results.flatMap((result) => result[name] ?? [])),
  ]
  const [roots, testcases] = await Promise.all([
    rootsOf(api, { traceIds: ids('trace_id'), fields, signal }),
    testcasesOf(api, { ids: ids('testcase_id'), signal }),
  ])
  const numbers = metrics.flatMap(({ scenario_id, data }) =>
    scenario_id === undefined ? [] : [[scenario_id, data as Metrics] as const],
  )
  return { results, testcases, roots, numbers: new Map(numbers) }
}

const rowFields = ['start_time', 'end_time', 'totals', 'preview', 'status_code'] as const

export async function loadRows(api: Api, rowsRequest: RowsOfRun): Promise<readonly ScenarioRow[]> {
  const { scenarios } = rowsRequest
  if (scenarios.length === 0) return []
  const records = await loadRecords(api, { ...rowsRequest, fields: rowFields })
  const resultsByScenario = Map.groupBy(records.results, ({ scenario_id }) => scenario_id)
  return scenarios.map(({ id, status = 'pending' }) => {
    const rowResults = resultsByScenario.get(id) ?? []
    const testcase = records.testcases.get(
      rowResults.find((one) => one.testcase_id !== undefined)?.testcase_id ?? '',
    )
    const source = records.roots.get(rowResults[0]?.trace_id ?? '')
    return {
      id,
      status,
      testcase,
      input: testcase === undefined ? previewOfText(source?.preview?.inputs) : inputText(testcase),
      cells: new Map(
        rowResults.map((one) => [one.step_key, cellOf(one, records.roots.get(one.trace_id ?? ''))]),
      ),
      values: valuesOf(records.numbers.get(id) ?? {}),
      metrics: records.numbers.get(id) ?? {},
    }
  })
}
