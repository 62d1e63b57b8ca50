// The width of an element, as long as it is on the screen.
import { useCallback, useState } from 'react'

/** Give the first value to the element as its `ref`; the width is 0 until it is drawn. */
export function useWidth(): readonly [
  ref: (element: HTMLElement | null) => (() => void) | undefined,
  widthPx: number,
] {
  const [widthPx, setWidthPx] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, widthPx]
}
