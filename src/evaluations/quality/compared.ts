// What an evaluator and people said of the same rows, value by value. A value is compared with the one of the same path; where
// people were asked for another, the only verdict of the one with the only verdict of the others, and numbers alike. Numbers of
// different names may have different scales: there only whether they go together is compared.
import { meanOf } from '../statistics/descriptive.ts'
import { outputsPath } from '../statistics/metrics.ts'
import { qualityOf, type Quality, type QualityKind } from '../statistics/quality.ts'
import type { Value } from '../verdicts/metric-columns.ts'

/** What one judgement says, by path. */
export type Said = ReadonlyMap<string, Value>

export interface BothJudged {
  readonly runId: string
  readonly scenarioId: string
  readonly traceId: string | undefined
  /** One for each repeat. */
  readonly evaluator: readonly Said[]
  /** One for each judgement of a person. */
  readonly people: readonly Said[]
}

export interface RowDisagreement extends Pick<BothJudged, 'runId' | 'scenarioId' | 'traceId'> {
  readonly evaluator: Value
  readonly people: Value
}

export interface MetricQuality extends Quality {
  readonly path: string
  readonly peoplePath: string
  readonly kind: QualityKind
  /** Of numbers those farthest apart first. */
  readonly disagreements: readonly RowDisagreement[]
  /** How many there are; only the first are listed. */
  readonly disagreementCount: number
}

const listedMax = 100
const metricsMax = 12

/** Verdicts come first. */
const rank: Readonly<Record<QualityKind, number>> = { boolean: 0, category: 1, number: 2 }

const kindOf = (value: Value): QualityKind =>
  typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'number' : 'category'

/** What kind of value each path has: the first that is met decides. */
function kindsOf(said: readonly Said[]): ReadonlyMap<string, QualityKind> {
  const kinds = new Map<string, QualityKind>()
  for (const one of said) {
    for (const [path, value] of one) if (!kinds.has(path)) kinds.set(path, kindOf(value))
  }
  return kinds
}

function onlyOf(kinds: ReadonlyMap<string, QualityKind>, kind: QualityKind): string | undefined {
  const paths = [...kinds].filter(([, one]) => one === kind).map(([path]) => path)
  return paths.length === 1 ? paths[0] : undefined
}

/** The value of people that one of the evaluator is compared with. */
function counterpart(
  path: string,
  evaluator: ReadonlyMap<string, QualityKind>,
  people: ReadonlyMap<string, QualityKind>,
): string | undefined {
  const kind = evaluator.get(path)
  if (kind === undefined || people.get(path) === kind) return kind && path
  return kind !== 'category' && onlyOf(evaluator, kind) === path ? onlyOf(people, kind) : undefined
}

/** Several judgements of one row as one: numbers by their mean, verdicts and categories by what most say; a tie of verdicts is a no. */
function merged(said: readonly Said[], path: string, kind: QualityKind): Value | undefined {
  const values = said.flatMap((one) => one.get(path) ?? []).filter((value) => kindOf(value) === kind)
  if (values.length === 0) return undefined
  if (kind === 'number') return meanOf(values.map(Number))
  if (kind === 'boolean') return values.filter(Boolean).length * 2 > values.length
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, own]) => ({ value, n: own.length }))
  return counts.reduce((best, one) => (one.n > best.n ? one : best)).value
}

const short = (path: string): string => (path === outputsPath ? path : path.slice(outputsPath.length + 1))

const apart = ({ evaluator, people }: RowDisagreement): number =>
  typeof evaluator === 'number' && typeof people === 'number' ? Math.abs(evaluator - people) : 1

function metricOf(
  rows: readonly BothJudged[],
  { path, peoplePath, kind }: Pick<MetricQuality, 'path' | 'peoplePath' | 'kind'>,
): MetricQuality | undefined {
  const judged = rows.flatMap((row): readonly RowDisagreement[] => {
    const evaluator = merged(row.evaluator, path, kind)
    const people = merged(row.people, peoplePath, kind)
    if (evaluator === undefined || people === undefined) return []
    const { runId, scenarioId, traceId } = row
    return [{ runId, scenarioId, traceId, evaluator, people }]
  })
  const quality = qualityOf(
    kind,
    judged.map(({ evaluator, people }) => [evaluator, people]),
  )
  if (quality === undefined) return undefined
  const isScaled = kind !== 'number' || path === peoplePath
  const differing = isScaled ? judged.filter(({ evaluator, people }) => evaluator !== people) : []
  const { n, equal, correlation } = quality
  return {
    ...(isScaled ? quality : { n, equal, correlation }),
    path: short(path),
    peoplePath: short(peoplePath),
    kind,
    disagreements: differing.toSorted((a, b) => apart(b) - apart(a)).slice(0, listedMax),
    disagreementCount: differing.length,
  }
}

/** Rows in the order in which those that disagree are listed. */
export function comparedWithPeople(rows: readonly BothJudged[]): readonly MetricQuality[] {
  const evaluator = kindsOf(rows.flatMap((row) => row.evaluator))
  const people = kindsOf(rows.flatMap((row) => row.people))
  const metrics: MetricQuality[] = []
  for (const [path, kind] of [...evaluator].toSorted(([, a], [, b]) => rank[a] - rank[b])) {
    const peoplePath = counterpart(path, evaluator, people)
    const metric = peoplePath === undefined ? undefined : metricOf(rows, { path, peoplePath, kind })
    if (metric !== undefined && metrics.length < metricsMax) metrics.push(metric)
  }
  return metrics
}
