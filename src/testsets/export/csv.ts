// CSV: a header row always, CRLF line ends, quotes where needed. Cells hold what the rows hold, also where a spreadsheet
// would take it for a formula, unless the client asks for something else.
import { csvCell, escapedFormula, quotedCell } from '../../kernel/csv.ts'
import type { Json } from '../../kernel/json/value.ts'
import type { ListRoot } from '../pages/store.ts'
import { cellText } from '../cell-text.ts'
import { exportRows, metadataColumnsOf, metadataValue, ownValue, type ExportContext } from './rows.ts'

/** A reader may take any of these for the delimiter of the file, and an empty name for none. */
const headerCell = (name: string): string =>
  name === '' || /[;\t|]/.test(name) ? quotedCell(name) : csvCell(name)

/** A text that a spreadsheet would compute, as a text that it shows. Numbers of any sign are no texts. */
const escaped = <T extends Json | undefined>(value: T): T | string =>
  typeof value === 'string' ? escapedFormula(value) : value

export interface CsvOptions {
  /** Whether texts that begin like formulas get an apostrophe in front; they do not come back as they were. */
  readonly escapesFormulas: boolean
}

/** The file in pieces, one per page of rows. */
export async function* exportCsv(
  context: ExportContext,
  root: ListRoot,
  { escapesFormulas }: CsvOptions,
): AsyncGenerator<string> {
  const metadataColumns = metadataColumnsOf(root)
  const shown = escapesFormulas ? escaped : <T extends Json | undefined>(value: T): T => value
  yield `${[...root.columns, ...metadataColumns].map((name) => headerCell(shown(name))).join(',')}\r\n`
  for await (const batch of exportRows(context, root)) {
    let text = ''
    for (const each of batch) {
      const cells = root.columns.map((column) => csvCell(cellText(shown(ownValue(each.data, column)))))
      for (const column of metadataColumns) cells.push(csvCell(cellText(shown(metadataValue(each, column)))))
      text += `${cells.join(',')}\r\n`
    }
    yield text
  }
}
