// What all evaluators share: reading their settings, the judged and the expected value, and saying the verdict.
import { readPath } from '../../kernel/json/path.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { dedupKey } from '../../testsets/identity.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { jsonOfText } from '../nesting.ts'
import type { Judged, Settings, Testcase } from './evaluator.ts'
import { ownMember } from '../../kernel/own.ts'

export const textSetting = (settings: Settings, name: string): string | undefined => {
  const value = ownMember(settings, name)
  return typeof value === 'string' ? value : undefined
}

export function requiredText(settings: Settings, name: string): string {
  const value = textSetting(settings, name)
  if (value === undefined) throw badSettings(`The setting '${name}' is missing.`)
  return value
}

export const numberSetting = (settings: Settings, name: string, otherwise: number): number => {
  const value = ownMember(settings, name)
  return typeof value === 'number' ? value : otherwise
}

export const flagSetting = (settings: Settings, name: string, otherwise: boolean): boolean => {
  const value = ownMember(settings, name)
  return typeof value === 'boolean' ? value : otherwise
}

export function textsSetting(settings: Settings, name: string): readonly string[] {
  const value = ownMember(settings, name)
  if (!Array.isArray(value) || value.length === 0) throw badSettings(`The setting '${name}' is empty.`)
  return value.map((item: Json) => textForm(item))
}

/** Strings as they are, others as compact JSON. */
export const textForm = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The data of a testcase without the id that only the server needs. */
export function testcaseInputs(testcase: Testcase): JsonObject {
  if (!Object.hasOwn(testcase.data, dedupKey)) return testcase.data
  const { [dedupKey]: _, ...rest } = testcase.data
  return rest
}

/** The value itself, or the JSON that it spells as a text. */
export const asJson = (value: Json): Json | undefined =>
  typeof value === 'string' ? jsonOfText(value) : value

/** The outputs, or the testcase where nothing was invoked; at `output_path` when that is set. */
export function judgedValue(judged: Judged, settings: Settings): Json {
  const { outputs, testcase, inputs } = judged
  // An output of null is an output.
  const whole = outputs === undefined ? (testcase === undefined ? inputs : testcaseInputs(testcase)) : outputs
  const path = textSetting(settings, 'output_path')
  if (path === undefined || path === '') return whole
  // An answer that is JSON written as text is looked into as well.
  const found = readPath(typeof whole === 'string' ? (jsonOfText(whole) ?? whole) : whole, path)
  if (found.exists) return found.value
  throw new StepFailure('schema_mismatch', `The output has nothing at '${path}'.`, { status: 400 })
}

/** The testcase's value under `correct_answer_key` (or, without a testcase, the input's); undefined when there is none. */
export function expectedIfAny(judged: Judged, settings: Settings): Json | undefined {
  const key = textSetting(settings, 'correct_answer_key') ?? 'correct_answer'
  const row = judged.testcase?.data ?? judged.inputs
  if (Object.hasOwn(row, key)) return ownMember(row, key)
  const found = readPath(row, key)
  return found.exists ? found.value : undefined
}

export function expectedValue(judged: Judged, settings: Settings): Json {
  const value = expectedIfAny(judged, settings)
  if (value !== undefined && value !== null) return value
  const key = textSetting(settings, 'correct_answer_key') ?? 'correct_answer'
  throw new StepFailure('missing_expected', `The testcase has no expected answer under '${key}'.`)
}

/** Text as it is compared: lower case unless case counts. */
export const comparable = (text: string, settings: Settings): string =>
  flagSetting(settings, 'case_sensitive', true) ? text : text.toLowerCase()

/** The judged value as text, ready to compare. */
export const judgedText = (judged: Judged, settings: Settings): string =>
  comparable(textForm(judgedValue(judged, settings)), settings)

/** One or nothing. */
export const passFail = (success: boolean, more: JsonObject = {}): JsonObject => ({
  score: success ? 1 : 0,
  success,
  ...more,
})

/** A share, successful from the threshold on. */
export const scored = (score: number, threshold: number, more: JsonObject = {}): JsonObject => ({
  score,
  success: score >= threshold,
  ...more,
})

/** The outputs of programs that may answer a number (score), a boolean (success) or an object. */
export function verdictOf(answer: Json | undefined, threshold: number, who: string): JsonObject {
  if (typeof answer === 'boolean') return passFail(answer)
  if (typeof answer === 'number') return scored(answer, threshold)
  if (!isJsonObject(answer)) {
    const got =
      answer === undefined || answer === null ? 'nothing' : Array.isArray(answer) ? 'a list' : 'a text'
    throw new StepFailure(
      'malformed_answer',
      `${who} must answer a number, a boolean or an object, not ${got}.`,
    )
  }
  const { score, success } = answer
  if (typeof score === 'number' && success === undefined) return { ...answer, success: score >= threshold }
  if (typeof success === 'boolean' && score === undefined) return { ...answer, score: success ? 1 : 0 }
  return answer
}
