// Is a difference between two runs on the same rows more than chance? Numbers are tested by flipping the signs of the
// differences of rows, booleans by McNemar's exact test. Both ask: if the two runs were the same, how often would rows
// differ in one direction as much as they do? The chance in the first is drawn from a fixed seed, so that the same
// rows always give the same answer. Draws take long when there are many rows: others get their turns in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

export const significanceLevel = 0.05

/** So many rows that differ, and all ways to flip them are counted (2^14 of them); with more, ways are drawn. */
const exactRowsMax = 14
const draws = 10_000
/** With more rows than this, eight are flipped at once. */
const singleRowsMax = 1_000
/** So much is added up in one turn: about 5 ms. */
const additionsAtOnce = 1_000_000

/** Sums that differ by less than this share of all differences added up are equal but for rounding. */
const toleranceShare = 1e-9

/** The smallest sum that counts as one as large as the observed sum. */
function thresholdOf(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0))
  const total = differences.reduce((sum, difference) => sum + Math.abs(difference), 0)
  return observed - toleranceShare * total
}

/** Divided by the largest, so that neither the unit of the values nor the range of doubles matters. */
function normalized(differences: readonly number[]): readonly number[] {
  const largest = differences.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0)
  return differences.map((difference) => difference / largest)
}

function exactFlips(differences: readonly number[], threshold: number): number {
  const ways = 2 ** differences.length
  let reached = 0
  for (let way = 0; way < ways; way += 1) {
    let sum = 0
    for (const [i, difference] of differences.entries()) sum += (way >> i) & 1 ? difference : -difference
    if (Math.abs(sum) >= threshold) reached += 1
  }
  return reached / ways
}

/** Signs are drawn by a small generator of even numbers (mulberry32), the same everywhere. */
const stepOfState = 0x6d2b79f5

function mixedBits(state: number): number {
  const mixed = Math.imul(state ^ (state >>> 15), state | 1)
  const twice = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
  return twice ^ (twice >>> 14)
}

/** Draws sums of flipped rows into `into`, as many as it holds, and goes on where it was. */
type Drawing = (into: Float64Array) => void

/** One number for each sign, of which the highest bit is taken. */
function drawnSingly(differences: Float64Array, seed: number): Drawing {
  let state = seed | 0
  return (into) => {
    for (let drawn = 0; drawn < into.length; drawn += 1) {
      let sum = 0
      for (let i = 0; i < differences.length; i += 1) {
        state = (state + stepOfState) | 0
        sum += (differences[i] ?? 0) * (1 - ((mixedBits(state) >>> 31) << 1))
      }
      into[drawn] = sum
    }
  }
}

/** The sums of eight rows at a time, for each of the 256 ways to flip them; there are sums for a multiple of 32 rows. */
function sumsOfEights(differences: Float64Array): Float64Array {
  const groups = Math.ceil(differences.length / 32) * 4
  const sums = new Float64Array(groups * 256)
  for (let group = 0; group < groups; group += 1) {
    const from = group * 256
    for (let bit = 0; bit < 8; bit += 1) {
      const value = differences[group * 8 + bit] ?? 0
      const ways = 1 << bit
      for (let way = from; way < from + ways; way += 1) {
        const sum = sums[way] ?? 0
        sums[way] = sum - value
        sums[way + ways] = sum + value
      }
    }
  }
  return sums
}

/**
 * All bits of each number are signs, eight of them looked up at once. The n-th number follows from n alone, so that several sums grow side by
 * side, each in the order of its rows: 10,000 rows take a third of the time that sum after sum takes, and a twentieth of one number for each sign.
 */
function drawnByEights(differences: Float64Array, seed: number): Drawing {
  const sums = sumsOfEights(differences)
  const numbersOfSum = sums.length / 1024
  let state = seed | 0
  return (into) => {
    into.fill(0)
    for (let number = 0; number < numbersOfSum; number += 1) {
      const at = number * 1024
      let own = (state + Math.imul(number + 1, stepOfState)) | 0
      for (let drawn = 0; drawn < into.length; drawn += 1) {
        const bits = mixedBits(own)
        let sum = into[drawn] ?? 0
        sum += sums[at + (bits & 255)] ?? 0
        sum += sums[at + 256 + ((bits >>> 8) & 255)] ?? 0
        sum += sums[at + 512 + ((bits >>> 16) & 255)] ?? 0
        sum += sums[at + 768 + (bits >>> 24)] ?? 0
        into[drawn] = sum
        own = (own + Math.imul(numbersOfSum, stepOfState)) | 0
      }
    }
    state = (state + Math.imul(numbersOfSum * into.length, stepOfState)) | 0
  }
}

/** How many of the draws reach what was observed, some draws a turn. */
async function drawnPValue(draw: Drawing, threshold: number, additions: number): Promise<number> {
  const atOnce = Math.min(draws, Math.max(1, Math.floor(additionsAtOnce / additions)))
  const sums = new Float64Array(atOnce)
  let reached = 0
  for (let drawn = 0; drawn < draws; drawn += atOnce) {
    if (drawn > 0) await nextTurn()
    const some = sums.subarray(0, Math.min(atOnce, draws - drawn))
    draw(some)
    for (const sum of some) if (Math.abs(sum) >= threshold) reached += 1
  }
  // The rows as they are count as one more draw: a p-value is never 0.
  return (reached + 1) / (draws + 1)
}

/** The p-value (two-sided) of a paired sign-flip permutation test. Rows without a difference say nothing. */
export async function signFlipPValue(differences: readonly number[], seed = 1): Promise<number> {
  const differing = normalized(differences.filter((difference) => difference !== 0))
  if (differing.length === 0) return 1
  const threshold = thresholdOf(differing)
  if (differing.length <= exactRowsMax) return exactFlips(differing, threshold)
  const values = Float64Array.from(differing)
  return differing.length > singleRowsMax
    ? drawnPValue(drawnByEights(values, seed), threshold, Math.ceil(values.length / 8))
    : drawnPValue(drawnSingly(values, seed), threshold, values.length)
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
