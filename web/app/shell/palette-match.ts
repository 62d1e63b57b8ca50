// Scores a name against typed text; 0 is no match. Prefixes and words score higher than letters in order.

export function matchScore(name: string, searchText: string): number {
  const needle = searchText.trim().toLowerCase()
  const text = name.toLowerCase()
  if (needle === '') return 1
  if (text.startsWith(needle)) return 100 - text.length / 100
  const word = text.search(new RegExp(`\\b${needle.replaceAll(/[^a-z0-9]/g, '\\$&')}`))
  if (word >= 0) return 80 - word / 100
  if (text.includes(needle)) return 60
  let at = 0
  for (const letter of needle) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return 0
  }
  return 20 - text.length / 100
}
