// Writes comma-separated values for spreadsheets.

/** The start of a formula in spreadsheets, including the full-width characters of East Asian keyboards. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/

/** Escapes a text that a spreadsheet would evaluate as a formula. */
export const escapedFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = escapedFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvText = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
