// What the page and the worker say to each other.
import type { RenderedRow } from '../json-rows.ts'

export interface RowsAsked {
  readonly what: 'rows'
  readonly id: number
  /** Paths of the open branches. */
  readonly open?: readonly string[]
  readonly first: number
  readonly end: number
}

export type Asked =
  | { readonly what: 'parse'; readonly of: number }
  | { readonly what: 'open'; readonly id: number }
  | RowsAsked
  | { readonly what: 'copy'; readonly id: number; readonly path?: string }

/** Not answered. */
export type Told =
  /** The next bytes of an answer, by its number. */
  | { readonly what: 'part'; readonly of: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The rest of it does not come. */
  | { readonly what: 'drop'; readonly of: number }
  /** What earlier answers left. */
  | { readonly what: 'forget' }

export interface Answered {
  readonly call: number
  readonly value?: unknown
  readonly fault?: string
}

export interface Rows {
  readonly count: number
  readonly rows: readonly RenderedRow[]
}
