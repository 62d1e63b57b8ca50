// Where each revision of a graph stands and which lines join them: rows by time, newest first, and a lane for every variant. Pure: 5,000
// revisions are laid out at once and drawn as far as they are on the screen.

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
  /** It is the newest of its variant. */
  readonly isHead: boolean
  /** Variants that begin here and have no commit of their own yet. */
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

interface Placed {
  readonly row: number
  readonly lane: number
}

/** A fork copies what came before it; the copies are shown as what they are copies of, when that is here. */
function shownRevisions(revisions: readonly GraphRevision[]) {
  const ids = new Set(revisions.map(({ id }) => id))
  const standsFor = new Map<string, string>()
  for (const { id, copied_from_revision_id: origin } of revisions) {
    if (origin !== undefined && ids.has(origin)) standsFor.set(id, origin)
  }
  return {
    shown: revisions.filter(({ id }) => !standsFor.has(id)),
    /** The revision that is drawn for this one. */
    drawn: (id: string): string => standsFor.get(id) ?? id,
  }
}

/** The lowest lane that is free between two rows. */
class Lanes {
  readonly #taken: { readonly top: number; readonly bottom: number }[][] = []
  take(top: number, bottom: number): number {
    const free = this.#taken.findIndex((spans) =>
      spans.every((span) => span.bottom < top || span.top > bottom),
    )
    const lane = free < 0 ? this.#taken.length : free
    const spans = this.#taken[lane] ?? []
    spans.push({ top, bottom })
    this.#taken[lane] = spans
    return lane
  }
  get count(): number {
    return this.#taken.length
  }
}

export function graphLayout(graph: {
  readonly variants: readonly GraphVariant[]
  readonly revisions: readonly GraphRevision[]
}): GraphLayout {
  const { shown, drawn } = shownRevisions(graph.revisions)
  const rowOf = new Map(shown.map(({ id }, row) => [id, row]))
  const byVariant = Map.groupBy(shown, ({ variant_id: id }) => id)
  const sourceOf = ({ forked_from_revision_id: id }: GraphVariant): number | undefined =>
    id === undefined ? undefined : rowOf.get(drawn(id))
  const lanes = new Lanes()
  const laneOf = new Map<string, number>()
  for (const variant of graph.variants) {
    const own = byVariant.get(variant.id)
    const [newest, oldest] = [own?.[0], own?.at(-1)]
    if (newest === undefined || oldest === undefined) continue
    const bottom = sourceOf(variant) ?? rowOf.get(oldest.id) ?? 0
    laneOf.set(variant.id, lanes.take(rowOf.get(newest.id) ?? 0, bottom))
  }
  const place = (revision: GraphRevision): Placed => ({
    row: rowOf.get(revision.id) ?? 0,
    lane: laneOf.get(revision.variant_id) ?? 0,
  })
  return {
    nodes: nodesOf(graph.variants, shown, { place, byVariant, sourceOf }),
    edges: edgesOf(graph.variants, shown, { place, byVariant, sourceOf, drawn, rowOf }),
    lanes: Math.max(1, lanes.count),
  }
}

interface Known {
  readonly place: (revision: GraphRevision) => Placed
  readonly byVariant: ReadonlyMap<string, readonly GraphRevision[]>
  readonly sourceOf: (variant: GraphVariant) => number | undefined
}

function nodesOf(
  variants: readonly GraphVariant[],
  shown: readonly GraphRevision[],
  { place, byVariant, sourceOf }: Known,
): readonly GraphNode[] {
  const bare = Map.groupBy(
    variants.filter(({ id }) => !byVariant.has(id)),
    (variant) => sourceOf(variant) ?? -1,
  )
  const heads = new Set([...byVariant.values()].flatMap(([newest]) => newest?.id ?? []))
  return shown.map((revision, row) => ({
    revision,
    ...place(revision),
    isHead: heads.has(revision.id),
    forks: bare.get(row) ?? [],
  }))
}

function edgesOf(
  variants: readonly GraphVariant[],
  shown: readonly GraphRevision[],
  known: Known & { readonly drawn: (id: string) => string; readonly rowOf: ReadonlyMap<string, number> },
): readonly GraphEdge[] {
  const { place, byVariant, sourceOf, drawn, rowOf } = known
  const edges: GraphEdge[] = []
  for (const variant of variants) {
    const own = byVariant.get(variant.id) ?? []
    for (const [at, revision] of own.entries()) {
      const older = own[at + 1]
      if (older !== undefined) edges.push({ kind: 'next', from: place(revision), to: place(older) })
    }
    const source = sourceOf(variant)
    const [oldest, from] = [own.at(-1), source === undefined ? undefined : shown[source]]
    if (oldest !== undefined && from !== undefined) {
      edges.push({ kind: 'fork', from: place(oldest), to: place(from) })
    }
  }
  for (const revision of shown) {
    const { merged_revision_id: id } = revision
    const taken = id === undefined ? undefined : shown[rowOf.get(drawn(id)) ?? -1]
    if (taken !== undefined) edges.push({ kind: 'merge', from: place(revision), to: place(taken) })
  }
  return edges
}

/** Those that are seen between two rows. */
export const edgesBetween = (edges: readonly GraphEdge[], first: number, end: number): readonly GraphEdge[] =>
  edges.filter(({ from, to }) => from.row < end && to.row >= first)
