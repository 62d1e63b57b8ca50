// What templates share: how a value is written into a text, and what is said when there is none.
import type { Json } from '../../kernel/json/value.ts'
import { badInputs, type StepFailure } from '../failure.ts'

/** Strings as they are, others as compact JSON. */
export const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const missingInput = (name: string): StepFailure =>
  badInputs(`The template asks for '${name}', which is not among the inputs.`)

/** What a template may write, so that loops in loops end. */
export const outputCharactersMax = 10_000_000
