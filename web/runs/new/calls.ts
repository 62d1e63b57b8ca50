// How many calls a plan makes, what they are likely to cost, what is still missing, and what its query must be.
import { isRecord, type Plan, type Settings } from './plan.ts'

/** What a call of something took and cost before, on average. */
export interface Earlier {
  readonly calls: number
  readonly cost: number | undefined
  readonly durationMs: number | undefined
}

export interface Calls {
  readonly ofSubjects: number
  readonly ofEvaluators: number
  /** Of people. */
  readonly byHand: number
}

/** How often each is called for so many rows: subjects anew for each repeat only where that is asked for, or nobody judges. */
export function callsOf(
  rows: number,
  plan: Plan,
  judges: { readonly automatic: number; readonly human: number },
): Calls {
  const subjects = plan.subjects?.length ?? 0
  const repeats = plan.repeats ?? 1
  const judgeCount = judges.automatic + judges.human
  const times = plan.split === true || judgeCount === 0 ? repeats : 1
  const judged = rows * Math.max(1, subjects) * repeats
  return {
    ofSubjects: rows * subjects * times,
    ofEvaluators: judged * judges.automatic,
    byHand: judged * judges.human,
  }
}

export interface Estimate {
  /** Absent: none of them was ever called. */
  readonly cost: number | undefined
  readonly durationMs: number | undefined
  /** Whether some of those that are called were never called before. */
  readonly isPartial: boolean
}

const batchDefault = 10

/** What the calls are likely to cost and take, as far as earlier ones tell. */
export function estimateOf(
  called: readonly { readonly calls: number; readonly earlier: Earlier | undefined }[],
  batch = batchDefault,
): Estimate {
  const known = called.filter(({ earlier }) => earlier !== undefined && earlier.calls > 0)
  const sum = (read: (earlier: Earlier) => number | undefined): number | undefined =>
    known.length === 0
      ? undefined
      : known.reduce((total, { calls, earlier }) => total + calls * ((earlier && read(earlier)) ?? 0), 0)
  const workMs = sum(({ durationMs }) => durationMs)
  return {
    cost: sum(({ cost }) => cost),
    durationMs: workMs === undefined ? undefined : workMs / batch,
    isPartial: known.length < called.length,
  }
}

/** What has to be chosen before it can start, as one would say it; undefined: nothing. */
export function missingIn(plan: Plan): string | undefined {
  if (plan.testset === undefined && plan.query === undefined) {
    return 'Choose a testset or a saved query: its rows are what is run.'
  }
  if (plan.source === 'live' && plan.query === undefined)
    return 'A live run judges traces: choose a saved query.'
  if ((plan.subjects?.length ?? 0) === 0 && (plan.evaluators?.length ?? 0) === 0) {
    return 'Choose something to run or something that judges.'
  }
  if (plan.source === 'live' && (plan.evaluators?.length ?? 0) === 0) return 'Choose who judges the traces.'
  return undefined
}

interface Filter {
  readonly operator?: string
  readonly conditions?: readonly unknown[]
}

const callsOnly = { field: 'trace_type', operator: 'is', value: 'invocation' } as const

/** Whether a filter takes calls alone, by a condition at its top: a live run would else judge its own judgements. */
const takesCallsOnly = ({ operator = 'and', conditions = [] }: Filter): boolean =>
  operator === 'and' &&
  conditions.some(
    (one) =>
      isRecord(one) &&
      one['field'] === 'trace_type' &&
      (one['operator'] ?? 'is') === 'is' &&
      one['value'] === 'invocation',
  )

/** The payload of a query as the run needs it: sampled, and for a live run narrowed to calls. The same object: as it is. */
export function queryFor(data: Settings, { source, percent }: Plan): Settings {
  const filtering = (isRecord(data['filtering']) ? data['filtering'] : {}) as Filter
  const isNarrow = source !== 'live' || takesCallsOnly(filtering)
  const windowing = isRecord(data['windowing']) ? data['windowing'] : {}
  const rate = percent === undefined ? undefined : percent / 100
  const isSampled = rate === undefined || windowing['rate'] === rate
  if (isNarrow && isSampled) return data
  const hasConditions = (filtering.conditions?.length ?? 0) > 0
  return {
    ...data,
    ...(isNarrow
      ? {}
      : {
          filtering: { operator: 'and', conditions: [callsOnly, ...(hasConditions ? [filtering] : [])] },
        }),
    ...(isSampled ? {} : { windowing: { ...windowing, rate } }),
  }
}
