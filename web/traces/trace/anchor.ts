// The row of the tree that must not move when rows come in above it.

export interface Anchor {
  readonly id: string
  /** Pixels from the top of the view to the top of the row. */
  readonly offsetPx: number
  readonly scrollTop: number
}

/** The row that must not move: the selected one while it is in view, otherwise the first that is. */
export function anchorOf(
  ids: readonly string[],
  selectedAt: number,
  {
    scrollTop,
    viewPx,
    rowPx,
  }: { readonly scrollTop: number; readonly viewPx: number; readonly rowPx: number },
): Anchor | undefined {
  const selectedPx = selectedAt * rowPx - scrollTop
  const isInView = selectedAt >= 0 && selectedPx >= 0 && selectedPx + rowPx <= viewPx
  const at = isInView ? selectedAt : Math.ceil(scrollTop / rowPx)
  const id = ids[at]
  return id === undefined ? undefined : { id, offsetPx: at * rowPx - scrollTop, scrollTop }
}

/** Where to scroll so that the row is where it was; what was scrolled meanwhile counts. Undefined: the row is gone. */
export function anchoredTop(
  ids: readonly string[],
  anchor: Anchor,
  { scrollTop, rowPx }: { readonly scrollTop: number; readonly rowPx: number },
): number | undefined {
  const at = ids.indexOf(anchor.id)
  return at < 0 ? undefined : at * rowPx - anchor.offsetPx + (scrollTop - anchor.scrollTop)
}
