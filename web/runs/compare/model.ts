// What a comparison says, as its page tells it: which metric became worse, by how much, and how sure that is.

export interface EvaluationGateRule {
  readonly evaluator: string
  readonly path: string
  readonly statistic: string
  readonly min?: number
  readonly max?: number
  readonly max_drop?: number
  readonly significant_only?: boolean
}

export interface Difference {
  readonly run_id: string
  readonly mean?: number
  readonly ci95?: readonly number[]
  readonly p_value: number
  readonly n: number
  readonly wins: number
  readonly losses: number
  readonly ties: number
  readonly significant: boolean
}

export interface ComparedMetric {
  readonly evaluator: string
  readonly path: string
  readonly type: string
  readonly runs: readonly {
    readonly run_id: string
    readonly count: number
    readonly mean?: number
    readonly std?: number
    readonly ci95?: readonly number[]
  }[]
  readonly differences: readonly Difference[]
}

const outputs = 'attributes.ag.data.outputs.'
export const shortPath = (path: string): string =>
  path.startsWith(outputs) ? path.slice(outputs.length) : path

export const metricName = ({ evaluator, path }: Pick<ComparedMetric, 'evaluator' | 'path'>): string =>
  `${evaluator} ${shortPath(path)}`

/** Measures of which people want less, by what they are usually called. */
const lessIsBetter =
  /(^|[._])(difference|distance|duration_ms|latency|cost|costs|errors?|tokens|toxicity|length)$/

/** Whether less is better: as a person said, else by its name. */
export function isLessBetter(
  metric: Pick<ComparedMetric, 'evaluator' | 'path'>,
  said: { readonly less?: readonly string[]; readonly more?: readonly string[] },
): boolean {
  const name = metricName(metric)
  if (said.less?.includes(name) === true) return true
  return said.more?.includes(name) === true ? false : lessIsBetter.test(metric.path)
}

export type Verdict = 'worse' | 'better' | 'same'

/** What a difference says: only more than chance is worse or better. */
export function verdictOf(difference: Difference | undefined, lessBetter: boolean): Verdict {
  if (difference?.mean === undefined || !difference.significant) return 'same'
  return difference.mean < 0 === lessBetter ? 'better' : 'worse'
}

/** How bad a change is: large for what got clearly worse, below 0 for what got better. Differences count in widths of their interval. */
export function harmOf(difference: Difference | undefined, lessBetter: boolean): number {
  if (difference?.mean === undefined) return -Infinity
  const [low, high] = difference.ci95 ?? []
  const half = low === undefined || high === undefined ? 0 : (high - low) / 2
  const worse = lessBetter ? difference.mean : -difference.mean
  const size = half > 0 ? worse / half : Math.sign(worse) * 100
  return verdictOf(difference, lessBetter) === 'same' ? Math.max(-0.99, Math.min(0.99, size / 100)) : size
}

export interface Told {
  readonly metric: ComparedMetric
  readonly difference: Difference | undefined
  readonly lessBetter: boolean
  readonly verdict: Verdict
}

/** The metrics with the difference of one run, the most harmful first. */
export function byHarm(
  metrics: readonly ComparedMetric[],
  runId: string,
  said: { readonly less?: readonly string[]; readonly more?: readonly string[] },
): readonly Told[] {
  return metrics
    .map((metric) => {
      const difference = metric.differences.find(({ run_id }) => run_id === runId)
      const lessBetter = isLessBetter(metric, said)
      return { metric, difference, lessBetter, verdict: verdictOf(difference, lessBetter) }
    })
    .toSorted((a, b) => harmOf(b.difference, b.lessBetter) - harmOf(a.difference, a.lessBetter))
}

/** The scale of the drawing of an interval: as far to each side of none as it goes. */
export const reachOf = ({ mean = 0, ci95 = [] }: Difference): number =>
  Math.max(...[mean, ...ci95].map((value) => Math.abs(value))) || 1

const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

export const isShare = ({ type }: Pick<ComparedMetric, 'type'>): boolean => type === 'binary'

export const shownMean = (value: number | undefined, share: boolean): string =>
  value === undefined ? '–' : share ? `${plain.format(value * 100)}%` : plain.format(value)

/** With its sign; of shares in points. */
export function shownChange(value: number | undefined, share: boolean): string {
  if (value === undefined) return '–'
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±'
  const size = Math.abs(value)
  return `${sign}${share ? `${plain.format(size * 100)} pt` : plain.format(size)}`
}

export const shownP = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3))

/** One value of a row: repeats count as their mean, yes and no as 1 and 0. */
export function rowValue(value: unknown): number | string | undefined {
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return Number(value)
  if (!Array.isArray(value) || value.length === 0) return undefined
  const numbers = value.flatMap((one: unknown) =>
    typeof one === 'number' || typeof one === 'boolean' ? [Number(one)] : [],
  )
  return numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
