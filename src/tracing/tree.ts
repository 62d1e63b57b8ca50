// The spans of a trace as a forest: each span exactly once, under its parent where that is known. The same forest
// serves the nested tree that is answered and the roll-up of metrics, so both agree on orphans and cycles.
import { type OpenObject, type ValueObject } from './value.ts'
import { setOwn } from '../kernel/own.ts'

export interface ForestSpan {
  readonly spanId: string
  readonly parentId?: string
  /** Nanoseconds, or a text whose order is that of time: all spans of a forest have the same. */
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

/** By start, then by id: the order in which a trace is read. */
export const isEarlier = (a: ForestSpan, b: ForestSpan): boolean => byStart(a, b) < 0

/** Ids of the spans at which cycles of parents are cut: of each cycle the earliest by (start, span id). */
function cycleHeads<S extends ForestSpan>(spans: ReadonlyMap<string, S>): ReadonlySet<string> {
  const heads = new Set<string>()
  const visited = new Map<string, number>()
  let walk = 0
  for (const start of spans.values()) {
    walk += 1
    let span: S | undefined = start
    while (span !== undefined && !visited.has(span.spanId)) {
      visited.set(span.spanId, walk)
      span = span.parentId === undefined ? undefined : spans.get(span.parentId)
    }
    // Met again in this very walk: a cycle that nobody walked before.
    if (span !== undefined && visited.get(span.spanId) === walk)
      heads.add(earliestOfCycle(span, spans).spanId)
  }
  return heads
}

function earliestOfCycle<S extends ForestSpan>(member: S, spans: ReadonlyMap<string, S>): S {
  let earliest = member
  let span = spans.get(member.parentId ?? '') ?? member
  while (span.spanId !== member.spanId) {
    if (byStart(span, earliest) < 0) earliest = span
    span = spans.get(span.parentId ?? '') ?? member
  }
  return earliest
}

/** Builds the forest in any order of arrival. Of spans with one id the last counts. No recursion: any depth is safe. */
export function forestOf<S extends ForestSpan>(all: readonly S[]): Forest<S> {
  const spans = new Map(all.map((span) => [span.spanId, span]))
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
  // The list grows while it is walked: level by level down to the leaves.
  for (let i = 0; i < parentsFirst.length; i += 1) {
    for (const child of children.get((parentsFirst[i] as S).spanId) ?? []) parentsFirst.push(child)
  }
  return { roots, children, childrenFirst: parentsFirst.reverse() }
}

/**
 * The nested shape in which a trace is answered: spans by name, a list where siblings share one, names in the order of
 * their first span; every record gets its children under `spans`. The nesting may be as deep as the trace, so write it with `valueText`, not JSON.stringify.
 */
export function spanTree<S extends ForestSpan>(
  spans: readonly S[],
  nameOf: (span: S) => string,
  recordOf: (span: S) => ValueObject,
): ValueObject {
  const { roots, children, childrenFirst } = forestOf(spans)
  const records = new Map<string, ValueObject>()
  const named = (siblings: readonly S[]): ValueObject => {
    const groups = new Map<string, ValueObject[]>()
    for (const sibling of siblings) {
      const record = records.get(sibling.spanId)
      if (record === undefined) continue
      const name = nameOf(sibling)
      const group = groups.get(name)
      if (group === undefined) groups.set(name, [record])
      else group.push(record)
    }
    const tree: OpenObject = {}
    for (const [name, [first, ...more]] of groups) {
      if (first !== undefined) setOwn(tree, name, more.length === 0 ? first : [first, ...more])
    }
    return tree
  }
  for (const span of childrenFirst) {
    const below = children.get(span.spanId)
    const record = recordOf(span)
    records.set(span.spanId, below === undefined ? record : { ...record, spans: named(below) })
  }
  return named(roots)
}
