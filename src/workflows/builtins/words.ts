// The words that schemas of built-ins are written in: settings that many evaluators share, and their outputs.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'

/** An object schema; `required` stands there only when something is. Keys it does not name are allowed. */
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

/** Where the expected answer stands in the testcase. */
export const correctAnswerKey: JsonObject = {
  correct_answer_key: { type: 'string', default: 'correct_answer' },
}
/** Which part of the output is judged; absent: all of it. */
export const outputPath: JsonObject = { output_path: text }
export const caseSensitive: JsonObject = { case_sensitive: flag(true) }
/** The least score that counts as success. */
export const threshold = (value: number): JsonObject => ({
  threshold: { type: 'number', minimum: 0, maximum: 1, default: value },
})

/** A score and whether it is a success, with whatever else an evaluator reports. */
export const scoreOutputs = (more: JsonObject = {}): JsonObject =>
  objectSchema({ score: { type: 'number' }, success: { type: 'boolean' }, ...more }, ['score', 'success'])

/** The object at `keys` below `value`, if every step is an object. */
export function objectAt(value: Json | undefined, ...keys: readonly string[]): JsonObject | undefined {
  let at: Json | undefined = value
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined
    const object = at as JsonObject
    at = ownMember(object, key)
  }
  return typeof at === 'object' && at !== null && !Array.isArray(at) ? (at as JsonObject) : undefined
}
