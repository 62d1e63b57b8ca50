// The horizontal layout of the grid. Pinned columns come first and stay; of the others only those on the screen are
// rendered, however many there are.
import type { ColumnType } from '../../app/conversion.ts'
import { preview, type Json, type ValueType } from '../values.ts'

export interface GridColumn {
  readonly id: string
  readonly name: string
  readonly type: ValueType
  readonly widthPx: number
  readonly isPinned: boolean
  readonly isNew: boolean
}

/** A column and the new type of its values. */
export interface TypeChange {
  readonly column: GridColumn
  readonly type: ColumnType
}

/** The largest width that a text column grows to. */
const textPxMax = 720

/** Text columns share the unused width in proportion to their content, except those that the user resized. */
export function fillWidth(
  columns: readonly GridColumn[],
  { availablePx, isResized }: { readonly availablePx: number; readonly isResized: (id: string) => boolean },
): readonly GridColumn[] {
  const unusedPx = availablePx - columns.reduce((sum, { widthPx }) => sum + widthPx, 0)
  const growingColumns = columns.filter(({ id, type }) => type === 'string' && !isResized(id))
  if (unusedPx <= 0 || growingColumns.length === 0) return columns
  const growingPx = growingColumns.reduce((sum, { widthPx }) => sum + widthPx, 0)
  return columns.map((column) => {
    if (!growingColumns.includes(column)) return column
    const morePx = Math.floor((unusedPx * column.widthPx) / growingPx)
    return { ...column, widthPx: Math.max(column.widthPx, Math.min(textPxMax, column.widthPx + morePx)) }
  })
}

export interface Layout {
  /** The columns, pinned ones first. */
  readonly columns: readonly GridColumn[]
  readonly pinnedCount: number
  /** The left edge of each column, counted from the left edge of the gutter. */
  readonly starts: readonly number[]
  readonly widthPx: number
}

export function layoutOf(columns: readonly GridColumn[], gutterPx: number): Layout {
  const pinnedColumns = columns.filter(({ isPinned }) => isPinned)
  const orderedColumns = [...pinnedColumns, ...columns.filter(({ isPinned }) => !isPinned)]
  const starts: number[] = []
  let leftPx = gutterPx
  for (const { widthPx } of orderedColumns) {
    starts.push(leftPx)
    leftPx += widthPx
  }
  return { columns: orderedColumns, pinnedCount: pinnedColumns.length, starts, widthPx: leftPx }
}

/** A range of columns. */
export interface ColumnSpan {
  /** The first rendered column that is not pinned. */
  readonly first: number
  readonly end: number
}

/** The columns on the screen, and one more on either side. */
export function visibleColumns(
  layout: Layout,
  view: { readonly left: number; readonly widthPx: number },
): ColumnSpan {
  const { columns, starts, pinnedCount } = layout
  const edge = view.left + (starts[pinnedCount] ?? layout.widthPx)
  let first = pinnedCount
  while (first < columns.length - 1 && (starts[first + 1] ?? 0) <= edge) first += 1
  let end = first
  while (end < columns.length && (starts[end] ?? 0) < view.left + view.widthPx) end += 1
  return { first: Math.max(pinnedCount, first - 1), end: Math.min(columns.length, end + 1) }
}

/** The scroll position that brings a column into view; undefined: it is in view already. */
export function scrollLeftFor(
  layout: Layout,
  { index, ...view }: { readonly index: number; readonly left: number; readonly widthPx: number },
): number | undefined {
  if (index < layout.pinnedCount) return undefined
  const edge = layout.starts[layout.pinnedCount] ?? 0
  const start = layout.starts[index] ?? 0
  const end = start + (layout.columns[index]?.widthPx ?? 0)
  if (start - edge < view.left) return start - edge
  return end > view.left + view.widthPx ? Math.min(start - edge, end - view.widthPx) : undefined
}

/** The width of an average character, and of the padding of a cell. */
const characterPx = 7
const paddingPx = 22
/** Most values fit: the longest tenth is truncated. */
const fittingShare = 0.9

const firstLineLength = (value: Json | undefined): number => {
  const text = preview(value)
  const lineEnd = text.indexOf('\n')
  return lineEnd < 0 ? text.length : lineEnd
}

/** A width that fits the name, and nine of ten values of the first rows. */
export function widthFor(
  { name }: Pick<GridColumn, 'name'>,
  { values, isNarrow }: { readonly values: readonly (Json | undefined)[]; readonly isNarrow: boolean },
): number {
  const lengths = values.map(firstLineLength).toSorted((a, b) => a - b)
  const typicalLength = lengths[Math.ceil(lengths.length * fittingShare) - 1] ?? 0
  const namePx = Math.min(isNarrow ? 140 : 260, name.length * 8 + 56)
  const [minPx, maxPx] = isNarrow ? [90, 200] : [90, 480]
  return Math.max(namePx, Math.min(maxPx, Math.max(minPx, typicalLength * characterPx + paddingPx)))
}
