// Writes comma-separated values for spreadsheets.

/** Texts that a spreadsheet would run as a formula, including full-width characters. */
const isFormula = /^[=+\-@\t\r＝＋－＠]/

function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = isFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvText = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
