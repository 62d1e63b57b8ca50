// The state of the grid as a pure reducer: cursor, cell editor, selected rows and the open dialog. Keys are translated to
// commands here as well, so that all of it is tested without a browser.
import { textOf, typeOf, valueAs, type Json, type ValueType } from '../values.ts'
import type { GridColumn, TypeChange } from './layout.ts'

/** A cell by the indices of its row and column. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
}

export type GridDialog =
  | { readonly kind: 'add-column' }
  | { readonly kind: 'rename-column'; readonly column: GridColumn }
  | ({ readonly kind: 'change-type' } & TypeChange)

export interface GridState {
  readonly cursor: CellPosition
  readonly isEditing: boolean
  /** The first character of an edit that typing started; it replaces the value. */
  readonly typedText: string | undefined
  /** Keys of rows. */
  readonly selectedKeys: ReadonlySet<string>
  /** Index of the row that was selected last: a range starts there. */
  readonly anchor: number | undefined
  readonly dialog: GridDialog | undefined
}

export type GridAction =
  | { readonly type: 'move'; readonly to: Partial<CellPosition>; readonly size: GridSize }
  | { readonly type: 'edit'; readonly typedText?: string }
  | { readonly type: 'close-editor' | 'clear-selection' | 'close-dialog' }
  | {
      readonly type: 'select'
      readonly index: number
      /** Whether all rows from the anchor to this one are added. */
      readonly isRange: boolean
      /** The key of a row; undefined: the row is not loaded. */
      readonly keyAt: (index: number) => string | undefined
    }
  | { readonly type: 'open-dialog'; readonly dialog: GridDialog }

export const initialState = (cursor: CellPosition): GridState => ({
  cursor,
  isEditing: false,
  typedText: undefined,
  selectedKeys: new Set(),
  anchor: undefined,
  dialog: undefined,
})

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))

function selectRows(state: GridState, { index, isRange, keyAt }: GridAction & { type: 'select' }): GridState {
  const selectedKeys = new Set(state.selectedKeys)
  if (isRange && state.anchor !== undefined) {
    const [from, to] = [Math.min(state.anchor, index), Math.max(state.anchor, index)]
    for (let rowIndex = from; rowIndex <= to; rowIndex++) {
      const key = keyAt(rowIndex)
      if (key !== undefined) selectedKeys.add(key)
    }
  } else {
    const key = keyAt(index)
    if (key === undefined) return state
    if (!selectedKeys.delete(key)) selectedKeys.add(key)
  }
  return { ...state, selectedKeys, anchor: index }
}

export function gridReducer(state: GridState, action: GridAction): GridState {
  switch (action.type) {
    case 'move': {
      const { row, column } = { ...state.cursor, ...action.to }
      const cursor = { row: clamp(row, action.size.rows), column: clamp(column, action.size.columns) }
      return cursor.row === state.cursor.row && cursor.column === state.cursor.column
        ? state
        : { ...state, cursor }
    }
    case 'edit':
      return { ...state, isEditing: true, typedText: action.typedText }
    case 'close-editor':
      return { ...state, isEditing: false, typedText: undefined }
    case 'select':
      return selectRows(state, action)
    case 'clear-selection':
      return { ...state, selectedKeys: new Set() }
    case 'open-dialog':
      return { ...state, dialog: action.dialog }
    case 'close-dialog':
      return { ...state, dialog: undefined }
  }
}

export type KeyCommand =
  | 'edit'
  | 'open'
  | 'close'
  | 'select'
  | 'clear'
  | { readonly moveTo: CellPosition }
  | { readonly type: string }

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const pageStep = 20

const steps: ReadonlyMap<string, CellPosition> = new Map([
  ['ArrowDown', { row: 1, column: 0 }],
  ['ArrowUp', { row: -1, column: 0 }],
  ['ArrowRight', { row: 0, column: 1 }],
  ['ArrowLeft', { row: 0, column: -1 }],
  ['PageDown', { row: pageStep, column: 0 }],
  ['PageUp', { row: -pageStep, column: 0 }],
])

const commands: ReadonlyMap<string, KeyCommand> = new Map<string, KeyCommand>([
  ['Enter', 'edit'],
  ['F2', 'edit'],
  [' ', 'open'],
  ['Escape', 'close'],
  ['Delete', 'clear'],
])

/** Other keys have names like `Shift`. */
const isCharacter = (key: string): boolean => key.length === 1 || !/^[A-Za-z0-9]+$/.test(key)

/**
 * The command of a key. Letters, digits and signs start an edit, so no shortcut of the page runs while the grid has the
 * focus. Undefined: the grid does not use the key.
 */
export function commandOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress,
  { cursor, size }: { readonly cursor: CellPosition; readonly size: GridSize },
): KeyCommand | undefined {
  const isWithModifier = ctrlKey || metaKey
  const step = steps.get(key)
  if (step !== undefined) return { moveTo: moveBy(cursor, step) }
  if (key === 'Home') return { moveTo: isWithModifier ? { ...cursor, row: 0 } : { ...cursor, column: 0 } }
  if (key === 'End') {
    const { rows, columns } = size
    return { moveTo: isWithModifier ? { ...cursor, row: rows - 1 } : { ...cursor, column: columns - 1 } }
  }
  if (isWithModifier || altKey) return undefined
  if (key === ' ' && shiftKey) return 'select'
  return commands.get(key) ?? (isCharacter(key) ? { type: key } : undefined)
}

const moveBy = (cursor: CellPosition, step: CellPosition): CellPosition => ({
  row: cursor.row + step.row,
  column: cursor.column + step.column,
})

/** The direction in which the cursor leaves the cell editor. */
export type Direction = 'down' | 'right' | 'left' | 'stay'

export const moveAfterEdit = (cursor: CellPosition, direction: Direction): CellPosition =>
  moveBy(cursor, {
    row: direction === 'down' ? 1 : 0,
    column: direction === 'right' ? 1 : direction === 'left' ? -1 : 0,
  })

/** Plain values are edited in the cell; objects and arrays in the row pane. */
export const isPlain = (value: Json | undefined): boolean => typeof value !== 'object' || value === null

/**
 * The value that a typed text means. It has the type of the previous value, or else of the column.
 * Undefined: the text did not change.
 */
export function editedValue(
  text: string,
  { previousValue, type }: { readonly previousValue: Json | undefined; readonly type: ValueType },
): { readonly value: Json } | undefined {
  if (text === textOf(previousValue)) return undefined
  return { value: valueAs(text, previousValue === undefined ? type : typeOf(previousValue)) }
}
