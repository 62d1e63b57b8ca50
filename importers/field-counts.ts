// Counts the fates of fields for the report of an import.
import type { FieldFate } from './reading/fields.ts'

/** The number of records (or members of a list) in which a field had this fate. */
export type FieldCount = FieldFate & { readonly count: number }

/** A file with other names in every record must not fill the memory: further names are counted together. */
const distinctMax = 2000

export class FieldCounts {
  readonly #counts = new Map<string, { readonly fate: FieldFate; count: number }>()
  hasLeftOut = false

  add(fate: FieldFate): void {
    if ('reason' in fate) this.hasLeftOut = true
    const key = JSON.stringify(fate)
    const entry = this.#counts.get(key)
    if (entry !== undefined) entry.count += 1
    else if (this.#counts.size < distinctMax) this.#counts.set(key, { fate, count: 1 })
    else this.#addOther(fate)
  }

  #addOther(fate: FieldFate): void {
    const other: FieldFate =
      'reason' in fate ? { field: '…', reason: fate.reason } : { field: '…', to: 'several fields' }
    const key = JSON.stringify(other)
    const entry = this.#counts.get(key)
    if (entry === undefined) this.#counts.set(key, { fate: other, count: 1 })
    else entry.count += 1
  }

  list(): readonly FieldCount[] {
    return [...this.#counts.values()].map(({ fate, count }) => ({ ...fate, count }))
  }
}
