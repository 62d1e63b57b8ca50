// Adapts the page size of an export to the size of earlier items: a revision, a span or a trace may have megabytes.

/** The target size of a page. */
const pageCharacters = 8 * 1024 * 1024

const lengthOf = (value: unknown): number => {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length
  return Array.isArray(value) ? value.reduce<number>((sum, item) => sum + lengthOf(item), 0) : 0
}

export class PageSize {
  readonly #itemsMax: number
  /** Items of the next page. */
  next = 10

  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax
  }

  /** Call it after each page with the rows of the page and the number of its items. */
  adapt(rows: readonly object[], items = rows.length): void {
    const characters = rows.reduce((sum, row) => sum + lengthOf(Object.values(row)), 0)
    const fittingItems = Math.floor((pageCharacters * items) / Math.max(characters, 1))
    this.next = Math.max(1, Math.min(fittingItems, 2 * this.next, this.#itemsMax))
  }
}
