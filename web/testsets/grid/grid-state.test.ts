import { expect, test } from 'vitest'
import {
  commandOf,
  editedValue,
  gridReducer,
  initialState,
  moveAfterEdit,
  type GridState,
} from './grid-state.ts'

const size = { rows: 100, columns: 5 }
const start = initialState({ row: 10, column: 2 })
const press = (key: string, { ctrlKey = false, shiftKey = false, altKey = false } = {}) =>
  commandOf({ key, ctrlKey, metaKey: false, altKey, shiftKey }, { cursor: start.cursor, size })
const keyAt = (index: number): string | undefined => (index === 13 ? undefined : `row ${index}`)
const select = (state: GridState, index: number, isRange = false): GridState =>
  gridReducer(state, { type: 'select', index, isRange, keyAt })

test('the cursor stays inside the grid', () => {
  const move = (to: object) => gridReducer(start, { type: 'move', to, size }).cursor
  expect(move({ row: 1000 })).toEqual({ row: 99, column: 2 })
  expect(move({ row: -1, column: -1 })).toEqual({ row: 0, column: 0 })
  expect(move({ column: 9 })).toEqual({ row: 10, column: 4 })
  expect(gridReducer(start, { type: 'move', to: { row: 3 }, size: { rows: 0, columns: 0 } }).cursor).toEqual({
    row: 0,
    column: 0,
  })
})

test('a move to the same cell keeps the state object, so nothing is rendered', () => {
  expect(gridReducer(start, { type: 'move', to: { row: 10 }, size })).toBe(start)
})

test('arrow, page and edge keys move the cursor', () => {
  expect(press('ArrowDown')).toEqual({ moveTo: { row: 11, column: 2 } })
  expect(press('ArrowUp')).toEqual({ moveTo: { row: 9, column: 2 } })
  expect(press('PageUp')).toEqual({ moveTo: { row: -10, column: 2 } })
  expect(press('Home')).toEqual({ moveTo: { row: 10, column: 0 } })
  expect(press('Home', { ctrlKey: true })).toEqual({ moveTo: { row: 0, column: 2 } })
  expect(press('End')).toEqual({ moveTo: { row: 10, column: 4 } })
  expect(press('End', { ctrlKey: true })).toEqual({ moveTo: { row: 99, column: 2 } })
})

test('other keys are commands, and Ctrl+X stays with the browser', () => {
  expect(['Enter', 'F2', ' ', 'Escape', 'Delete'].map((key) => press(key))).toEqual([
    'edit',
    'edit',
    'open',
    'close',
    'clear',
  ])
  expect(press(' ', { shiftKey: true })).toBe('select')
  expect(press('x', { ctrlKey: true })).toBeUndefined()
  expect(press('Shift')).toBeUndefined()
})

test('a typed character starts an edit that replaces the value', () => {
  expect(['j', 'g', '?', '/', 'é', '😀'].map((key) => press(key))).toEqual(
    ['j', 'g', '?', '/', 'é', '😀'].map((key) => ({ type: key })),
  )
  expect(press('q', { altKey: true })).toBeUndefined()
  const typing = gridReducer(start, { type: 'edit', typedText: 'q' })
  expect(typing).toMatchObject({ isEditing: true, typedText: 'q' })
  expect(gridReducer(typing, { type: 'close-editor' })).toMatchObject({
    isEditing: false,
    typedText: undefined,
  })
})

test('a second selection of a row deselects it', () => {
  const once = select(start, 4)
  expect([...once.selectedKeys]).toEqual(['row 4'])
  expect([...select(once, 4).selectedKeys]).toEqual([])
})

test('a range selects every loaded row from the last selected one, in both directions', () => {
  expect([...select(select(start, 12), 15, true).selectedKeys]).toEqual(['row 12', 'row 14', 'row 15'])
  expect([...select(select(start, 3), 1, true).selectedKeys]).toEqual(['row 3', 'row 1', 'row 2'])
})

test('a range without an earlier selection selects one row', () => {
  expect([...select(start, 7, true).selectedKeys]).toEqual(['row 7'])
})

test('a row that is not loaded cannot be selected', () => {
  expect(select(start, 13)).toBe(start)
})

test('dialogs and the editor open and close', () => {
  const open = gridReducer(start, { type: 'open-dialog', dialog: { kind: 'add-column' } })
  expect(open.dialog).toEqual({ kind: 'add-column' })
  expect(gridReducer(open, { type: 'close-dialog' }).dialog).toBeUndefined()
  const editing = gridReducer(start, { type: 'edit' })
  expect(editing.isEditing).toBe(true)
  expect(gridReducer(editing, { type: 'close-editor' }).isEditing).toBe(false)
})

test('the cursor leaves the editor in the direction of the key', () => {
  expect(moveAfterEdit(start.cursor, 'down')).toEqual({ row: 11, column: 2 })
  expect(moveAfterEdit(start.cursor, 'left')).toEqual({ row: 10, column: 1 })
  expect(moveAfterEdit(start.cursor, 'right')).toEqual({ row: 10, column: 3 })
  expect(moveAfterEdit(start.cursor, 'stay')).toEqual(start.cursor)
})

test('a typed text gets the type of the previous value, or else of the column', () => {
  expect(editedValue('7', { previousValue: 5, type: 'string' })).toEqual({ value: 7 })
  expect(editedValue('7', { previousValue: 'five', type: 'number' })).toEqual({ value: '7' })
  expect(editedValue('7', { previousValue: undefined, type: 'number' })).toEqual({ value: 7 })
  expect(editedValue('5', { previousValue: 5, type: 'string' })).toBeUndefined()
})
