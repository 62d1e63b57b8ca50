// The report of a dry run: the columns of the file, the testcases it would store, and its errors.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { dedupKey } from '../identity.ts'
import { isMetadataColumn } from '../incoming.ts'
import { wireError, type FileType, type ImportError, type WireImportError } from './items.ts'
import { previewOf } from './preview.ts'

export interface ImportReport {
  readonly file_type: FileType
  readonly delimiter?: string
  readonly rows: number
  readonly columns: readonly {
    readonly name: string
    readonly types: readonly string[]
    readonly missing: number
  }[]
  readonly metadata_columns: readonly string[]
  readonly testcases: { readonly new: number; readonly existing: number }
  readonly errors: readonly WireImportError[]
  readonly errors_total: number
  /** Only if the request asks for it. */
  readonly preview?: ImportPreview
}

interface ImportPreview {
  /** The first rows without errors, with long values cut. */
  readonly rows: readonly PreviewRow[]
  /** Rows with errors, and whether `skip_errors` can leave them out. */
  readonly bad_rows: number
  readonly can_skip: boolean
}

interface PreviewRow {
  readonly line: number
  readonly data: JsonObject
}

/** The rows that an import left out. */
export interface SkippedRows {
  readonly rows: number
  readonly errors: readonly WireImportError[]
}

export const errorsListedMax = 100
const firstRowsMax = 10

const typeName = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Collects the first errors of a file and counts all of them. */
export class ErrorList {
  readonly listedErrors: ImportError[] = []
  total = 0
  badRows = 0
  /** The error that ended the reading. */
  fileError: ImportError | undefined

  add(error: ImportError): void {
    this.total += 1
    if (error.isOfFile === true) this.fileError = error
    if (this.listedErrors.length < errorsListedMax) this.listedErrors.push(error)
  }
}

export class ReportBuilder {
  readonly errors = new ErrorList()
  rows = 0
  private readonly columns = new Map<string, { readonly types: Set<string>; presentCount: number }>()
  private readonly metadataColumns = new Set<string>()
  private readonly firstRows: PreviewRow[] = []
  private goodRows = 0
  private newCount = 0
  private existingCount = 0
  private readonly fileType: FileType

  constructor(fileType: FileType) {
    this.fileType = fileType
  }

  /** Records the metadata columns of a row of the file. */
  countKeys(flatRow: JsonObject): void {
    for (const key of Object.keys(flatRow)) if (isMetadataColumn(key)) this.metadataColumns.add(key)
  }

  /** Adds a row without errors, as it would be stored. */
  addGoodRow(line: number, data: JsonObject): void {
    this.goodRows += 1
    if (this.firstRows.length >= firstRowsMax) return
    const { [dedupKey]: _, ...ownData } = data
    this.firstRows.push({ line, data: previewOf(ownData) })
  }

  /** Counts types and missing values of the data that the row would store. An empty CSV cell counts as missing. */
  countData(data: JsonObject): void {
    for (const [key, value] of Object.entries(data)) {
      if (key === dedupKey) continue
      let column = this.columns.get(key)
      if (column === undefined) {
        column = { types: new Set(), presentCount: 0 }
        this.columns.set(key, column)
      }
      column.types.add(typeName(value))
      if (this.fileType !== 'csv' || value !== '') column.presentCount += 1
    }
  }

  countTestcases(counts: { readonly newCount: number; readonly existingCount: number }): void {
    this.newCount += counts.newCount
    this.existingCount += counts.existingCount
  }

  get columnCount(): number {
    return this.columns.size
  }

  report(delimiter: string | undefined): ImportReport {
    return {
      file_type: this.fileType,
      ...(delimiter === undefined ? {} : { delimiter }),
      rows: this.rows,
      columns: [...this.columns].map(([name, { types, presentCount }]) => ({
        name,
        types: [...types],
        missing: this.rows - presentCount,
      })),
      metadata_columns: [...this.metadataColumns],
      testcases: { new: this.newCount, existing: this.existingCount },
      errors: this.errors.listedErrors.map(wireError),
      errors_total: this.errors.total,
    }
  }
  preview(): ImportPreview {
    return {
      rows: this.firstRows,
      bad_rows: this.errors.badRows,
      can_skip: this.errors.fileError === undefined && this.goodRows > 0,
    }
  }
}
