// Escapes the cells of CSV files.

// A cell that starts with a byte order mark or has surrounding blanks is quoted too, so that it survives a
// round trip.
const needsQuotes = /[",\r\n]|^[\s\ufeff]|\s$/

export const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`

export const csvCell = (text: string): string => (needsQuotes.test(text) ? quotedCell(text) : text)

/**
 * Texts that spreadsheets evaluate as formulas, including the full-width characters of East Asian keyboards.
 */
const formula = /^[=+\-@\t\r＝＋－＠]/

/** Escapes a text that a spreadsheet would evaluate as a formula, so that it is displayed as text. */
export const escapedFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)
