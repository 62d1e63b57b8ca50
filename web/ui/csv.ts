// Writes comma-separated values, also for spreadsheets.

/** The start of a formula in spreadsheets, including the full-width characters of East Asian keyboards. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/

/** Escapes a text that a spreadsheet would evaluate as a formula. */
export const escapedFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** Readers of CSV drop a leading byte order mark and blanks around a cell without quotes. */
const needsQuotes = /[",\r\n]|^[\s\ufeff]|\s$/

export const csvCell = (text: string): string =>
  needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text

function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'number' ? String(value) : csvCell(escapedFormula(value))
}

export const csvText = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
