// Computes which rows of a long list are visible. All rows have one height. Browsers limit elements to 33,554,428 px, so longer
// lists scroll by a scaled distance and still reach the last row exactly.

/** The maximum height of the scroll area: below the limit of all browsers, with room for a zoomed page. */
export const scrollPxMax = 15_000_000

export interface Window {
  /** The first rendered row. */
  readonly first: number
  /** The index after the last rendered row. */
  readonly end: number
  /** The offset of the first rendered row in the scroll area, in pixels. */
  readonly top: number
}

export interface Extent {
  readonly rows: number
  readonly rowPx: number
  readonly viewPx: number
}

/** The height of the scroll area. */
export const scrollHeight = ({ rows, rowPx }: Pick<Extent, 'rows' | 'rowPx'>): number =>
  Math.min(rows * rowPx, scrollPxMax)

/** Pixels of rows per scrolled pixel; 1 for all but enormous lists. */
export function scaleOf({ rows, rowPx, viewPx }: Extent): number {
  const totalPx = rows * rowPx
  if (totalPx <= scrollPxMax) return 1
  return (totalPx - viewPx) / (scrollPxMax - viewPx)
}

export function windowAt(extent: Extent, scrollTop: number, overscan = 6): Window {
  const { rows, rowPx, viewPx } = extent
  const offset = Math.max(0, scrollTop) * scaleOf(extent)
  const first = Math.min(Math.max(0, Math.floor(offset / rowPx) - overscan), Math.max(0, rows - 1))
  const end = Math.min(rows, Math.ceil((offset + viewPx) / rowPx) + overscan)
  return { first, end: Math.max(first, end), top: scrollTop - (offset - first * rowPx) }
}

/** The scroll offset that brings the row into view; undefined if it is visible. */
export function scrollTopFor(extent: Extent, row: number, scrollTop: number): number | undefined {
  const { rowPx, viewPx } = extent
  const scale = scaleOf(extent)
  const offset = scrollTop * scale
  const top = row * rowPx
  if (top < offset) return top / scale
  if (top + rowPx > offset + viewPx) return (top + rowPx - viewPx) / scale
  return undefined
}
