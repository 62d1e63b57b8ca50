// Reading in parts: the next one is under way while one is worked on.

/** What is read of each item, in their order; never more than one is waited for beside the one that is worked on. */
export async function* prefetch<Item, Part>(
  items: readonly Item[],
  read: (item: Item) => Promise<Part>,
): AsyncGenerator<readonly [item: Item, part: Part]> {
  const begun = (at: number): Promise<Part> | undefined => {
    const item = items[at]
    if (item === undefined) return undefined
    const reading = read(item)
    // Whoever asks for it hears of a failure; when nobody does, it is nobody's.
    reading.catch(() => undefined)
    return reading
  }
  let next = begun(0)
  for (const [at, item] of items.entries()) {
    const part = await next
    next = begun(at + 1)
    yield [item, part as Part]
  }
}
