// Measures how long the store has answered this process. During an outage no process can renew its leases: all of them
// end, and the first process that reaches the store again would take over the cells of living processes and call their
// programs again. So a process takes over leases only after the store has answered it for a while, in which the others
// renew theirs.

export interface ContactLimits {
  /** The longest time between two answers of a reachable store. */
  readonly gapMsMax: number
  /** Contact is steady after the store has answered for this long. */
  readonly graceMs: number
}

/** After this many grace periods without steady contact, the store counts as slow, not down: leases expire again. */
const graceCountMax = 5

export class StoreContact {
  readonly #limits: ContactLimits
  #lastAnswerMs: number | undefined
  /** The first answer after the last gap, and the first one after the last steady contact. */
  #answersSinceMs = 0
  #unsteadySinceMs = 0

  constructor(limits: ContactLimits) {
    this.#limits = limits
  }

  /** Returns true for the first answer after a gap, a failure or the start. Times are monotonic milliseconds. */
  onAnswer(nowMs: number): boolean {
    const isFirst = this.#isGap(nowMs)
    if (isFirst) {
      const last = this.#lastAnswerMs
      if (last === undefined || this.#wasSteady(last)) this.#unsteadySinceMs = nowMs
      this.#answersSinceMs = nowMs
    }
    this.#lastAnswerMs = nowMs
    return isFirst
  }

  /** Whether the store has answered for so long that every other living process has renewed its leases. */
  isSteady(nowMs: number): boolean {
    return !this.#isGap(nowMs) && this.#wasSteady(nowMs)
  }

  #isGap(nowMs: number): boolean {
    return this.#lastAnswerMs === undefined || nowMs - this.#lastAnswerMs > this.#limits.gapMsMax
  }

  #wasSteady(atMs: number): boolean {
    const { graceMs } = this.#limits
    return atMs - this.#answersSinceMs >= graceMs || atMs - this.#unsteadySinceMs >= graceCountMax * graceMs
  }
}
