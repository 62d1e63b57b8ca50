// Keeps the visible rows in place when rows are added above them.
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { anchoredTop, anchorOf, type Anchor } from './anchor.ts'
import type { Outline } from './outline.ts'

export interface AnchoredRows {
  /** The position is restored only when the outline changes: folding moves rows on purpose. */
  readonly outline: Outline
  /** Indexes of the nodes that are not folded away. */
  readonly rows: readonly number[]
  readonly selectedRow: number
  /** The scroll state of the last render. */
  readonly place: { readonly scrollTop: number; readonly viewPx: number; readonly rowPx: number }
}

export function useAnchor(
  scroller: RefObject<HTMLDivElement | null>,
  { outline, rows, selectedRow, place }: AnchoredRows,
): void {
  const previous = useRef<{ readonly outline: Outline; readonly anchor: Anchor | undefined }>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const { current } = previous
    let { scrollTop } = place
    if (current !== undefined && current.outline !== outline && current.anchor !== undefined) {
      const at = rows.indexOf(outline.indexById.get(current.anchor.id) ?? -1)
      const target = { scrollTop: element.scrollTop, rowPx: place.rowPx }
      scrollTop = anchoredTop(at, current.anchor, target) ?? target.scrollTop
      // oxlint-disable-next-line react/immutability -- the effect scrolls an element of the page
      element.scrollTop = scrollTop
    }
    const idOf = (at: number): string | undefined => outline.nodes[rows[at] ?? -1]?.span.id
    previous.current = { outline, anchor: anchorOf(idOf, selectedRow, { ...place, scrollTop }) }
  })
}
