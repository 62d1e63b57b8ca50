// Parses and validates settings of built-in evaluators.
import { compileOwnSchema, type ValueError } from '../kernel/json/schema.ts'
import { pointerParts, readParts } from '../kernel/json/path.ts'
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import type { FieldErrorType } from '../kernel/errors.ts'
import type { Builtin } from './builtins/builtin.ts'
import { hasEmbed } from './embed-syntax.ts'
import { pathErrors } from './matcher-paths.ts'
import { ownMember } from '../kernel/own.ts'

/** One invalid setting: its path in `parameters`, the problem, the input. */
export interface SettingError {
  readonly type: FieldErrorType
  readonly path: readonly (string | number)[]
  readonly msg: string
  readonly input: Json | undefined
}

const splitAtCommas = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/**
 * Settings as evaluators read them: null is absent, and `substrings` may be one text with commas. The stored
 * settings stay unchanged.
 */
export function readSettings(parameters: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([key, value]): readonly [string, Json][] => {
      if (value === null) return []
      if (key !== 'substrings' || typeof value !== 'string' || hasEmbed(value)) return [[key, value]]
      return [[key, splitAtCommas(value)]]
    }),
  )
}

/** A judge without a model uses the project's default, so a missing model is valid. */
const optionalOnCommit: ReadonlySet<string> = new Set(['auto_ai_critique.model'])

/** Required settings that another setting may replace. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['auto_similarity_match.similarity_threshold', 'threshold'],
])

const errorTypeOfJsonType: Readonly<Record<string, FieldErrorType>> = {
  string: 'string_type',
  number: 'float_type',
  integer: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  object: 'dict_type',
}

function fieldErrorType(fieldError: ValueError): FieldErrorType {
  switch (fieldError.keyword) {
    case 'type':
      return ownMember(errorTypeOfJsonType, String(fieldError.params['type'])) ?? 'value_error'
    case 'enum':
      return 'enum'
    case 'minimum':
      return 'greater_than_equal'
    case 'maximum':
      return 'less_than_equal'
    case 'format':
      return fieldError.params['format'] === 'uri' ? 'url_parsing' : 'value_error'
    default:
      return 'value_error'
  }
}

/** The values along the path from the settings to a location, both included. */
function* valuesAlong(settings: JsonObject, parts: readonly string[]): Generator<Json> {
  for (let depth = 0; depth <= parts.length; depth += 1) {
    const current = readParts(settings, parts.slice(0, depth))
    if (current.exists) yield current.value
  }
}

function settingError(settings: JsonObject, fieldError: ValueError): SettingError {
  const parts = pointerParts(fieldError.instancePath)
  const values = [...valuesAlong(settings, parts)]
  const path = parts.map((part, depth) => (Array.isArray(values[depth]) ? Number(part) : part))
  if (fieldError.keyword === 'required') {
    const missingProperty = String(fieldError.params['missingProperty'])
    return { type: 'missing', path: [...path, missingProperty], msg: 'Field required.', input: undefined }
  }
  const msg = `Setting ${fieldError.message ?? 'is not valid'}.`
  return { type: fieldErrorType(fieldError), path, msg, input: values.at(-1) }
}

const checks = new Map<string, (value: Json) => readonly ValueError[]>()

function checkOf(builtin: Builtin, schema: JsonObject): (value: Json) => readonly ValueError[] {
  const cachedCheck = checks.get(builtin.key)
  if (cachedCheck !== undefined) return cachedCheck
  const required = (schema['required'] ?? []) as readonly string[]
  const check = compileOwnSchema({
    ...schema,
    required: required.filter((setting) => !optionalOnCommit.has(`${builtin.key}.${setting}`)),
  })
  checks.set(builtin.key, check)
  return check
}

/** A value from an embed is known only after resolution, so it is not checked before. */
const isUnresolved = (settings: JsonObject, fieldError: ValueError): boolean =>
  [...valuesAlong(settings, pointerParts(fieldError.instancePath))].some(hasEmbed)

const hasReplacement = (builtin: Builtin, settings: JsonObject, fieldError: ValueError): boolean => {
  if (fieldError.keyword !== 'required' || fieldError.instancePath !== '') return false
  const replacement = replacements.get(`${builtin.key}.${String(fieldError.params['missingProperty'])}`)
  return replacement !== undefined && ownMember(settings, replacement) !== undefined
}

/** Checks beyond the schema: unreadable paths of matchers. */
const matcherPathErrors = (settings: JsonObject): readonly SettingError[] =>
  [...pathErrors(settings)].map((fieldError) => ({ type: 'value_error', ...fieldError }))

/** Validates the settings of a revision of `builtin`; empty if they are valid, or if it has no settings. */
export function settingErrors(builtin: Builtin, data: JsonObject): readonly SettingError[] {
  const parameters = data['parameters']
  if (!builtin.hasSettings || builtin.parameters === undefined || !isJsonObject(parameters)) return []
  const settings = readSettings(parameters)
  const check = checkOf(builtin, builtin.parameters)
  const fieldErrors = [
    ...check(settings)
      .filter(
        (fieldError) => !isUnresolved(settings, fieldError) && !hasReplacement(builtin, settings, fieldError),
      )
      .map((fieldError) => settingError(settings, fieldError)),
    ...(builtin.key === 'match' ? matcherPathErrors(settings) : []),
  ]
  const { alternative } = builtin
  if (alternative === undefined || hasEmbed(settings)) return fieldErrors
  if (ownMember(settings, alternative.setting) !== undefined || typeof data[alternative.dataKey] === 'string')
    return fieldErrors
  const msg = `Field required, unless ${alternative.dataKey} is given.`
  return [...fieldErrors, { type: 'missing', path: [alternative.setting], msg, input: undefined }]
}
