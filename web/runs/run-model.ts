// The logic of a run's page: its parts (inputs, subjects, evaluators) and its metrics.
import { plainNaming, type VersionNaming } from '../app/versions/naming/version-name.ts'

export type Status = 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'

interface Reference {
  readonly id?: string
  readonly slug?: string
  readonly version?: string
}

export interface Step {
  readonly key: string
  readonly type: 'input' | 'invocation' | 'annotation'
  readonly origin: 'custom' | 'human' | 'auto'
  readonly references: Readonly<Record<string, Reference | undefined>>
  readonly inputs?: readonly { readonly key: string }[]
}

export interface Run {
  readonly id: string
  readonly name?: string
  /** Notes of people. */
  readonly description?: string
  readonly tags?: Readonly<Record<string, unknown>>
  readonly status?: Status
  readonly flags?: Readonly<Record<string, boolean>>
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly data?: {
    readonly steps?: readonly Step[]
    readonly repeats?: number
    readonly concurrency?: { readonly batch_size?: number }
  }
  readonly meta?: { readonly failure?: { readonly message?: string } }
}

/** A part of a run with its name; versioned records have a page of their own. */
export interface Part {
  readonly key: string
  readonly name: string
  readonly version?: string
  /** `v3`, or `Concise@3` where the application has several variants. */
  readonly versionName?: string
  /** The slug of the variant. */
  readonly variant?: string
  readonly slug?: string
  readonly kind?: 'application' | 'evaluator' | 'testset' | 'query' | 'workflow'
  readonly isHuman: boolean
  /** The subject that an evaluator evaluates, if a run has several. */
  readonly subject?: Part
}

const kinds = ['application', 'evaluator', 'testset', 'query', 'workflow'] as const

function partOf(step: Step, naming: VersionNaming): Part {
  const isHuman = step.origin === 'human'
  const kind = kinds.find((one) => step.references[one] !== undefined)
  if (kind === undefined) return { key: step.key, name: step.key, isHuman }
  const slug = step.references[kind]?.slug
  const version = step.references[`${kind}_revision`]?.version
  const variant = kind === 'application' ? step.references['application_variant']?.slug : undefined
  return {
    key: step.key,
    name: slug ?? step.key,
    kind,
    isHuman,
    ...(slug === undefined ? {} : { slug }),
    ...(version === undefined ? {} : { version, versionName: naming({ version, variant }) }),
    ...(variant === undefined ? {} : { variant }),
  }
}

export interface Parts {
  readonly inputs: readonly Part[]
  readonly subjects: readonly Part[]
  readonly evaluators: readonly Part[]
}

const stepsOf = ({ data }: Pick<Run, 'data'>, type: Step['type']): readonly Step[] =>
  (data?.steps ?? []).filter((step) => step.type === type)

export function partsOf(run: Pick<Run, 'data'>, naming: VersionNaming = plainNaming): Parts {
  const namedPart = (step: Step): Part => partOf(step, naming)
  const subjects = stepsOf(run, 'invocation').map(namedPart)
  const evaluators = stepsOf(run, 'annotation').map((step): Part => {
    const subject = step.inputs?.map(({ key }) => subjects.find((one) => one.key === key)).find(Boolean)
    return subject === undefined ? namedPart(step) : { ...namedPart(step), subject }
  })
  return { inputs: stepsOf(run, 'input').map(namedPart), subjects, evaluators }
}

/** The part that a manifest entry belongs to; an entry is named `testset-1:testset_revision`. */
export function partOfManifest({ inputs, subjects, evaluators }: Parts, name: string): Part | undefined {
  const key = name.slice(0, name.lastIndexOf(':'))
  return [...inputs, ...subjects, ...evaluators].find((part) => part.key === key)
}

/** The evaluators that depend on a subject. */
export const dependentsOf = ({ subjects, evaluators }: Parts, key: string): readonly Part[] =>
  subjects.some((subject) => subject.key === key)
    ? evaluators.filter(({ subject }) => subject === undefined || subject.key === key)
    : []

export const partName = ({ name, versionName }: Part): string =>
  versionName === undefined ? name : `${name} ${versionName}`

export const isActive = (status: Status | undefined): boolean =>
  status === 'running' || status === 'queued' || status === 'pending'

interface Bin {
  readonly count: number
  readonly interval?: readonly [number, number]
}

/** Statistics of the server; the members depend on the type. */
export interface Statistics {
  readonly type: string
  readonly count: number
  readonly sum?: number
  readonly mean?: number
  readonly rate?: number
  readonly min?: number
  readonly max?: number
  readonly ci95?: readonly [number, number]
  readonly hist?: readonly Bin[]
  readonly freq?: readonly { readonly value: unknown; readonly count: number }[]
}

/** With fewer values the interval of a mean exceeds the possible values. A share has one from its first value on. */
export const meanIntervalCountMin = 5

/** The confidence interval to show. */
export const visibleInterval = ({ type, count, ci95 }: Statistics): readonly [number, number] | undefined =>
  type === 'binary' || count >= meanIntervalCountMin ? ci95 : undefined

/** Statistics by step, then by path. */
export type Metrics = Readonly<Record<string, Readonly<Record<string, Statistics>> | undefined>>

/** The prefix of outputs in metric paths. */
export const outputsPath = 'attributes.ag.data.outputs.'
export type Unit = 'ms' | 'money' | 'count' | 'share' | 'plain'

/** Totals of a program by their path, in display order. */
export const measures: ReadonlyMap<string, { readonly name: string; readonly unit: Unit }> = new Map([
  ['attributes.ag.metrics.duration.cumulative', { name: 'duration', unit: 'ms' }],
  ['attributes.ag.metrics.costs.cumulative.total', { name: 'cost', unit: 'money' }],
  ['attributes.ag.metrics.tokens.cumulative.total', { name: 'tokens', unit: 'count' }],
  ['attributes.ag.metrics.errors.cumulative', { name: 'errors', unit: 'count' }],
])

interface MetricOfPart {
  readonly part: Part
  readonly path: string
  readonly statistics: Statistics
}

export interface RunMetric extends MetricOfPart {
  readonly name: string
  readonly unit: Unit
}

/** The main value of a metric: the mean, for booleans the share of true. */
export const valueOf = ({ type, mean, rate }: Statistics): number | undefined =>
  type === 'binary' ? (rate ?? mean) : mean

function runMetricAt({ part, path, statistics }: MetricOfPart): RunMetric | undefined {
  if (valueOf(statistics) === undefined) return undefined
  if (path.startsWith(outputsPath)) {
    const unit = statistics.type === 'binary' ? 'share' : 'plain'
    return { part, path, name: path.slice(outputsPath.length), unit, statistics }
  }
  const measure = measures.get(path)
  return measure && { part, path, ...measure, statistics }
}

/** The outputs of evaluators first, in their order; then the totals of subjects. */
export function runMetricsOf({ subjects, evaluators }: Parts, metrics: Metrics): readonly RunMetric[] {
  const metricsOfPart = (part: Part, isIncluded: (path: string) => boolean): readonly RunMetric[] =>
    Object.entries((Object.hasOwn(metrics, part.key) ? metrics[part.key] : undefined) ?? {})
      .filter(([path]) => isIncluded(path))
      .flatMap(([path, statistics]) => runMetricAt({ part, path, statistics }) ?? [])
  return [
    ...evaluators.flatMap((part) => metricsOfPart(part, (path) => path.startsWith(outputsPath))),
    ...subjects.flatMap((part) => metricsOfPart(part, (path) => !path.startsWith(outputsPath))),
  ]
}

export interface Verdict {
  readonly part: Part
  /** The main metric of each subject that has one. */
  readonly numbers: readonly (RunMetric & { readonly value: number | undefined })[]
}

/** The main metric of an evaluator: its success rate, or else its score. */
export const headlineOf = (metrics: readonly RunMetric[]): RunMetric | undefined =>
  metrics.find(({ name, unit }) => unit === 'share' && name === 'success') ??
  metrics.find(({ unit }) => unit === 'share') ??
  metrics.find(({ name }) => name === 'score') ??
  metrics[0]

/** The colour of a verdict: yes is good, no is bad, and repeats that disagree are a warning. Scores have no colour. */
export function verdictTone(value: number | undefined, unit: Unit): 'good' | 'bad' | 'warn' | undefined {
  if (unit !== 'share' || value === undefined) return undefined
  if (value === 1) return 'good'
  return value === 0 ? 'bad' : 'warn'
}

/** Each evaluator of a run once, with its metrics in the order of the subjects. */
export function verdictsOf(run: Pick<Run, 'data'>, metrics: Metrics): readonly Verdict[] {
  const parts = partsOf(run)
  const runMetrics = runMetricsOf({ ...parts, subjects: [] }, metrics)
  const byName = Map.groupBy(parts.evaluators, (part) => `${part.kind} ${partName(part)}`)
  return [...byName.values()].flatMap((sameNameParts) => {
    const [part] = sameNameParts
    if (part === undefined) return []
    const numbers = sameNameParts.flatMap(
      ({ key }) => headlineOf(runMetrics.filter((one) => one.part.key === key)) ?? [],
    )
    return { part, numbers: numbers.map((one) => ({ ...one, value: valueOf(one.statistics) })) }
  })
}

/** The union of the metrics of rows. Of several statistics for a path, those of the first row. */
export function mergedMetrics(metricsOfRows: readonly Metrics[]): Metrics {
  const steps = new Map<string, Readonly<Record<string, Statistics>>>()
  for (const metrics of metricsOfRows) {
    for (const [step, paths] of Object.entries(metrics)) steps.set(step, { ...paths, ...steps.get(step) })
  }
  return Object.fromEntries(steps)
}

/** The heights of a histogram, from 0 to 1. */
export function barsOf({ hist, freq }: Statistics): readonly number[] {
  const counts = hist?.map(({ count }) => count) ?? freq?.map(({ count }) => count) ?? []
  const maxCount = Math.max(1, ...counts)
  return counts.map((count) => count / maxCount)
}
