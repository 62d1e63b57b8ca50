// The row of the tree that must not move when rows are added above it.

export interface Anchor {
  readonly id: string
  /** Pixels from the top of the view to the top of the row. */
  readonly offsetPx: number
  readonly scrollTop: number
}

/** The row that must not move: the selected one while it is in view, otherwise the first visible one. */
export function anchorOf(
  idOf: (row: number) => string | undefined,
  selectedRow: number,
  {
    scrollTop,
    viewPx,
    rowPx,
  }: { readonly scrollTop: number; readonly viewPx: number; readonly rowPx: number },
): Anchor | undefined {
  const selectedPx = selectedRow * rowPx - scrollTop
  const isInView = selectedRow >= 0 && selectedPx >= 0 && selectedPx + rowPx <= viewPx
  const row = isInView ? selectedRow : Math.ceil(scrollTop / rowPx)
  const id = idOf(row)
  return id === undefined ? undefined : { id, offsetPx: row * rowPx - scrollTop, scrollTop }
}

/**
 * The scroll position that keeps the anchor in its place, plus the scrolling since then. `row` is its new index;
 * below 0: it was removed.
 */
export function anchoredTop(
  row: number,
  anchor: Anchor,
  { scrollTop, rowPx }: { readonly scrollTop: number; readonly rowPx: number },
): number | undefined {
  return row < 0 ? undefined : row * rowPx - anchor.offsetPx + (scrollTop - anchor.scrollTop)
}
