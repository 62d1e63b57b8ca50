// The columns of the grid: those of the revision with the changes of the draft, the widths that this browser stored, and the
// pinned and hidden columns of the URL.
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Api } from '../../../app/api.ts'
import { useLocalStorage } from '../../../ui/browser/use-local-storage.ts'
import { useNarrow } from '../../../ui/browser/use-narrow.ts'
import type { Changes } from '../../draft/draft.ts'
import type { Revision } from '../../queries.ts'
import type { GridView as View } from '../../url-state.ts'
import { mainType, memberOf, type RowData } from '../../values.ts'
import { fillWidth, widthFor, type GridColumn } from '../layout.ts'

export type ColumnSample = Awaited<ReturnType<Api['testsets']['fetchColumns']>>

export function useColumns(input: {
  readonly view: View
  readonly revision: Revision
  readonly columnSample: ColumnSample
  /** The widths follow the content of these rows. */
  readonly firstRows: readonly RowData[]
  readonly changes: Changes
  readonly availablePx: number
}) {
  const { view, revision, columnSample, firstRows, changes, availablePx } = input
  const [widths, setWidths] = useLocalStorage<Readonly<Record<string, number>>>(
    `grid.${revision.testset_id}`,
    {},
  )
  const isNarrow = useNarrow()
  const types = useMemo(
    () => new Map(columnSample.columns.map(({ name, types: counts }) => [name, mainType(counts)])),
    [columnSample],
  )
  const allColumns = useMemo(
    () =>
      changes.columns.map(({ id, name, isNew }): GridColumn => {
        const type = changes.types.get(id) ?? types.get(id) ?? 'string'
        return {
          id,
          name,
          type,
          isNew,
          widthPx:
            (Object.hasOwn(widths, id) ? widths[id] : undefined) ??
            widthFor({ name }, { values: firstRows.map((row) => memberOf(row, id)), isNarrow }),
          isPinned: view.pinned?.includes(id) === true,
        }
      }),
    [changes.columns, changes.types, types, widths, firstRows, view.pinned, isNarrow],
  )
  const visibleColumns = useMemo(
    () =>
      fillWidth(
        allColumns.filter(({ id }) => view.hidden?.includes(id) !== true),
        { availablePx, isResized: (id) => Object.hasOwn(widths, id) },
      ),
    [allColumns, view.hidden, availablePx, widths],
  )
  return {
    allColumns,
    visibleColumns,
    onWidth: (id: string, widthPx: number) => setWidths({ ...widths, [id]: widthPx }),
  }
}

/** The width of an element, without a scroll bar. */
export function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth - 14))
    observer.observe(element)
    setWidthPx(element.clientWidth - 14)
    return () => observer.disconnect()
  }, [])
  return [box, widthPx] as const
}
