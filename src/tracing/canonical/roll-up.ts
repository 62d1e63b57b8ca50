// What looks across the spans of a trace: its type, and the metrics of each span and all below it. Computed from all
// spans of the trace, however and whenever they arrived, so the result does not depend on their order.
import { forestOf, type Forest } from '../tree.ts'
import { isObject, type ValueObject } from '../value.ts'
import { exactSum, type Buckets } from './metrics.ts'
import type { SpanFacts } from './facts.ts'
import { traceIdentities, type SpanIdentity } from './identities.ts'
import type { CanonicalSpan } from './span.ts'
import { milliseconds } from './time.ts'
import { traceTypeOf } from './trace-type.ts'
import type { TraceType } from './words.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

export interface SpanRollUp extends SpanIdentity {
  readonly duration: { readonly incremental?: number; readonly cumulative?: number }
  readonly errors: { readonly incremental?: number; readonly cumulative?: number }
  /** Cumulative buckets; absent when there is nothing to sum. */
  readonly tokens?: Buckets
  readonly costs?: Buckets
}

export interface TraceRollUp {
  readonly traceType: TraceType
  readonly spans: ReadonlyMap<string, SpanRollUp>
}

/** Rolls up one trace. Of spans with one id the last counts. */
export function rollUpMetrics(spans: readonly SpanFacts[]): TraceRollUp {
  const forest = forestOf(spans)
  const tokens = cumulativeBuckets(forest, 'tokens')
  const costs = cumulativeBuckets(forest, 'costs')
  const errors = cumulativeErrors(forest)
  const identities = traceIdentities(forest)
  const rolledUp = new Map<string, SpanRollUp>()
  for (const span of forest.childrenFirst) {
    const tokenSums = tokens.get(span.spanId)
    const costSums = costs.get(span.spanId)
    const errorSum = errors.get(span.spanId) ?? 0
    rolledUp.set(span.spanId, {
      duration: durationOf(span, forest.children.get(span.spanId) ?? []),
      errors: {
        ...(span.errors === undefined ? {} : { incremental: span.errors }),
        ...(errorSum > 0 ? { cumulative: errorSum } : {}),
      },
      ...(tokenSums === undefined ? {} : { tokens: tokenSums }),
      ...(costSums === undefined ? {} : { costs: costSums }),
      ...identities.get(span.spanId),
    })
  }
  return { traceType: traceTypeOf(forest), spans: rolledUp }
}

/** The span's length, and that without the time its children cover. Children come ordered by start. */
function durationOf(span: SpanFacts, children: readonly SpanFacts[]): SpanRollUp['duration'] {
  const { startTimeUnixNano: start, endTimeUnixNano: end } = span
  if (end <= start) return {}
  let covered = 0n
  let coveredUntil = start
  for (const child of children) {
    const from = child.startTimeUnixNano > coveredUntil ? child.startTimeUnixNano : coveredUntil
    const until = child.endTimeUnixNano < end ? child.endTimeUnixNano : end
    if (until > from) {
      covered += until - from
      coveredUntil = until
    }
  }
  return { incremental: milliseconds(end - start - covered), cumulative: milliseconds(end - start) }
}

function cumulativeErrors({ childrenFirst, children }: Forest<SpanFacts>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const span of childrenFirst) {
    const below = children.get(span.spanId) ?? []
    const sumBelow = below.reduce((total, { spanId }) => total + (sums.get(spanId) ?? 0), 0)
    // The exception that a model call threw is told again by the span around it.
    const isContained = span.usageIsInclusive && sumBelow > 0
    sums.set(span.spanId, isContained ? sumBelow : sumBelow + (span.errors ?? 0))
  }
  return sums
}

function hasNumbers(buckets: Buckets): boolean {
  for (const name in buckets) if (ownMember(buckets, name) !== 0) return true
  return false
}

/** The three main ones, then the others as they come. Of costs that name no side there is only the total. */
function addedBuckets(parts: readonly Buckets[], metric: 'tokens' | 'costs'): Buckets | undefined {
  const stated = parts.filter(hasNumbers)
  if (stated.length === 0) return undefined
  const hasSides = stated.some(({ prompt, completion }) => prompt !== undefined || completion !== undefined)
  const sums: Record<string, number> =
    hasSides || metric === 'tokens' ? { prompt: 0, completion: 0, total: 0 } : { total: 0 }
  for (const buckets of stated) {
    for (const [name, number] of Object.entries(buckets)) {
      setOwn(sums, name, exactSum(ownMember(sums, name) ?? 0, number))
    }
  }
  return sums
}

function cumulativeBuckets(
  { childrenFirst, children }: Forest<SpanFacts>,
  metric: 'tokens' | 'costs',
): ReadonlyMap<string, Buckets> {
  const sums = new Map<string, Buckets>()
  /** Spans that state numbers of their own, or have such a span below. */
  const stated = new Set<string>()
  for (const span of childrenFirst) {
    const below = children.get(span.spanId) ?? []
    const statedBelow = below.some(({ spanId }) => stated.has(spanId))
    const own = span[metric]
    const ownIsStated = hasNumbers(own)
    if (ownIsStated || statedBelow) stated.add(span.spanId)
    const isContained = span.usageIsInclusive && statedBelow
    const parts = below.map(({ spanId }) => sums.get(spanId) ?? {})
    const sent = stated.has(span.spanId) ? undefined : span.sent[metric]
    const sum = addedBuckets(sent === undefined ? (isContained ? parts : [own, ...parts]) : [sent], metric)
    if (sum !== undefined) sums.set(span.spanId, sum)
  }
  return sums
}

/** The span with the type of its trace and its rolled-up metrics. */
export function withRollUp(span: CanonicalSpan, { traceType, spans }: TraceRollUp): CanonicalSpan {
  const rollUp = spans.get(span.spanId)
  if (rollUp === undefined) return span
  return {
    ...span,
    traceType,
    ...(rollUp.given === undefined ? {} : { identities: { ...rollUp.given, ...span.identities } }),
    attributes: rolledUpAttributes(span.attributes, traceType, rollUp),
  }
}

/** Attributes of a canonical span with the type of its trace and its rolled-up metrics. */
export function rolledUpAttributes(
  attributes: ValueObject,
  traceType: TraceType,
  rollUp: SpanRollUp,
): ValueObject {
  const { ag } = attributes
  if (!isObject(ag)) return attributes
  const { type, metrics } = ag
  const sides = isObject(metrics) ? metrics : {}
  return {
    ...attributes,
    ag: {
      ...ag,
      type: { ...(isObject(type) ? type : {}), trace: traceType },
      metrics: {
        duration: rollUp.duration,
        errors: rollUp.errors,
        tokens: withCumulative(sides['tokens'], rollUp.tokens),
        costs: withCumulative(sides['costs'], rollUp.costs),
      },
    },
  }
}

/** `incremental` first, then `cumulative`, then where a cost came from. */
function withCumulative(side: unknown, cumulative: Buckets | undefined): ValueObject {
  const { incremental, cumulative: _former, ...rest } = isObject(side) ? side : {}
  return {
    ...(incremental === undefined ? {} : { incremental }),
    ...(cumulative === undefined ? {} : { cumulative }),
    ...rest,
  }
}
