// Computes values across the spans of a trace: its type, and for each span the metrics of itself and its descendants.
// The input is always all spans of the trace, so the result does not depend on their order of arrival.
import { forestOf, type Forest } from '../tree.ts'
import { isObject, type ValueObject } from '../value.ts'
import { exactSum, type Buckets } from '../attributes/metrics.ts'
import type { SpanFacts } from './facts.ts'
import { duplicatesOf } from './duplicates.ts'
import { headsOf, type Head } from './head.ts'
import { traceIdentities, type SpanIdentity } from './identities.ts'
import type { CanonicalSpan } from './span.ts'
import { milliseconds } from './time.ts'
import { traceTypeOf } from './trace-type.ts'
import { countedMetrics, withMarks, withoutMarks, type CountedMetric, type Uncounted } from './usage-marks.ts'
import type { TraceType } from '../attributes/vocabularies.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

export interface SpanRollUp extends SpanIdentity {
  readonly duration: { readonly incremental?: number; readonly cumulative?: number }
  readonly errors: { readonly incremental?: number; readonly cumulative?: number }
  /** Cumulative buckets. Absent without numbers. */
  readonly tokens?: Buckets
  readonly costs?: Buckets
  /** Own numbers that other spans of the trace already count. */
  readonly uncounted?: Uncounted
  /** On the head of the trace, and on further roots: see head.ts. */
  readonly head?: Head
}

export interface TraceRollUp {
  readonly traceType: TraceType
  readonly spans: ReadonlyMap<string, SpanRollUp>
}

/** Rolls up one trace. Among spans with the same id the last one counts. */
export function rollUpMetrics(spans: readonly SpanFacts[]): TraceRollUp {
  const forest = forestOf(spans)
  const duplicates = duplicatesOf(forest)
  const tokens = cumulativeBuckets(forest, 'tokens', duplicates)
  const costs = cumulativeBuckets(forest, 'costs', duplicates)
  const errors = cumulativeErrors(forest, duplicates)
  const identities = traceIdentities(forest)
  const heads = headsOf(forest, { tokens: tokens.sums, costs: costs.sums, errors })
  const rollUps = new Map<string, SpanRollUp>()
  for (const span of forest.childrenFirst) {
    const tokenSums = tokens.sums.get(span.spanId)
    const costSums = costs.sums.get(span.spanId)
    const original = duplicates.get(span.spanId)
    const uncounted = uncountedOf(span, original, {
      tokens: tokens.containedIds.has(span.spanId),
      costs: costs.containedIds.has(span.spanId),
    })
    const errorSum = errors.get(span.spanId) ?? 0
    rollUps.set(span.spanId, {
      duration: durationOf(span, forest.children.get(span.spanId) ?? []),
      errors: {
        ...(span.errors === undefined ? {} : { incremental: addedErrors(span, original) }),
        ...(errorSum > 0 ? { cumulative: errorSum } : {}),
      },
      ...(tokenSums === undefined ? {} : { tokens: tokenSums }),
      ...(costSums === undefined ? {} : { costs: costSums }),
      ...(uncounted === undefined ? {} : { uncounted }),
      ...identities.get(span.spanId),
      ...headMember(heads.get(span.spanId)),
    })
  }
  return { traceType: traceTypeOf(forest), spans: rollUps }
}

const headMember = (head: Head | undefined): Pick<SpanRollUp, 'head'> => (head === undefined ? {} : { head })

/** The span's length, and its length without the time that children cover. Children are ordered by start. */
function durationOf(span: SpanFacts, children: readonly SpanFacts[]): SpanRollUp['duration'] {
  const { startTimeUnixNano: start, endTimeUnixNano: end } = span
  if (end <= start) return {}
  let coveredNs = 0n
  let coveredUntil = start
  for (const child of children) {
    const from = child.startTimeUnixNano > coveredUntil ? child.startTimeUnixNano : coveredUntil
    const childEnd = child.endTimeUnixNano < end ? child.endTimeUnixNano : end
    if (childEnd > from) {
      coveredNs += childEnd - from
      coveredUntil = childEnd
    }
  }
  return { incremental: milliseconds(end - start - coveredNs), cumulative: milliseconds(end - start) }
}

/** A duplicate adds only the errors beyond those of the span that counts. */
const addedErrors = ({ errors = 0 }: SpanFacts, original: SpanFacts | undefined): number =>
  original === undefined ? errors : Math.max(0, errors - (original.errors ?? 0))

function cumulativeErrors(
  { childrenFirst, children }: Forest<SpanFacts>,
  duplicates: ReadonlyMap<string, SpanFacts>,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const span of childrenFirst) {
    const childSpans = children.get(span.spanId) ?? []
    const sumBelow = childSpans.reduce((total, { spanId }) => total + (sums.get(spanId) ?? 0), 0)
    // The span around a model call repeats the exception of the call.
    const isContained = span.usageIsInclusive && sumBelow > 0
    sums.set(span.spanId, isContained ? sumBelow : sumBelow + addedErrors(span, duplicates.get(span.spanId)))
  }
  return sums
}

/** Duplicates have no visible own numbers. Spans that repeat the numbers of their descendants do. */
function uncountedOf(
  span: SpanFacts,
  original: SpanFacts | undefined,
  contained: Readonly<Record<CountedMetric, boolean>>,
): Uncounted | undefined {
  const isDuplicate = original !== undefined
  const metrics = countedMetrics.filter(
    (metric) => hasNumbers(span[metric]) && (isDuplicate || contained[metric]),
  )
  if (isDuplicate) return { metrics, duplicateOf: original.spanId }
  if (metrics.length === 0) return undefined
  return { metrics, ...(span.usageIsInclusive ? { shown: true } : {}) }
}

function hasNumbers(buckets: Buckets): boolean {
  for (const name in buckets) if (ownMember(buckets, name) !== 0) return true
  return false
}

/** The three main buckets, then the others in order. Costs without sides have only a total. */
function addedBuckets(parts: readonly Buckets[], metric: CountedMetric): Buckets | undefined {
  const partsWithNumbers = parts.filter(hasNumbers)
  if (partsWithNumbers.length === 0) return undefined
  const hasSides = partsWithNumbers.some(
    ({ prompt, completion }) => prompt !== undefined || completion !== undefined,
  )
  const sums: Record<string, number> =
    hasSides || metric === 'tokens' ? { prompt: 0, completion: 0, total: 0 } : { total: 0 }
  for (const buckets of partsWithNumbers) {
    for (const [name, number] of Object.entries(buckets)) {
      setOwn(sums, name, exactSum(ownMember(sums, name) ?? 0, number))
    }
  }
  return sums
}

interface CumulativeBuckets {
  readonly sums: ReadonlyMap<string, Buckets>
  /** Spans whose own numbers repeat those of spans below them. */
  readonly containedIds: ReadonlySet<string>
}

/** Which kinds of numbers a span and its descendants state. */
interface StatedNumbers {
  /** Some span states numbers that count. */
  hasCounted: boolean
  /** Some model call states numbers, possibly a duplicate. */
  hasCallNumbers: boolean
}

function cumulativeBuckets(
  { childrenFirst, children }: Forest<SpanFacts>,
  metric: CountedMetric,
  duplicates: ReadonlyMap<string, SpanFacts>,
): CumulativeBuckets {
  const sums = new Map<string, Buckets>()
  const containedIds = new Set<string>()
  const statedKinds = new Map<string, StatedNumbers>()
  for (const span of childrenFirst) {
    const { spanId } = span
    const childSpans = children.get(spanId) ?? []
    const ownMetric = span[metric]
    const isOwnStated = hasNumbers(ownMetric)
    const isDuplicate = duplicates.has(spanId)
    const kinds: StatedNumbers = { hasCounted: false, hasCallNumbers: false }
    for (const child of childSpans) {
      const childKinds = statedKinds.get(child.spanId)
      kinds.hasCounted ||= childKinds?.hasCounted === true
      kinds.hasCallNumbers ||= childKinds?.hasCallNumbers === true
    }
    const isContained = isOwnStated && isSumOf(span, kinds)
    if (isContained) containedIds.add(spanId)
    kinds.hasCounted ||= isOwnStated && !isDuplicate
    kinds.hasCallNumbers ||= isOwnStated && span.call !== undefined
    if (kinds.hasCounted || kinds.hasCallNumbers) statedKinds.set(spanId, kinds)
    const parts = childSpans.map((child) => sums.get(child.spanId) ?? {})
    const isStated = kinds.hasCounted || isOwnStated
    const sentBuckets = isStated ? undefined : span.sent[metric]
    const sum = addedBuckets(
      sentBuckets === undefined
        ? isContained || isDuplicate
          ? parts
          : [ownMetric, ...parts]
        : [sentBuckets],
      metric,
    )
    if (sum !== undefined) sums.set(spanId, sum)
  }
  return { sums, containedIds }
}

/** Whether the numbers of a span repeat those of its descendants. */
function isSumOf({ usageIsInclusive, summarises, call }: SpanFacts, descendants: StatedNumbers): boolean {
  if (descendants.hasCallNumbers && (summarises === true || (usageIsInclusive && call === undefined)))
    return true
  return usageIsInclusive && descendants.hasCounted
}

/** The span with the type of its trace and its rolled-up metrics. */
export function withRollUp(span: CanonicalSpan, { traceType, spans }: TraceRollUp): CanonicalSpan {
  const rollUp = spans.get(span.spanId)
  if (rollUp === undefined) return span
  return {
    ...span,
    traceType,
    ...(rollUp.inferred === undefined ? {} : { identities: { ...rollUp.inferred, ...span.identities } }),
    attributes: rolledUpAttributes(span.attributes, traceType, rollUp),
  }
}

/** Attributes of a canonical span with the type of its trace and its rolled-up metrics. */
export function rolledUpAttributes(
  attributes: ValueObject,
  traceType: TraceType,
  rollUp: SpanRollUp,
): ValueObject {
  const { ag: storedAg } = attributes
  if (!isObject(storedAg)) return attributes
  const ag = withoutMarks(storedAg)
  const { type, metrics } = ag
  const sides = isObject(metrics) ? metrics : {}
  const rolledUp = {
    ...ag,
    type: { ...(isObject(type) ? type : {}), trace: traceType },
    metrics: {
      duration: rollUp.duration,
      errors: rollUp.errors,
      tokens: withCumulative(sides['tokens'], rollUp.tokens),
      costs: withCumulative(sides['costs'], rollUp.costs),
    },
  }
  return { ...attributes, ag: withMarks(rolledUp, rollUp.uncounted) }
}

/** `incremental` first, then `cumulative`, then the source of a cost. */
function withCumulative(side: unknown, cumulative: Buckets | undefined): ValueObject {
  const { incremental, cumulative: _former, ...rest } = isObject(side) ? side : {}
  return {
    ...(incremental === undefined ? {} : { incremental }),
    ...(cumulative === undefined ? {} : { cumulative }),
    ...rest,
  }
}
