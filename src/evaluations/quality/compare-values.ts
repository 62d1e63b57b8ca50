// Compares the values of an evaluator with those of people on the same rows. A value is compared with the one of the
// same path. Without one, the evaluator's only verdict is compared with people's only verdict, and likewise for
// numbers. Numbers of different names may have different scales: only their correlation is compared.
import { meanOf } from '../statistics/descriptive.ts'
import { outputsPath } from '../statistics/metrics.ts'
import { qualityOf, type Quality, type QualityKind } from '../statistics/quality.ts'
import type { Value } from '../verdicts/metric-columns.ts'

/** The values of one evaluation, by path. */
export type OutputValues = ReadonlyMap<string, Value>

export interface SharedRow {
  readonly runId: string
  readonly scenarioId: string
  readonly traceId: string | undefined
  /** The values of the evaluator, one entry for each repeat. */
  readonly evaluator: readonly OutputValues[]
  /** The values of people, one entry for each annotation. */
  readonly people: readonly OutputValues[]
}

export interface RowDisagreement extends Pick<SharedRow, 'runId' | 'scenarioId' | 'traceId'> {
  readonly evaluator: Value
  readonly people: Value
}

export interface MetricQuality extends Quality {
  readonly path: string
  readonly peoplePath: string
  readonly kind: QualityKind
  /** For numbers, the largest differences first. */
  readonly disagreements: readonly RowDisagreement[]
  /** The total number; only the first ones are listed. */
  readonly disagreementCount: number
}

const listedDisagreementsMax = 100
const metricsMax = 12

/** The order of metrics: verdicts first. */
const rank: Readonly<Record<QualityKind, number>> = { boolean: 0, category: 1, number: 2 }

const kindOf = (value: Value): QualityKind =>
  typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'number' : 'category'

/** The kind of value of each path: the first occurrence decides. */
function kindsOf(evaluations: readonly OutputValues[]): ReadonlyMap<string, QualityKind> {
  const kinds = new Map<string, QualityKind>()
  for (const evaluation of evaluations) {
    for (const [path, value] of evaluation) if (!kinds.has(path)) kinds.set(path, kindOf(value))
  }
  return kinds
}

function onlyPathOf(kinds: ReadonlyMap<string, QualityKind>, kind: QualityKind): string | undefined {
  const paths = [...kinds].filter(([, pathKind]) => pathKind === kind).map(([path]) => path)
  return paths.length === 1 ? paths[0] : undefined
}

/** The path of people's values that an evaluator's path is compared with. */
function counterpart(
  path: string,
  {
    evaluator,
    people,
  }: {
    readonly evaluator: ReadonlyMap<string, QualityKind>
    readonly people: ReadonlyMap<string, QualityKind>
  },
): string | undefined {
  const kind = evaluator.get(path)
  if (kind === undefined || people.get(path) === kind) return kind && path
  return kind !== 'category' && onlyPathOf(evaluator, kind) === path ? onlyPathOf(people, kind) : undefined
}

/**
 * Merges several evaluations of one row: the mean of numbers, the majority of verdicts and categories; a tie of
 * verdicts is false.
 */
function mergeValues(
  evaluations: readonly OutputValues[],
  { path, kind }: { readonly path: string; readonly kind: QualityKind },
): Value | undefined {
  const values = evaluations
    .flatMap((evaluation) => evaluation.get(path) ?? [])
    .filter((value) => kindOf(value) === kind)
  if (values.length === 0) return undefined
  if (kind === 'number') return meanOf(values.map(Number))
  if (kind === 'boolean') return values.filter(Boolean).length * 2 > values.length
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, equalValues]) => ({
    value,
    n: equalValues.length,
  }))
  return counts.reduce((best, candidate) => (candidate.n > best.n ? candidate : best)).value
}

const shortPath = (path: string): string => (path === outputsPath ? path : path.slice(outputsPath.length + 1))

const distance = ({ evaluator, people }: RowDisagreement): number =>
  typeof evaluator === 'number' && typeof people === 'number' ? Math.abs(evaluator - people) : 1

function metricOf(
  rows: readonly SharedRow[],
  { path, peoplePath, kind }: Pick<MetricQuality, 'path' | 'peoplePath' | 'kind'>,
): MetricQuality | undefined {
  const pairs = rows.flatMap((row): readonly RowDisagreement[] => {
    const evaluator = mergeValues(row.evaluator, { path, kind })
    const people = mergeValues(row.people, { path: peoplePath, kind })
    if (evaluator === undefined || people === undefined) return []
    const { runId, scenarioId, traceId } = row
    return [{ runId, scenarioId, traceId, evaluator, people }]
  })
  const quality = qualityOf(
    kind,
    pairs.map(({ evaluator, people }) => [evaluator, people]),
  )
  if (quality === undefined) return undefined
  const hasSameScale = kind !== 'number' || path === peoplePath
  const differingPairs = hasSameScale ? pairs.filter(({ evaluator, people }) => evaluator !== people) : []
  const { n, equal, correlation } = quality
  return {
    ...(hasSameScale ? quality : { n, equal, correlation }),
    path: shortPath(path),
    peoplePath: shortPath(peoplePath),
    kind,
    disagreements: differingPairs
      .toSorted((a, b) => distance(b) - distance(a))
      .slice(0, listedDisagreementsMax),
    disagreementCount: differingPairs.length,
  }
}

/** `rows` are in the order in which disagreements are listed. */
export function compareWithPeople(rows: readonly SharedRow[]): readonly MetricQuality[] {
  const evaluator = kindsOf(rows.flatMap((row) => row.evaluator))
  const people = kindsOf(rows.flatMap((row) => row.people))
  const metrics: MetricQuality[] = []
  for (const [path, kind] of [...evaluator].toSorted(([, a], [, b]) => rank[a] - rank[b])) {
    const peoplePath = counterpart(path, { evaluator, people })
    const metric = peoplePath === undefined ? undefined : metricOf(rows, { path, peoplePath, kind })
    if (metric !== undefined && metrics.length < metricsMax) metrics.push(metric)
  }
  return metrics
}
