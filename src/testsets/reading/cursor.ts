// Cursors over positions: a UUID whose last twelve hex digits say how many items were read already.
import { AssayError } from '../../kernel/errors.ts'

const prefix = '00000000-0000-8000-8000-'

export const positionCursor = (itemsRead: number): string =>
  `${prefix}${itemsRead.toString(16).padStart(12, '0')}`

/** The number of items read; undefined for a UUID that is no such cursor. */
export const positionOfCursor = (cursor: string): number | undefined =>
  cursor.startsWith(prefix) ? Number.parseInt(cursor.slice(prefix.length), 16) : undefined

/** As positionOfCursor, where nothing else is accepted. */
export function requirePosition(cursor: string): number {
  const position = positionOfCursor(cursor)
  if (position === undefined)
    throw new AssayError('cursor_unknown', 'The cursor does not exist in this list.')
  return position
}
