// The messages between the page and the worker.
import type { RenderedRow } from '../json-rows.ts'

export interface RowsRequest {
  readonly kind: 'rows'
  readonly id: number
  /** Paths of the open branches. */
  readonly openPaths?: readonly string[]
  readonly first: number
  readonly end: number
}

export type WorkerRequest =
  | { readonly kind: 'parse'; readonly responseId: number }
  | { readonly kind: 'open'; readonly id: number }
  | RowsRequest
  | { readonly kind: 'copy'; readonly id: number; readonly path?: string }

/** Messages without a response. */
export type WorkerNotice =
  /** The next bytes of a response of the server, by its number. */
  | { readonly kind: 'part'; readonly responseId: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The response was cut off. */
  | { readonly kind: 'drop'; readonly responseId: number }
  /** Removes values of earlier responses. */
  | { readonly kind: 'forget' }

export interface WorkerResponse {
  readonly call: number
  readonly value?: unknown
  readonly error?: string
}

export interface Rows {
  readonly count: number
  readonly rows: readonly RenderedRow[]
}
