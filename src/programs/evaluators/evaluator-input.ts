// Functions that all evaluators share: they read settings, the evaluated and the expected value, and build verdicts.
import { readPath } from '../../kernel/json/path.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { dedupKey } from '../../testsets/identity.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { jsonOfText } from '../nesting.ts'
import type { ProgramInput, Settings, Testcase } from './evaluator.ts'
import { ownMember } from '../../kernel/own.ts'

export const textSetting = (settings: Settings, name: string): string | undefined => {
  const value = ownMember(settings, name)
  return typeof value === 'string' ? value : undefined
}

export function requireText(settings: Settings, name: string): string {
  const value = textSetting(settings, name)
  if (value === undefined) throw badSettings(`The setting '${name}' is missing.`)
  return value
}

export const numberSetting = (
  settings: Settings,
  { name, defaultValue }: { readonly name: string; readonly defaultValue: number },
): number => {
  const value = ownMember(settings, name)
  return typeof value === 'number' ? value : defaultValue
}

export const flagSetting = (
  settings: Settings,
  { name, defaultValue }: { readonly name: string; readonly defaultValue: boolean },
): boolean => {
  const value = ownMember(settings, name)
  return typeof value === 'boolean' ? value : defaultValue
}

export function textsSetting(settings: Settings, name: string): readonly string[] {
  const value = ownMember(settings, name)
  if (!Array.isArray(value) || value.length === 0) throw badSettings(`The setting '${name}' is empty.`)
  return value.map((item: Json) => textForm(item))
}

/** Strings unchanged, other values as compact JSON. */
export const textForm = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The data of a testcase without the dedup id, which only the server needs. */
export function testcaseInputs(testcase: Testcase): JsonObject {
  if (!Object.hasOwn(testcase.data, dedupKey)) return testcase.data
  const { [dedupKey]: _, ...rest } = testcase.data
  return rest
}

/** The value itself, or the JSON in a text. */
export const asJson = (value: Json): Json | undefined =>
  typeof value === 'string' ? jsonOfText(value) : value

/** The outputs, or the testcase if nothing was invoked; at `output_path` if that is set. */
export function evaluatedValue(input: ProgramInput, settings: Settings): Json {
  const { outputs, testcase, inputs } = input
  // An output of null counts as an output.
  const rawValue =
    outputs === undefined ? (testcase === undefined ? inputs : testcaseInputs(testcase)) : outputs
  const path = textSetting(settings, 'output_path')
  if (path === undefined || path === '') return rawValue
  // Outputs that contain JSON as text are parsed as well.
  const result = readPath(typeof rawValue === 'string' ? (jsonOfText(rawValue) ?? rawValue) : rawValue, path)
  if (result.exists) return result.value
  throw new StepFailure('schema_mismatch', `The output has nothing at '${path}'.`, { status: 400 })
}

/**
 * The testcase's value under `correct_answer_key` (or, without a testcase, the input's); undefined when there is none.
 */
export function findExpectedValue(input: ProgramInput, settings: Settings): Json | undefined {
  const key = textSetting(settings, 'correct_answer_key') ?? 'correct_answer'
  const row = input.testcase?.data ?? input.inputs
  if (Object.hasOwn(row, key)) return ownMember(row, key)
  const result = readPath(row, key)
  return result.exists ? result.value : undefined
}

export function requireExpectedValue(input: ProgramInput, settings: Settings): Json {
  const value = findExpectedValue(input, settings)
  if (value !== undefined && value !== null) return value
  const key = textSetting(settings, 'correct_answer_key') ?? 'correct_answer'
  throw new StepFailure('missing_expected', `The testcase has no expected answer under '${key}'.`)
}

/** Text for comparison: lower case unless case matters. */
export const comparableText = (text: string, settings: Settings): string =>
  flagSetting(settings, { name: 'case_sensitive', defaultValue: true }) ? text : text.toLowerCase()

/** The evaluated value as text, ready to compare. */
export const evaluatedText = (input: ProgramInput, settings: Settings): string =>
  comparableText(textForm(evaluatedValue(input, settings)), settings)

/** A score of 1 or 0. */
export const passFail = (success: boolean, members: JsonObject = {}): JsonObject => ({
  score: success ? 1 : 0,
  success,
  ...members,
})

/** A score, successful at or above the threshold. */
export const scoreOutputs = (
  score: number,
  {
    threshold,
    extraMembers = {},
  }: { readonly threshold: number; readonly extraMembers?: JsonObject | undefined },
): JsonObject => ({
  score,
  success: score >= threshold,
  ...extraMembers,
})

/** The outputs of a program that may return a number (score), a boolean (success) or an object. */
export function verdictOf(
  answer: Json | undefined,
  { threshold, programName }: { readonly threshold: number; readonly programName: string },
): JsonObject {
  if (typeof answer === 'boolean') return passFail(answer)
  if (typeof answer === 'number') return scoreOutputs(answer, { threshold })
  if (!isJsonObject(answer)) {
    const actual =
      answer === undefined || answer === null ? 'nothing' : Array.isArray(answer) ? 'a list' : 'a text'
    throw new StepFailure(
      'malformed_answer',
      `${programName} must return a number, a boolean or an object, not ${actual}.`,
    )
  }
  const { score, success } = answer
  if (typeof score === 'number' && success === undefined) return { ...answer, success: score >= threshold }
  if (typeof success === 'boolean' && score === undefined) return { ...answer, score: success ? 1 : 0 }
  return answer
}
