// Import: streams files into rows. A reader (csv.ts, json.ts, parquet/) takes bytes and yields batches of items: rows
// as flat objects, and errors with their line. sniff.ts detects the type of a file, import.ts is the pipeline,
// report.ts builds the report of a dry run. No file is in memory in full.
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'

export type FileType = 'csv' | 'json' | 'jsonl' | 'parquet'

export interface ImportedRow {
  readonly kind: 'row'
  readonly line: number
  /** Data keys and metadata keys side by side; in a CSV file all values are strings. */
  readonly flat: JsonObject
  /** The characters of the row as JSON text, approximately: they bound the memory of a batch. */
  readonly characters: number
}

export interface ImportError {
  readonly kind: 'error'
  readonly line: number
  readonly column?: string
  /** The number of the row, from 1, in formats where several rows share a line (JSON). */
  readonly row?: number
  readonly message: string
  /** The rest of the file cannot be read. Absent for the error of a single row, which can be skipped. */
  readonly isOfFile?: true
}

export type ImportItem = ImportedRow | ImportError
export type ImportBatches = AsyncIterable<readonly ImportItem[]>

export const notADictionary = 'Testset rows must be a dictionary.'

const formatNames: Readonly<Record<FileType, string>> = {
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSONL',
  parquet: 'Parquet',
}

/** The error in the wire format. */
export type WireImportError = Omit<ImportError, 'kind' | 'isOfFile'>

export function wireError(error: ImportError): WireImportError {
  const { kind: _kind, isOfFile: _isOfFile, ...visibleError } = error
  return visibleError
}

/** The API error of a file with these errors, of which there is at least one. */
export function unreadableFile(fileType: FileType, errors: readonly ImportError[]): AssayError {
  const [first] = errors
  const detail =
    fileType === 'json' && first?.message === notADictionary
      ? `Failed to parse testcases as JSON array: ${notADictionary}`
      : `Failed to read ${formatNames[fileType]} file: line ${first?.line ?? 1}: ${first?.message ?? 'unreadable'}`
  return new AssayError('payload_undecodable', detail, { extra: { errors: errors.map(wireError) } })
}
