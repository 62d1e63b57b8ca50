// How alike two texts are, in ways that need no model.

/** Longer texts are refused: the work is the product of both lengths. */
export const levenshteinCharactersMax = 50_000

/**
 * The least number of characters (code points) to insert, drop or exchange. Equal beginnings and ends are cut first;
 * memory is one row of the shorter text.
 */
export function levenshteinDistance(a: string, b: string): number {
  let one = Array.from(a, (char) => char.codePointAt(0) ?? 0)
  let two = Array.from(b, (char) => char.codePointAt(0) ?? 0)
  let start = 0
  while (start < one.length && start < two.length && one[start] === two[start]) start += 1
  let cut = 0
  while (
    cut < one.length - start &&
    cut < two.length - start &&
    one[one.length - 1 - cut] === two[two.length - 1 - cut]
  ) {
    cut += 1
  }
  one = one.slice(start, one.length - cut)
  two = two.slice(start, two.length - cut)
  const [long, short] = one.length >= two.length ? [one, two] : [two, one]
  return distanceByRows(long, short)
}

function distanceByRows(long: readonly number[], short: readonly number[]): number {
  const row = Uint32Array.from({ length: short.length + 1 }, (_, i) => i)
  for (let i = 1; i <= long.length; i += 1) {
    let diagonal = row[0] as number
    row[0] = i
    for (let j = 1; j <= short.length; j += 1) {
      const above = row[j] as number
      const exchange = diagonal + (long[i - 1] === short[j - 1] ? 0 : 1)
      row[j] = Math.min(above + 1, (row[j - 1] as number) + 1, exchange)
      diagonal = above
    }
  }
  return row[short.length] as number
}

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** 1 for equal texts, 0 when nothing of the longer one is left. Two empty texts are equal. */
export function levenshteinSimilarity(a: string, b: string): number {
  const longer = Math.max(codePoints(a), codePoints(b))
  return longer === 0 ? 1 : 1 - levenshteinDistance(a, b) / longer
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '')

/** Shared words by all words, as sets. Two texts without words are equal. */
export function sharedWords(a: string, b: string): number {
  const one = new Set(wordsOf(a))
  const two = new Set(wordsOf(b))
  const all = one.union(two).size
  return all === 0 ? 1 : one.intersection(two).size / all
}

/** The cosine of the angle between counts of words. */
export function wordCosine(a: string, b: string): number {
  const counts = (text: string): ReadonlyMap<string, number> => {
    const found = new Map<string, number>()
    for (const word of wordsOf(text)) found.set(word, (found.get(word) ?? 0) + 1)
    return found
  }
  const one = counts(a)
  const two = counts(b)
  const words = [...one.keys(), ...two.keys().filter((word) => !one.has(word))]
  if (words.length === 0) return 1
  return cosine(
    words.map((word) => one.get(word) ?? 0),
    words.map((word) => two.get(word) ?? 0),
  )
}

/** The cosine of two vectors, clipped to 0..1; 0 when one of them has no direction. */
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
