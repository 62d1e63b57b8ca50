/** Follows work that takes long: is told how far it is, and may give it up. */
export interface Watcher {
  /** Aborted: nobody waits for it any more, and nothing of it shall stay. */
  readonly signal: AbortSignal
  told(done: number, total: number): void
}
