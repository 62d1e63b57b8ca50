// The flags of a run: the client sets some, the runner sets some, the rest follow from the steps.
import { sourceKind, stepsOf, type RunData } from './steps.ts'

export interface RunFlags {
  readonly is_live: boolean
  readonly is_active: boolean
  readonly is_closed: boolean
  readonly is_queue: boolean
  readonly is_cached: boolean
  readonly is_split: boolean
  readonly has_queries: boolean
  readonly has_testsets: boolean
  readonly has_traces: boolean
  readonly has_testcases: boolean
  readonly has_evaluators: boolean
  readonly has_custom: boolean
  readonly has_human: boolean
  readonly has_auto: boolean
}

type RequestedFlags = Readonly<Record<string, boolean | undefined>>

/** Clients may set these at any time. */
export const clientFlags = ['is_live', 'is_cached', 'is_split'] as const
/** Clients may set these at creation; afterwards only the server changes them. */
const stateFlags = ['is_active', 'is_closed'] as const

/** All flags of a run. `requested` flags are merged over the previous flags; derived flags are computed anew. */
export function runFlags(
  data: RunData | undefined,
  { requested, before }: { readonly requested: RequestedFlags; readonly before?: RunFlags | undefined },
): RunFlags {
  const runData = data ?? { steps: [], repeats: 1 }
  const sources = new Set(stepsOf(runData, 'input').map(sourceKind))
  const annotations = stepsOf(runData, 'annotation')
  const origins = new Set(annotations.map((step) => step.origin))
  const clientFlag = (name: (typeof clientFlags)[number]): boolean =>
    requested[name] ?? before?.[name] ?? false
  const stateFlag = (name: (typeof stateFlags)[number]): boolean => before?.[name] ?? requested[name] ?? false
  return {
    is_live: clientFlag('is_live'),
    is_active: stateFlag('is_active'),
    is_closed: stateFlag('is_closed'),
    is_queue: origins.has('human'),
    is_cached: clientFlag('is_cached'),
    is_split: clientFlag('is_split'),
    has_queries: sources.has('query'),
    has_testsets: sources.has('testset'),
    has_traces: sources.has('traces'),
    has_testcases: sources.has('testcases'),
    has_evaluators: annotations.length > 0,
    has_custom: origins.has('custom'),
    has_human: origins.has('human'),
    has_auto: origins.has('auto'),
  }
}
