// Detects spans that describe the same model call, for example one of the provider's client and one of OpenLLMetry or
// OpenInference. One span of each group counts; its duplicates add nothing. The result depends only on the set of
// spans, not on their order. docs/adr/058-count-usage-once.md has the reasons.
import { isEarlier, type Forest } from '../tree.ts'
import type { CallFacts, SpanFacts } from './facts.ts'

/** A span that calls a model. */
type Call = SpanFacts & { readonly call: CallFacts }

/** The largest distance of the starts, and of the ends, of two spans of one call. */
const distanceMaxNs = 50_000_000n
/** Siblings compared with one span. Bounds the work on a trace with many equal calls at the same time. */
const siblingsComparedMax = 32

const isCall = (span: SpanFacts): span is Call => span.call !== undefined

const noFacts: ReadonlyMap<string, SpanFacts> = new Map()

/** Duplicates by id, each with the span that counts in its place. Empty for most traces. */
export function duplicatesOf(forest: Forest<SpanFacts>): ReadonlyMap<string, SpanFacts> {
  const calls = forest.childrenFirst.filter(isCall)
  const [first] = calls
  if (first === undefined || calls.every(({ call }) => call.scope === first.call.scope)) return noFacts
  const groups = new Groups()
  joinByResponse(calls, groups)
  joinNested(forest, groups)
  joinSiblings(calls, groups)
  const duplicates = new Map<string, SpanFacts>()
  for (const group of groups.all()) {
    const countedSpan = group.reduce((best, call) => (isPreferred(call, best) ? call : best))
    for (const span of group) {
      if (span.call.scope !== countedSpan.call.scope) duplicates.set(span.spanId, countedSpan)
    }
  }
  return duplicates
}

/** The call with more content counts, then the one with more numbers, then the earlier one. */
function isPreferred(candidate: Call, best: Call): boolean {
  if (candidate.call.content !== best.call.content) return candidate.call.content > best.call.content
  const [numbers, bestNumbers] = [candidate, best].map(({ tokens }) => Object.keys(tokens).length) as [
    number,
    number,
  ]
  return numbers === bestNumbers ? isEarlier(candidate, best) : numbers > bestNumbers
}

/** Equal calls as disjoint sets. */
class Groups {
  readonly #groupOf = new Map<string, Call[]>()

  join(a: Call, b: Call): void {
    const groupA = this.#groupOf.get(a.spanId) ?? [a]
    const groupB = this.#groupOf.get(b.spanId) ?? [b]
    if (groupA === groupB) return
    const [smallGroup, largeGroup] = groupA.length < groupB.length ? [groupA, groupB] : [groupB, groupA]
    largeGroup.push(...smallGroup)
    for (const { spanId } of largeGroup === groupA ? [a, ...smallGroup] : [b, ...smallGroup])
      this.#groupOf.set(spanId, largeGroup)
  }

  all(): Iterable<readonly Call[]> {
    return new Set(this.#groupOf.values())
  }
}

function joinByResponse(calls: readonly Call[], groups: Groups): void {
  const callByResponse = new Map<string, Call>()
  for (const call of calls) {
    const { responseId } = call.call
    if (responseId === undefined) continue
    const existingCall = callByResponse.get(responseId)
    if (existingCall === undefined) callByResponse.set(responseId, call)
    else groups.join(existingCall, call)
  }
}

/** Joins calls nested in a call of another scope. Only the nearest ancestors are compared. */
function joinNested({ childrenFirst, children }: Forest<SpanFacts>, groups: Groups): void {
  /** The nearest calls above a span: the last one, and the last one of a different scope. */
  const enclosingCalls = new Map<string, readonly Call[]>()
  for (let i = childrenFirst.length - 1; i >= 0; i -= 1) {
    const span = childrenFirst[i] as SpanFacts
    let enclosing = enclosingCalls.get(span.spanId) ?? []
    if (isCall(span)) {
      const outerCall = enclosing.find(({ call }) => call.scope !== span.call.scope)
      if (outerCall !== undefined && isSameCall(outerCall, span)) groups.join(outerCall, span)
      enclosing = outerCall === undefined ? [span] : [span, outerCall]
    }
    if (enclosing.length === 0) continue
    for (const child of children.get(span.spanId) ?? []) enclosingCalls.set(child.spanId, enclosing)
  }
}

/** Joins siblings, each with at most one of another scope. Parallel calls of one scope are separate calls. */
function joinSiblings(calls: readonly Call[], groups: Groups): void {
  const families = Map.groupBy(
    calls.filter(({ parentId }) => parentId !== undefined),
    (call) => `${call.parentId} ${tokensKey(call)}`,
  )
  for (const family of families.values()) {
    if (family.length < 2) continue
    const unmatchedCalls: Call[] = []
    for (const call of family.toSorted((a, b) => (isEarlier(a, b) ? -1 : 1))) {
      const from = Math.max(0, unmatchedCalls.length - siblingsComparedMax)
      const index = unmatchedCalls.findIndex(
        (candidate, place) => place >= from && isSameCall(candidate, call),
      )
      if (index === -1) unmatchedCalls.push(call)
      else groups.join(unmatchedCalls.splice(index, 1)[0] as Call, call)
    }
  }
}

const tokensKey = ({ tokens }: Call): string =>
  `${tokens['prompt']} ${tokens['completion']} ${tokens['total']}`

const isNear = (a: bigint, b: bigint): boolean => (a > b ? a - b : b - a) <= distanceMaxNs

/** Whether two spans describe one call. Assumes that their positions in the tree allow it. */
const isSameCall = (a: Call, b: Call): boolean =>
  a.call.scope !== b.call.scope &&
  (a.call.responseId === undefined || b.call.responseId === undefined) &&
  tokensKey(a) === tokensKey(b) &&
  isNear(a.startTimeUnixNano, b.startTimeUnixNano) &&
  isNear(a.endTimeUnixNano, b.endTimeUnixNano) &&
  a.call.models.some((model) => b.call.models.includes(model))
