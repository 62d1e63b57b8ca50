// The rows of a run as a file: what went in, what each subject answered, how it was judged, what it took.
/** By column; a map, because a column of a testset may be called anything. */
export type ExportedRow = ReadonlyMap<string, unknown>

export type ExportFormat = 'csv' | 'spreadsheet' | 'jsonl'

const needsQuotes = /[",\r\n]|^[\s\ufeff]|\s$/
/** What spreadsheets take for a formula, in the wide forms of East Asian keyboards too. */
const formula = /^[=+\-@\t\r＝＋－＠]/

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Texts that a spreadsheet would compute get an apostrophe in front; numbers of any sign are no texts. */
const cellOf = (value: unknown, escapes: boolean): string => {
  const text = textOf(value)
  const shown = escapes && typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return needsQuotes.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** All columns that any of the rows has, in the order in which they first come. */
export function columnsOf(rows: readonly ExportedRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => [...row.keys()]))]
}

export function fileOf(rows: readonly ExportedRow[], format: ExportFormat): string {
  if (format === 'jsonl') {
    return rows.map((row) => `${JSON.stringify(Object.fromEntries(row))}\n`).join('')
  }
  const columns = columnsOf(rows)
  const escapes = format === 'spreadsheet'
  return [columns, ...rows.map((row) => columns.map((column) => row.get(column)))]
    .map((cells) => `${cells.map((value) => cellOf(value, escapes)).join(',')}\r\n`)
    .join('')
}
