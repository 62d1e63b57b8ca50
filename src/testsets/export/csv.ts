// CSV: always a header row, CRLF line ends, quotes where needed. Cells have the values of the rows. Texts that a
// spreadsheet would compute as a formula are escaped only on request.
import { csvCell, escapedFormula, quotedCell } from '../../kernel/csv.ts'
import type { Json } from '../../kernel/json/value.ts'
import type { ListRoot } from '../pages/store.ts'
import { cellText } from '../cell-text.ts'
import { exportRows, metadataColumnsOf, metadataValue, ownValue, type ExportContext } from './rows.ts'

/** Quotes characters that a reader might detect as the delimiter, and an empty name, which it might drop. */
const headerCell = (name: string): string =>
  name === '' || /[;\t|]/.test(name) ? quotedCell(name) : csvCell(name)

/** Escapes a text that a spreadsheet would compute as a formula. Numbers stay unchanged. */
const escapeIfText = <T extends Json | undefined>(value: T): T | string =>
  typeof value === 'string' ? escapedFormula(value) : value

export interface CsvOptions {
  /** Whether texts that begin like formulas get an apostrophe in front. Importing them does not remove it. */
  readonly escapesFormulas: boolean
}

/** The file in chunks, one per page of rows. */
export async function* exportCsv(
  context: ExportContext,
  { root, csvOptions: { escapesFormulas } }: { readonly root: ListRoot; readonly csvOptions: CsvOptions },
): AsyncGenerator<string> {
  const metadataColumns = metadataColumnsOf(context, root)
  const format = escapesFormulas ? escapeIfText : <T extends Json | undefined>(value: T): T => value
  yield `${[...root.columns, ...metadataColumns].map((name) => headerCell(format(name))).join(',')}\r\n`
  for await (const batch of exportRows(context, root)) {
    let text = ''
    for (const row of batch) {
      const cells = root.columns.map((column) => csvCell(cellText(format(ownValue(row.data, column)))))
      for (const column of metadataColumns) cells.push(csvCell(cellText(format(metadataValue(row, column)))))
      text += `${cells.join(',')}\r\n`
    }
    yield text
  }
}
