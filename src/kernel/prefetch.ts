// Reads parts in order and starts reading the next part while the caller works on the current one.

/** Yields each item with its part, in order. At most one part is prefetched. */
export async function* prefetch<Item, Part>(
  items: readonly Item[],
  read: (item: Item) => Promise<Part>,
): AsyncGenerator<readonly [item: Item, part: Part]> {
  const start = (index: number): Promise<Part> | undefined => {
    const item = items[index]
    if (item === undefined) return undefined
    const part = read(item)
    // The consumer receives the failure. The failure of an unused part is ignored.
    part.catch(() => undefined)
    return part
  }
  let next = start(0)
  for (const [index, item] of items.entries()) {
    const part = await next
    next = start(index + 1)
    yield [item, part as Part]
  }
}
