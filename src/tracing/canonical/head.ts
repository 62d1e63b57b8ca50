// The head of a trace: the one span that represents it in lists and counts. It is the earliest root, or the earliest
// span until a root arrives.
import { isEarlier, type Forest } from '../tree.ts'
import type { SpanFacts } from './facts.ts'
import { exactSum, type Buckets } from '../attributes/metrics.ts'
import { milliseconds } from './time.ts'

/** Sums over all spans of a trace. Members without values are absent. */
export interface TraceTotals {
  /** Milliseconds of the root. Without a root: from the first start to the last end. */
  readonly duration?: number
  readonly errors?: number
  readonly tokens?: number
  readonly cost?: number
}

/**
 * True: the head, whose own cumulative numbers are those of the trace. Totals: the head of a trace with several roots
 * or orphans. False: a root that is not the head.
 */
export type Head = boolean | TraceTotals

interface Sums {
  readonly tokens: ReadonlyMap<string, Buckets>
  readonly costs: ReadonlyMap<string, Buckets>
  readonly errors: ReadonlyMap<string, number>
}

/** Heads by span id. Spans that are neither the head nor a root have no entry. */
export function headsOf(forest: Forest<SpanFacts>, sums: Sums): ReadonlyMap<string, Head> {
  const { roots } = forest
  const [first] = roots
  if (first === undefined) return new Map()
  if (roots.length === 1 && first.parentId === undefined) return new Map([[first.spanId, true]])
  const realRoots = roots.filter(({ parentId }) => parentId === undefined)
  const head = realRoots[0] ?? earliest(forest.childrenFirst, first)
  return new Map<string, Head>([
    ...realRoots.map(({ spanId }) => [spanId, false] as const),
    [head.spanId, totalsOf(forest, head, sums)],
  ])
}

const earliest = (spans: readonly SpanFacts[], first: SpanFacts): SpanFacts =>
  spans.reduce((a, b) => (isEarlier(b, a) ? b : a), first)

function totalsOf({ roots, childrenFirst }: Forest<SpanFacts>, head: SpanFacts, sums: Sums): TraceTotals {
  const total = (valueIn: (spanId: string) => number | undefined): number | undefined =>
    roots.reduce<number | undefined>((sum, { spanId }) => {
      const ownValue = valueIn(spanId)
      return ownValue === undefined ? sum : exactSum(sum ?? 0, ownValue)
    }, undefined)
  const duration =
    head.parentId === undefined
      ? durationOf(head.startTimeUnixNano, head.endTimeUnixNano)
      : durationOfAll(childrenFirst)
  const errors = total((id) => sums.errors.get(id))
  const tokens = total((id) => sums.tokens.get(id)?.['total'])
  const cost = total((id) => sums.costs.get(id)?.['total'])
  return {
    ...(duration === undefined ? {} : { duration }),
    ...(errors === undefined || errors === 0 ? {} : { errors }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(cost === undefined ? {} : { cost }),
  }
}

const durationOf = (start: bigint, end: bigint): number | undefined =>
  end > start ? milliseconds(end - start) : undefined

function durationOfAll(spans: readonly SpanFacts[]): number | undefined {
  let start: bigint | undefined
  let end: bigint | undefined
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    if (start === undefined || startTimeUnixNano < start) start = startTimeUnixNano
    if (end === undefined || endTimeUnixNano > end) end = endTimeUnixNano
  }
  return start === undefined || end === undefined ? undefined : durationOf(start, end)
}
