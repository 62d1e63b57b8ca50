// Text similarity measures that need no model.

/** Longer texts are refused: the cost is the product of both lengths. */
export const levenshteinCharactersMax = 20_000

/** Both texts as numbers, one for each distinct character (code point). */
function encode(
  a: string,
  b: string,
): { readonly codesA: Uint32Array; readonly codesB: Uint32Array; readonly codeCount: number } {
  const codes = new Map<string, number>()
  const numberOf = (char: string): number => {
    const number = codes.get(char) ?? codes.size
    codes.set(char, number)
    return number
  }
  const codesA = Uint32Array.from(Array.from(a, numberOf))
  const codesB = Uint32Array.from(Array.from(b, numberOf))
  return { codesA, codesB, codeCount: codes.size }
}

/**
 * The least number of characters (code points) to insert, delete or replace. Common prefixes and suffixes are removed
 * first. Memory is linear; time is the product of the lengths, 32 characters per step.
 */
export function levenshteinDistance(a: string, b: string): number {
  const { codesA, codesB, codeCount } = encode(a, b)
  const shorterLength = Math.min(codesA.length, codesB.length)
  let start = 0
  while (start < shorterLength && codesA[start] === codesB[start]) start += 1
  let suffix = 0
  while (
    suffix < shorterLength - start &&
    codesA[codesA.length - 1 - suffix] === codesB[codesB.length - 1 - suffix]
  )
    suffix += 1
  const middles = [
    codesA.subarray(start, codesA.length - suffix),
    codesB.subarray(start, codesB.length - suffix),
  ] as const
  const [longText, shortText] = middles[0].length >= middles[1].length ? middles : [middles[1], middles[0]]
  return shortText.length === 0 ? longText.length : bitParallelDistance(longText, shortText, codeCount)
}

const wordBits = 32

/**
 * The distance table in bit vectors (Myers 1999, in the form of Hyyrö 2003): a column of 32 rows is two words that
 * state where the distance increases or decreases downwards, computed from its left neighbour with a dozen operations.
 * `horizontalSteps` carries the horizontal changes from one band of 32 rows to the next.
 */
function bitParallelDistance(columns: Uint32Array, rows: Uint32Array, codeCount: number): number {
  const horizontalSteps = new Int8Array(columns.length).fill(1)
  const characterRows = new Int32Array(codeCount)
  let distance = rows.length
  for (let first = 0; first < rows.length; first += wordBits) {
    const band = rows.subarray(first, first + wordBits)
    for (const [row, char] of band.entries()) characterRows[char] = (characterRows[char] ?? 0) | (1 << row)
    const change = bandDistance(columns, characterRows, horizontalSteps, band.length - 1)
    if (first + wordBits >= rows.length) distance += change
    for (const char of band) characterRows[char] = 0
  }
  return distance
}

/**
 * Computes one band of rows over all columns. Replaces `horizontalSteps` by the changes along its last row, and returns
 * their sum.
 */
function bandDistance(
  columns: Uint32Array,
  characterRows: Int32Array,
  horizontalSteps: Int8Array,
  lastRow: number,
): number {
  const last = 1 << lastRow
  let increases = -1
  let decreases = 0
  let sum = 0
  for (let column = 0; column < columns.length; column += 1) {
    const incomingStep = horizontalSteps[column] ?? 0
    let equalBits = characterRows[columns[column] ?? 0] ?? 0
    const vertical = equalBits | decreases
    if (incomingStep < 0) equalBits |= 1
    const horizontal = (((equalBits & increases) + increases) ^ increases) | equalBits
    let increasesAcross = decreases | ~(horizontal | increases)
    let decreasesAcross = increases & horizontal
    const outgoingStep = (increasesAcross & last) !== 0 ? 1 : (decreasesAcross & last) !== 0 ? -1 : 0
    increasesAcross = (increasesAcross << 1) | (incomingStep > 0 ? 1 : 0)
    decreasesAcross = (decreasesAcross << 1) | (incomingStep < 0 ? 1 : 0)
    increases = decreasesAcross | ~(vertical | increasesAcross)
    decreases = increasesAcross & vertical
    horizontalSteps[column] = outgoingStep
    sum += outgoingStep
  }
  return sum
}

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** 1 for equal texts, 0 for completely different ones. Two empty texts are equal. */
export function levenshteinSimilarity(a: string, b: string): number {
  const longerLength = Math.max(codePoints(a), codePoints(b))
  return longerLength === 0 ? 1 : 1 - levenshteinDistance(a, b) / longerLength
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '')

/** Jaccard similarity of the word sets. Two texts without words are equal. */
export function sharedWords(a: string, b: string): number {
  const wordsA = new Set(wordsOf(a))
  const wordsB = new Set(wordsOf(b))
  const unionSize = wordsA.union(wordsB).size
  return unionSize === 0 ? 1 : wordsA.intersection(wordsB).size / unionSize
}

/** The cosine similarity of word counts. */
export function wordCosine(a: string, b: string): number {
  const counts = (text: string): ReadonlyMap<string, number> => {
    const wordCounts = new Map<string, number>()
    for (const word of wordsOf(text)) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1)
    return wordCounts
  }
  const countsA = counts(a)
  const countsB = counts(b)
  const words = [...countsA.keys(), ...countsB.keys().filter((word) => !countsA.has(word))]
  if (words.length === 0) return 1
  return cosine(
    words.map((word) => countsA.get(word) ?? 0),
    words.map((word) => countsB.get(word) ?? 0),
  )
}

/** The cosine of two vectors, clamped to 0..1; 0 when one of them is zero. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0
  let lengthA = 0
  let lengthB = 0
  for (const [i, x] of a.entries()) {
    const y = b[i] ?? 0
    dot += x * y
    lengthA += x * x
    lengthB += y * y
  }
  const length = Math.sqrt(lengthA) * Math.sqrt(lengthB)
  return length === 0 ? 0 : Math.min(1, Math.max(0, dot / length))
}
