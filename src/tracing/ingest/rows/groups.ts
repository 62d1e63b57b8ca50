// Groups payloads that share traces: the spans of a trace are rolled up together and may arrive in several payloads.
// Groups without a common trace can be processed one after another or in parallel.
import { addressedPayload } from '../payloads/payload.ts'
import { traceKey } from './stored-traces.ts'
import type { BatchEntry, TouchedTraces } from './batch.ts'

export interface EntryGroup {
  /** Indexes in the list of entries, ascending. */
  readonly entries: readonly number[]
  readonly touched: readonly TouchedTraces[]
}

/** Disjoint sets of entries (union-find). */
class Sets {
  readonly #above: number[]

  constructor(size: number) {
    this.#above = Array.from({ length: size }, (_, i) => i)
  }

  /** The representative of a set. */
  head(of: number): number {
    const parents = this.#above
    let root = of
    while (parents[root] !== root) root = parents[root] = parents[parents[root] ?? 0] ?? 0
    return root
  }

  join(a: number, b: number): void {
    this.#above[this.head(a)] = this.head(b)
  }
}

export function groupsOf(entries: readonly BatchEntry[]): readonly EntryGroup[] {
  const sets = new Sets(entries.length)
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
  const tracesBySet = Map.groupBy(traces.values(), ({ entry }) => sets.head(entry))
  return [...Map.groupBy(entries.keys(), (entry) => sets.head(entry))].map(([head, members]) => ({
    entries: members,
    touched: [...Map.groupBy(tracesBySet.get(head) ?? [], ({ projectId }) => projectId)].map(
      ([projectId, ofProject]) => ({ projectId, traceIds: ofProject.map(({ traceId }) => traceId) }),
    ),
  }))
}
