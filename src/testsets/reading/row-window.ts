// Which rows of a list an answer shows, and where the next page begins.
import { AssayError } from '../../kernel/errors.ts'
import type { Windowing } from '../../versioning/windowing.ts'
import { positionCursor, positionOfCursor } from './cursor.ts'
import { readRange } from '../pages/read.ts'
import { scanningRowIndex } from '../pages/row-index.ts'
import type { ListRoot, PageStore } from '../pages/store.ts'
import type { Row } from '../rows.ts'

/** Rows have positions: a window may begin at one, counted from 0 in the order asked. */
export interface RowWindowing extends Windowing {
  readonly offset?: number | undefined
}

/** A stretch of a list, in the order asked. */
export interface RowRange {
  readonly from: number
  readonly limit: number
  readonly isReversed: boolean
  /** To be sent back for the next page; undefined when no rows remain. */
  readonly windowing: Windowing | undefined
}

const unknownCursor = (next: string): AssayError =>
  new AssayError('cursor_unknown', `windowing.next '${next}' does not exist in this list.`)

/** How many rows lie before the next one, counted in the order asked. */
async function rowsRead(
  pages: PageStore,
  { root, windowing }: { readonly root: ListRoot; readonly windowing: RowWindowing },
): Promise<number> {
  const { next } = windowing
  if (next === undefined) return Math.min(windowing.offset ?? 0, root.rows)
  const position = positionOfCursor(next)
  if (position !== undefined) {
    if (position > root.rows) throw unknownCursor(next)
    return position
  }
  const found = await scanningRowIndex(pages).find(root, { ids: [next], dedupIds: [] })
  const [first] = found
  if (first === undefined) throw unknownCursor(next)
  if (found.length > 1) {
    throw new AssayError(
      'cursor_unknown',
      `The testcase '${next}' occurs ${found.length} times in this revision: continue with the cursor of the page.`,
    )
  }
  return windowing.order === 'descending' ? root.rows - first.position : first.position + 1
}

/** The range of a window over so many items, of which `read` were read already. */
export function rangeOf({
  total,
  read,
  windowing,
}: {
  readonly total: number
  readonly read: number
  readonly windowing: Windowing
}): RowRange {
  const isReversed = windowing.order === 'descending'
  const asked = windowing.limit === undefined || windowing.limit === 0 ? total : windowing.limit
  const limit = Math.max(0, Math.min(asked, total - read))
  const remain = read + limit < total
  return {
    from: isReversed ? total - read - limit : read,
    limit,
    isReversed,
    windowing: remain
      ? { next: positionCursor(read + limit), limit: asked, order: isReversed ? 'descending' : 'ascending' }
      : undefined,
  }
}

export const rowRange = async (
  pages: PageStore,
  { root, windowing = {} }: { readonly root: ListRoot; readonly windowing?: RowWindowing | undefined },
): Promise<RowRange> =>
  rangeOf({ total: root.rows, read: await rowsRead(pages, { root, windowing }), windowing })

/** The rows of a range, in the order asked. */
export async function rowsInRange(
  pages: PageStore,
  { root, range }: { readonly root: ListRoot; readonly range: RowRange },
): Promise<readonly Row[]> {
  const rows = await readRange(pages, { root, from: range.from, limit: range.limit })
  return range.isReversed ? rows.toReversed() : rows
}

/** A range in parts of so many rows, in the order asked. */
export function* partsOf(range: RowRange, rows: number): Generator<RowRange> {
  const { from, limit, isReversed } = range
  for (let read = 0; read < limit; read += rows) {
    const size = Math.min(rows, limit - read)
    yield { ...range, from: isReversed ? from + limit - read - size : from + read, limit: size }
  }
}
