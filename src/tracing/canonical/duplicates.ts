// Two instrumentations of one program describe the same model call: a provider's client sends a span of its own beside that of
// OpenLLMetry or OpenInference. One span of each such group counts; the others are its duplicates and add nothing. The
// result depends on the set of spans alone, not on their order. docs/adr/058-count-usage-once.md has the reasons.
import { isEarlier, type Forest } from '../tree.ts'
import type { CallFacts, SpanFacts } from './facts.ts'

/** A span that calls a model. */
type Call = SpanFacts & { readonly call: CallFacts }

/** How far apart two spans of one call may start, and end. */
const apartMaxNs = 50_000_000n
/** Siblings that are compared with one span: bounds the work on a trace of many equal calls at one moment. */
const siblingsComparedMax = 32

const isCall = (span: SpanFacts): span is Call => span.call !== undefined

const none: ReadonlyMap<string, SpanFacts> = new Map()

/** Duplicates by their id, each with the span that counts in its place. Empty for most traces. */
export function duplicatesOf(forest: Forest<SpanFacts>): ReadonlyMap<string, SpanFacts> {
  const calls = forest.childrenFirst.filter(isCall)
  const [first] = calls
  if (first === undefined || calls.every(({ call }) => call.scope === first.call.scope)) return none
  const groups = new Groups()
  joinByResponse(calls, groups)
  joinNested(forest, groups)
  joinSiblings(calls, groups)
  const duplicates = new Map<string, SpanFacts>()
  for (const group of groups.all()) {
    const counted = group.reduce((best, one) => (counts(one, best) ? one : best))
    for (const one of group) {
      if (one.call.scope !== counted.call.scope) duplicates.set(one.spanId, counted)
    }
  }
  return duplicates
}

/** The richer content counts, then the more numbers, then the earlier span. */
function counts(one: Call, best: Call): boolean {
  if (one.call.content !== best.call.content) return one.call.content > best.call.content
  const [numbers, ofBest] = [one, best].map(({ tokens }) => Object.keys(tokens).length) as [number, number]
  return numbers === ofBest ? isEarlier(one, best) : numbers > ofBest
}

/** Calls that were found to be the same, as disjoint sets. */
class Groups {
  readonly #groupOf = new Map<string, Call[]>()

  join(a: Call, b: Call): void {
    const left = this.#groupOf.get(a.spanId) ?? [a]
    const right = this.#groupOf.get(b.spanId) ?? [b]
    if (left === right) return
    const [small, large] = left.length < right.length ? [left, right] : [right, left]
    large.push(...small)
    for (const { spanId } of large === left ? [a, ...small] : [b, ...small]) this.#groupOf.set(spanId, large)
  }

  all(): Iterable<readonly Call[]> {
    return new Set(this.#groupOf.values())
  }
}

function joinByResponse(calls: readonly Call[], groups: Groups): void {
  const ofResponse = new Map<string, Call>()
  for (const call of calls) {
    const { responseId } = call.call
    if (responseId === undefined) continue
    const known = ofResponse.get(responseId)
    if (known === undefined) ofResponse.set(responseId, call)
    else groups.join(known, call)
  }
}

/** A call inside a call of another scope: of those above it the nearest one is compared. */
function joinNested({ childrenFirst, children }: Forest<SpanFacts>, groups: Groups): void {
  /** The nearest calls above a span: the last one, and the last of another scope than that. */
  const above = new Map<string, readonly Call[]>()
  for (let i = childrenFirst.length - 1; i >= 0; i -= 1) {
    const span = childrenFirst[i] as SpanFacts
    let nearest = above.get(span.spanId) ?? []
    if (isCall(span)) {
      const outer = nearest.find(({ call }) => call.scope !== span.call.scope)
      if (outer !== undefined && isSameCall(outer, span)) groups.join(outer, span)
      nearest = outer === undefined ? [span] : [span, outer]
    }
    if (nearest.length === 0) continue
    for (const child of children.get(span.spanId) ?? []) above.set(child.spanId, nearest)
  }
}

/** Calls side by side, each with at most one of another scope: parallel calls of one scope are real. */
function joinSiblings(calls: readonly Call[], groups: Groups): void {
  const families = Map.groupBy(
    calls.filter(({ parentId }) => parentId !== undefined),
    (call) => `${call.parentId} ${tokensKey(call)}`,
  )
  for (const family of families.values()) {
    if (family.length < 2) continue
    const waiting: Call[] = []
    for (const call of family.toSorted((a, b) => (isEarlier(a, b) ? -1 : 1))) {
      const from = Math.max(0, waiting.length - siblingsComparedMax)
      const at = waiting.findIndex((one, place) => place >= from && isSameCall(one, call))
      if (at === -1) waiting.push(call)
      else groups.join(waiting.splice(at, 1)[0] as Call, call)
    }
  }
}

const tokensKey = ({ tokens }: Call): string =>
  `${tokens['prompt']} ${tokens['completion']} ${tokens['total']}`

const isNear = (a: bigint, b: bigint): boolean => (a > b ? a - b : b - a) <= apartMaxNs

/** Of spans that stand where two descriptions of one call do. */
const isSameCall = (a: Call, b: Call): boolean =>
  a.call.scope !== b.call.scope &&
  (a.call.responseId === undefined || b.call.responseId === undefined) &&
  tokensKey(a) === tokensKey(b) &&
  isNear(a.startTimeUnixNano, b.startTimeUnixNano) &&
  isNear(a.endTimeUnixNano, b.endTimeUnixNano) &&
  a.call.models.some((model) => b.call.models.includes(model))
