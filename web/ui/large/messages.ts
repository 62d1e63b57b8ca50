// What the page and the worker say to each other.
import type { ShownRow } from '../json-rows.ts'

export interface RowsAsked {
  readonly what: 'rows'
  readonly id: number
  /** Paths of the open branches. */
  readonly open?: readonly string[]
  readonly first: number
  readonly end: number
}

export type Asked =
  | { readonly what: 'parse'; readonly bytes: ArrayBuffer }
  | { readonly what: 'open'; readonly id: number }
  | RowsAsked
  | { readonly what: 'copy'; readonly id: number; readonly path?: string }
  | { readonly what: 'forget' }

export interface Answered {
  readonly call: number
  readonly value?: unknown
  readonly fault?: string
}

export interface Rows {
  readonly count: number
  readonly rows: readonly ShownRow[]
}
