// Settings of built-in evaluators: how what clients send is read, and what is wrong with it.
import { compileOwnSchema, type ValueError } from '../kernel/json/schema.ts'
import { pointerParts, readParts } from '../kernel/json/path.ts'
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import type { FieldErrorType } from '../kernel/errors.ts'
import type { Builtin } from './builtins/builtin.ts'
import { hasEmbed } from './embed-syntax.ts'
import { pathFaults } from './matcher-paths.ts'
import { ownMember } from '../kernel/own.ts'

/** One wrong setting: the way to it inside `parameters`, what is wrong, what was sent. */
export interface SettingFault {
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
 * Settings as evaluators read them: null is absent, and `substrings` may be one text with commas. What is stored
 * stays as it was sent.
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

/** A judge without a model takes the project's default, so its absence is no fault of the settings. */
const optionalOnCommit: ReadonlySet<string> = new Set(['auto_ai_critique.model'])

/** Required settings that another one may stand in for. */
const standIns: ReadonlyMap<string, string> = new Map([
  ['auto_similarity_match.similarity_threshold', 'threshold'],
])

const faultTypeOfJsonType: Readonly<Record<string, FieldErrorType>> = {
  string: 'string_type',
  number: 'float_type',
  integer: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  object: 'dict_type',
}

function faultType(fault: ValueError): FieldErrorType {
  switch (fault.keyword) {
    case 'type':
      return ownMember(faultTypeOfJsonType, String(fault.params['type'])) ?? 'value_error'
    case 'enum':
      return 'enum'
    case 'minimum':
      return 'greater_than_equal'
    case 'maximum':
      return 'less_than_equal'
    case 'format':
      return fault.params['format'] === 'uri' ? 'url_parsing' : 'value_error'
    default:
      return 'value_error'
  }
}

/** The values on the way from the settings down to a place, both included. */
function* wayDown(settings: JsonObject, parts: readonly string[]): Generator<Json> {
  for (let depth = 0; depth <= parts.length; depth += 1) {
    const at = readParts(settings, parts.slice(0, depth))
    if (at.exists) yield at.value
  }
}

function settingFault(settings: JsonObject, fault: ValueError): SettingFault {
  const parts = pointerParts(fault.instancePath)
  const way = [...wayDown(settings, parts)]
  const path = parts.map((part, depth) => (Array.isArray(way[depth]) ? Number(part) : part))
  if (fault.keyword === 'required') {
    const missing = String(fault.params['missingProperty'])
    return { type: 'missing', path: [...path, missing], msg: 'Field required.', input: undefined }
  }
  const msg = `Setting ${fault.message ?? 'is not valid'}.`
  return { type: faultType(fault), path, msg, input: way.at(-1) }
}

const checks = new Map<string, (value: Json) => readonly ValueError[]>()

function checkOf(builtin: Builtin, schema: JsonObject): (value: Json) => readonly ValueError[] {
  const known = checks.get(builtin.key)
  if (known !== undefined) return known
  const required = (schema['required'] ?? []) as readonly string[]
  const check = compileOwnSchema({
    ...schema,
    required: required.filter((setting) => !optionalOnCommit.has(`${builtin.key}.${setting}`)),
  })
  checks.set(builtin.key, check)
  return check
}

/** A value inside an embed is known only once it is resolved, so nothing is said about it before. */
const isOpen = (settings: JsonObject, fault: ValueError): boolean =>
  [...wayDown(settings, pointerParts(fault.instancePath))].some(hasEmbed)

const isStoodInFor = (builtin: Builtin, settings: JsonObject, fault: ValueError): boolean => {
  if (fault.keyword !== 'required' || fault.instancePath !== '') return false
  const standIn = standIns.get(`${builtin.key}.${String(fault.params['missingProperty'])}`)
  return standIn !== undefined && ownMember(settings, standIn) !== undefined
}

/** Beyond the schema: paths of matchers that cannot be read. */
const matcherPathFaults = (settings: JsonObject): readonly SettingFault[] =>
  [...pathFaults(settings)].map((fault) => ({ type: 'value_error', ...fault }))

/** What is wrong with the settings of a revision of `builtin`; empty when nothing is, or when it has no settings. */
export function settingFaults(builtin: Builtin, data: JsonObject): readonly SettingFault[] {
  const parameters = data['parameters']
  if (!builtin.hasSettings || builtin.parameters === undefined || !isJsonObject(parameters)) return []
  const settings = readSettings(parameters)
  const check = checkOf(builtin, builtin.parameters)
  const faults = [
    ...check(settings)
      .filter((fault) => !isOpen(settings, fault) && !isStoodInFor(builtin, settings, fault))
      .map((fault) => settingFault(settings, fault)),
    ...(builtin.key === 'match' ? matcherPathFaults(settings) : []),
  ]
  const { standIn } = builtin
  if (standIn === undefined || hasEmbed(settings)) return faults
  if (ownMember(settings, standIn.setting) !== undefined || typeof data[standIn.dataKey] === 'string')
    return faults
  const msg = `Field required, unless ${standIn.dataKey} is given.`
  return [...faults, { type: 'missing', path: [standIn.setting], msg, input: undefined }]
}
