// Is a difference between two runs on the same rows more than chance? Numbers are tested by flipping the signs of the
// differences of rows, booleans by McNemar's exact test. Both ask: if the two runs were the same, how often would rows
// differ in one direction as much as they do? The chance in the first is drawn from a fixed seed, so that the same
// rows always give the same answer.

export const significanceLevel = 0.05

/** So many rows that differ, and all ways to flip them are counted (2^14 of them); with more, ways are drawn. */
const exactRowsMax = 14
const draws = 10_000

/** A small generator of even numbers in 0..1 (mulberry32): fast, and the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Sums that are equal but for rounding count as equal. */
const reaches = (sum: number, observed: number): boolean =>
  Math.abs(sum) >= observed - 1e-9 * Math.max(1, observed)

function exactFlips(differences: readonly number[], observed: number): number {
  const ways = 2 ** differences.length
  let reached = 0
  for (let way = 0; way < ways; way += 1) {
    let sum = 0
    for (const [i, difference] of differences.entries()) sum += (way >> i) & 1 ? difference : -difference
    if (reaches(sum, observed)) reached += 1
  }
  return reached / ways
}

function drawnFlips(differences: readonly number[], observed: number, random: () => number): number {
  let reached = 0
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0
    for (const difference of differences) sum += random() < 0.5 ? difference : -difference
    if (reaches(sum, observed)) reached += 1
  }
  // The rows as they are count as one more draw: a p-value is never 0.
  return (reached + 1) / (draws + 1)
}

/** The p-value (two-sided) of a paired sign-flip permutation test. Rows without a difference say nothing. */
export function signFlipPValue(differences: readonly number[], seed = 1): number {
  const differing = differences.filter((difference) => difference !== 0)
  if (differing.length === 0) return 1
  const observed = Math.abs(differing.reduce((sum, difference) => sum + difference, 0))
  return differing.length <= exactRowsMax
    ? exactFlips(differing, observed)
    : drawnFlips(differing, observed, seededRandom(seed))
}

/** The p-value (two-sided) of McNemar's exact test from the rows that changed in either direction. */
export function mcNemarPValue(gained: number, lost: number): number {
  const changed = gained + lost
  if (changed === 0) return 1
  // The sum of the binomial distribution up to the smaller side, in logarithms: 2^-n is nothing for large n.
  let logTerm = -changed * Math.LN2
  let tail = 0
  for (let k = 0; k <= Math.min(gained, lost); k += 1) {
    tail += Math.exp(logTerm)
    logTerm += Math.log(changed - k) - Math.log(k + 1)
  }
  // Logarithms leave noise in the last digits.
  return Math.min(1, Number((2 * tail).toPrecision(12)))
}
