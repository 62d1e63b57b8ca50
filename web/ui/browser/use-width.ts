// Measures the width of an element.
import { useCallback, useState } from 'react'

/** Pass the first value as `ref` of the element. The width is 0 until it is rendered. */
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
