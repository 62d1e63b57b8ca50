// Aligns the spans of two traces. Spans match by name and position among siblings of that name, below matching parents; roots
// always match.
import type { Node, Outline } from './outline.ts'

export interface AlignedRow {
  readonly depth: number
  readonly own: Node | undefined
  readonly other: Node | undefined
}

interface Pair {
  readonly own: number | undefined
  readonly other: number | undefined
}

/** The index of each sibling, by its name and its position among siblings of that name. */
function byPlace({ nodes }: Outline, siblings: readonly number[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const places = new Map<string, number>()
  for (const index of siblings) {
    const name = nodes[index]?.span.name ?? ''
    const at = counts.get(name) ?? 0
    counts.set(name, at + 1)
    places.set(JSON.stringify([name, at]), index)
  }
  return places
}

/** Siblings in the order of the first trace. A span that only the other trace has follows its previous sibling. */
export function alignedSiblings(
  outline: Outline,
  other: Outline,
  siblings: { readonly own: readonly number[]; readonly other: readonly number[] },
): readonly Pair[] {
  const otherByPlace = byPlace(other, siblings.other)
  const matches = new Map<number, number>()
  for (const [place, index] of byPlace(outline, siblings.own)) {
    const match = otherByPlace.get(place)
    if (match !== undefined) matches.set(index, match)
  }
  const matchedIndexes = new Set(matches.values())
  const unmatchedAfter = new Map<number | undefined, Pair[]>()
  let after: number | undefined
  for (const index of siblings.other) {
    if (matchedIndexes.has(index)) after = index
    else {
      const pair = { own: undefined, other: index }
      const group = unmatchedAfter.get(after)
      if (group === undefined) unmatchedAfter.set(after, [pair])
      else group.push(pair)
    }
  }
  return [
    ...(unmatchedAfter.get(undefined) ?? []),
    ...siblings.own.flatMap((own) => {
      const match = matches.get(own)
      return [{ own, other: match }, ...(match === undefined ? [] : (unmatchedAfter.get(match) ?? []))]
    }),
  ]
}

function alignedRoots(outline: Outline, other: Outline): readonly Pair[] {
  const [own, theirs] = [outline.roots[0], other.roots[0]]
  if (outline.roots.length === 1 && other.roots.length === 1) return [{ own, other: theirs }]
  return alignedSiblings(outline, other, { own: outline.roots, other: other.roots })
}

/** All spans of both traces, depth first, each once. */
export function alignOutlines(outline: Outline, other: Outline): readonly AlignedRow[] {
  const rows: AlignedRow[] = []
  // A stack, not recursion: a chain of spans may be deeper than the stack of the engine.
  const stack = alignedRoots(outline, other)
    .map((pair) => ({ ...pair, depth: 0 }))
    .toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const own = outline.nodes[next.own ?? -1]
    const theirs = other.nodes[next.other ?? -1]
    rows.push({ depth: next.depth, own, other: theirs })
    const children = { own: own?.children ?? [], other: theirs?.children ?? [] }
    const pairs = alignedSiblings(outline, other, children)
    for (const pair of pairs.toReversed()) stack.push({ ...pair, depth: next.depth + 1 })
  }
  return rows
}

/** A difference as text: `+1.20 s`, `−3`, or nothing where both are the same or one is unknown. */
export function difference(
  own: number | undefined,
  other: number | undefined,
  format: (value: number) => string,
): string {
  if (own === undefined || other === undefined || own === other) return ''
  const text = format(Math.abs(own - other))
  return own > other ? `+${text}` : `−${text}`
}
