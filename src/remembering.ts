// Texts that are met again and again: what follows from one alone is worked out once.

/** Bounds the memory: clients may send any number of them. */
const keptMax = 20_000

/** Remembers what `read` gives; everything is forgotten when there is too much of it. */
export function remembering<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    let value = kept.get(text)
    if (value === undefined) {
      value = read(text)
      if (kept.size >= keptMax) kept.clear()
      kept.set(text, value)
    }
    return value
  }
}
