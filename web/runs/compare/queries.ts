// What a comparison asks: the runs, how they differ, and the rows behind it.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { previewOfText } from '../../app/spans/preview.ts'
import { agOf } from '../../app/spans/span.ts'
import { rootsOf, testcasesOf, words } from '../rows/scenario-rows.ts'
import type { Run } from '../run-model.ts'
import { match, type Compared } from './differences.ts'
import { rowValue, type EvaluationGateRule } from './model.ts'

export interface RowSide {
  readonly runId: string
  readonly scenarioId: string
  readonly traceId: string | undefined
  readonly status: string
  readonly output: string
  readonly value: number | string | undefined
  /** Everything that was judged and measured, by evaluator or step, then by path. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface CompareRow {
  readonly key: string
  readonly input: string
  readonly testcase: Readonly<Record<string, unknown>> | undefined
  /** One for each run that has the row; of several scenarios the first. */
  readonly sides: readonly (RowSide | undefined)[]
}

/** Of what was read for the differences. */
interface OfReading extends Compared {
  readonly reading: string
}

export interface RowsAsked extends OfReading {
  readonly metric: readonly [evaluator: string, path: string]
  readonly run: number
  readonly worstFirst: 'ascending' | 'descending'
  readonly differing: boolean
}

const rowsAtOnce = 50

interface AnsweredRow {
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

async function rowsShown(
  api: Api,
  rows: readonly AnsweredRow[],
  { ids, metric: [evaluator, path] }: RowsAsked,
  signal: AbortSignal,
): Promise<readonly CompareRow[]> {
  const traceIds = rows.flatMap((row) => [
    ...(row.source_trace_id === undefined ? [] : [row.source_trace_id]),
    ...row.runs.flatMap(({ trace_id }) => trace_id ?? []),
  ])
  const [roots, testcases] = await Promise.all([
    rootsOf(api, [...new Set(traceIds)], ['preview'], signal),
    testcasesOf(
      api,
      rows.flatMap(({ testcase_id }) => testcase_id ?? []),
      signal,
    ),
  ])
  return rows.map((row) => {
    const testcase = row.testcase_id === undefined ? undefined : testcases.get(row.testcase_id)
    const sides = ids.map((id): RowSide | undefined => {
      const found = row.runs.find(({ run_id }) => run_id === id)
      if (found === undefined) return undefined
      const own = Object.hasOwn(found.values, evaluator) ? found.values[evaluator] : undefined
      return {
        runId: id,
        scenarioId: found.scenario_id,
        traceId: found.trace_id,
        status: found.status,
        output: previewOfText(roots.get(found.trace_id ?? '')?.preview?.outputs),
        value: rowValue(own !== undefined && Object.hasOwn(own, path) ? own[path] : undefined),
        values: found.values,
      }
    })
    const source = roots.get(row.source_trace_id ?? '')
    return {
      key: row.testcase_id ?? row.source_trace_id ?? '',
      testcase,
      input: testcase === undefined ? previewOfText(source?.preview?.inputs) : words(testcase),
      sides,
    }
  })
}

/** The rows of the base and of the run that is looked at. Of two runs these are what the differences were read of. */
const asked = (of: RowsAsked) => ({
  runs: [of.ids[0], of.ids[of.run]].flatMap((run_id) => (run_id === undefined ? [] : [{ run_id }])),
  ...match(of.byDedup),
  reading: of.reading,
  sort: {
    evaluator: of.metric[0],
    path: of.metric[1],
    by: 'difference' as const,
    order: of.worstFirst,
  },
})

const isSameButReading = (a: RowsAsked, b: unknown): boolean =>
  typeof b === 'object' && JSON.stringify({ ...b, reading: a.reading }) === JSON.stringify({ ...a })

export const compareRowsQuery = (api: Api, of: RowsAsked) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'runs', 'compare rows', of],
    queryFn: async ({ signal, pageParam }) => {
      const answer = await api.runs.queryRows(
        {
          ...asked(of),
          differing: of.differing,
          include: pageParam === 0 ? ['plots'] : [],
          windowing: { offset: pageParam, limit: rowsAtOnce },
        },
        { signal },
      )
      const rows = await rowsShown(api, answer.rows, of, signal)
      return { rows, total: answer.total, plots: answer.plots, next: pageParam + rows.length }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next, total, rows }) => (rows.length > 0 && next < total ? next : undefined),
    // Read anew, the same rows stay until the others are there.
    placeholderData: (previous, query) => (isSameButReading(of, query?.queryKey[3]) ? previous : undefined),
  })

/** What each run answered, whole: outputs of the judged traces. */
export const outputsQuery = (api: Api, traceIds: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'outputs', traceIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const roots = await rootsOf(api, traceIds, ['attributes'], signal)
      return new Map(
        [...roots.values()].map((span) => {
          const { outputs } = agOf(span).data ?? {}
          const text = typeof outputs === 'string' ? outputs : (JSON.stringify(outputs, undefined, 2) ?? '')
          return [span.trace_id, text]
        }),
      )
    },
    enabled: traceIds.length > 0,
  })

export const agreementQuery = (api: Api, { ids, byDedup, reading }: OfReading) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'agreement', ids, byDedup, reading],
    queryFn: async ({ signal }) => {
      const { agreement = [] } = await api.runs.queryRows(
        {
          runs: ids.map((run_id) => ({ run_id })),
          ...match(byDedup),
          reading,
          include: ['agreement'],
          windowing: { limit: 1 },
        },
        { signal },
      )
      return agreement
    },
  })

export interface GateAsked {
  readonly runId: string
  readonly baseline: string | undefined
  readonly rules: readonly EvaluationGateRule[]
}

export const gateQuery = (api: Api, { runId, baseline, rules }: GateAsked) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'gate', runId, baseline, rules],
    queryFn: async ({ signal }) => {
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
      return runs as readonly object[] as readonly Run[]
    },
  })
