// CSV: a header row always, CRLF line ends, quotes where needed.
import type { ListRoot } from '../pages/store.ts'
import { cellText } from './cells.ts'
import { exportRows, metadataColumnsOf, metadataValue, ownValue, type ExportContext } from './rows.ts'

// A cell that starts with a byte order mark or has blanks around it is quoted too, so that it comes back as it is.
const needsQuotes = /[",\r\n]|^[\s\ufeff]|\s$/

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const cell = (text: string): string => (needsQuotes.test(text) ? quoted(text) : text)

/** A reader may take any of these for the delimiter of the file, and an empty name for none. */
const headerCell = (name: string): string => (name === '' || /[;\t|]/.test(name) ? quoted(name) : cell(name))

/** The file in pieces, one per page of rows. */
export async function* exportCsv(context: ExportContext, root: ListRoot): AsyncGenerator<string> {
  const metadataColumns = metadataColumnsOf(root)
  yield `${[...root.columns, ...metadataColumns].map(headerCell).join(',')}\r\n`
  for await (const batch of exportRows(context, root)) {
    let text = ''
    for (const each of batch) {
      const cells = root.columns.map((column) => cell(cellText(ownValue(each.data, column))))
      for (const column of metadataColumns) cells.push(cell(cellText(metadataValue(each, column))))
      text += `${cells.join(',')}\r\n`
    }
    yield text
  }
}
