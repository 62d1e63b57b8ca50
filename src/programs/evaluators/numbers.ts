// Evaluators that compare numbers: values, lengths, time and cost.
import { readPath } from '../../kernel/json/path.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import type { PureEvaluator, Settings } from './evaluator.ts'
import {
  requireExpectedValue,
  evaluatedValue,
  numberSetting,
  passFail,
  textForm,
  textSetting,
} from './evaluator-input.ts'

const numberText = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** A number, or a text with nothing but a number (commas may separate thousands). */
export function numberOf(value: Json): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const withoutCommas = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return numberText.test(withoutCommas) ? Number(withoutCommas) : undefined
}

/** Within either of the two tolerances; the relative one is a share of the expected value. */
export const numericTolerance: PureEvaluator = ({ input, settings }) => {
  const expected = numberOf(requireExpectedValue(input, settings))
  if (expected === undefined) {
    throw new StepFailure('schema_mismatch', 'The expected answer is not a number.')
  }
  const actual = numberOf(evaluatedValue(input, settings))
  if (actual === undefined) return passFail(false)
  const difference = Math.abs(actual - expected)
  const toleranceMax = Math.max(
    numberSetting(settings, { name: 'tolerance', defaultValue: 0 }),
    numberSetting(settings, { name: 'relative_tolerance', defaultValue: 0 }) * Math.abs(expected),
  )
  return passFail(difference <= toleranceMax, { difference })
}

function lengthIn(text: string, unit: string): number {
  switch (unit) {
    case 'words':
      return text.trim() === '' ? 0 : text.trim().split(/\s+/u).length
    case 'lines':
      return text === '' ? 0 : text.replace(/\r?\n$/, '').split(/\r\n|\r|\n/).length
    case 'bytes':
      return Buffer.byteLength(text)
    default:
      return codePointCount(text)
  }
}

function codePointCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

export const lengthBounds: PureEvaluator = ({ input, settings }) => {
  const length = lengthIn(
    textForm(evaluatedValue(input, settings)),
    textSetting(settings, 'unit') ?? 'characters',
  )
  const min = numberSetting(settings, { name: 'min', defaultValue: 0 })
  const max = numberSetting(settings, { name: 'max', defaultValue: Infinity })
  return passFail(length >= min && length <= max, { length })
}

/** The root span: the trace itself, or the first of its spans by name. */
function rootOf(trace: JsonObject): Json {
  if (trace['attributes'] !== undefined) return trace
  const { spans } = trace
  if (!isJsonObject(spans)) return trace
  const [first] = Object.values(spans)
  return (Array.isArray(first) ? (first[0] as Json | undefined) : first) ?? trace
}

function metricOf(
  trace: JsonObject | undefined,
  { path, name }: { readonly path: string; readonly name: string },
): number {
  const result = trace === undefined ? undefined : readPath(rootOf(trace), `attributes.ag.metrics.${path}`)
  if (result !== undefined && result.exists && typeof result.value === 'number') return result.value
  throw new StepFailure('missing_metric', `The evaluated trace has no ${name}.`)
}

const passAtMost = (
  settings: Settings,
  { name, value, members }: { readonly name: string; readonly value: number; readonly members: JsonObject },
): JsonObject => passFail(value <= numberSetting(settings, { name, defaultValue: Infinity }), members)

export const latencyThreshold: PureEvaluator = ({ input, settings }) => {
  const duration = metricOf(input.trace, { path: 'duration.cumulative', name: 'duration' })
  return passAtMost(settings, { name: 'max_ms', value: duration, members: { duration_ms: duration } })
}

export const costThreshold: PureEvaluator = ({ input, settings }) => {
  const cost = metricOf(input.trace, { path: 'costs.cumulative.total', name: 'cost' })
  return passAtMost(settings, { name: 'max_cost', value: cost, members: { cost } })
}
