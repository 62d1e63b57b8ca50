// Evaluators that read the output as JSON. An output that is not JSON fails the test, not the step.
import { readPath } from '../../kernel/json/path.ts'
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { jsonOfText } from '../nesting.ts'
import { schemaCheck } from '../schema-check.ts'
import type { ProgramInput, PureEvaluator, Settings } from './evaluator.ts'
import { jsonInText } from './json-in-text.ts'
import { shareOfEqualLeaves } from './json-leaves.ts'
import {
  asJson,
  requireExpectedValue,
  flagSetting,
  evaluatedValue,
  numberSetting,
  passFail,
  requireText,
  scoreOutputs,
  textForm,
  textsSetting,
} from './evaluator-input.ts'

function* candidates(value: Json, settings: Settings): Generator<Json> {
  if (typeof value !== 'string') {
    yield value
    return
  }
  if (settings['mode'] !== 'whole') {
    yield* jsonInText(value)
    return
  }
  const parsedValue = jsonOfText(value)
  if (parsedValue !== undefined) yield parsedValue
}

/** Passes if an object, a list, or the full output as a scalar can be parsed and matches the schema. */
export const containsJson: PureEvaluator = ({ input, settings }) => {
  const { schema } = settings
  const matches = isJsonObject(schema) ? schemaCheck(schema) : undefined
  for (const candidate of candidates(evaluatedValue(input, settings), settings)) {
    if (matches === undefined || matches(candidate).length === 0) return passFail(true)
  }
  return passFail(false)
}

function expectedJson(input: ProgramInput, settings: Settings): Json {
  const expected = requireExpectedValue(input, settings)
  return asJson(expected) ?? expected
}

export const jsonDiff: PureEvaluator = ({ input, settings }) => {
  const actual = asJson(evaluatedValue(input, settings))
  const expected = expectedJson(input, settings)
  const score =
    actual === undefined
      ? 0
      : shareOfEqualLeaves(expected, {
          actual,
          rules: {
            isSchemaOnly: flagSetting(settings, { name: 'compare_schema_only', defaultValue: false }),
            hasCaseInsensitiveKeys: flagSetting(settings, {
              name: 'case_insensitive_keys',
              defaultValue: false,
            }),
            isShareOfUnion: flagSetting(settings, { name: 'predict_keys', defaultValue: false }),
          },
        })
  return scoreOutputs(score, { threshold: numberSetting(settings, { name: 'threshold', defaultValue: 1 }) })
}

const equalAt = (
  expected: Json,
  { actual, path }: { readonly actual: Json | undefined; readonly path: string },
): boolean => {
  const expectedField = readPath(expected, path)
  const actualField = actual === undefined ? undefined : readPath(actual, path)
  return (
    expectedField.exists &&
    actualField !== undefined &&
    actualField.exists &&
    jsonEqual(expectedField.value, actualField.value)
  )
}

export const multiFieldMatch: PureEvaluator = ({ input, settings }) => {
  const expected = expectedJson(input, settings)
  if (typeof expected !== 'object') {
    throw new StepFailure('schema_mismatch', 'The expected answer is not a JSON object.')
  }
  const actual = asJson(evaluatedValue(input, settings))
  const paths = textsSetting(settings, 'fields')
  const fields = paths.map((path) => [path, equalAt(expected, { actual, path })] as const)
  const score = fields.filter(([, isEqual]) => isEqual).length / fields.length
  const fieldResults: JsonObject = Object.fromEntries(
    fields.map(([path, isEqual]) => [path.replace(/^\//, '').replaceAll(/[./]/g, '_'), isEqual]),
  )
  return scoreOutputs(score, {
    threshold: numberSetting(settings, { name: 'threshold', defaultValue: 1 }),
    extraMembers: { fields: fieldResults },
  })
}

/** Passes if the field equals the expected answer as JSON or as text: a CSV column has only texts. */
export const fieldMatch: PureEvaluator = ({ input, settings }) => {
  const expected = requireExpectedValue(input, settings)
  const actual = asJson(evaluatedValue(input, settings))
  const field = actual === undefined ? undefined : readPath(actual, requireText(settings, 'json_field'))
  if (field === undefined || !field.exists) return passFail(false)
  return passFail(jsonEqual(field.value, expected) || textForm(field.value) === textForm(expected))
}
