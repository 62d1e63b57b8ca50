// The edits of the grid as steps of the draft.
import { useQueryClient } from '@tanstack/react-query'
import type { ColumnType } from '../../../app/conversion.ts'
import { useApi } from '../../../app/session.tsx'
import { showToast, showFailure } from '../../../app/toasts.tsx'
import { newKeys, nextNumber, type Changes, type RowKey, type Step } from '../../draft/draft.ts'
import { cellsOf } from '../../draft/clipboard-cells.ts'
import { pastedCellsMax, pastedStep, pastedTable } from '../../draft/paste-step.ts'
import type { DraftHandle } from '../../draft/use-draft.ts'
import { typeChangeStep } from '../../draft/type-change.ts'
import { pageRows, rowPageQuery, type Revision, type Testcase } from '../../queries.ts'
import { texts } from '../../texts.ts'
import type { Json } from '../../values.ts'
import type { GridRow } from '../grid-row.tsx'
import type { CellPosition } from '../grid-state.ts'
import type { GridColumn } from '../layout.ts'

interface PasteTarget {
  readonly position: CellPosition
  readonly columns: readonly GridColumn[]
}

export interface Edits {
  readonly edit: (
    row: Pick<GridRow, 'key' | 'base'>,
    cell: { readonly column: string; readonly value: Json | undefined },
  ) => void
  readonly addRow: () => void
  readonly removeRows: (keys: readonly RowKey[]) => void
  readonly restoreRows: (keys: readonly RowKey[]) => void
  readonly addColumn: (name: string) => void
  readonly renameColumn: (id: string, name: string) => void
  readonly removeColumn: (id: string) => void
  readonly changeColumnType: (column: GridColumn, type: ColumnType) => void
  readonly paste: (text: string, target: PasteTarget) => Promise<void>
}

export function useEdits(input: {
  readonly base: Revision
  readonly total: number
  readonly changes: Changes
  readonly draft: DraftHandle
}): Edits {
  const { base, total, changes, draft } = input
  const api = useApi()
  const client = useQueryClient()
  const currentDraft = draft.draft ?? { baseId: base.id, baseVersion: base.version, done: [], undone: [] }
  const step = (next: Step): void => draft.step({ id: base.id, version: base.version }, next)

  const rowsFrom = async (first: number, end: number): Promise<readonly Testcase[]> => {
    const testcases: Testcase[] = []
    for (let page = Math.floor(first / pageRows); page * pageRows < end; page++) {
      const rows = await client.fetchQuery(rowPageQuery(api, { revisionId: base.id, page }))
      testcases.push(...rows.slice(Math.max(0, first - page * pageRows), end - page * pageRows))
    }
    return testcases
  }

  return {
    edit: (row, { column, value }) =>
      step({
        kind: 'cells',
        cells: [{ row: row.key, column, value }],
        bases: row.base === undefined ? {} : { [row.key]: row.base },
      }),
    addRow: () => {
      const [key] = newKeys(currentDraft, 1)
      if (key !== undefined) step({ kind: 'add', rows: [{ key, data: {} }] })
    },
    removeRows: (rows) => step({ kind: 'remove', rows }),
    restoreRows: (rows) => step({ kind: 'restore', rows }),
    addColumn: (name) => step({ kind: 'add-column', id: `+${nextNumber(currentDraft)}`, name }),
    renameColumn: (id, name) => step({ kind: 'rename-column', id, name }),
    removeColumn: (id) => step({ kind: 'remove-column', id }),
    changeColumnType: (column, type) => step(typeChangeStep(changes, { column: column.id, type }).step),
    paste: async (text, { position, columns }) => {
      const cells = cellsOf(text)
      const width = Math.max(0, ...cells.map((row) => row.length))
      if (cells.length === 0) return
      if (cells.length * width > pastedCellsMax) return showFailure(new Error(texts.tooMuchToPaste))
      try {
        if (columns.length === 0) return step(pastedTable(cells, nextNumber(currentDraft)))
        const end = position.row + cells.length
        const committedRows = (await rowsFrom(Math.min(position.row, total), Math.min(end, total))).map(
          ({ id, data }) => ({
            key: id,
            base: data,
          }),
        )
        const addedRows = changes.addedRows
          .slice(Math.max(0, position.row - total), Math.max(0, end - total))
          .map(({ key }) => ({ key, base: undefined }))
        const rows = [...committedRows, ...addedRows]
        step(
          pastedStep({
            cells,
            columns: columns.slice(position.column),
            rows,
            newKeys: newKeys(currentDraft, cells.length - rows.length),
          }),
        )
        const omittedColumns = width - (columns.length - position.column)
        if (omittedColumns > 0)
          showToast(
            `${omittedColumns} ${omittedColumns === 1 ? 'column' : 'columns'} did not fit and ${omittedColumns === 1 ? 'was' : 'were'} left out.`,
          )
      } catch (error) {
        showFailure(error)
      }
    },
  }
}
