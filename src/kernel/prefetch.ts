// Reads parts in order and starts reading the next part while the caller works on the current one.

/** Yields each item with its part, in order. At most one part is read ahead. */
export async function* prefetch<Item, Part>(
  items: readonly Item[],
  read: (item: Item) => Promise<Part>,
): AsyncGenerator<readonly [item: Item, part: Part]> {
  const start = (at: number): Promise<Part> | undefined => {
    const item = items[at]
    if (item === undefined) return undefined
    const reading = read(item)
    // The consumer receives the failure. The failure of an unused part is ignored.
    reading.catch(() => undefined)
    return reading
  }
  let next = start(0)
  for (const [at, item] of items.entries()) {
    const part = await next
    next = start(at + 1)
    yield [item, part as Part]
  }
}
