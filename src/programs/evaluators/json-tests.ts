// Evaluators that read the output as JSON. An output that is no JSON fails the test; it is no failure of the step.
import { readPath } from '../../kernel/json/path.ts'
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { jsonOfText } from '../nesting.ts'
import { schemaCheck } from '../schema-check.ts'
import type { Judged, Judgement, Settings } from './evaluator.ts'
import { jsonInText } from './json-in-text.ts'
import { shareOfEqualLeaves } from './json-leaves.ts'
import {
  asJson,
  expectedValue,
  flagSetting,
  judgedValue,
  numberSetting,
  passFail,
  requiredText,
  scored,
  textForm,
  textsSetting,
} from './judged.ts'

function* candidates(value: Json, settings: Settings): Generator<Json> {
  if (typeof value !== 'string') {
    yield value
    return
  }
  if (settings['mode'] !== 'whole') {
    yield* jsonInText(value)
    return
  }
  const whole = jsonOfText(value)
  if (whole !== undefined) yield whole
}

/** JSON is there when some object, list or (the whole output) scalar can be read and matches the schema. */
export const containsJson: Judgement = ({ judged, settings }) => {
  const { schema } = settings
  const matches = isJsonObject(schema) ? schemaCheck(schema) : undefined
  for (const found of candidates(judgedValue(judged, settings), settings)) {
    if (matches === undefined || matches(found).length === 0) return passFail(true)
  }
  return passFail(false)
}

function expectedJson(judged: Judged, settings: Settings): Json {
  const expected = expectedValue(judged, settings)
  return asJson(expected) ?? expected
}

export const jsonDiff: Judgement = ({ judged, settings }) => {
  const actual = asJson(judgedValue(judged, settings))
  const expected = expectedJson(judged, settings)
  const score =
    actual === undefined
      ? 0
      : shareOfEqualLeaves(expected, actual, {
          schemaOnly: flagSetting(settings, 'compare_schema_only', false),
          caseInsensitiveKeys: flagSetting(settings, 'case_insensitive_keys', false),
          ofUnion: flagSetting(settings, 'predict_keys', false),
        })
  return scored(score, numberSetting(settings, 'threshold', 1))
}

const equalAt = (expected: Json, actual: Json | undefined, path: string): boolean => {
  const wanted = readPath(expected, path)
  const got = actual === undefined ? undefined : readPath(actual, path)
  return wanted.exists && got !== undefined && got.exists && jsonEqual(wanted.value, got.value)
}

export const multiFieldMatch: Judgement = ({ judged, settings }) => {
  const expected = expectedJson(judged, settings)
  if (typeof expected !== 'object') {
    throw new StepFailure('schema_mismatch', 'The expected answer is not a JSON object.')
  }
  const actual = asJson(judgedValue(judged, settings))
  const paths = textsSetting(settings, 'fields')
  const fields = paths.map((path) => [path, equalAt(expected, actual, path)] as const)
  const score = fields.filter(([, equal]) => equal).length / fields.length
  const named: JsonObject = Object.fromEntries(
    fields.map(([path, equal]) => [path.replace(/^\//, '').replaceAll(/[./]/g, '_'), equal]),
  )
  return scored(score, numberSetting(settings, 'threshold', 1), { fields: named })
}

/** The field as JSON equals the expected answer, or reads the same as text: a column of a CSV file holds texts only. */
export const fieldMatch: Judgement = ({ judged, settings }) => {
  const expected = expectedValue(judged, settings)
  const actual = asJson(judgedValue(judged, settings))
  const field = actual === undefined ? undefined : readPath(actual, requiredText(settings, 'json_field'))
  if (field === undefined || !field.exists) return passFail(false)
  return passFail(jsonEqual(field.value, expected) || textForm(field.value) === textForm(expected))
}
