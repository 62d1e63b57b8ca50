// How many steps patterns of a project may take: for one span, and for all spans of a request.
import type { StepBudget } from './linear-pattern.ts'

/** Steps for all own patterns on one span: about a tenth of a second. Beyond it a text is hidden whole. */
const stepsPerSpanMax = 5_000_000

export const newBudget = (): StepBudget => ({ left: stepsPerSpanMax })

/**
 * Steps for all spans of one request, by its length: enough for any pattern that does not look ahead without end, and some
 * seconds for the longest of requests.
 */
export class RequestBudget {
  #left: number

  constructor(bytes: number) {
    this.#left = 2 * stepsPerSpanMax + 32 * bytes
  }

  /** Has a span redacted within what is left. */
  spend<T>(redact: (budget: StepBudget) => T): T {
    const budget = { left: Math.max(0, Math.min(stepsPerSpanMax, this.#left)) }
    const before = budget.left
    const redacted = redact(budget)
    this.#left -= before - budget.left
    return redacted
  }
}
