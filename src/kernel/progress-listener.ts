/** Receives the progress of long work and can cancel it. */
export interface ProgressListener {
  /** Aborted: nobody waits for the work any more, and its partial result is discarded. */
  readonly signal: AbortSignal
  onProgress(done: number, total: number): void
}
