// Schema parts of built-ins: settings that many evaluators share, and their outputs.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'

/** An object schema; `required` is present only if it is not empty. Other keys are allowed. */
export const objectSchema = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
})

export const text: JsonObject = { type: 'string' }
export const flag = (value: boolean): JsonObject => ({ type: 'boolean', default: value })
export const choice = (options: readonly string[], value?: string): JsonObject => ({
  enum: options,
  ...(value === undefined ? {} : { default: value }),
})
export const texts: JsonObject = { type: 'array', items: text, minItems: 1 }

/** The column of the testcase with the expected answer. */
export const correctAnswerKey: JsonObject = {
  correct_answer_key: { type: 'string', default: 'correct_answer' },
}
/** The evaluated part of the output; absent: all of it. */
export const outputPath: JsonObject = { output_path: text }
export const caseSensitive: JsonObject = { case_sensitive: flag(true) }
/** The lowest score that counts as success. */
export const threshold = (value: number): JsonObject => ({
  threshold: { type: 'number', minimum: 0, maximum: 1, default: value },
})

/** A score and whether it is a success, plus further outputs of an evaluator. */
export const scoreOutputs = (otherSchemas: JsonObject = {}): JsonObject =>
  objectSchema({ score: { type: 'number' }, success: { type: 'boolean' }, ...otherSchemas }, [
    'score',
    'success',
  ])

/** The object at `keys` below `value`, if every step is an object. */
export function objectAt(value: Json | undefined, ...keys: readonly string[]): JsonObject | undefined {
  let current: Json | undefined = value
  for (const key of keys) {
    if (typeof current !== 'object' || current === null || Array.isArray(current)) return undefined
    const object = current as JsonObject
    current = ownMember(object, key)
  }
  return typeof current === 'object' && current !== null && !Array.isArray(current)
    ? (current as JsonObject)
    : undefined
}
