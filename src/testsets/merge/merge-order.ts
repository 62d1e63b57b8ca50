// The order of a merged list, over keys of rows and blocks: the order of ours, with each addition of theirs after its
// predecessor in theirs. If only theirs reordered, the roles are swapped.
import { longestIncreasingRun } from '../diff/longest-run.ts'

/** Whether the common keys have another order. */
export function isReordered(base: readonly string[], side: readonly string[]): boolean {
  const positions = new Map(base.map((key, i) => [key, i]))
  let lastPosition = -1
  for (const key of side) {
    const position = positions.get(key)
    if (position === undefined) continue
    if (position < lastPosition) return true
    lastPosition = position
  }
  return false
}

/** The keys of `main` in order, with each additional key of `otherSide` after its predecessor there. */
function insertAdditions(main: readonly string[], otherSide: readonly string[]): readonly string[] {
  const inMain = new Set(main)
  const followers = new Map<string | undefined, string[]>()
  let previous: string | undefined
  for (const key of otherSide) {
    if (inMain.has(key)) {
      previous = key
      continue
    }
    const list = followers.get(previous)
    if (list === undefined) followers.set(previous, [key])
    else list.push(key)
  }
  return [...(followers.get(undefined) ?? []), ...main.flatMap((key) => [key, ...(followers.get(key) ?? [])])]
}

/** The keys of the merged list. Each side has only keys of the result. */
export function mergeOrder(sides: {
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}): readonly string[] {
  const { base, ours, theirs } = sides
  return isReordered(base, theirs) && !isReordered(base, ours)
    ? insertAdditions(theirs, ours)
    : insertAdditions(ours, theirs)
}

/** The number of moved rows: those outside the heaviest increasing subsequence. */
export function countMovedRows({
  before,
  after,
  rowsOf,
}: {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly rowsOf: (key: string) => number
}): number {
  const positions = new Map(after.map((key, i) => [key, i]))
  const pairs = before.flatMap((key) => {
    const target = positions.get(key)
    return target === undefined ? [] : [{ target, weight: rowsOf(key) }]
  })
  const unmovedIndexes = longestIncreasingRun(pairs)
  return pairs.reduce((sum, pair, i) => sum + (unmovedIndexes.has(i) ? 0 : pair.weight), 0)
}
