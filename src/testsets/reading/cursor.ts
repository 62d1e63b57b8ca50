// Cursors by position: a UUID whose last twelve hex digits are the number of items already read.
import { AssayError } from '../../kernel/errors.ts'

const prefix = '00000000-0000-8000-8000-'

export const positionCursor = (itemsRead: number): string =>
  `${prefix}${itemsRead.toString(16).padStart(12, '0')}`

/** The number of items read; undefined for a UUID that is not such a cursor. */
export const positionOfCursor = (cursor: string): number | undefined =>
  cursor.startsWith(prefix) ? Number.parseInt(cursor.slice(prefix.length), 16) : undefined

/** Like positionOfCursor, but throws `cursor_unknown`. */
export function requirePosition(cursor: string): number {
  const position = positionOfCursor(cursor)
  if (position === undefined)
    throw new AssayError('cursor_unknown', 'The cursor does not exist in this list.')
  return position
}
