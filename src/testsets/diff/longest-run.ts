// The longest increasing subsequence: the common rows of two lists that are in the same order. The others moved.

/** The target position of a pair, in the order of the base; `weight` rows are adjacent. */
export interface WeightedPair {
  readonly target: number
  readonly weight: number
}

/**
 * The indexes of the pairs in the heaviest subsequence whose targets increase. Targets are distinct. O(n log n):
 * a Fenwick tree over the ranks of the targets has the best weight that ends at or below each target.
 */
export function longestIncreasingRun(pairs: readonly WeightedPair[]): ReadonlySet<number> {
  if (pairs.every((pair, i) => i === 0 || (pairs[i - 1]?.target ?? 0) < pair.target)) {
    return new Set(pairs.keys())
  }
  const byTarget = [...pairs.keys()].sort((a, b) => (pairs[a]?.target ?? 0) - (pairs[b]?.target ?? 0))
  const rank = new Int32Array(pairs.length)
  byTarget.forEach((index, position) => (rank[index] = position + 1))
  const weights = new Float64Array(pairs.length)
  const predecessors = new Int32Array(pairs.length).fill(-1)
  const tree = new Int32Array(pairs.length + 1).fill(-1)
  const weightOf = (index: number): number => (index < 0 ? 0 : (weights[index] ?? 0))
  let best = -1
  for (const [index, pair] of pairs.entries()) {
    let previous = -1
    for (let r = (rank[index] ?? 1) - 1; r > 0; r -= r & -r) {
      const candidate = tree[r] ?? -1
      if (weightOf(candidate) > weightOf(previous)) previous = candidate
    }
    predecessors[index] = previous
    weights[index] = weightOf(previous) + pair.weight
    for (let r = rank[index] ?? 1; r <= pairs.length; r += r & -r) {
      if (weightOf(tree[r] ?? -1) < weightOf(index)) tree[r] = index
    }
    if (weightOf(index) > weightOf(best)) best = index
  }
  const run = new Set<number>()
  for (let index = best; index >= 0; index = predecessors[index] ?? -1) run.add(index)
  return run
}
