// The number of items that an export reads at once, by the size of those before: a revision, a span or a trace may have megabytes.

/** Characters of a page that the number of its items aims at. */
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

  /** Call it after a page with its rows, which belong to so many items. */
  adapt(rows: readonly object[], items = rows.length): void {
    const characters = rows.reduce((sum, row) => sum + lengthOf(Object.values(row)), 0)
    const fitting = Math.floor((pageCharacters * items) / Math.max(characters, 1))
    this.next = Math.max(1, Math.min(fitting, 2 * this.next, this.#itemsMax))
  }
}
