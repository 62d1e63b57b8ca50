// Pagination of rows: the range of a page, and the cursor of the next one.
import { AssayError } from '../../kernel/errors.ts'
import type { Windowing } from '../../versioning/windowing.ts'
import { positionCursor, positionOfCursor } from './cursor.ts'
import { readRange } from '../pages/read.ts'
import { scanningRowIndex } from '../pages/row-index.ts'
import type { ListRoot, PageStore } from '../pages/store.ts'
import type { Row } from '../rows.ts'

/** A window over rows may begin at an offset, counted from 0 in the requested order. */
export interface RowWindowing extends Windowing {
  readonly offset?: number | undefined
}

/** A range of a list, in the requested order. */
export interface RowRange {
  readonly from: number
  readonly limit: number
  readonly isReversed: boolean
  /** The windowing of the next page; undefined when no rows remain. */
  readonly windowing: Windowing | undefined
}

const unknownCursor = (next: string): AssayError =>
  new AssayError('cursor_unknown', `windowing.next '${next}' does not exist in this list.`)

/** The number of rows before the next page, in the requested order. */
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
  const matches = await scanningRowIndex(pages).find(root, { ids: new Set([next]) })
  const [first] = matches
  if (first === undefined) throw unknownCursor(next)
  if (matches.length > 1) {
    throw new AssayError(
      'cursor_unknown',
      `The testcase '${next}' occurs ${matches.length} times in this revision: continue with the cursor of the page.`,
    )
  }
  return windowing.order === 'descending' ? root.rows - first.position : first.position + 1
}

/** The range of a window over `total` items, of which `readCount` were already read. */
export function rangeOf({
  total,
  readCount,
  windowing,
}: {
  readonly total: number
  readonly readCount: number
  readonly windowing: Windowing
}): RowRange {
  const isReversed = windowing.order === 'descending'
  const pageLimit = windowing.limit === undefined || windowing.limit === 0 ? total : windowing.limit
  const limit = Math.max(0, Math.min(pageLimit, total - readCount))
  const hasMore = readCount + limit < total
  return {
    from: isReversed ? total - readCount - limit : readCount,
    limit,
    isReversed,
    windowing: hasMore
      ? {
          next: positionCursor(readCount + limit),
          limit: pageLimit,
          order: isReversed ? 'descending' : 'ascending',
        }
      : undefined,
  }
}

export const rowRange = async (
  pages: PageStore,
  { root, windowing = {} }: { readonly root: ListRoot; readonly windowing?: RowWindowing | undefined },
): Promise<RowRange> =>
  rangeOf({ total: root.rows, readCount: await rowsRead(pages, { root, windowing }), windowing })

/** The rows of a range, in the requested order. */
export async function rowsInRange(
  pages: PageStore,
  { root, range }: { readonly root: ListRoot; readonly range: RowRange },
): Promise<readonly Row[]> {
  const rows = await readRange(pages, { root, from: range.from, limit: range.limit })
  return range.isReversed ? rows.toReversed() : rows
}
