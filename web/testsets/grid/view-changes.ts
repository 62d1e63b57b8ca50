// Changes of the grid's URL state, as pure functions: which columns are pinned or hidden, which rows are listed, which row
// is open. Members that are off are absent, so that a URL is no longer than needed.
import type { Condition, GridView } from '../url-state.ts'

export function togglePin(view: GridView, column: string): GridView {
  const { pinned = [], ...rest } = view
  const next = pinned.includes(column) ? pinned.filter((one) => one !== column) : [...pinned, column]
  return next.length === 0 ? rest : { ...rest, pinned: next }
}

export const hideColumn = (view: GridView, column: string): GridView => ({
  ...view,
  hidden: [...(view.hidden ?? []), column],
})

export function withConditions(view: GridView, where: readonly Condition[]): GridView {
  const { where: _, ...rest } = view
  return where.length === 0 ? rest : { ...rest, where }
}

/** Lists only the rows that match these conditions. */
export const listOnly = (view: GridView, where: readonly Condition[]): GridView => ({
  ...view,
  only: true,
  where,
})

/** An empty text ends the search, and then all rows are listed. */
export function withFind(view: GridView, text: string): GridView {
  const { find: _, only, ...rest } = view
  const find = text.trim()
  return find === '' ? rest : { ...rest, ...(only === undefined ? {} : { only }), find }
}

export function toggleOnly(view: GridView): GridView {
  const { only, row: _, open: __, ...rest } = view
  return only === true ? rest : { ...rest, only: true }
}

/** The row is counted from 1. */
export const openRow = (
  view: GridView,
  position: { readonly row: number; readonly column?: string },
): GridView => ({
  ...view,
  ...position,
  open: true,
})

export function closeRow({ open: _, ...rest }: GridView): GridView {
  return rest
}
