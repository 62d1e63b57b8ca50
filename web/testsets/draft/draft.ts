// web/testsets/draft: uncommitted changes of a revision, stored in this browser.
// A draft is a list of steps, so that each step can be undone; the changes are derived from it. All files but use-*.ts,
// commit.tsx, commit-requests.ts and draft-store.ts are pure. Imports web/testsets, web/app and web/ui. Start here.
//
// Steps refer to rows by the id of their testcase and to columns by their name in the base revision, so a rename does not
// change the meaning of other steps. A testcase that occurs twice is changed in both places, as in a commit.
import { convertValue, isColumnType, type ColumnType } from '../../app/conversion.ts'
import { memberOf, isSameValue, type Json, type RowData, type ValueType } from '../values.ts'

/** The id of the testcase; for a new row `+` and a number. */
export type RowKey = string

export interface CellEdit {
  readonly row: RowKey
  readonly column: string
  /** The new value; undefined: the member is removed from the row. */
  readonly value: Json | undefined
}

export type Step =
  | {
      readonly kind: 'cells'
      readonly cells: readonly CellEdit[]
      /** The edited rows as they are in the base revision. */
      readonly bases: Readonly<Record<string, RowData>>
    }
  | { readonly kind: 'add'; readonly rows: readonly { readonly key: RowKey; readonly data: RowData }[] }
  | { readonly kind: 'remove' | 'restore'; readonly rows: readonly RowKey[] }
  | { readonly kind: 'add-column'; readonly id: string; readonly name: string }
  | { readonly kind: 'rename-column'; readonly id: string; readonly name: string }
  | { readonly kind: 'remove-column'; readonly id: string }
  /** New values get this type; a commit converts the existing rows. */
  | { readonly kind: 'type-column'; readonly id: string; readonly type: ValueType }
  | { readonly kind: 'together'; readonly steps: readonly Step[] }

export interface Draft {
  /** The revision that the draft changes. */
  readonly baseId: string
  readonly baseVersion: string
  readonly done: readonly Step[]
  /** Undone steps; the one that was undone last is at the end. */
  readonly undone: readonly Step[]
}

export interface DraftColumn {
  readonly id: string
  readonly name: string
  readonly isNew: boolean
}

/** The result of all steps of a draft. */
export interface Changes {
  readonly columns: readonly DraftColumn[]
  readonly removedColumns: ReadonlySet<string>
  /** The new types of columns. */
  readonly types: ReadonlyMap<string, ValueType>
  /** Conversions of the base rows, in order. */
  readonly conversions: readonly (readonly [string, ColumnType])[]
  readonly cells: ReadonlyMap<RowKey, ReadonlyMap<string, Json | undefined>>
  readonly bases: ReadonlyMap<string, RowData>
  readonly removedRows: ReadonlySet<RowKey>
  /** New rows in order, without those that were removed again. */
  readonly addedRows: readonly { readonly key: RowKey; readonly data: RowData }[]
}

export const emptyDraft = (base: { readonly id: string; readonly version: string }): Draft => ({
  baseId: base.id,
  baseVersion: base.version,
  done: [],
  undone: [],
})

export const noChanges = (columns: readonly string[]): Changes => ({
  columns: columns.map((name) => ({ id: name, name, isNew: false })),
  removedColumns: new Set(),
  types: new Map(),
  conversions: [],
  cells: new Map(),
  bases: new Map(),
  removedRows: new Set(),
  addedRows: [],
})

/** A value of the base row after the conversions of its column, without edits. */
export function baseValue(
  { conversions }: Pick<Changes, 'conversions'>,
  { row, column }: { readonly row: RowData; readonly column: string },
): Json | undefined {
  let value = memberOf(row, column)
  for (const [name, type] of conversions) {
    if (name === column && value !== undefined) value = convertValue(value, type) ?? value
  }
  return value
}

function withCells(changes: Changes, step: Step & { readonly kind: 'cells' }): Changes {
  const bases = new Map([...changes.bases, ...Object.entries(step.bases)])
  const cells = new Map(changes.cells)
  const addedByKey = new Map(changes.addedRows.map((row) => [row.key, row]))
  const editedRows = new Map<RowKey, Map<string, Json | undefined>>()
  for (const { row, column, value } of step.cells) {
    const newRow = addedByKey.get(row)
    if (newRow !== undefined) {
      const otherMembers = Object.entries(newRow.data).filter(([name]) => name !== column)
      addedByKey.set(row, {
        key: row,
        data: Object.fromEntries(value === undefined ? otherMembers : [...otherMembers, [column, value]]),
      })
      continue
    }
    let cellsOfRow = editedRows.get(row)
    if (cellsOfRow === undefined) {
      cellsOfRow = new Map(cells.get(row))
      editedRows.set(row, cellsOfRow)
      cells.set(row, cellsOfRow)
    }
    // A cell with its base value is no change.
    if (isSameValue(baseValue(changes, { row: bases.get(row) ?? {}, column }), value))
      cellsOfRow.delete(column)
    else cellsOfRow.set(column, value)
    if (cellsOfRow.size === 0) {
      cells.delete(row)
      editedRows.delete(row)
    }
  }
  return { ...changes, bases, cells, addedRows: [...addedByKey.values()] }
}

/** Rows that the draft added leave no trace. */
function withoutRows(changes: Changes, keys: readonly string[]): Changes {
  const removedKeys = new Set(keys)
  const newKeys = new Set(changes.addedRows.map(({ key }) => key))
  return {
    ...changes,
    addedRows: changes.addedRows.filter(({ key }) => !removedKeys.has(key)),
    removedRows: new Set([...changes.removedRows, ...keys.filter((key) => !newKeys.has(key))]),
  }
}

export function applyStep(changes: Changes, step: Step): Changes {
  switch (step.kind) {
    case 'cells':
      return withCells(changes, step)
    case 'add':
      return { ...changes, addedRows: [...changes.addedRows, ...step.rows] }
    case 'remove':
      return withoutRows(changes, step.rows)
    case 'restore': {
      const rows = new Set(step.rows)
      return { ...changes, removedRows: new Set([...changes.removedRows].filter((key) => !rows.has(key))) }
    }
    case 'add-column':
      return { ...changes, columns: [...changes.columns, { id: step.id, name: step.name, isNew: true }] }
    case 'rename-column':
      return {
        ...changes,
        columns: changes.columns.map((column) =>
          column.id === step.id ? { ...column, name: step.name } : column,
        ),
      }
    case 'remove-column': {
      const column = changes.columns.find(({ id }) => id === step.id)
      return {
        ...changes,
        columns: changes.columns.filter(({ id }) => id !== step.id),
        removedColumns:
          column?.isNew === false ? new Set([...changes.removedColumns, step.id]) : changes.removedColumns,
      }
    }
    case 'type-column':
      return {
        ...changes,
        types: new Map([...changes.types, [step.id, step.type]]),
        conversions:
          isColumnType(step.type) && changes.columns.some(({ id, isNew }) => id === step.id && !isNew)
            ? [...changes.conversions, [step.id, step.type]]
            : changes.conversions,
      }
    case 'together':
      return step.steps.reduce(applyStep, changes)
  }
}

export const changesOf = (columns: readonly string[], steps: readonly Step[]): Changes =>
  steps.reduce(applyStep, noChanges(columns))

export const withStep = (draft: Draft, step: Step): Draft => ({
  ...draft,
  done: [...draft.done, step],
  undone: [],
})

export function undo(draft: Draft): Draft {
  const last = draft.done.at(-1)
  return last === undefined
    ? draft
    : { ...draft, done: draft.done.slice(0, -1), undone: [...draft.undone, last] }
}

export function redo(draft: Draft): Draft {
  const last = draft.undone.at(-1)
  return last === undefined
    ? draft
    : { ...draft, done: [...draft.done, last], undone: draft.undone.slice(0, -1) }
}

/** A name that no column has: `base`, `base 2`, … */
export function freeName(existingNames: Iterable<string>, base: string): string {
  const names = new Set(existingNames)
  if (!names.has(base)) return base
  for (let number = 2; ; number++) {
    if (!names.has(`${base} ${number}`)) return `${base} ${number}`
  }
}

const countNewItems = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => {
    if (step.kind === 'add') return sum + step.rows.length
    if (step.kind === 'add-column') return sum + 1
    return step.kind === 'together' ? sum + countNewItems(step.steps) : sum
  }, 0)

/** The number of the next new row or column. Undone steps count, so that a redo meets no duplicate. */
export const nextNumber = (draft: Draft): number => countNewItems(draft.done) + countNewItems(draft.undone)

/** Keys for rows that are added to a draft. */
export const newKeys = (draft: Draft, count: number): readonly RowKey[] => {
  const firstNumber = nextNumber(draft)
  return Array.from({ length: count }, (_, index) => `+${firstNumber + index}`)
}
