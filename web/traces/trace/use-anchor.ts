// Keeps the rows that are being read where they are when rows come in above them.
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { anchoredTop, anchorOf, type Anchor } from './anchor.ts'

export function useAnchor(
  scroller: RefObject<HTMLDivElement | null>,
  /** Ids of the rows, whether they are drawn or not. A new list when spans came. */
  {
    ids,
    selectedAt,
    rowPx,
  }: { readonly ids: readonly string[]; readonly selectedAt: number; readonly rowPx: number },
  /** Restored only when this changes: folding is meant to move rows. */
  version: unknown,
): void {
  const before = useRef<{ readonly version: unknown; readonly anchor: Anchor | undefined }>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const { current } = before
    if (current !== undefined && current.version !== version && current.anchor !== undefined) {
      const top = anchoredTop(ids, current.anchor, { scrollTop: element.scrollTop, rowPx })
      // oxlint-disable-next-line react/immutability -- the effect scrolls an element of the page
      if (top !== undefined) element.scrollTop = top
    }
    const place = { scrollTop: element.scrollTop, viewPx: element.clientHeight, rowPx }
    before.current = { version, anchor: anchorOf(ids, selectedAt, place) }
  })
}
