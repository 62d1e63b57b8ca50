// The scrolled element of a long list, and the rows of it that are on the screen.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { scrollHeight, scrollTopFor, windowAt, type Window } from './window.ts'

export interface Windowed {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly window: Window
  readonly height: number
  readonly show: (row: number) => void
  /** Scrolled from the first row. */
  readonly away: boolean
}

export function useWindow(rows: number, rowPx: number, headPx = 0): Windowed {
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
  }
}
