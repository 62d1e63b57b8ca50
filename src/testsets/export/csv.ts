// CSV: a header row always, CRLF line ends, quotes where needed. Cells hold what the rows hold, also where a spreadsheet
// would take it for a formula, unless the client asks for something else.
import type { Json } from '../../kernel/json/value.ts'
import type { ListRoot } from '../pages/store.ts'
import { cellText } from './cells.ts'
import { exportRows, metadataColumnsOf, metadataValue, ownValue, type ExportContext } from './rows.ts'

// A cell that starts with a byte order mark or has blanks around it is quoted too, so that it comes back as it is.
const needsQuotes = /[",\r\n]|^[\s\ufeff]|\s$/

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const cell = (text: string): string => (needsQuotes.test(text) ? quoted(text) : text)

/** A reader may take any of these for the delimiter of the file, and an empty name for none. */
const headerCell = (name: string): string => (name === '' || /[;\t|]/.test(name) ? quoted(name) : cell(name))

/** What spreadsheets take for a formula, in the wide forms of East Asian keyboards too. */
const formula = /^[=+\-@\t\r＝＋－＠]/

/** A text that a spreadsheet would compute, as a text that it shows. Numbers of any sign are no texts. */
const escaped = <T extends Json | undefined>(value: T): T | string =>
  typeof value === 'string' && formula.test(value) ? `'${value}` : value

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
      const cells = root.columns.map((column) => cell(cellText(shown(ownValue(each.data, column)))))
      for (const column of metadataColumns) cells.push(cell(cellText(shown(metadataValue(each, column)))))
      text += `${cells.join(',')}\r\n`
    }
    yield text
  }
}
