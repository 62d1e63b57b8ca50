// A column that gets another type, as a step of the draft. The rows of the revision are converted by the server when the draft
// is committed, a million of them as well as ten; only what is in the draft itself is converted here.
import { converted, type ColumnType } from '../../app/conversion.ts'
import { memberOf, type Json } from '../values.ts'
import type { CellEdit, Changes, RowKey, Step } from './draft.ts'

export interface Typing {
  readonly step: Step
  /** Values of the draft that do not read as the type, and stay. */
  readonly left: readonly { readonly row: RowKey; readonly value: Json }[]
}

/** The values of a column that stand in the draft. */
function drafted(
  changes: Changes,
  column: string,
): readonly { readonly row: RowKey; readonly value: Json }[] {
  const edited = [...changes.cells].flatMap(([row, cells]) => {
    const value = cells.get(column)
    return value === undefined || changes.removed.has(row) ? [] : [{ row, value }]
  })
  const added = changes.added.flatMap(({ key, data }) => {
    const value = memberOf(data, column)
    return value === undefined ? [] : [{ row: key, value }]
  })
  return [...edited, ...added]
}

export function typingOf(changes: Changes, column: string, type: ColumnType): Typing {
  const values = drafted(changes, column).map((one) => ({ ...one, next: converted(one.value, type) }))
  const cells = values.flatMap(({ row, next }): readonly CellEdit[] =>
    next === undefined ? [] : [{ row, column, value: next }],
  )
  const typed: Step = { kind: 'type-column', id: column, type }
  return {
    // The column first: a cell that is what its row will be converted to is no change of its own.
    step:
      cells.length === 0 ? typed : { kind: 'together', steps: [typed, { kind: 'cells', cells, bases: {} }] },
    left: values.flatMap(({ row, value, next }) => (next === undefined ? [{ row, value }] : [])),
  }
}
