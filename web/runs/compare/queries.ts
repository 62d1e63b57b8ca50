// Queries of a comparison: its rows, outputs, agreement and gate.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { previewOfText } from '../../app/spans/preview.ts'
import type { Span } from '../../app/spans/span.ts'
import { inputText, rootsOf, testcasesOf } from '../rows/scenario-rows.ts'
import { runRecords } from '../queries.ts'
import { matchOption, type ComparisonInput } from './differences.ts'
import type { Gate } from './gate/gate-lines.ts'
import { rowValue } from './model.ts'

export interface RowSide {
  readonly runId: string
  readonly scenarioId: string
  readonly traceId: string | undefined
  readonly status: string
  readonly output: string
  readonly value: number | string | undefined
  /** All metrics by evaluator or step, then by path. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface CompareRow {
  readonly key: string
  readonly input: string
  readonly testcase: Readonly<Record<string, unknown>> | undefined
  /** One entry per run: its first scenario of the row; undefined if it has none. */
  readonly sides: readonly (RowSide | undefined)[]
}

/** A comparison with the snapshot that its differences come from. */
interface ComparedSnapshot extends ComparisonInput {
  readonly snapshot: string
}

export interface RowsRequest extends ComparedSnapshot {
  readonly metric: readonly [evaluator: string, path: string]
  readonly run: number
  readonly worstFirstOrder: 'ascending' | 'descending'
  readonly hasOnlyDifferences: boolean
}

const pageSize = 50

interface WireRow {
  readonly testcase_id?: string
  readonly source_trace_id?: string
  readonly runs: readonly {
    readonly run_id: string
    readonly scenario_id: string
    readonly trace_id?: string
    readonly status: string
    readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }[]
}

function sideOf(
  { run_id, scenario_id, trace_id, status, values }: WireRow['runs'][number],
  { metric: [evaluator, path], root }: Pick<RowsRequest, 'metric'> & { readonly root: Span | undefined },
): RowSide {
  const metrics = Object.hasOwn(values, evaluator) ? values[evaluator] : undefined
  return {
    runId: run_id,
    scenarioId: scenario_id,
    traceId: trace_id,
    status,
    output: previewOfText(root?.preview?.outputs),
    value: rowValue(metrics !== undefined && Object.hasOwn(metrics, path) ? metrics[path] : undefined),
    values,
  }
}

interface RowsLoad extends RowsRequest {
  readonly rows: readonly WireRow[]
  readonly signal: AbortSignal
}

/** Loads the testcases and outputs of rows. */
async function loadRows(api: Api, load: RowsLoad): Promise<readonly CompareRow[]> {
  const { rows, signal, ids } = load
  const traceIds = rows.flatMap((row) => [
    ...(row.source_trace_id === undefined ? [] : [row.source_trace_id]),
    ...row.runs.flatMap(({ trace_id }) => trace_id ?? []),
  ])
  const [roots, testcases] = await Promise.all([
    rootsOf(api, { traceIds: [...new Set(traceIds)], fields: ['preview'], signal }),
    testcasesOf(api, { ids: rows.flatMap(({ testcase_id }) => testcase_id ?? []), signal }),
  ])
  return rows.map((row) => {
    const testcase = row.testcase_id === undefined ? undefined : testcases.get(row.testcase_id)
    const sides = ids.map((id) => {
      const run = row.runs.find(({ run_id }) => run_id === id)
      return run && sideOf(run, { metric: load.metric, root: roots.get(run.trace_id ?? '') })
    })
    const source = roots.get(row.source_trace_id ?? '')
    return {
      key: row.testcase_id ?? row.source_trace_id ?? '',
      testcase,
      input: testcase === undefined ? previewOfText(source?.preview?.inputs) : inputText(testcase),
      sides,
    }
  })
}

/** The rows of the baseline and of the selected run. */
const bodyOf = (request: RowsRequest) => ({
  runs: [request.ids[0], request.ids[request.run]].flatMap((run_id) =>
    run_id === undefined ? [] : [{ run_id }],
  ),
  ...matchOption(request.isDedupMatch),
  reading: request.snapshot,
  sort: {
    evaluator: request.metric[0],
    path: request.metric[1],
    by: 'difference' as const,
    order: request.worstFirstOrder,
  },
})

/** The number of rows per request of an export. */
const exportPageSize = 200

/** All common rows, for an export. */
export async function loadAllRows(api: Api, request: RowsRequest): Promise<readonly CompareRow[]> {
  const { signal } = new AbortController()
  const rows: CompareRow[] = []
  let total = 1
  while (rows.length < total) {
    const windowing = { offset: rows.length, limit: exportPageSize }
    const answer = await api.runs.queryRows({ ...bodyOf(request), windowing })
    if (answer.rows.length === 0) break
    total = answer.total
    rows.push(...(await loadRows(api, { ...request, rows: answer.rows, signal })))
  }
  return rows
}

const isSameRequest = (a: RowsRequest, b: unknown): boolean =>
  typeof b === 'object' && JSON.stringify({ ...b, snapshot: a.snapshot }) === JSON.stringify({ ...a })

export const compareRowsQuery = (api: Api, request: RowsRequest) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'runs', 'compare rows', request],
    queryFn: async ({ signal, pageParam }) => {
      const answer = await api.runs.queryRows(
        {
          ...bodyOf(request),
          differing: request.hasOnlyDifferences,
          include: pageParam === 0 ? ['plots'] : [],
          windowing: { offset: pageParam, limit: pageSize },
        },
        { signal },
      )
      const rows = await loadRows(api, { ...request, rows: answer.rows, signal })
      return { rows, total: answer.total, plots: answer.plots, next: pageParam + rows.length }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next, total, rows }) => (rows.length > 0 && next < total ? next : undefined),
    // The rows of an older snapshot stay until the new ones are loaded.
    placeholderData: (previous, query) => (isSameRequest(request, query?.queryKey[3]) ? previous : undefined),
  })

export const agreementQuery = (api: Api, { ids, isDedupMatch, snapshot }: ComparedSnapshot) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'agreement', ids, isDedupMatch, snapshot],
    queryFn: async ({ signal }) => {
      const { agreement = [] } = await api.runs.queryRows(
        {
          runs: ids.map((run_id) => ({ run_id })),
          ...matchOption(isDedupMatch),
          reading: snapshot,
          include: ['agreement'],
          windowing: { limit: 1 },
        },
        { signal },
      )
      return agreement
    },
  })

export type GateResult = NonNullable<Awaited<ReturnType<Api['runs']['gate']>>['gate']>

export const gateQuery = (api: Api, { runId, baseline, rules }: Gate) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'gate', runId, baseline, rules],
    queryFn: async ({ signal }): Promise<GateResult | null> => {
      const { gate } = await api.runs.gate(
        runId,
        { rules, ...(baseline === undefined ? {} : { baseline_run_id: baseline }) },
        { signal },
      )
      return gate ?? null
    },
    placeholderData: keepPreviousData,
    enabled: rules.length > 0,
    retry: false,
  })

/** Runs to choose from, newest first. */
export const recentRunsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'recent'],
    queryFn: async ({ signal }) => {
      const { runs } = await api.runs.query({ windowing: { limit: 100 } }, { signal })
      return runRecords(runs)
    },
  })
