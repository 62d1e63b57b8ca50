// Splits lists of ids and rows into chunks of a few fixed lengths, so that the text of each statement is
// built once: building it took most of the time of a lookup of a thousand ids.
import type { Kysely } from 'kysely'
import { prepareStatement } from './prepared.ts'
import type { Tables } from './schema.ts'

type Statement<Fixed, Item, Row> = (
  db: Kysely<Tables>,
  fixed: Fixed,
  items: readonly Item[],
) => Promise<{ readonly rows: readonly Row[] }>

/** Runs a statement over a list in the chunks that `nextChunk` returns, with one statement per chunk size. */
function overChunks<Fixed extends readonly unknown[], Item, Row>(
  sizes: readonly number[],
  statement: () => Statement<Fixed, Item, Row>,
  nextChunk: (items: readonly Item[], from: number) => readonly Item[],
) {
  const bySize = new Map(sizes.map((size) => [size, statement()]))
  return async (db: Kysely<Tables>, fixed: Fixed, items: readonly Item[]): Promise<readonly Row[]> => {
    const rows: Row[] = []
    for (let i = 0; i < items.length;) {
      const chunk = nextChunk(items, i)
      const result = await bySize.get(chunk.length)?.(db, fixed, chunk)
      for (const row of result?.rows ?? []) rows.push(row)
      i += chunk.length
    }
    return rows
  }
}

/**
 * Inserts rows, which are lists of values in the order of `columns`. The rest is split into ever smaller chunks. Sizes
 * run from the largest down to 1.
 */
export function prepareBulkInsert<T extends keyof Tables>(
  table: T,
  columns: readonly (string & keyof Tables[T])[],
  { sizes, ignoresConflicts }: { readonly sizes: readonly number[]; readonly ignoresConflicts: boolean },
) {
  const statement = (): Statement<readonly [], readonly unknown[], unknown> => {
    const insert = prepareStatement((db, ...values: readonly unknown[]) => {
      const rows = Array.from({ length: values.length / columns.length }, (_, row) =>
        Object.fromEntries(columns.map((column, i) => [column, values[row * columns.length + i]])),
      )
      const query = db.insertInto(table).values(rows as never)
      return ignoresConflicts ? query.onConflict((conflict) => conflict.doNothing()) : query
    })
    return (db, _fixed, rows) => insert(db, ...rows.flat())
  }
  const insertRows = overChunks(sizes, statement, (rows, from) => {
    const size = sizes.find((candidate) => candidate <= rows.length - from) ?? 1
    return rows.slice(from, from + size)
  })
  return (db: Kysely<Tables>, rows: readonly (readonly unknown[])[]) => insertRows(db, [], rows)
}

/**
 * For lookups, which return a row once however often it is requested: the last chunk is padded with its last
 * item.
 */
export const inFilledChunks = <Fixed extends readonly unknown[], Item, Row>(
  sizes: readonly number[],
  statement: () => Statement<Fixed, Item, Row>,
) =>
  overChunks(sizes, statement, (items: readonly Item[], from) => {
    const remaining = items.length - from
    const size = sizes.findLast((candidate) => candidate >= remaining) ?? sizes[0] ?? 1
    return Array.from({ length: size }, (_, i) => items[Math.min(from + i, items.length - 1)] as Item)
  })
