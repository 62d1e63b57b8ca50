// Texts that are met again and again: what follows from one alone, or from a list of them, is worked out once.

/** Bounds the memory: clients may send any number of them. */
const keptMax = 20_000

/** Remembers what `read` gives; everything is forgotten when there is too much of it. */
export function memoize<T>(read: (text: string) => T): (text: string) => T {
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

/** The end of some list, and what other lists go on with. */
class ListEnd<T> {
  readonly after = new Map<string, ListEnd<T>>()
  value: T | undefined
}

/** As `remembering`, for what follows from a list. Lists that begin alike share their beginnings. */
export function memoizeLists<T>(read: (texts: readonly string[]) => T): (texts: readonly string[]) => T {
  let empty = new ListEnd<T>()
  let kept = 0
  return (texts) => {
    if (kept > keptMax) {
      empty = new ListEnd()
      kept = 0
    }
    let end = empty
    for (const text of texts) {
      let next = end.after.get(text)
      if (next === undefined) {
        end.after.set(text, (next = new ListEnd()))
        kept += 1
      }
      end = next
    }
    return (end.value ??= read(texts))
  }
}
