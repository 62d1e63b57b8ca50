// Limits the steps that a project's patterns may take: per span, and per request.
import type { StepBudget } from './linear-pattern.ts'

/**
 * Steps for all patterns of a project on one span: about a tenth of a second. Beyond it a text is hidden completely.
 */
const stepsPerSpanMax = 5_000_000

export const newBudget = (): StepBudget => ({ remaining: stepsPerSpanMax })

/**
 * Steps for all spans of one request, by its length: enough for any pattern without unbounded search, and some seconds
 * for the longest requests.
 */
export class RequestBudget {
  #remaining: number

  constructor(bytes: number) {
    this.#remaining = 2 * stepsPerSpanMax + 32 * bytes
  }

  /** Redacts a span within the remaining budget. */
  spend<T>(redact: (budget: StepBudget) => T): T {
    const budget = { remaining: Math.max(0, Math.min(stepsPerSpanMax, this.#remaining)) }
    const remainingBefore = budget.remaining
    const result = redact(budget)
    this.#remaining -= remainingBefore - budget.remaining
    return result
  }
}
