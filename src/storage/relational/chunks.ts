// Lists of ids and rows are taken in chunks of a few fixed lengths, so that the text of each statement is built once:
// building it took most of the time of a lookup of a thousand ids.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** A statement for each chunk length; calls it over the whole list. */
export function overChunks<Fixed extends readonly unknown[], Item, Row>(
  sizes: readonly number[],
  statement: () => (
    db: Kysely<Tables>,
    fixed: Fixed,
    items: readonly Item[],
  ) => Promise<{ readonly rows: readonly Row[] }>,
) {
  const bySize = new Map(sizes.map((size) => [size, statement()]))
  return async (db: Kysely<Tables>, fixed: Fixed, items: readonly Item[]): Promise<readonly Row[]> => {
    const rows: Row[] = []
    for (let i = 0; i < items.length;) {
      const size = sizes.find((each) => each <= items.length - i) ?? 1
      const run = bySize.get(size)
      const result = run === undefined ? undefined : await run(db, fixed, items.slice(i, i + size))
      for (const row of result?.rows ?? []) rows.push(row)
      i += size
    }
    return rows
  }
}
