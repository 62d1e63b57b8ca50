// The spans of a trace as a forest: each span exactly once, under its parent if that is known. Nested responses and the
// roll-up of metrics use the same forest, so they agree on orphans and cycles.

export interface ForestSpan {
  readonly spanId: string
  readonly parentId?: string
  /** Nanoseconds, or a text that sorts by time. All spans of a forest use the same type. */
  readonly startTimeUnixNano: bigint | string
}

export interface Forest<S> {
  /** Roots, orphans and the first span of each cycle, ordered by (start, span id). */
  readonly roots: readonly S[]
  /** Children in the same order; a span without children has no entry. */
  readonly children: ReadonlyMap<string, readonly S[]>
  /** Every span after all of its descendants. */
  readonly childrenFirst: readonly S[]
}

const byStart = (a: ForestSpan, b: ForestSpan): number => {
  if (a.startTimeUnixNano !== b.startTimeUnixNano) return a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1
  return a.spanId < b.spanId ? -1 : a.spanId > b.spanId ? 1 : 0
}

/** Compares by start, then by id. */
export const isEarlier = (a: ForestSpan, b: ForestSpan): boolean => byStart(a, b) < 0

/** Ids of the spans at which cycles of parents are cut: the earliest span of each cycle by (start, span id). */
function cycleHeads<S extends ForestSpan>(spans: ReadonlyMap<string, S>): ReadonlySet<string> {
  const heads = new Set<string>()
  const visits = new Map<string, number>()
  let walk = 0
  for (const start of spans.values()) {
    walk += 1
    let span: S | undefined = start
    while (span !== undefined && !visits.has(span.spanId)) {
      visits.set(span.spanId, walk)
      span = span.parentId === undefined ? undefined : spans.get(span.parentId)
    }
    // Visited in this same walk: a new cycle.
    if (span !== undefined && visits.get(span.spanId) === walk) heads.add(earliestOfCycle(span, spans).spanId)
  }
  return heads
}

function earliestOfCycle<S extends ForestSpan>(member: S, spans: ReadonlyMap<string, S>): S {
  let earliestSpan = member
  let span = spans.get(member.parentId ?? '') ?? member
  while (span.spanId !== member.spanId) {
    if (byStart(span, earliestSpan) < 0) earliestSpan = span
    span = spans.get(span.parentId ?? '') ?? member
  }
  return earliestSpan
}

/**
 * Builds the forest from spans in any order. Among spans with the same id the last one counts. No recursion: any depth
 * is safe.
 */
export function forestOf<S extends ForestSpan>(spanList: readonly S[]): Forest<S> {
  const spans = new Map(spanList.map((span) => [span.spanId, span]))
  const heads = cycleHeads(spans)
  const roots: S[] = []
  const children = new Map<string, S[]>()
  for (const span of [...spans.values()].sort(byStart)) {
    const { parentId } = span
    if (parentId === undefined || !spans.has(parentId) || heads.has(span.spanId)) {
      roots.push(span)
      continue
    }
    const siblings = children.get(parentId)
    if (siblings === undefined) children.set(parentId, [span])
    else siblings.push(span)
  }
  const parentsFirst: S[] = [...roots]
  // Breadth first: the list grows while the loop reads it.
  for (let i = 0; i < parentsFirst.length; i += 1) {
    for (const child of children.get((parentsFirst[i] as S).spanId) ?? []) parentsFirst.push(child)
  }
  return { roots, children, childrenFirst: parentsFirst.reverse() }
}
