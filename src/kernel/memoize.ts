// Memoizes pure functions of a text or of a list of texts.

/** The most cached results. Clients can send any number of texts. */
const entriesMax = 20_000

/** Caches the results of `compute`. The cache is cleared when it is full. */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    let value = cache.get(text)
    if (value === undefined) {
      value = compute(text)
      if (cache.size >= entriesMax) cache.clear()
      cache.set(text, value)
    }
    return value
  }
}

/** A node of the prefix tree: the result of the list that ends here, and the nodes of longer lists. */
class ListNode<T> {
  readonly children = new Map<string, ListNode<T>>()
  value: T | undefined
}

/**
 * Like `memoize`, for a list of texts. The cache is a prefix tree, so lists with equal beginnings share
 * nodes.
 */
export function memoizeLists<T>(compute: (texts: readonly string[]) => T): (texts: readonly string[]) => T {
  let root = new ListNode<T>()
  let size = 0
  return (texts) => {
    if (size > entriesMax) {
      root = new ListNode()
      size = 0
    }
    let node = root
    for (const text of texts) {
      let next = node.children.get(text)
      if (next === undefined) {
        node.children.set(text, (next = new ListNode()))
        size += 1
      }
      node = next
    }
    return (node.value ??= compute(texts))
  }
}
