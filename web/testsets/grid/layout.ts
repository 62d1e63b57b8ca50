// Where the columns of a grid stand. Those that are pinned come first and stay; of the others only what is on the screen is
// drawn, however many there are.
import type { ValueType } from '../values.ts'

export interface GridColumn {
  readonly id: string
  readonly name: string
  readonly type: ValueType
  readonly widthPx: number
  readonly isPinned: boolean
  readonly isNew: boolean
}

/** As wide as a text becomes where there is room. */
const textPxMax = 720

/** Columns of text share the room that is left, but for those that a person gave a width. */
export function spread(
  columns: readonly GridColumn[],
  roomPx: number,
  isOwn: (id: string) => boolean,
): readonly GridColumn[] {
  const left = roomPx - columns.reduce((sum, { widthPx }) => sum + widthPx, 0)
  const growing = columns.filter(({ id, type }) => type === 'string' && !isOwn(id))
  if (left <= 0 || growing.length === 0) return columns
  const more = Math.floor(left / growing.length)
  return columns.map((column) =>
    growing.includes(column)
      ? { ...column, widthPx: Math.max(column.widthPx, Math.min(textPxMax, column.widthPx + more)) }
      : column,
  )
}

export interface Layout {
  /** Pinned ones first. */
  readonly columns: readonly GridColumn[]
  readonly pinned: number
  /** Where each begins, the gutter counted. */
  readonly starts: readonly number[]
  readonly widthPx: number
}

export function layoutOf(columns: readonly GridColumn[], gutterPx: number): Layout {
  const pinned = columns.filter(({ isPinned }) => isPinned)
  const ordered = [...pinned, ...columns.filter(({ isPinned }) => !isPinned)]
  const starts: number[] = []
  let at = gutterPx
  for (const { widthPx } of ordered) {
    starts.push(at)
    at += widthPx
  }
  return { columns: ordered, pinned: pinned.length, starts, widthPx: at }
}

export interface Span {
  /** First column that is drawn beside the pinned ones. */
  readonly first: number
  readonly end: number
}

/** The columns on the screen, with one on either side. */
export function columnsShown(
  layout: Layout,
  view: { readonly left: number; readonly widthPx: number },
): Span {
  const { columns, starts, pinned } = layout
  const edge = view.left + (starts[pinned] ?? layout.widthPx)
  let first = pinned
  while (first < columns.length - 1 && (starts[first + 1] ?? 0) <= edge) first += 1
  let end = first
  while (end < columns.length && (starts[end] ?? 0) < view.left + view.widthPx) end += 1
  return { first: Math.max(pinned, first - 1), end: Math.min(columns.length, end + 1) }
}

/** Where to scroll so that a column is in view; undefined: it is already. */
export function scrollLeftFor(
  layout: Layout,
  index: number,
  view: { readonly left: number; readonly widthPx: number },
): number | undefined {
  if (index < layout.pinned) return undefined
  const edge = layout.starts[layout.pinned] ?? 0
  const start = layout.starts[index] ?? 0
  const end = start + (layout.columns[index]?.widthPx ?? 0)
  if (start - edge < view.left) return start - edge
  return end > view.left + view.widthPx ? Math.min(start - edge, end - view.widthPx) : undefined
}

/** As wide as its name and what it usually holds ask for. */
export const widthDefault = (name: string, type: ValueType, isNarrow: boolean): number =>
  Math.max(
    Math.min(isNarrow ? 140 : 260, name.length * 8 + 56),
    {
      string: isNarrow ? 150 : 240,
      object: isNarrow ? 150 : 240,
      array: 150,
      number: 110,
      boolean: 90,
      null: 90,
    }[type],
  )
