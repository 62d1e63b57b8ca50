// The columnar store: spans of traces. For now it is opened, asked whether it answers, and closed.

export interface ColumnarStore {
  /** Resolves when the store answers; rejects with the reason otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}
