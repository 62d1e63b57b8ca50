// The flags of a run: some are the client's, some the runner's, the rest follow from the steps.
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

type Sent = Readonly<Record<string, boolean | undefined>>

/** What clients may set at any time. */
const clientFlags = ['is_live', 'is_cached', 'is_split'] as const
/** What clients may say when they create a run, and only the server changes afterwards. */
const stateFlags = ['is_active', 'is_closed'] as const

/** All flags of a run. `sent` is merged over what was; what follows from the steps is computed anew. */
export function runFlags(data: RunData | undefined, sent: Sent, before?: RunFlags): RunFlags {
  const steps = data ?? { steps: [], repeats: 1 }
  const sources = new Set(stepsOf(steps, 'input').map(sourceKind))
  const annotations = stepsOf(steps, 'annotation')
  const origins = new Set(annotations.map((step) => step.origin))
  const chosen = (name: (typeof clientFlags)[number]): boolean => sent[name] ?? before?.[name] ?? false
  const state = (name: (typeof stateFlags)[number]): boolean => before?.[name] ?? sent[name] ?? false
  return {
    is_live: chosen('is_live'),
    is_active: state('is_active'),
    is_closed: state('is_closed'),
    is_queue: origins.has('human'),
    is_cached: chosen('is_cached'),
    is_split: chosen('is_split'),
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
