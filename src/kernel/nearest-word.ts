// "Did you mean": finds the known word that is closest to a misspelled one.

/** Longer texts are no misspelled words, and the comparison would be slow. */
const charactersMax = 64

/** Edits (insertions, deletions, replacements, swapped neighbours) that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let rowBeforePrevious: readonly number[] = []
  let previousRow = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replacementCost = (previousRow[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapCost = isSwap ? (rowBeforePrevious[j - 2] ?? 0) + 1 : replacementCost
      row.push(Math.min(replacementCost, swapCost, (previousRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    rowBeforePrevious = previousRow
    previousRow = row
  }
  return previousRow[b.length] ?? 0
}

/** Undefined when no known word is close. The limit is one edit per three characters, at most two. */
export function nearestWord(word: string, knownWords: readonly string[]): string | undefined {
  if (word.length > charactersMax) return undefined
  const editsMax = Math.min(2, Math.floor(word.length / 3))
  const lowerCaseWord = word.toLowerCase()
  let nearest: { readonly word: string; readonly edits: number } | undefined
  for (const candidate of knownWords) {
    const edits = editDistance(lowerCaseWord, candidate.toLowerCase())
    if (edits <= editsMax && edits < (nearest?.edits ?? Infinity)) nearest = { word: candidate, edits }
  }
  return nearest?.word
}

/** ` Did you mean 'x'?`, or nothing. */
export function didYouMean(word: string, knownWords: readonly string[]): string {
  const nearest = nearestWord(word, knownWords)
  return nearest === undefined ? '' : ` Did you mean ${nearest.startsWith('-') ? nearest : `'${nearest}'`}?`
}
