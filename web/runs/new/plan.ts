// What a new run is to be, as its address says it, or as another run was.
import type { Run, Step } from '../run-model.ts'

export type Settings = Readonly<Record<string, unknown>>

/** One that judges: a revision that is there, or a program of the catalog that becomes an evaluator when the run starts. */
export interface Judge {
  /** Id of the revision. */
  readonly revision?: string
  /** Key of the program in the catalog. */
  readonly template?: string
  /** As they were changed; absent: as they are. */
  readonly settings?: Settings
}

export interface Plan {
  readonly name?: string
  /** Absent: the rows of a testset. Live: traces as they come in. */
  readonly source?: 'query' | 'live'
  /** Ids of revisions. */
  readonly testset?: string
  readonly query?: string
  readonly subjects?: readonly string[]
  readonly evaluators?: readonly Judge[]
  readonly repeats?: number
  /** Cells that are computed at the same time. */
  readonly batch?: number
  /** Of the traces that a query finds, how many of a hundred. */
  readonly percent?: number
  /** Answers of earlier runs are taken where nothing changed. */
  readonly cached?: boolean
  /** Each repeat calls the subject anew. */
  readonly split?: boolean
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const whole = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const isRecord = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function judgeOf(raw: unknown): readonly Judge[] {
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

/** Without what is absent or empty: an address says only what was chosen. */
export function planSearch(raw: Record<string, unknown>): Plan {
  const subjects = [...new Set(list(raw['subjects']).flatMap((one) => text(one) ?? []))]
  const evaluators = list(raw['evaluators']).flatMap(judgeOf)
  const source = sourceOf(raw)
  const plan: Record<keyof Plan, unknown> = {
    name: text(raw['name']),
    source,
    testset: source === undefined ? text(raw['testset']) : undefined,
    query: source === undefined ? undefined : text(raw['query']),
    // What comes in was answered already.
    subjects: subjects.length === 0 || source === 'live' ? undefined : subjects,
    evaluators: evaluators.length === 0 ? undefined : evaluators,
    repeats: whole(raw['repeats'], 2, repeatsMax),
    batch: whole(raw['batch'], 1, batchMax),
    percent: source === undefined ? undefined : whole(raw['percent'], 1, 99),
    cached: raw['cached'] === true ? true : undefined,
    split: raw['split'] === true ? true : undefined,
  }
  return Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined))
}

/** What is changed of a plan; undefined takes it back. */
export type PlanChange = { readonly [K in keyof Plan]?: Plan[K] | undefined }

const revisionIn = (step: Step, ...kinds: readonly string[]): readonly string[] => {
  const id = kinds.flatMap((kind) => step.references[`${kind}_revision`]?.id ?? [])[0]
  return id === undefined ? [] : [id]
}

/** The same again: what a run was made of, as the beginning of another. */
export function planOf({ data, flags }: Run): Plan {
  const steps = data?.steps ?? []
  const named = (type: Step['type'], ...kinds: readonly string[]): readonly string[] => [
    ...new Set(steps.filter((step) => step.type === type).flatMap((step) => revisionIn(step, ...kinds))),
  ]
  return planSearch({
    testset: named('input', 'testset')[0],
    query: named('input', 'query')[0],
    subjects: named('invocation', 'application', 'workflow'),
    evaluators: named('annotation', 'evaluator').map((revision) => ({ revision })),
    repeats: data?.repeats,
    batch: data?.concurrency?.batch_size,
    source: flags?.['is_live'] === true ? 'live' : undefined,
    cached: flags?.['is_cached'],
    split: flags?.['is_split'],
  })
}
