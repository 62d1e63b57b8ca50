// A draft: what somebody changed of a revision and did not commit yet. It is a list of steps, so that each can be taken back;
// what they come to is derived. Rows are named by the id of their testcase, columns by their name in the base revision, so a
// step means the same whatever was renamed before it. The same testcase twice in a list is changed in both places, as a
// commit does it.
import { converted, isColumnType, type ColumnType } from '../../app/conversion.ts'
import { memberOf, sameValue, type Json, type RowData, type ValueType } from '../values.ts'

/** Of a row of the base: the id of its testcase; of a new one: `+` and a number. */
export type RowKey = string

export interface CellEdit {
  readonly row: RowKey
  readonly column: string
  /** Undefined: the row shall not have it. */
  readonly value: Json | undefined
}

export type Step =
  | {
      readonly kind: 'cells'
      readonly cells: readonly CellEdit[]
      /** The rows of the base that are touched here, as they were. */
      readonly bases: Readonly<Record<string, RowData>>
    }
  | { readonly kind: 'add'; readonly rows: readonly { readonly key: RowKey; readonly data: RowData }[] }
  | { readonly kind: 'remove' | 'restore'; readonly rows: readonly RowKey[] }
  | { readonly kind: 'add-column'; readonly id: string; readonly name: string }
  | { readonly kind: 'rename-column'; readonly id: string; readonly name: string }
  | { readonly kind: 'remove-column'; readonly id: string }
  /** What is typed into the column from now on, and what its rows are converted to when the draft is committed. */
  | { readonly kind: 'type-column'; readonly id: string; readonly type: ValueType }
  | { readonly kind: 'together'; readonly steps: readonly Step[] }

export interface Draft {
  /** The revision that is changed. */
  readonly baseId: string
  readonly baseVersion: string
  readonly done: readonly Step[]
  /** Taken back, the last one first. */
  readonly undone: readonly Step[]
}

export interface DraftColumn {
  readonly id: string
  readonly name: string
  readonly isNew: boolean
}

/** What the steps of a draft come to. */
export interface Changes {
  readonly columns: readonly DraftColumn[]
  readonly removedColumns: ReadonlySet<string>
  /** Of columns that were given another one. */
  readonly types: ReadonlyMap<string, ValueType>
  /** What is done to the values of the base, one after the other. */
  readonly converts: readonly (readonly [string, ColumnType])[]
  readonly cells: ReadonlyMap<RowKey, ReadonlyMap<string, Json | undefined>>
  readonly bases: ReadonlyMap<string, RowData>
  readonly removed: ReadonlySet<RowKey>
  /** In order; those that were removed again are not among them. */
  readonly added: readonly { readonly key: RowKey; readonly data: RowData }[]
}

export const emptyDraft = (base: { readonly id: string; readonly version: string }): Draft => ({
  baseId: base.id,
  baseVersion: base.version,
  done: [],
  undone: [],
})

export const untouched = (columns: readonly string[]): Changes => ({
  columns: columns.map((name) => ({ id: name, name, isNew: false })),
  removedColumns: new Set(),
  types: new Map(),
  converts: [],
  cells: new Map(),
  bases: new Map(),
  removed: new Set(),
  added: [],
})

/** A value of the base as the draft has it where nobody edited it: in the types that its column was given. */
export function baseValue(
  { converts }: Pick<Changes, 'converts'>,
  base: RowData,
  column: string,
): Json | undefined {
  let value = memberOf(base, column)
  for (const [name, type] of converts) {
    if (name === column && value !== undefined) value = converted(value, type) ?? value
  }
  return value
}

function withCells(changes: Changes, edits: readonly CellEdit[], own: Readonly<Record<string, RowData>>) {
  const bases = new Map([...changes.bases, ...Object.entries(own)])
  const cells = new Map(changes.cells)
  const added = new Map(changes.added.map((row) => [row.key, row]))
  const mine = new Map<RowKey, Map<string, Json | undefined>>()
  for (const { row, column, value } of edits) {
    const fresh = added.get(row)
    if (fresh !== undefined) {
      const kept = Object.entries(fresh.data).filter(([name]) => name !== column)
      added.set(row, {
        key: row,
        data: Object.fromEntries(value === undefined ? kept : [...kept, [column, value]]),
      })
      continue
    }
    let ofRow = mine.get(row)
    if (ofRow === undefined) {
      ofRow = new Map(cells.get(row))
      mine.set(row, ofRow)
      cells.set(row, ofRow)
    }
    // What is again as it was is no change.
    if (sameValue(baseValue(changes, bases.get(row) ?? {}, column), value)) ofRow.delete(column)
    else ofRow.set(column, value)
    if (ofRow.size === 0) {
      cells.delete(row)
      mine.delete(row)
    }
  }
  return { ...changes, bases, cells, added: [...added.values()] }
}

export function stepped(changes: Changes, step: Step): Changes {
  switch (step.kind) {
    case 'cells':
      return withCells(changes, step.cells, step.bases)
    case 'add':
      return { ...changes, added: [...changes.added, ...step.rows] }
    case 'remove': {
      const rows = new Set(step.rows)
      const own = new Set(changes.added.map(({ key }) => key))
      return {
        ...changes,
        added: changes.added.filter(({ key }) => !rows.has(key)),
        removed: new Set([...changes.removed, ...step.rows.filter((key) => !own.has(key))]),
      }
    }
    case 'restore': {
      const rows = new Set(step.rows)
      return { ...changes, removed: new Set([...changes.removed].filter((key) => !rows.has(key))) }
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
      const gone = changes.columns.find(({ id }) => id === step.id)
      return {
        ...changes,
        columns: changes.columns.filter(({ id }) => id !== step.id),
        removedColumns:
          gone?.isNew === false ? new Set([...changes.removedColumns, step.id]) : changes.removedColumns,
      }
    }
    case 'type-column':
      return {
        ...changes,
        types: new Map([...changes.types, [step.id, step.type]]),
        converts:
          isColumnType(step.type) && changes.columns.some(({ id, isNew }) => id === step.id && !isNew)
            ? [...changes.converts, [step.id, step.type]]
            : changes.converts,
      }
    case 'together':
      return step.steps.reduce(stepped, changes)
  }
}

export const changesOf = (columns: readonly string[], steps: readonly Step[]): Changes =>
  steps.reduce(stepped, untouched(columns))

export const done = (draft: Draft, step: Step): Draft => ({
  ...draft,
  done: [...draft.done, step],
  undone: [],
})

export function undone(draft: Draft): Draft {
  const last = draft.done.at(-1)
  return last === undefined
    ? draft
    : { ...draft, done: draft.done.slice(0, -1), undone: [...draft.undone, last] }
}

export function redone(draft: Draft): Draft {
  const last = draft.undone.at(-1)
  return last === undefined
    ? draft
    : { ...draft, done: [...draft.done, last], undone: draft.undone.slice(0, -1) }
}

/** A name that no column has: `base`, or `base 2`, … */
export function freeName(taken: Iterable<string>, base: string): string {
  const names = new Set(taken)
  if (!names.has(base)) return base
  for (let number = 2; ; number++) {
    if (!names.has(`${base} ${number}`)) return `${base} ${number}`
  }
}

const madeBy = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => {
    if (step.kind === 'add') return sum + step.rows.length
    if (step.kind === 'add-column') return sum + 1
    return step.kind === 'together' ? sum + madeBy(step.steps) : sum
  }, 0)

/** Names new rows and columns of a draft, each once, whatever is taken back and done again. */
export const nextNumber = (draft: Draft): number => madeBy(draft.done) + madeBy(draft.undone)

/** Keys for rows that are added to a draft. */
export const newKeys = (draft: Draft, count: number): readonly RowKey[] => {
  const first = nextNumber(draft)
  return Array.from({ length: count }, (_, at) => `+${first + at}`)
}
