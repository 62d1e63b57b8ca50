// The change of a column's type as a step of the draft. The server converts the rows of the revision when the draft is
// committed; only values of the draft itself are converted here.
import { convertValue, type ColumnType } from '../../app/conversion.ts'
import { memberOf, type Json } from '../values.ts'
import type { CellEdit, Changes, RowKey, Step } from './draft.ts'

interface TypeChangeStep {
  readonly step: Step
  /** Values of the draft that cannot be converted and stay. */
  readonly unconverted: readonly { readonly row: RowKey; readonly value: Json }[]
}

/** The values that the draft has for a column. */
function draftedValues(
  changes: Changes,
  column: string,
): readonly { readonly row: RowKey; readonly value: Json }[] {
  const editedValues = [...changes.cells].flatMap(([row, cells]) => {
    const value = cells.get(column)
    return value === undefined || changes.removedRows.has(row) ? [] : [{ row, value }]
  })
  const addedValues = changes.addedRows.flatMap(({ key, data }) => {
    const value = memberOf(data, column)
    return value === undefined ? [] : [{ row: key, value }]
  })
  return [...editedValues, ...addedValues]
}

export function typeChangeStep(
  changes: Changes,
  { column, type }: { readonly column: string; readonly type: ColumnType },
): TypeChangeStep {
  const values = draftedValues(changes, column).map((one) => ({
    ...one,
    next: convertValue(one.value, type),
  }))
  const cells = values.flatMap(({ row, next }): readonly CellEdit[] =>
    next === undefined ? [] : [{ row, column, value: next }],
  )
  const columnStep: Step = { kind: 'type-column', id: column, type }
  return {
    // The column comes first: a cell that equals the converted value of its row is no change.
    step:
      cells.length === 0
        ? columnStep
        : { kind: 'together', steps: [columnStep, { kind: 'cells', cells, bases: {} }] },
    unconverted: values.flatMap(({ row, value, next }) => (next === undefined ? [{ row, value }] : [])),
  }
}
