// Cells of CSV files.

// A cell that starts with a byte order mark or has blanks around it is quoted too, so that it comes back as it is.
const needsQuotes = /[",\r\n]|^[\s\ufeff]|\s$/

export const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`

export const csvCell = (text: string): string => (needsQuotes.test(text) ? quotedCell(text) : text)

/** Texts that spreadsheets compute, in the wide forms of East Asian keyboards too. */
const formula = /^[=+\-@\t\r＝＋－＠]/

/** A text that a spreadsheet would compute, as a text that it shows. */
export const escapedFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)
