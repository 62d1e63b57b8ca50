// Groups payloads that share traces: the spans of a trace are rolled up together and may arrive in several payloads.
// Groups without a common trace can be processed one after another or in parallel.
import { addressedPayload } from '../payloads/payload.ts'
import { traceKey } from './stored-traces.ts'
import type { BatchEntry, TouchedTraces } from './batch.ts'

export interface EntryGroup {
  /** Indexes in the list of entries, ascending. */
  readonly entries: readonly number[]
  readonly touchedTraces: readonly TouchedTraces[]
}

/** Disjoint sets of entries (union-find). */
class DisjointSets {
  readonly #parents: number[]

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, i) => i)
  }

  /** The representative of the set with this element. */
  representative(element: number): number {
    const parents = this.#parents
    let root = element
    while (parents[root] !== root) root = parents[root] = parents[parents[root] ?? 0] ?? 0
    return root
  }

  join(a: number, b: number): void {
    this.#parents[this.representative(a)] = this.representative(b)
  }
}

export function groupsOf(entries: readonly BatchEntry[]): readonly EntryGroup[] {
  const sets = new DisjointSets(entries.length)
  const traces = new Map<
    string,
    { readonly projectId: string; readonly traceId: string; readonly entry: number }
  >()
  for (const [entry, { projectId, form, payload }] of entries.entries()) {
    for (const { traceId } of addressedPayload(form, payload).spans) {
      const id = traceKey(projectId, traceId)
      const firstEntry = traces.get(id)
      if (firstEntry === undefined) traces.set(id, { projectId, traceId, entry })
      else if (firstEntry.entry !== entry) sets.join(entry, firstEntry.entry)
    }
  }
  const tracesBySet = Map.groupBy(traces.values(), ({ entry }) => sets.representative(entry))
  return [...Map.groupBy(entries.keys(), (entry) => sets.representative(entry))].map(([head, members]) => ({
    entries: members,
    touchedTraces: [...Map.groupBy(tracesBySet.get(head) ?? [], ({ projectId }) => projectId)].map(
      ([projectId, projectTraces]) => ({ projectId, traceIds: projectTraces.map(({ traceId }) => traceId) }),
    ),
  }))
}
