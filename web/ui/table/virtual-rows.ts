// Which of very many rows are on the screen. Rows have one height, so this is arithmetic. Browsers end at 33,554,428 px:
// longer lists scroll by a scaled distance, and the last row is still reached exactly.

/** Below what every browser can scroll, with room for a zoomed page. */
export const scrollPxMax = 15_000_000

export interface Window {
  /** First row that is drawn. */
  readonly first: number
  /** After the last row that is drawn. */
  readonly end: number
  /** Where the first drawn row stands, in pixels of the scrolled area. */
  readonly top: number
}

export interface Extent {
  readonly rows: number
  readonly rowPx: number
  readonly viewPx: number
}

/** Height of the scrolled area. */
export const scrollHeight = ({ rows, rowPx }: Pick<Extent, 'rows' | 'rowPx'>): number =>
  Math.min(rows * rowPx, scrollPxMax)

/** How many pixels of rows one scrolled pixel stands for; 1 for all but enormous lists. */
export function scaleOf({ rows, rowPx, viewPx }: Extent): number {
  const whole = rows * rowPx
  if (whole <= scrollPxMax) return 1
  return (whole - viewPx) / (scrollPxMax - viewPx)
}

export function windowAt(extent: Extent, scrollTop: number, overscan = 6): Window {
  const { rows, rowPx, viewPx } = extent
  const offset = Math.max(0, scrollTop) * scaleOf(extent)
  const first = Math.min(Math.max(0, Math.floor(offset / rowPx) - overscan), Math.max(0, rows - 1))
  const end = Math.min(rows, Math.ceil((offset + viewPx) / rowPx) + overscan)
  return { first, end: Math.max(first, end), top: scrollTop - (offset - first * rowPx) }
}

/** Where to scroll so that the row is in view; undefined: it is already. */
export function scrollTopFor(extent: Extent, row: number, scrollTop: number): number | undefined {
  const { rowPx, viewPx } = extent
  const scale = scaleOf(extent)
  const offset = scrollTop * scale
  const top = row * rowPx
  if (top < offset) return top / scale
  if (top + rowPx > offset + viewPx) return (top + rowPx - viewPx) / scale
  return undefined
}
