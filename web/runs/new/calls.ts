// Pure logic of a plan: the number of calls, the cost estimate, missing choices, and the payload of its query.
import { isRecord } from '../../ui/records.ts'
import type { Plan, Settings } from './plan.ts'

/** Averages of previous calls. */
export interface PreviousCalls {
  readonly calls: number
  readonly cost: number | undefined
  readonly durationMs: number | undefined
}

export interface Calls {
  readonly subjectCalls: number
  readonly evaluatorCalls: number
  /** Annotations by people. */
  readonly humanAnnotations: number
}

interface EvaluatorCounts {
  readonly automaticCount: number
  readonly humanCount: number
}

/** The number of calls. Subjects are called for each repeat only if the plan requires it, or if there are no evaluators. */
export function callsOf(
  plan: Plan,
  { rows, evaluators }: { readonly rows: number; readonly evaluators: EvaluatorCounts },
): Calls {
  const subjects = plan.subjects?.length ?? 0
  const repeats = plan.repeats ?? 1
  const evaluatorCount = evaluators.automaticCount + evaluators.humanCount
  const subjectRepeats = plan.split === true || evaluatorCount === 0 ? repeats : 1
  const evaluations = rows * Math.max(1, subjects) * repeats
  return {
    subjectCalls: rows * subjects * subjectRepeats,
    evaluatorCalls: evaluations * evaluators.automaticCount,
    humanAnnotations: evaluations * evaluators.humanCount,
  }
}

export interface Estimate {
  /** The expected cost; undefined: no previous call has a known cost. */
  readonly cost: number | undefined
  readonly durationMs: number | undefined
  /** Whether some revisions have no previous calls. */
  readonly isPartial: boolean
}

const batchDefault = 10

interface Parallel {
  /** The number of concurrent calls. */
  readonly batch?: number | undefined
  readonly rows: number
}

/** The expected cost and duration, from previous calls. It assumes one call at a time per row. */
export function estimateOf(
  programs: readonly { readonly calls: number; readonly previousCalls: PreviousCalls | undefined }[],
  { batch = batchDefault, rows }: Parallel,
): Estimate {
  const withCalls = programs.filter(
    ({ previousCalls }) => previousCalls !== undefined && previousCalls.calls > 0,
  )
  const sum = (read: (calls: PreviousCalls) => number | undefined): number | undefined => {
    const products = withCalls.flatMap(({ calls, previousCalls }) => {
      const perCall = previousCalls && read(previousCalls)
      return perCall === undefined ? [] : [calls * perCall]
    })
    return products.length === 0 ? undefined : products.reduce((total, one) => total + one, 0)
  }
  const workMs = sum(({ durationMs }) => durationMs)
  return {
    cost: sum(({ cost }) => cost),
    durationMs: workMs === undefined ? undefined : workMs / Math.max(1, Math.min(batch, rows)),
    isPartial: withCalls.length < programs.length,
  }
}

/** The choice that is missing before the run can start; undefined: nothing is missing. */
export function missingChoice(plan: Plan): string | undefined {
  if (plan.testset === undefined && plan.query === undefined) {
    return 'Choose a testset or a saved query.'
  }
  if (plan.source === 'live' && plan.query === undefined) return 'Choose a saved query for the live run.'
  if ((plan.subjects?.length ?? 0) === 0 && (plan.evaluators?.length ?? 0) === 0) {
    return 'Choose a subject or an evaluator.'
  }
  if (plan.source === 'live' && (plan.evaluators?.length ?? 0) === 0) return 'Choose an evaluator.'
  return undefined
}

interface Filter {
  readonly operator?: string
  readonly conditions?: readonly unknown[]
}

const invocationCondition = { field: 'trace_type', operator: 'is', value: 'invocation' } as const

/** True if the filter selects only invocations. Otherwise a live run would evaluate its own annotations. */
const selectsOnlyInvocations = ({ operator = 'and', conditions = [] }: Filter): boolean =>
  operator === 'and' &&
  conditions.some(
    (one) =>
      isRecord(one) &&
      one['field'] === 'trace_type' &&
      (one['operator'] ?? 'is') === 'is' &&
      one['value'] === 'invocation',
  )

/** The payload of the query for a run: with its sample rate, and for a live run only invocations. */
export function queryFor(data: Settings, { source, percent }: Plan): Settings {
  const filtering = (isRecord(data['filtering']) ? data['filtering'] : {}) as Filter
  const hasInvocationFilter = source !== 'live' || selectsOnlyInvocations(filtering)
  const windowing = isRecord(data['windowing']) ? data['windowing'] : {}
  const rate = percent === undefined ? undefined : percent / 100
  const isSampled = rate === undefined || windowing['rate'] === rate
  if (hasInvocationFilter && isSampled) return data
  const hasConditions = (filtering.conditions?.length ?? 0) > 0
  return {
    ...data,
    ...(hasInvocationFilter
      ? {}
      : {
          filtering: {
            operator: 'and',
            conditions: [invocationCondition, ...(hasConditions ? [filtering] : [])],
          },
        }),
    ...(isSampled ? {} : { windowing: { ...windowing, rate } }),
  }
}
