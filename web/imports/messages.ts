// The messages between the page and the worker: one request, then progress until it is done or failed.
import type { ImportResult, Progress } from '../../importers/run.ts'

/** A file with its path relative to the selection. */
export interface SelectedFile {
  readonly path: string
  readonly file: File
}

export interface ImportRequest {
  readonly source: string
  readonly files: readonly SelectedFile[]
  /** The target project; undefined: a dry run. */
  readonly projectId: string | undefined
  /** The URL of the server; a worker does not know the page. */
  readonly serverUrl: string
}

/** The error for the person. */
export interface ImportFailure {
  readonly message: string
  readonly requestId?: string | undefined
}

export type ImportMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly result: ImportResult }
  | { readonly kind: 'failed'; readonly failure: ImportFailure }
