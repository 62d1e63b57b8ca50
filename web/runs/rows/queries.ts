// The rows of a run: what went in, what each step made of it, how it was judged.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api, SpanMember } from '../../app/api.ts'
import { agOf, asSpan, costOf, durationMs, previewOfText, type Span } from '../../app/span.ts'
import { outputs, valueOf, type Metrics, type Parts, type Status } from '../run-model.ts'
import type { RowsView } from '../search.ts'
import type { ExportedRow } from './export.ts'

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

const rowsAtOnce = 50

/** Of a run of many steps a page of rows has more traces than one answer holds. */
const tracesAtOnce = 500

async function rootsOf(
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
  code: result.error?.code,
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

interface Scenario {
  readonly id: string
  readonly status?: Status
}

interface Read {
  readonly results: readonly Result[]
  readonly testcases: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly roots: ReadonlyMap<string, Span>
  readonly numbers: ReadonlyMap<string, Metrics>
}

/** Everything that is known of some rows; of several repeats the first. */
async function readRows(
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

async function rowsFor(
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

/** Whose rows, and which of them in which order. */
export interface Listing {
  readonly runId: string
  readonly parts: Parts
  readonly view: RowsView
}

interface Listed {
  readonly scenarios: readonly Scenario[]
  /** What the next page is asked with; absent: there is none. */
  readonly next: object | undefined
  /** Absent: as many as the run has. */
  readonly total?: number
}

/** Rows in which something failed for this reason. */
async function failedRows(api: Api, runId: string, reason: string, signal: AbortSignal): Promise<Listed> {
  const failures = await failedResults(api, runId, signal)
  const ids = failures.filter(({ error }) => (error?.code ?? '') === reason).map((one) => one.scenario_id)
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return { scenarios: [], next: undefined, total: 0 }
  const { scenarios } = await api.scenarios.query(
    { scenario: { run_id: runId, ids: wanted }, windowing: { limit: wanted.length } },
    { signal },
  )
  return { scenarios, next: undefined, total: scenarios.length }
}

async function listed(
  api: Api,
  { runId, view }: Listing,
  asked: { readonly page: object | undefined; readonly limit: number },
  signal: AbortSignal,
): Promise<Listed> {
  if (view.failed !== undefined) return failedRows(api, runId, view.failed, signal)
  const windowing = asked.page ?? { limit: asked.limit }
  const answer = await api.scenarios.query({ scenario: { run_id: runId }, windowing }, { signal })
  return { scenarios: answer.scenarios, next: answer.windowing }
}

export const rowsQuery = (api: Api, projectId: string, listing: Listing) =>
  infiniteQueryOptions({
    queryKey: [projectId, 'runs', 'rows', listing.runId, listing.view],
    queryFn: async ({ signal, pageParam }) => {
      const page = await listed(api, listing, { page: pageParam, limit: rowsAtOnce }, signal)
      return { ...page, rows: await rowsFor(api, listing.runId, page.scenarios, signal) }
    },
    initialPageParam: undefined as object | undefined,
    getNextPageParam: ({ next }) => next,
  })

/** So many failures are looked at. */
export const failuresMax = 1000

async function failedResults(api: Api, runId: string, signal: AbortSignal): Promise<readonly Result[]> {
  const { results } = await api.results.query(
    { result: { run_id: runId, statuses: ['failure', 'errors'] }, windowing: { limit: failuresMax } },
    { signal },
  )
  return results as readonly object[] as readonly Result[]
}

export const failuresQuery = (api: Api, projectId: string, runId: string) =>
  queryOptions({
    queryKey: [projectId, 'runs', 'failures', runId],
    queryFn: async ({ signal }) => failedResults(api, runId, signal),
  })

/** One row by its id, wherever it stands in the list; null: there is none. */
export const rowQuery = (api: Api, projectId: string, runId: string, id: string | undefined) =>
  queryOptions({
    queryKey: [projectId, 'runs', 'rows', runId, 'one', id],
    queryFn: async ({ signal }) => {
      const { scenario } = await api.scenarios.fetch(id ?? '', { signal })
      if (scenario === undefined || scenario.run_id !== runId) return null
      return (await rowsFor(api, runId, [scenario], signal))[0] ?? null
    },
    enabled: id !== undefined,
  })

const exportedAtOnce = 100

/** The rows of a listing with whole outputs, page after page. */
export async function exportedRows(
  api: Api,
  listing: Listing,
  names: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<readonly ExportedRow[]> {
  const { runId } = listing
  const nameOf = (key: string): string => names.get(key) ?? key
  const rows: ExportedRow[] = []
  let page: object | undefined
  do {
    const { scenarios, next } = await listed(api, listing, { page, limit: exportedAtOnce }, signal)
    for (let from = 0; from < scenarios.length; from += exportedAtOnce) {
      const some = scenarios.slice(from, from + exportedAtOnce)
      const fields = ['start_time', 'end_time', 'totals', 'attributes'] as const
      const read = await readRows(api, { runId, scenarios: some, fields }, signal)
      const resultsOf = Map.groupBy(read.results, ({ scenario_id }) => scenario_id)
      rows.push(
        ...some.map((scenario) => exportedRow(scenario, resultsOf.get(scenario.id) ?? [], read, nameOf)),
      )
    }
    page = next
  } while (page !== undefined)
  return rows
}

function exportedRow(
  { id, status }: Scenario,
  results: readonly Result[],
  { testcases, roots, numbers }: Read,
  nameOf: (step: string) => string,
): ExportedRow {
  const row = new Map<string, unknown>([
    ['scenario_id', id],
    ['status', status],
  ])
  for (const { step_key: key, testcase_id, trace_id, error } of results) {
    const testcase = testcases.get(testcase_id ?? '')
    for (const [name, value] of Object.entries(testcase ?? {})) row.set(name, value)
    const root = roots.get(trace_id ?? '')
    if (root !== undefined) {
      row.set(`${nameOf(key)}: output`, agOf(root).data?.outputs)
      row.set(`${nameOf(key)}: ms`, durationMs(root))
      if (costOf(root) !== undefined) row.set(`${nameOf(key)}: cost`, costOf(root))
    }
    if (trace_id !== undefined) row.set(`${nameOf(key)}: trace_id`, trace_id)
    if (error?.message !== undefined) row.set(`${nameOf(key)}: error`, error.message)
  }
  for (const [step, paths] of Object.entries(numbers.get(id) ?? {})) {
    for (const [path, statistics] of Object.entries(paths ?? {})) {
      if (path.startsWith(outputs))
        row.set(`${nameOf(step)}: ${path.slice(outputs.length)}`, valueOf(statistics))
    }
  }
  return row
}
