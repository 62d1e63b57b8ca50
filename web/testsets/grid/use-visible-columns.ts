// The columns that the scrolled grid shows. The state changes only when other columns come into view.
import { useLayoutEffect, useState, type RefObject } from 'react'
import { visibleColumns, type ColumnSpan, type Layout } from './layout.ts'

interface VisibleColumns extends ColumnSpan {
  /** Whether the columns are wider than the grid. Sticky cells cost time in each frame, so they are used only then. */
  readonly isScrollable: boolean
}

export function useVisibleColumns(
  scroller: RefObject<HTMLDivElement | null>,
  layout: Layout,
): VisibleColumns {
  const [span, setSpan] = useState<VisibleColumns>(() => ({
    ...visibleColumns(layout, { left: 0, widthPx: 1200 }),
    isScrollable: true,
  }))
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const update = (): void =>
      setSpan((current) => {
        const next = visibleColumns(layout, { left: element.scrollLeft, widthPx: element.clientWidth })
        const isScrollable = layout.widthPx > element.clientWidth
        return current.first === next.first &&
          current.end === next.end &&
          current.isScrollable === isScrollable
          ? current
          : { ...next, isScrollable }
      })
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [scroller, layout])
  return span
}
