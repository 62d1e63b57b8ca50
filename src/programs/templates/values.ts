// Functions that all template formats share: the text form of a value, the error for a missing one, the output limit.
import type { Json } from '../../kernel/json/value.ts'
import { badInputs, badSettings, type StepFailure } from '../failure.ts'

/** Strings unchanged, other values as compact JSON. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const missingInput = (name: string): StepFailure =>
  badInputs(`The template uses '${name}', which is not among the inputs.`)

/** The most characters that a template may write, so that nested loops end. */
const outputCharactersMax = 10_000_000

/** Counts the characters that a template writes. */
export class OutputLimit {
  readonly #limitError: () => Error
  #remaining: number

  constructor(
    charactersMax = outputCharactersMax,
    limitError: () => Error = () => badSettings(`The template writes more than ${charactersMax} characters.`),
  ) {
    this.#remaining = charactersMax
    this.#limitError = limitError
  }

  /** Counts a text that is about to be written, and returns it. */
  count(text: string): string {
    this.#remaining -= text.length
    if (this.#remaining < 0) throw this.#limitError()
    return text
  }
}
