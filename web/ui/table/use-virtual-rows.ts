// The scrolled element of a long list, and the rows of it that are on the screen.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { scaleOf, scrollHeight, scrollTopFor, windowAt, type Window } from './virtual-rows.ts'

export interface VirtualRows {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly window: Window
  readonly height: number
  readonly show: (row: number) => void
  /** Scrolled from the first row. */
  readonly away: boolean
  /** The last scroll position and height of the view that were read: reading them again would force a layout. */
  readonly place: { readonly scrollTop: number; readonly viewPx: number }
}

export function useVirtualRows(rows: number, rowPx: number, headPx = 0): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ scrollTop: 0, viewPx: 800 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const read = (): void =>
      setPlace((before) => {
        const next = { scrollTop: element.scrollTop, viewPx: element.clientHeight - headPx }
        return before.scrollTop === next.scrollTop && before.viewPx === next.viewPx ? before : next
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
  const extent = { rows, rowPx, viewPx: place.viewPx }
  const scale = scaleOf(extent)
  // A turn of the wheel is the same distance in every list: where a scrolled pixel stands for more than one, it scrolls less.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || scale <= 1) return
    let owed = 0
    const turned = (event: WheelEvent): void => {
      if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return
      event.preventDefault()
      const px = event.deltaY * { 0: 1, 1: rowPx, 2: element.clientHeight }[event.deltaMode as 0 | 1 | 2]
      // Browsers scroll by whole pixels: what is left of one is scrolled the next time.
      const wanted = owed + px / scale
      const whole = Math.trunc(wanted)
      owed = wanted - whole
      element.scrollTop += whole
      element.scrollLeft += event.deltaX
    }
    element.addEventListener('wheel', turned, { passive: false })
    return () => element.removeEventListener('wheel', turned)
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
    window: windowAt(extent, place.scrollTop),
    height: scrollHeight(extent),
    show,
    away: place.scrollTop > 0,
    place,
  }
}
