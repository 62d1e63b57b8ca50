// web/testsets/upload: uploads a file as a testset, or as the next version of one.
// The file is checked first (`dry_run`); it is stored after the user has confirmed columns and name.
// Imports web/testsets, web/app and web/ui. Start at upload.tsx. This file and mapping.ts are pure.
import { mappingOf, suggestColumns, type MappedColumn } from './mapping.ts'

/** The answer of a dry run. */
export interface Report {
  readonly file_type: string
  readonly delimiter?: string
  readonly rows: number
  readonly columns: readonly {
    readonly name: string
    readonly types: readonly string[]
    readonly missing: number
  }[]
  readonly metadata_columns: readonly string[]
  readonly testcases: { readonly new: number; readonly existing: number }
  readonly errors: readonly { readonly line: number; readonly column?: string; readonly message: string }[]
  readonly errors_total: number
  readonly preview?: {
    /** The first rows without errors. */
    readonly rows: readonly { readonly line: number; readonly data: Readonly<Record<string, unknown>> }[]
    readonly bad_rows: number
    /** Whether the rows with errors can be left out. */
    readonly can_skip: boolean
  }
}

/** Rows that were left out, with the first errors. */
export interface SkippedRows {
  readonly rows: number
  readonly errors: readonly { readonly line: number }[]
}

const listedLinesMax = 10

/** The skipped rows in a sentence; undefined: none was skipped. */
export function skippedText({ rows, errors }: SkippedRows = { rows: 0, errors: [] }): string | undefined {
  if (rows === 0) return undefined
  const lines = [...new Set(errors.map(({ line }) => line))].slice(0, listedLinesMax)
  const otherErrors = rows - lines.length
  return `Skipped ${rows === 1 ? 'line' : `${rows.toLocaleString('en-US')} lines:`} ${lines.join(', ')}${otherErrors > 0 ? ` and ${otherErrors.toLocaleString('en-US')} more` : ''}.`
}

export interface UploadState<F> {
  readonly file: F | undefined
  readonly report: Report | undefined
  readonly columns: readonly MappedColumn[]
  /** The name of a new testset, or the message of a commit. */
  readonly text: string
  /** Whether rows with errors are left out. */
  readonly skipsErrors: boolean
}

export type UploadAction<F> =
  | { readonly type: 'file'; readonly file: F }
  | { readonly type: 'columns'; readonly columns: readonly MappedColumn[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'skip'; readonly skipsErrors: boolean }
  /** The first report of a file suggests columns and a text. */
  | {
      readonly type: 'report'
      readonly report: Report
      readonly suggestion?: { readonly existingNames: readonly string[]; readonly text: string }
    }
  | { readonly type: 'reset' }

export const emptyUpload: UploadState<never> = {
  file: undefined,
  report: undefined,
  columns: [],
  text: '',
  skipsErrors: false,
}

/** A file with errors is stored only if its rows with errors can be left out, and the user has selected that. */
export const canStore = ({ errors_total: errors, preview }: Report, skipsErrors: boolean): boolean =>
  errors === 0 || (skipsErrors && preview?.can_skip === true)

export function uploadReducer<F>(state: UploadState<F>, action: UploadAction<F>): UploadState<F> {
  switch (action.type) {
    case 'file':
      return { ...state, file: action.file }
    case 'columns':
      return { ...state, columns: action.columns }
    case 'text':
      return { ...state, text: action.text }
    case 'skip':
      return { ...state, skipsErrors: action.skipsErrors }
    case 'report': {
      const { report, suggestion } = action
      if (suggestion === undefined) return { ...state, report }
      const names = report.columns.map(({ name }) => name)
      return {
        ...state,
        report,
        columns: suggestColumns(names, suggestion.existingNames),
        text: suggestion.text,
      }
    }
    case 'reset':
      return { ...state, file: undefined, report: undefined, skipsErrors: false }
  }
}

/** The name of a testset from its file: `rows` for `rows.csv.gz`. */
export const testsetName = (fileName: string): string =>
  fileName.replace(/\.gz$/i, '').replace(/\.[a-z]+$/i, '')

export function columnFields(columns: readonly MappedColumn[]): Readonly<Record<string, string>> {
  const mapping = mappingOf(columns)
  return mapping === undefined ? {} : { columns: JSON.stringify(mapping) }
}

/** The form fields of the request that stores the file. */
export function storeFields(
  { columns, text, skipsErrors }: Pick<UploadState<unknown>, 'columns' | 'text' | 'skipsErrors'>,
  { fileName, baseId }: { readonly fileName: string; readonly baseId: string | undefined },
): Readonly<Record<string, string>> {
  const trimmedText = text.trim()
  return {
    ...columnFields(columns),
    ...(skipsErrors ? { skip_errors: 'true' } : {}),
    ...(baseId === undefined
      ? { testset_name: trimmedText === '' ? testsetName(fileName) : trimmedText }
      : {
          base_revision_id: baseId,
          include_testcases: 'false',
          message: trimmedText === '' ? `Upload of ${fileName}` : trimmedText,
        }),
  }
}
