// What templates share: how a value is written into a text, and what is said when there is none.
import type { Json } from '../../kernel/json/value.ts'
import { badInputs, badSettings, type StepFailure } from '../failure.ts'

/** Strings as they are, others as compact JSON. */
export const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const missingInput = (name: string): StepFailure =>
  badInputs(`The template asks for '${name}', which is not among the inputs.`)

/** What a template may write, so that loops in loops end. */
const outputCharactersMax = 10_000_000

/** Counts what a template writes. */
export class OutputLimit {
  readonly #exceeded: () => Error
  #left: number

  constructor(
    charactersMax = outputCharactersMax,
    exceeded: () => Error = () => badSettings(`The template writes more than ${charactersMax} characters.`),
  ) {
    this.#left = charactersMax
    this.#exceeded = exceeded
  }

  /** The text, which is about to be written. */
  pass(text: string): string {
    this.#left -= text.length
    if (this.#left < 0) throw this.#exceeded()
    return text
  }
}
