// The tree of one trace: its visible rows, its critical path, its failing spans. Pure functions over plain values, fast enough
// for a trace of 100,000 spans. build-outline.ts builds the tree.

/** The members of a span that the tree needs. */
export interface OutlineSpan {
  readonly id: string
  readonly parentId: string | undefined
  readonly name: string
  readonly type: string
  readonly startMs: number
  readonly endMs: number
  readonly hasFailed: boolean
  /** Totals of the span and its descendants. */
  readonly errors: number
  readonly tokens: number | undefined
  readonly cost: number | undefined
  readonly model: string | undefined
  /** A placeholder: spans name it as their parent, but it has not arrived. It has the id that the span will have. */
  readonly isPlaceholder?: true
}

export interface Node {
  readonly span: OutlineSpan
  readonly depth: number
  readonly children: readonly number[]
  readonly parent: number
  /** Spans below it. */
  readonly descendantCount: number
}

export interface Outline {
  /** Depth first, siblings by time: a subtree is a slice. */
  readonly nodes: readonly Node[]
  /** Spans that arrived: placeholders are not counted. */
  readonly spanCount: number
  readonly roots: readonly number[]
  readonly startMs: number
  readonly endMs: number
  readonly indexById: ReadonlyMap<string, number>
}

/** The visible rows when these spans are folded: indexes of nodes, in order. */
export function visibleRows({ nodes }: Outline, foldedIds: ReadonlySet<string>): readonly number[] {
  const rows: number[] = []
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]
    if (node === undefined) break
    rows.push(index)
    if (foldedIds.has(node.span.id)) index += node.descendantCount
  }
  return rows
}

/** Every span with children, from this depth on. */
export const foldedIdsFrom = ({ nodes }: Outline, depth: number): ReadonlySet<string> =>
  new Set(nodes.filter((node) => node.depth >= depth && node.descendantCount > 0).map(({ span }) => span.id))

/** The folded spans without the ancestors of this span, so that it is visible. */
export function unfoldAncestors(
  outline: Outline,
  foldedIds: ReadonlySet<string>,
  spanId: string,
): ReadonlySet<string> {
  const next = new Set(foldedIds)
  let node = outline.nodes[outline.indexById.get(spanId) ?? -1]
  for (node = outline.nodes[node?.parent ?? -1]; node !== undefined; node = outline.nodes[node.parent]) {
    next.delete(node.span.id)
  }
  return next.size === foldedIds.size ? foldedIds : next
}

/**
 * The critical path. It goes backwards from the end of a span: to the child that ended last before that moment, then
 * to the child that ended last before that one began, and in the same way below each child. A faster span on the path
 * makes the trace faster.
 */
export function criticalPath({ nodes, roots, indexById }: Outline): ReadonlySet<string> {
  const path = new Set<string>()
  const longest = roots.toSorted((a, b) => lengthOf(nodes[b]) - lengthOf(nodes[a]))[0]
  const stack = longest === undefined ? [] : [longest]
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const node = nodes[index]
    if (node === undefined) continue
    path.add(node.span.id)
    let moment = node.span.endMs
    const children = node.children
      .flatMap((child) => nodes[child] ?? [])
      .toSorted((a, b) => b.span.endMs - a.span.endMs)
    for (const child of children) {
      // The parent did not wait for a child that ended after it.
      if (child.span.endMs > moment) continue
      if (child.span.endMs === child.span.startMs) continue
      stack.push(indexById.get(child.span.id) ?? -1)
      moment = child.span.startMs
    }
  }
  return path
}

const lengthOf = (node: Node | undefined): number =>
  node === undefined ? 0 : node.span.endMs - node.span.startMs

/** The spans above this one, the root first. */
export function ancestorsOf({ nodes, indexById }: Outline, spanId: string): readonly OutlineSpan[] {
  const ancestors: OutlineSpan[] = []
  let node = nodes[nodes[indexById.get(spanId) ?? -1]?.parent ?? -1]
  for (; node !== undefined; node = nodes[node.parent]) ancestors.push(node.span)
  return ancestors.toReversed()
}

/** Spans with errors of their own, in the order of the tree. A parent that only counts those of its children has none. */
export function failingSpans({ nodes }: Outline): readonly string[] {
  const childErrors = new Float64Array(nodes.length)
  for (const { span, parent } of nodes)
    if (parent >= 0) childErrors[parent] = (childErrors[parent] ?? 0) + span.errors
  return nodes
    .filter(
      ({ span }, index) => span.hasFailed || (!span.isPlaceholder && span.errors > (childErrors[index] ?? 0)),
    )
    .map(({ span }) => span.id)
}

/** The deepest failing span, where the failure began; of several the earliest. */
export function deepestFailure(outline: Outline): string | undefined {
  const depthOf = (id: string): number => outline.nodes[outline.indexById.get(id) ?? -1]?.depth ?? -1
  const failingIds = failingSpans(outline)
  const deepest = failingIds.reduce((most, id) => Math.max(most, depthOf(id)), -1)
  return failingIds.find((id) => depthOf(id) === deepest)
}

/** Spans whose name, type, model or id contains the text. */
export function matchingSpans({ nodes }: Outline, text: string): readonly string[] {
  const needle = text.trim().toLowerCase()
  if (needle === '') return []
  return nodes
    .filter(({ span }) =>
      `${span.name} ${span.type} ${span.model ?? ''} ${span.id}`.toLowerCase().includes(needle),
    )
    .map(({ span }) => span.id)
}
