// Lays out a graph of revisions: rows by time, newest first, a lane per variant, and lines between them. It is pure and lays out
// 5,000 revisions at once.

export interface GraphVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly forked_from_revision_id?: string
  readonly deleted_at?: string
}

export interface GraphRevision {
  readonly id: string
  readonly variant_id: string
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly copied_from_revision_id?: string
  readonly merged_revision_id?: string
  readonly deleted_at?: string
}

export interface GraphNode {
  readonly revision: GraphRevision
  readonly row: number
  readonly lane: number
  /** Whether it is the newest revision of its variant. */
  readonly isHead: boolean
  /** Variants that start at this revision and have no commit yet. */
  readonly forks: readonly GraphVariant[]
}

/** A line from a newer revision down to an older one. */
export interface GraphEdge {
  readonly kind: 'next' | 'fork' | 'merge'
  readonly from: { readonly row: number; readonly lane: number }
  readonly to: { readonly row: number; readonly lane: number }
}

export interface GraphLayout {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly lanes: number
}

interface Position {
  readonly row: number
  readonly lane: number
}

/** A fork copies earlier revisions. A copy is represented by its original if the original is in the graph. */
function hideCopies(revisions: readonly GraphRevision[]) {
  const ids = new Set(revisions.map(({ id }) => id))
  const originals = new Map<string, string>()
  for (const { id, copied_from_revision_id: origin } of revisions) {
    if (origin !== undefined && ids.has(origin)) originals.set(id, origin)
  }
  return {
    visibleRevisions: revisions.filter(({ id }) => !originals.has(id)),
    /** The revision that represents this one. */
    representative: (id: string): string => originals.get(id) ?? id,
  }
}

/** Assigns the lowest lane that is free between two rows. */
class Lanes {
  readonly #spans: { readonly top: number; readonly bottom: number }[][] = []
  take(top: number, bottom: number): number {
    const free = this.#spans.findIndex((spans) =>
      spans.every((span) => span.bottom < top || span.top > bottom),
    )
    const lane = free < 0 ? this.#spans.length : free
    const spans = this.#spans[lane] ?? []
    spans.push({ top, bottom })
    this.#spans[lane] = spans
    return lane
  }
  get count(): number {
    return this.#spans.length
  }
}

export function graphLayout(graph: {
  readonly variants: readonly GraphVariant[]
  readonly revisions: readonly GraphRevision[]
}): GraphLayout {
  const { visibleRevisions, representative } = hideCopies(graph.revisions)
  const rowOf = new Map(visibleRevisions.map(({ id }, row) => [id, row]))
  const byVariant = Map.groupBy(visibleRevisions, ({ variant_id: id }) => id)
  const sourceOf = ({ forked_from_revision_id: id }: GraphVariant): number | undefined =>
    id === undefined ? undefined : rowOf.get(representative(id))
  const lanes = new Lanes()
  const laneOf = new Map<string, number>()
  for (const variant of graph.variants) {
    const variantRevisions = byVariant.get(variant.id)
    const [newest, oldest] = [variantRevisions?.[0], variantRevisions?.at(-1)]
    if (newest === undefined || oldest === undefined) continue
    const bottom = sourceOf(variant) ?? rowOf.get(oldest.id) ?? 0
    laneOf.set(variant.id, lanes.take(rowOf.get(newest.id) ?? 0, bottom))
  }
  const positionOf = (revision: GraphRevision): Position => ({
    row: rowOf.get(revision.id) ?? 0,
    lane: laneOf.get(revision.variant_id) ?? 0,
  })
  const layout = {
    variants: graph.variants,
    visibleRevisions,
    positionOf,
    byVariant,
    sourceOf,
    representative,
    rowOf,
  }
  return {
    nodes: nodesOf(layout),
    edges: edgesOf(layout),
    lanes: Math.max(1, lanes.count),
  }
}

interface Layout {
  readonly variants: readonly GraphVariant[]
  readonly visibleRevisions: readonly GraphRevision[]
  readonly positionOf: (revision: GraphRevision) => Position
  readonly byVariant: ReadonlyMap<string, readonly GraphRevision[]>
  readonly sourceOf: (variant: GraphVariant) => number | undefined
  readonly representative: (id: string) => string
  readonly rowOf: ReadonlyMap<string, number>
}

function nodesOf({
  variants,
  visibleRevisions,
  positionOf,
  byVariant,
  sourceOf,
}: Layout): readonly GraphNode[] {
  const forksByRow = Map.groupBy(
    variants.filter(({ id }) => !byVariant.has(id)),
    (variant) => sourceOf(variant) ?? -1,
  )
  const heads = new Set([...byVariant.values()].flatMap(([newest]) => newest?.id ?? []))
  return visibleRevisions.map((revision, row) => ({
    revision,
    ...positionOf(revision),
    isHead: heads.has(revision.id),
    forks: forksByRow.get(row) ?? [],
  }))
}

function edgesOf(layout: Layout): readonly GraphEdge[] {
  const { variants, visibleRevisions, positionOf, byVariant, sourceOf, representative, rowOf } = layout
  const edges: GraphEdge[] = []
  for (const variant of variants) {
    const variantRevisions = byVariant.get(variant.id) ?? []
    for (const [at, revision] of variantRevisions.entries()) {
      const olderRevision = variantRevisions[at + 1]
      if (olderRevision !== undefined)
        edges.push({ kind: 'next', from: positionOf(revision), to: positionOf(olderRevision) })
    }
    const source = sourceOf(variant)
    const [oldest, from] = [
      variantRevisions.at(-1),
      source === undefined ? undefined : visibleRevisions[source],
    ]
    if (oldest !== undefined && from !== undefined) {
      edges.push({ kind: 'fork', from: positionOf(oldest), to: positionOf(from) })
    }
  }
  for (const revision of visibleRevisions) {
    const { merged_revision_id: id } = revision
    const source = id === undefined ? undefined : visibleRevisions[rowOf.get(representative(id)) ?? -1]
    if (source !== undefined)
      edges.push({ kind: 'merge', from: positionOf(revision), to: positionOf(source) })
  }
  return edges
}

/** The lines that cross a range of rows. */
export const edgesBetween = (
  edges: readonly GraphEdge[],
  { first, end }: { readonly first: number; readonly end: number },
): readonly GraphEdge[] => edges.filter(({ from, to }) => from.row < end && to.row >= first)
