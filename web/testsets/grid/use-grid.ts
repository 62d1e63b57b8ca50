// The model of the grid for the views. It combines rows, columns, search, draft and the state of grid-state.ts.
import { useMemo, useReducer, useRef } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useChanges, type DraftHandle } from '../draft/use-draft.ts'
import type { Revision, Variant } from '../queries.ts'
import type { GridView as View } from '../url-state.ts'
import type { RowData } from '../values.ts'
import { useColumns, type ColumnSample } from './columns/use-columns.ts'
import { useSearch } from './find/use-search.ts'
import { gridReducer, initialState, type CellPosition } from './grid-state.ts'
import { layoutOf } from './layout.ts'
import { useEdits } from './rows/use-edits.ts'
import { useGridRows, useRowAt, type GridRows } from './rows/use-grid-rows.ts'
import { columnIndex, useCursorInUrl } from './use-cursor-in-url.ts'
import { closeRow, openRow } from './view-changes.ts'

export interface GridViewProps {
  readonly name: string
  readonly revision: Revision
  readonly view: View
  readonly onView: (view: View, replace?: boolean) => void
  readonly draft: DraftHandle
  /** Whether the draft is based on this revision. */
  readonly hasDraft: boolean
  readonly isEditable: boolean
  readonly slug: string
  readonly variant: Variant
  readonly isDefault: boolean
  readonly head: Revision | undefined
  readonly onCommitted: () => void
}

interface GridInput extends GridViewProps {
  readonly columnSample: ColumnSample
  readonly firstRows: readonly RowData[]
  readonly widthPx: number
  /** Sets the focus on the grid. */
  readonly onFocus: () => void
}

/** A link may name a row that is not loaded yet. */
const unbounded = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY }

/** Rows, columns and layout of a revision with its draft. */
function useGridData(props: GridInput) {
  const { revision, view, draft, hasDraft, isEditable, columnSample, firstRows, widthPx } = props
  const { total } = columnSample
  const baseNames = useMemo(() => columnSample.columns.map((column) => column.name), [columnSample])
  const changes = useChanges(hasDraft ? draft.draft : undefined, baseNames)
  const gutterPx = 34 + String(total).length * 8 + (isEditable ? 16 : 0)
  const columns = useColumns({
    view,
    revision,
    columnSample,
    firstRows,
    changes,
    availablePx: widthPx - gutterPx,
  })
  const layout = useMemo(() => layoutOf(columns.visibleColumns, gutterPx), [columns.visibleColumns, gutterPx])
  const search = useSearch({ revisionId: revision.id, find: view.find, where: view.where })
  const rows = useGridRows({ revision, total, changes, search, listsOnlyMatches: view.only === true })
  const edits = useEdits({ base: revision, total, changes, draft })
  return { total, changes, gutterPx, columns, layout, search, rows, edits }
}

/** The index of a row in the list; the row is counted from 1. */
function indexOf({ isOnlyMatches, matches }: GridRows, row: number): number {
  const index = isOnlyMatches ? matches.findIndex(({ position }) => position === row - 1) : -1
  return index < 0 ? row - 1 : index
}

export function useGrid(props: GridInput) {
  const { view, onView, onFocus } = props
  const data = useGridData(props)
  const { rows, layout, total, changes, edits } = data
  const [state, dispatch] = useReducer(gridReducer, undefined, () =>
    initialState({ row: (view.row ?? 1) - 1, column: columnIndex(layout.columns, view.column) }),
  )
  useCursorInUrl({
    view,
    cursor: state.cursor,
    columns: layout.columns,
    onLinkedRow: (row) => dispatch({ type: 'move', to: { row }, size: unbounded }),
    onRest: (position) => onView({ ...view, ...position }, true),
  })
  const { row: currentRow, error } = useRowAt(rows, state.cursor.row)
  const isNewRow = !rows.isOnlyMatches && state.cursor.row >= total
  const move = (to: Partial<CellPosition>, count = rows.count): void =>
    dispatch({ type: 'move', to, size: { rows: count, columns: layout.columns.length } })
  return {
    ...data,
    state,
    dispatch,
    error,
    currentRow,
    currentTestcase: isNewRow ? undefined : rows.testcaseAt(state.cursor.row),
    open: ({ row, column }: CellPosition): void => {
      const id = layout.columns[column]?.id
      onView(openRow(view, { row: row + 1, ...(id === undefined ? {} : { column: id }) }))
    },
    close: (): void => void (view.open === true && onView(closeRow(view))),
    /** The row of the revision, counted from 1. */
    goToRow: (row: number): void => {
      move({ row: indexOf(rows, row) })
      onFocus()
    },
    /** Like `goToRow`, without a change of the focus. */
    showRow: (row: number): void => move({ row: indexOf(rows, row) }),
    addRow: (): void => {
      edits.addRow()
      move({ row: total + changes.addedRows.length, column: 0 }, rows.count + 1)
      onFocus()
    },
    setRemoved: (keys: readonly string[], isRemoved: boolean): void => {
      if (isRemoved) edits.removeRows(keys)
      else edits.restoreRows(keys)
      dispatch({ type: 'clear-selection' })
    },
  }
}

export type GridModel = ReturnType<typeof useGrid>

/** The fields of the find bar, with the shortcuts of the grid. */
export function useGridShortcuts({ addRow }: GridModel, { isEditable, draft }: GridViewProps) {
  const find = useRef<HTMLInputElement>(null)
  const goTo = useRef<HTMLInputElement>(null)
  useShortcuts([
    { id: 'find', keys: '/', label: 'Search in rows', run: () => find.current?.focus() },
    { id: 'go to row', keys: 'G', label: 'Go to row', run: () => goTo.current?.focus() },
    ...(isEditable
      ? [
          // Letters are typed into the grid while it has the focus.
          {
            id: 'find in the grid',
            keys: 'mod+f',
            label: 'Search in rows',
            run: () => find.current?.focus(),
          },
          { id: 'add row', keys: 'a', label: 'Add row', run: addRow },
          { id: 'undo', keys: 'mod+z', label: 'Undo', run: draft.undo },
          { id: 'redo', keys: 'mod+y', label: 'Redo', run: draft.redo },
        ]
      : []),
  ])
  return { find, goTo }
}
