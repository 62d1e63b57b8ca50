// Pasted cells as a step of a draft: over the rows that are there, and new rows for the rest.
import { valueAs, type Json, type RowData, type ValueType } from '../values.ts'
import { freeName, type RowKey, type Step } from './draft.ts'

/** More is a file, and files are uploaded. */
export const pastedCellsMax = 200_000

interface Pasted {
  readonly cells: readonly (readonly string[])[]
  /** From the cursor to the right. */
  readonly columns: readonly { readonly id: string; readonly type: ValueType }[]
  /** The rows that are there from the cursor down, as many as are pasted over. */
  readonly rows: readonly { readonly key: RowKey; readonly base: RowData | undefined }[]
  /** For the rows that do not fit. */
  readonly newKeys: readonly RowKey[]
}

const valuesOf = (
  texts: readonly string[],
  columns: Pasted['columns'],
): readonly (readonly [string, Json])[] =>
  columns.slice(0, texts.length).map(({ id, type }, at) => [id, valueAs(texts[at] ?? '', type)] as const)

export function pastedStep({ cells, columns, rows, newKeys }: Pasted): Step {
  const edits = rows
    .slice(0, cells.length)
    .flatMap(({ key }, at) =>
      valuesOf(cells[at] ?? [], columns).map(([column, value]) => ({ row: key, column, value })),
    )
  const bases = Object.fromEntries(
    rows
      .slice(0, cells.length)
      .flatMap(({ key, base }) => (base === undefined ? [] : [[key, base] as const])),
  )
  const added = cells.slice(rows.length).flatMap((texts, at) => {
    const key = newKeys[at]
    return key === undefined ? [] : [{ key, data: Object.fromEntries(valuesOf(texts, columns)) }]
  })
  const steps: readonly Step[] = [
    ...(edits.length === 0 ? [] : [{ kind: 'cells' as const, cells: edits, bases }]),
    ...(added.length === 0 ? [] : [{ kind: 'add' as const, rows: added }]),
  ]
  return { kind: 'together', steps }
}

/** Into a grid without columns: the first row names them. `first` is the number of the first new row or column. */
export function pastedTable(cells: readonly (readonly string[])[], first: number): Step {
  const [names = [], ...rows] = cells
  const columns: { readonly id: string; readonly name: string }[] = []
  for (const [at, name] of names.entries()) {
    const taken = columns.map((column) => column.name)
    columns.push({ id: `+${first + at}`, name: freeName(taken, name.trim() || `column ${at + 1}`) })
  }
  return {
    kind: 'together',
    steps: [
      ...columns.map((column) => ({ kind: 'add-column' as const, ...column })),
      {
        kind: 'add',
        rows: rows.map((texts, at) => ({
          key: `+${first + columns.length + at}`,
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
