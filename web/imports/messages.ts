// What the page and the worker say to each other: one question, then progress until it is done or failed.
import type { Imported, Progress } from '../../importers/run.ts'

/** A file with its path from where it was chosen. */
export interface GivenFile {
  readonly path: string
  readonly file: File
}

export interface Asked {
  readonly source: string
  readonly files: readonly GivenFile[]
  /** The project that everything is brought to; undefined: a dry run. */
  readonly projectId: string | undefined
  /** Where the server is; a worker does not know the page. */
  readonly serverUrl: string
}

/** Why it ended, in words for a person. */
export interface Failed {
  readonly sentence: string
  readonly requestId?: string | undefined
}

export type Answered =
  | { readonly what: 'progress'; readonly progress: Progress }
  | { readonly what: 'done'; readonly imported: Imported }
  | { readonly what: 'failed'; readonly failed: Failed }
