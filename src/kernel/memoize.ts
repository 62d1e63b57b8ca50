// Memoizes pure functions: of no argument, of a text, of a list of texts, and of the argument of the last call.

/** The most cached results. Clients can send any number of texts. */
const entriesMax = 20_000

/** Computes a value on its first use. */
export function once<T>(compute: () => T): () => T {
  let entry: { readonly value: T } | undefined
  return () => (entry ??= { value: compute() }).value
}

/** Keeps the last result only, for arguments that mostly repeat in a row. */
export function memoizeLast<Key, T>(
  compute: (key: Key) => T,
  isSame: (a: Key, b: Key) => boolean = Object.is,
): (key: Key) => T {
  let last: { readonly key: Key; readonly value: T } | undefined
  return (key) => {
    if (last === undefined || !isSame(last.key, key)) last = { key, value: compute(key) }
    return last.value
  }
}

/** For `memoizeLast`: whether two lists have the same texts in the same order. */
export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

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
