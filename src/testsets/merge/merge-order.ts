// The order of a merged list, over keys of rows and blocks: that of ours, with what theirs adds placed after what it
// follows in theirs; if only theirs reordered, the other way round.
import { longestIncreasingRun } from '../diff/longest-run.ts'

/** Whether the keys that both have stand in another order. */
export function isReordered(base: readonly string[], side: readonly string[]): boolean {
  const places = new Map(base.map((key, i) => [key, i]))
  let last = -1
  for (const key of side) {
    const place = places.get(key)
    if (place === undefined) continue
    if (place < last) return true
    last = place
  }
  return false
}

/** `main` in its order, and the further keys of `other` each after the key before it in `other`. */
function woven(main: readonly string[], other: readonly string[]): readonly string[] {
  const inMain = new Set(main)
  const after = new Map<string | undefined, string[]>()
  let previous: string | undefined
  for (const key of other) {
    if (inMain.has(key)) {
      previous = key
      continue
    }
    const list = after.get(previous)
    if (list === undefined) after.set(previous, [key])
    else list.push(key)
  }
  return [...(after.get(undefined) ?? []), ...main.flatMap((key) => [key, ...(after.get(key) ?? [])])]
}

/** The keys of the merged list; each side holds only keys that are in it. */
export function mergedOrder(sides: {
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}): readonly string[] {
  const { base, ours, theirs } = sides
  return isReordered(base, theirs) && !isReordered(base, ours) ? woven(theirs, ours) : woven(ours, theirs)
}

/** How many rows stand elsewhere: those outside the heaviest run that kept its order. */
export function movedRows({
  before,
  after,
  rowsOf,
}: {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly rowsOf: (key: string) => number
}): number {
  const places = new Map(after.map((key, i) => [key, i]))
  const pairs = before.flatMap((key) => {
    const target = places.get(key)
    return target === undefined ? [] : [{ target, weight: rowsOf(key) }]
  })
  const kept = longestIncreasingRun(pairs)
  return pairs.reduce((sum, pair, i) => sum + (kept.has(i) ? 0 : pair.weight), 0)
}
