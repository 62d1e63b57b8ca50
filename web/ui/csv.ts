// Comma-separated values, as spreadsheets read them.

/** A text that a spreadsheet would run as a formula, in the wide forms of East Asian keyboards too. */
const isFormula = /^[=+\-@\t\r＝＋－＠]/

function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = isFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvText = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
