/** Follows work that takes long: is told how far it is, and may give it up. */
export interface ProgressListener {
  /** Aborted: nobody waits for it any more, and nothing of it shall stay. */
  readonly signal: AbortSignal
  onProgress(done: number, total: number): void
}
