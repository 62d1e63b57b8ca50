// The scroll container of a long list and its visible rows.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { scaleOf, scrollHeight, scrollTopFor, windowAt, type Window } from './virtual-rows.ts'

export interface VirtualRows {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly window: Window
  readonly height: number
  readonly show: (row: number) => void
  /** Whether the list is scrolled away from the first row. */
  readonly isAway: boolean
  /** The last scroll position and height of the view that were read: reading them again would force a layout. */
  readonly scrollPosition: { readonly scrollTop: number; readonly viewPx: number }
}

export function useVirtualRows(rows: number, rowPx: number, headPx = 0): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState({ scrollTop: 0, viewPx: 800 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const read = (): void =>
      setScroll((previous) => {
        const next = { scrollTop: element.scrollTop, viewPx: element.clientHeight - headPx }
        return previous.scrollTop === next.scrollTop && previous.viewPx === next.viewPx ? previous : next
      })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [headPx])
  const extent = { rows, rowPx, viewPx: scroll.viewPx }
  const scale = scaleOf(extent)
  // The wheel scrolls the same distance in every list: in a scaled list one scrolled pixel is several pixels of rows.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || scale <= 1) return
    let fraction = 0
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return
      event.preventDefault()
      const px = event.deltaY * { 0: 1, 1: rowPx, 2: element.clientHeight }[event.deltaMode as 0 | 1 | 2]
      // Browsers scroll by whole pixels: carry the fraction over to the next event.
      const distance = fraction + px / scale
      const pixels = Math.trunc(distance)
      fraction = distance - pixels
      element.scrollTop += pixels
      element.scrollLeft += event.deltaX
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [scale, rowPx])
  const show = useCallback(
    (row: number) => {
      const element = scroller.current
      if (element === null) return
      const viewPx = element.clientHeight - headPx
      const top = scrollTopFor({ rows, rowPx, viewPx }, row, element.scrollTop)
      if (top !== undefined) element.scrollTop = top
    },
    [rows, rowPx, headPx],
  )
  return {
    scroller,
    window: windowAt(extent, scroll.scrollTop),
    height: scrollHeight(extent),
    show,
    isAway: scroll.scrollTop > 0,
    scrollPosition: scroll,
  }
}
