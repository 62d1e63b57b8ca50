// The plan of a new run: its URL state, or the settings of an existing run.
import { isRecord } from '../../ui/records.ts'
import type { Run, Step } from '../run-model.ts'

export type Settings = Readonly<Record<string, unknown>>

/** An evaluator: an existing revision, or a catalog program that becomes an evaluator when the run starts. */
export interface PlannedEvaluator {
  /** Id of the revision. */
  readonly revision?: string
  /** Key of the catalog program. */
  readonly template?: string
  /** The changed settings; absent: unchanged. */
  readonly settings?: Settings
}

export interface Plan {
  readonly name?: string
  /** The source of rows: traces of a query, or new traces (`live`); absent: a testset. */
  readonly source?: 'query' | 'live'
  /** Ids of revisions. */
  readonly testset?: string
  readonly query?: string
  readonly subjects?: readonly string[]
  readonly evaluators?: readonly PlannedEvaluator[]
  readonly repeats?: number
  /** The number of concurrent calls. */
  readonly batch?: number
  /** The sample of the query's traces, in percent. */
  readonly percent?: number
  /** Whether cached outputs of previous runs are reused. */
  readonly cached?: boolean
  /** Whether each repeat calls the subjects. */
  readonly split?: boolean
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const integer = (
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function evaluatorOf(raw: unknown): readonly PlannedEvaluator[] {
  if (!isRecord(raw)) return []
  const revision = text(raw['revision'])
  const template = text(raw['template'])
  if (revision === undefined && template === undefined) return []
  const settings = raw['settings']
  return [
    {
      ...(revision === undefined ? { template: template ?? '' } : { revision }),
      ...(isRecord(settings) ? { settings } : {}),
    },
  ]
}

const repeatsMax = 100
const batchMax = 1000

function sourceOf({ source, testset, query }: Record<string, unknown>): Plan['source'] {
  if (source === 'query' || source === 'live') return source
  return text(testset) === undefined && text(query) !== undefined ? 'query' : undefined
}

/** Omits absent and empty members, so that the URL has only the choices. */
export function planSearch(raw: Record<string, unknown>): Plan {
  const subjects = [...new Set(list(raw['subjects']).flatMap((one) => text(one) ?? []))]
  const evaluators = list(raw['evaluators']).flatMap(evaluatorOf)
  const source = sourceOf(raw)
  const plan: Record<keyof Plan, unknown> = {
    name: text(raw['name']),
    source,
    testset: source === undefined ? text(raw['testset']) : undefined,
    query: source === undefined ? undefined : text(raw['query']),
    // Live traces have outputs already.
    subjects: subjects.length === 0 || source === 'live' ? undefined : subjects,
    evaluators: evaluators.length === 0 ? undefined : evaluators,
    repeats: integer(raw['repeats'], { min: 2, max: repeatsMax }),
    batch: integer(raw['batch'], { min: 1, max: batchMax }),
    percent: source === undefined ? undefined : integer(raw['percent'], { min: 1, max: 99 }),
    cached: raw['cached'] === true ? true : undefined,
    split: raw['split'] === true ? true : undefined,
  }
  return Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined))
}

/** A change of the plan; undefined removes a member. */
export type PlanChange = { readonly [K in keyof Plan]?: Plan[K] | undefined }

const revisionIn = (step: Step, ...kinds: readonly string[]): readonly string[] => {
  const id = kinds.flatMap((kind) => step.references[`${kind}_revision`]?.id ?? [])[0]
  return id === undefined ? [] : [id]
}

/** The plan that repeats a run. */
export function planOf({ data, flags }: Run): Plan {
  const steps = data?.steps ?? []
  const idsOfType = (type: Step['type'], ...kinds: readonly string[]): readonly string[] => [
    ...new Set(steps.filter((step) => step.type === type).flatMap((step) => revisionIn(step, ...kinds))),
  ]
  return planSearch({
    testset: idsOfType('input', 'testset')[0],
    query: idsOfType('input', 'query')[0],
    subjects: idsOfType('invocation', 'application', 'workflow'),
    evaluators: idsOfType('annotation', 'evaluator').map((revision) => ({ revision })),
    repeats: data?.repeats,
    batch: data?.concurrency?.batch_size,
    source: flags?.['is_live'] === true ? 'live' : undefined,
    cached: flags?.['is_cached'],
    split: flags?.['is_split'],
  })
}
