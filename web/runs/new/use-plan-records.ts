// Loads the records of a plan, and forecasts its calls.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '../../app/session.tsx'
import { serviceKeyOf } from '../../app/trials/program.ts'
import type { Revision } from '../../app/versions/client.ts'
import { useVersionNaming } from '../../app/versions/naming/use-version-naming.ts'
import { callsOf, estimateOf, queryFor, type Calls, type PreviousCalls, type Estimate } from './calls.ts'
import type { Plan, Settings } from './plan.ts'
import {
  selectedRevisionQuery,
  choicesQuery,
  previousCallsQuery,
  rowCountQuery,
  templatesQuery,
  traceCountQuery,
} from './queries.ts'
import type { PlanRecords } from './start.ts'

/** `isLoaded` is false until all records of the plan are loaded. */
export function usePlanRecords(plan: Plan): { readonly records: PlanRecords; readonly isLoaded: boolean } {
  const api = useApi()
  const ids = (plan.evaluators ?? []).flatMap(({ revision }) => revision ?? [])
  const testset = useQuery(selectedRevisionQuery(api, { kind: 'testset', id: plan.testset }))
  const query = useQuery(selectedRevisionQuery(api, { kind: 'query', id: plan.query }))
  const subjects = useQueries({
    queries: (plan.subjects ?? []).map((id) => selectedRevisionQuery(api, { kind: 'application', id })),
  })
  const evaluators = useQueries({
    queries: ids.map((id) => selectedRevisionQuery(api, { kind: 'evaluator', id })),
  })
  const templates = useQuery(templatesQuery(api))
  const names = useQuery(choicesQuery(api, 'evaluator'))
  const naming = useVersionNaming()
  const queries = [
    ...(plan.testset === undefined ? [] : [testset]),
    ...(plan.query === undefined ? [] : [query]),
    ...subjects,
    ...evaluators,
    templates,
    names,
  ]
  return {
    isLoaded: queries.every(({ data }) => data !== undefined && data !== null),
    records: {
      testset: testset.data ?? undefined,
      query: query.data ?? undefined,
      subjects: subjects.flatMap(({ data }) => data ?? []),
      evaluators: new Map(evaluators.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
      templates: templates.data ?? [],
      names: new Set((names.data ?? []).map(({ name }) => name)),
      naming,
    },
  }
}

export interface ProgramForecast {
  readonly revision: Revision
  readonly calls: number
  readonly previousCalls: PreviousCalls | undefined
}

export interface RunForecast {
  /** The number of rows; undefined: it is unknown or unlimited. */
  readonly rows: number | undefined
  readonly calls: Calls
  readonly programs: readonly ProgramForecast[]
  readonly estimate: Estimate
}

/** Forecasts rows, calls and cost, by previous calls of the same revisions. */
export function useForecast(plan: Plan, records: PlanRecords): RunForecast {
  const api = useApi()
  const rowCount = useQuery(rowCountQuery(api, plan.testset))
  const data: Settings | undefined = records.query?.data
  const traceCount = useQuery(traceCountQuery(api, data === undefined ? undefined : queryFor(data, plan)))
  const rows = plan.source === undefined ? rowCount.data : traceCount.data
  const evaluators = [...records.evaluators.values()]
  const automaticEvaluators = evaluators.filter(
    ({ data: evaluatorData }) => evaluatorData !== undefined && serviceKeyOf(evaluatorData) !== 'feedback',
  )
  const catalogEvaluators = (plan.evaluators ?? []).filter(({ revision }) => revision === undefined)
  const humanCount = evaluators.length - automaticEvaluators.length
  const calls = callsOf(plan, {
    rows: rows ?? 0,
    evaluators: { automaticCount: automaticEvaluators.length + catalogEvaluators.length, humanCount },
  })
  const revisions = [
    ...records.subjects.map((revision) => ({ kind: 'application' as const, revision })),
    ...automaticEvaluators.map((revision) => ({ kind: 'evaluator' as const, revision })),
  ]
  const previousQueries = useQueries({
    queries: revisions.map(({ kind, revision }) => previousCallsQuery(api, { kind, revision })),
  })
  const callsPerSubject = calls.subjectCalls / Math.max(1, records.subjects.length)
  const callsPerEvaluator =
    calls.evaluatorCalls / Math.max(1, automaticEvaluators.length + catalogEvaluators.length)
  const programs = revisions.map(({ kind, revision }, index) => ({
    revision,
    calls: kind === 'application' ? callsPerSubject : callsPerEvaluator,
    previousCalls: previousQueries[index]?.data,
  }))
  const parallel = { batch: plan.batch, rows: rows ?? 0 }
  const subjects = programs.slice(0, records.subjects.length)
  return {
    rows,
    calls,
    programs,
    // Evaluator programs cost little, so only subjects without previous calls make the estimate partial.
    estimate: {
      ...estimateOf(programs, parallel),
      isPartial: estimateOf(subjects, parallel).isPartial,
    },
  }
}
