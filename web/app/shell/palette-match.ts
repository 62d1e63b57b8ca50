// How well a name fits what was typed: 0 is not at all. Letters in order count, whole words and beginnings count more.

export function matchScore(name: string, typed: string): number {
  const wanted = typed.trim().toLowerCase()
  const text = name.toLowerCase()
  if (wanted === '') return 1
  if (text.startsWith(wanted)) return 100 - text.length / 100
  const word = text.search(new RegExp(`\\b${wanted.replaceAll(/[^a-z0-9]/g, '\\$&')}`))
  if (word >= 0) return 80 - word / 100
  if (text.includes(wanted)) return 60
  let at = 0
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return 0
  }
  return 20 - text.length / 100
}
