// Pasted cells as a step of the draft: they overwrite existing rows, and the rest becomes new rows.
import { valueAs, type Json, type RowData, type ValueType } from '../values.ts'
import { freeName, type RowKey, type Step } from './draft.ts'

/** Larger tables are uploaded as a file. */
export const pastedCellsMax = 200_000

interface PastedCells {
  readonly cells: readonly (readonly string[])[]
  /** The columns from the cursor to the right. */
  readonly columns: readonly { readonly id: string; readonly type: ValueType }[]
  /** The existing rows from the cursor down that are overwritten. */
  readonly rows: readonly { readonly key: RowKey; readonly base: RowData | undefined }[]
  /** Keys of the new rows. */
  readonly newKeys: readonly RowKey[]
}

const valuesOf = (
  texts: readonly string[],
  columns: PastedCells['columns'],
): readonly (readonly [string, Json])[] =>
  columns
    .slice(0, texts.length)
    .map(({ id, type }, index) => [id, valueAs(texts[index] ?? '', type)] as const)

export function pastedStep({ cells, columns, rows, newKeys }: PastedCells): Step {
  const edits = rows
    .slice(0, cells.length)
    .flatMap(({ key }, index) =>
      valuesOf(cells[index] ?? [], columns).map(([column, value]) => ({ row: key, column, value })),
    )
  const bases = Object.fromEntries(
    rows
      .slice(0, cells.length)
      .flatMap(({ key, base }) => (base === undefined ? [] : [[key, base] as const])),
  )
  const newCells = cells.slice(rows.length).flatMap((texts, index) => {
    const key = newKeys[index]
    return key === undefined ? [] : [{ key, data: Object.fromEntries(valuesOf(texts, columns)) }]
  })
  const steps: readonly Step[] = [
    ...(edits.length === 0 ? [] : [{ kind: 'cells' as const, cells: edits, bases }]),
    ...(newCells.length === 0 ? [] : [{ kind: 'add' as const, rows: newCells }]),
  ]
  return { kind: 'together', steps }
}

/** Pastes into a grid without columns: the first line has their names. `firstNumber` numbers new columns and rows. */
export function pastedTable(cells: readonly (readonly string[])[], firstNumber: number): Step {
  const [names = [], ...rows] = cells
  const columns: { readonly id: string; readonly name: string }[] = []
  for (const [index, name] of names.entries()) {
    const existingNames = columns.map((column) => column.name)
    columns.push({
      id: `+${firstNumber + index}`,
      name: freeName(existingNames, name.trim() || `column ${index + 1}`),
    })
  }
  return {
    kind: 'together',
    steps: [
      ...columns.map((column) => ({ kind: 'add-column' as const, ...column })),
      {
        kind: 'add',
        rows: rows.map((texts, index) => ({
          key: `+${firstNumber + columns.length + index}`,
          data: Object.fromEntries(
            valuesOf(
              texts,
              columns.map(({ id }) => ({ id, type: 'string' })),
            ),
          ),
        })),
      },
    ],
  }
}
