// Counts the outcomes of fields for the report of an import.
import type { FieldOutcome } from './reading/fields.ts'

/** The number of records (or members of a list) in which a field had this outcome. */
export type FieldCount = FieldOutcome & { readonly count: number }

/** A file with other names in every record must not fill the memory: further names are counted together. */
const distinctMax = 2000

export class FieldCounts {
  readonly #counts = new Map<string, { readonly outcome: FieldOutcome; count: number }>()
  hasLeftOut = false

  add(outcome: FieldOutcome): void {
    if ('reason' in outcome) this.hasLeftOut = true
    const key = JSON.stringify(outcome)
    const entry = this.#counts.get(key)
    if (entry !== undefined) entry.count += 1
    else if (this.#counts.size < distinctMax) this.#counts.set(key, { outcome, count: 1 })
    else this.#addOther(outcome)
  }

  #addOther(outcome: FieldOutcome): void {
    const other: FieldOutcome =
      'reason' in outcome ? { field: '…', reason: outcome.reason } : { field: '…', to: 'several fields' }
    const key = JSON.stringify(other)
    const entry = this.#counts.get(key)
    if (entry === undefined) this.#counts.set(key, { outcome: other, count: 1 })
    else entry.count += 1
  }

  list(): readonly FieldCount[] {
    return [...this.#counts.values()].map(({ outcome, count }) => ({ ...outcome, count }))
  }
}
