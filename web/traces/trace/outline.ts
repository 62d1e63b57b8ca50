// The shape of one trace: from a flat list of spans to the rows of a tree, what of it was waited for, and what matches a
// search. Pure functions over plain values, so that a hundred thousand spans are a question of arithmetic.

/** What the tree needs of a span. */
export interface OutlineSpan {
  readonly id: string
  readonly parentId: string | undefined
  readonly name: string
  readonly type: string
  readonly startMs: number
  readonly endMs: number
  readonly failed: boolean
  /** Of the span and all below it. */
  readonly errors: number
  readonly tokens: number | undefined
  readonly cost: number | undefined
  readonly model: string | undefined
}

export interface Node {
  readonly span: OutlineSpan
  readonly depth: number
  readonly children: readonly number[]
  readonly parent: number
  /** Spans below it. */
  readonly below: number
}

export interface Outline {
  /** Depth first, siblings by time: a subtree is a slice. */
  readonly nodes: readonly Node[]
  readonly roots: readonly number[]
  readonly startMs: number
  readonly endMs: number
  readonly indexById: ReadonlyMap<string, number>
}

const byTime = (a: OutlineSpan, b: OutlineSpan): number =>
  a.startMs - b.startMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Children of each span; who has no parent in the trace, or only itself above it, is a root. Each span stands once. */
export function outlineOf(spans: readonly OutlineSpan[]): Outline {
  const sorted = spans.toSorted(byTime)
  const byId = new Map(sorted.map((span) => [span.id, span]))
  const childrenOf = new Map<string, OutlineSpan[]>()
  const tops: OutlineSpan[] = []
  for (const span of sorted) {
    const parent =
      span.parentId === undefined || span.parentId === span.id ? undefined : byId.get(span.parentId)
    if (parent === undefined) tops.push(span)
    else {
      const siblings = childrenOf.get(parent.id)
      if (siblings === undefined) childrenOf.set(parent.id, [span])
      else siblings.push(span)
    }
  }
  const nodes: (Node & { children: number[]; below: number })[] = []
  const roots: number[] = []
  const placed = new Set<string>()
  const place = (top: OutlineSpan): void => {
    // A stack, not recursion: a chain of spans may be deeper than the stack of the engine.
    const waiting: { span: OutlineSpan; parent: number; depth: number }[] = [
      { span: top, parent: -1, depth: 0 },
    ]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { span, parent, depth } = next
      if (placed.has(span.id)) continue
      placed.add(span.id)
      const index = nodes.length
      nodes.push({ span, depth, children: [], parent, below: 0 })
      if (parent < 0) roots.push(index)
      else nodes[parent]?.children.push(index)
      const below = childrenOf.get(span.id) ?? []
      for (let at = below.length - 1; at >= 0; at--) {
        const child = below[at]
        if (child !== undefined) waiting.push({ span: child, parent: index, depth: depth + 1 })
      }
    }
  }
  for (const top of tops) place(top)
  // What is left stands in cycles of parents: the earliest of each is taken as its root.
  for (const span of sorted) if (!placed.has(span.id)) place(span)
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]
    const parent = node === undefined ? undefined : nodes[node.parent]
    if (node !== undefined && parent !== undefined) parent.below += node.below + 1
  }
  return {
    nodes,
    roots,
    startMs: sorted.reduce((least, { startMs }) => Math.min(least, startMs), Infinity),
    endMs: sorted.reduce((most, { endMs }) => Math.max(most, endMs), -Infinity),
    indexById: new Map(nodes.map(({ span }, index) => [span.id, index])),
  }
}

/** The rows that are shown when these spans are folded: indexes of nodes, in order. */
export function visibleRows({ nodes }: Outline, folded: ReadonlySet<string>): readonly number[] {
  const rows: number[] = []
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]
    if (node === undefined) break
    rows.push(index)
    if (folded.has(node.span.id)) index += node.below
  }
  return rows
}

/** Every span that has something below it, from this depth on. */
export const foldedFrom = ({ nodes }: Outline, depth: number): ReadonlySet<string> =>
  new Set(nodes.filter((node) => node.depth >= depth && node.below > 0).map(({ span }) => span.id))

/** The same without the spans above this one: then it can be seen. */
export function unfoldedTo(
  outline: Outline,
  folded: ReadonlySet<string>,
  spanId: string,
): ReadonlySet<string> {
  const next = new Set(folded)
  let node = outline.nodes[outline.indexById.get(spanId) ?? -1]
  for (node = outline.nodes[node?.parent ?? -1]; node !== undefined; node = outline.nodes[node.parent]) {
    next.delete(node.span.id)
  }
  return next.size === folded.size ? folded : next
}

/**
 * What was waited for: from the end of a span backwards, the child that ended last before that moment, then the one that
 * ended last before that child began, and so on down. Making any of these faster makes the trace faster.
 */
export function criticalPath({ nodes, roots, indexById }: Outline): ReadonlySet<string> {
  const path = new Set<string>()
  const longest = roots.toSorted((a, b) => lengthOf(nodes[b]) - lengthOf(nodes[a]))[0]
  const waiting = longest === undefined ? [] : [longest]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const node = nodes[index]
    if (node === undefined) continue
    path.add(node.span.id)
    let moment = node.span.endMs
    const children = node.children
      .flatMap((child) => nodes[child] ?? [])
      .toSorted((a, b) => b.span.endMs - a.span.endMs)
    for (const child of children) {
      // What ended after its parent was not waited for by it.
      if (child.span.endMs > moment) continue
      if (child.span.endMs === child.span.startMs) continue
      waiting.push(indexById.get(child.span.id) ?? -1)
      moment = child.span.startMs
    }
  }
  return path
}

const lengthOf = (node: Node | undefined): number =>
  node === undefined ? 0 : node.span.endMs - node.span.startMs

/** Spans whose name, type, model or id has the words. */
export function matching({ nodes }: Outline, words: string): readonly string[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  return nodes
    .filter(({ span }) =>
      `${span.name} ${span.type} ${span.model ?? ''} ${span.id}`.toLowerCase().includes(wanted),
    )
    .map(({ span }) => span.id)
}
