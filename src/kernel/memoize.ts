// Memoizes pure functions of a text or of a list of texts.

/** The most cached results. Clients can send any number of texts. */
const entriesMax = 20_000

/** Caches the results of `read`. The cache is cleared when it is full. */
export function memoize<T>(read: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    let value = cache.get(text)
    if (value === undefined) {
      value = read(text)
      if (cache.size >= entriesMax) cache.clear()
      cache.set(text, value)
    }
    return value
  }
}

/** A node of the prefix tree: the result of the list that ends here, and the nodes of longer lists. */
class ListEnd<T> {
  readonly after = new Map<string, ListEnd<T>>()
  value: T | undefined
}

/**
 * Like `memoize`, for a list of texts. The cache is a prefix tree, so lists with equal beginnings share
 * nodes.
 */
export function memoizeLists<T>(read: (texts: readonly string[]) => T): (texts: readonly string[]) => T {
  let emptyList = new ListEnd<T>()
  let size = 0
  return (texts) => {
    if (size > entriesMax) {
      emptyList = new ListEnd()
      size = 0
    }
    let end = emptyList
    for (const text of texts) {
      let next = end.after.get(text)
      if (next === undefined) {
        end.after.set(text, (next = new ListEnd()))
        size += 1
      }
      end = next
    }
    return (end.value ??= read(texts))
  }
}
