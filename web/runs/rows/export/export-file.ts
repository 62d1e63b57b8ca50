// Formats rows of a run as CSV or JSON lines.
import { csvCell, escapedFormula } from '../../../ui/csv.ts'

/** Values by column. A map, because a column of a testset may have any name. */
export type ExportedRow = ReadonlyMap<string, unknown>

export type ExportFormat = 'csv' | 'spreadsheet' | 'jsonl'

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Strings that a spreadsheet would evaluate get a leading apostrophe; numbers do not. */
const cellOf = (value: unknown, escapes: boolean): string => {
  const text = textOf(value)
  return csvCell(escapes && typeof value === 'string' ? escapedFormula(text) : text)
}

/** The columns of all rows, in order of their first occurrence. */
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
