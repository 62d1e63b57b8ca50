// Tests whether a difference between two runs on the same rows is significant. Numbers use a sign-flip permutation test
// of the row differences, booleans McNemar's exact test. Both compute how often rows would differ this much in one
// direction if the two runs were equal. The permutations come from a fixed seed, so equal rows always give equal
// results. Many rows take long: the computation yields to the event loop in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

export const significanceLevel = 0.05

/** Up to 14 differing rows: enumerate all 2^14 sign flips. Above: sample. */
const exactRowsMax = 14
const draws = 10_000
/** Above this many rows, eight are flipped at once. */
const singleRowsMax = 1_000
/** Additions per slice of the event loop: about 5 ms. */
const additionsPerSlice = 1_000_000

/** Sums that differ by less than this share of the total are equal up to rounding. */
const toleranceShare = 1e-9

/** The smallest sum that counts as at least the observed sum. */
function thresholdOf(differences: readonly number[]): number {
  const observedSum = Math.abs(differences.reduce((sum, difference) => sum + difference, 0))
  const total = differences.reduce((sum, difference) => sum + Math.abs(difference), 0)
  return observedSum - toleranceShare * total
}

/** Divides by the largest difference, so that neither the unit of the values nor the range of doubles matters. */
function normalize(differences: readonly number[]): readonly number[] {
  const largestDifference = differences.reduce(
    (maximum, difference) => Math.max(maximum, Math.abs(difference)),
    0,
  )
  return differences.map((difference) => difference / largestDifference)
}

function exactPValue(differences: readonly number[], threshold: number): number {
  const flipCount = 2 ** differences.length
  let extremeCount = 0
  for (let flip = 0; flip < flipCount; flip += 1) {
    let sum = 0
    for (const [i, difference] of differences.entries()) sum += (flip >> i) & 1 ? difference : -difference
    if (Math.abs(sum) >= threshold) extremeCount += 1
  }
  return extremeCount / flipCount
}

/** The state increment of a small uniform generator (mulberry32), which is the same on every platform. */
const stateIncrement = 0x6d2b79f5

function mixedBits(state: number): number {
  const mixedOnce = Math.imul(state ^ (state >>> 15), state | 1)
  const mixedTwice = (mixedOnce + Math.imul(mixedOnce ^ (mixedOnce >>> 7), mixedOnce | 61)) ^ mixedOnce
  return mixedTwice ^ (mixedTwice >>> 14)
}

/** Fills `target` with sampled sums of flipped rows. The next call continues the random sequence. */
type Sampler = (target: Float64Array) => void

/** One random number per sign; its highest bit is used. */
function singleSampler(differences: Float64Array, seed: number): Sampler {
  let state = seed | 0
  return (target) => {
    for (let sampleNumber = 0; sampleNumber < target.length; sampleNumber += 1) {
      let sum = 0
      for (let i = 0; i < differences.length; i += 1) {
        state = (state + stateIncrement) | 0
        sum += (differences[i] ?? 0) * (1 - ((mixedBits(state) >>> 31) << 1))
      }
      target[sampleNumber] = sum
    }
  }
}

/** The sums of eight rows at a time for each of the 256 ways to flip them; rows are padded to a multiple of 32. */
function sumsOfEights(differences: Float64Array): Float64Array {
  const groups = Math.ceil(differences.length / 32) * 4
  const sums = new Float64Array(groups * 256)
  for (let group = 0; group < groups; group += 1) {
    const from = group * 256
    for (let bit = 0; bit < 8; bit += 1) {
      const value = differences[group * 8 + bit] ?? 0
      const flipCount = 1 << bit
      for (let flip = from; flip < from + flipCount; flip += 1) {
        const sum = sums[flip] ?? 0
        sums[flip] = sum - value
        sums[flip + flipCount] = sum + value
      }
    }
  }
  return sums
}

/**
 * Uses all bits of each random number as signs and looks up eight at once. The n-th number follows from n alone, so
 * several sums grow side by side, each in row order: 10,000 rows take a third of the time of one sum after another, and
 * a twentieth of one number per sign.
 */
function byteSampler(differences: Float64Array, seed: number): Sampler {
  const sums = sumsOfEights(differences)
  const numbersOfSum = sums.length / 1024
  let state = seed | 0
  return (target) => {
    target.fill(0)
    for (let number = 0; number < numbersOfSum; number += 1) {
      const offset = number * 1024
      let sumState = (state + Math.imul(number + 1, stateIncrement)) | 0
      for (let i = 0; i < target.length; i += 1) {
        const bits = mixedBits(sumState)
        let sum = target[i] ?? 0
        sum += sums[offset + (bits & 255)] ?? 0
        sum += sums[offset + 256 + ((bits >>> 8) & 255)] ?? 0
        sum += sums[offset + 512 + ((bits >>> 16) & 255)] ?? 0
        sum += sums[offset + 768 + (bits >>> 24)] ?? 0
        target[i] = sum
        sumState = (sumState + Math.imul(numbersOfSum, stateIncrement)) | 0
      }
    }
    state = (state + Math.imul(numbersOfSum * target.length, stateIncrement)) | 0
  }
}

/** The share of samples that reach the threshold, computed in slices of the event loop. */
async function sampledPValue(draw: Sampler, threshold: number, additions: number): Promise<number> {
  const samplesPerSlice = Math.min(draws, Math.max(1, Math.floor(additionsPerSlice / additions)))
  const sums = new Float64Array(samplesPerSlice)
  let extremeCount = 0
  for (let drawCount = 0; drawCount < draws; drawCount += samplesPerSlice) {
    if (drawCount > 0) await nextTurn()
    const slice = sums.subarray(0, Math.min(samplesPerSlice, draws - drawCount))
    draw(slice)
    for (const sum of slice) if (Math.abs(sum) >= threshold) extremeCount += 1
  }
  // The observed rows count as one more sample: a p-value is never 0.
  return (extremeCount + 1) / (draws + 1)
}

/** The two-sided p-value of a paired sign-flip permutation test. Rows without a difference are ignored. */
export async function signFlipPValue(differences: readonly number[], seed = 1): Promise<number> {
  const nonZero = normalize(differences.filter((difference) => difference !== 0))
  if (nonZero.length === 0) return 1
  const threshold = thresholdOf(nonZero)
  if (nonZero.length <= exactRowsMax) return exactPValue(nonZero, threshold)
  const values = Float64Array.from(nonZero)
  return nonZero.length > singleRowsMax
    ? sampledPValue(byteSampler(values, seed), threshold, Math.ceil(values.length / 8))
    : sampledPValue(singleSampler(values, seed), threshold, values.length)
}

/** The two-sided p-value of McNemar's exact test from the rows that changed in either direction. */
export function mcNemarPValue(gainedCount: number, lostCount: number): number {
  const changedCount = gainedCount + lostCount
  if (changedCount === 0) return 1
  // The binomial tail up to the smaller side, in logarithms: 2^-n underflows for large n.
  let logTerm = -changedCount * Math.LN2
  let tail = 0
  for (let k = 0; k <= Math.min(gainedCount, lostCount); k += 1) {
    tail += Math.exp(logTerm)
    logTerm += Math.log(changedCount - k) - Math.log(k + 1)
  }
  // Logarithms leave noise in the last digits.
  return Math.min(1, Number((2 * tail).toPrecision(12)))
}
