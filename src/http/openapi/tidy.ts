// What the JSON Schemas of zod say in fewer words: null as one more type, and nothing about members that may be there anyway.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { isJsonObject } from '../../kernel/json/value.ts'

/** What clients send, or what they are answered: a schema that reads both has one form for each. */
export type Side = 'input' | 'output'

export interface Tidying {
  readonly side: Side
  /** Where a reference leads. */
  readonly refer: (path: string) => string
}

const isEmpty = (value: Json | undefined): boolean => isJsonObject(value) && Object.keys(value).length === 0
const isNull = (value: Json): boolean =>
  isJsonObject(value) && value['type'] === 'null' && Object.keys(value).length === 1

const typesOf = ({ type }: JsonObject): readonly string[] | undefined =>
  typeof type === 'string' ? [type] : (type as readonly string[] | undefined)

/** One schema with null among its types, or undefined where there is none. */
function orNull(schema: JsonObject): JsonObject | undefined {
  const types = typesOf(schema)
  if (types === undefined || 'const' in schema || 'anyOf' in schema) return undefined
  const { enum: values } = schema
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

/** `anyOf` of something and null: the something, with one more type. */
function withNullAsType(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const options = anyOf as readonly Json[]
  const others = options.filter((option) => !isNull(option))
  const [only] = others
  if (options.length === others.length || others.length !== 1 || !isJsonObject(only)) return schema
  if (isEmpty(only)) return rest
  const inner = Object.keys(only).length === 1 ? only['anyOf'] : undefined
  if (Array.isArray(inner)) {
    return {
      anyOf: [...(inner as readonly Json[]).filter((option) => !isNull(option)), { type: 'null' }],
      ...rest,
    }
  }
  const one = orNull(only)
  return one === undefined ? schema : { ...one, ...rest }
}

/** Objects are open unless they say otherwise; those without members of their own are free-form. */
function withOpenness(schema: JsonObject, side: Side): JsonObject {
  const { additionalProperties: more, ...rest } = schema
  if (more === undefined) return schema
  if (isEmpty(more) || more === true) return rest
  return 'properties' in schema && side === 'output' ? rest : schema
}

const isBeyondExact = (value: Json | undefined): boolean =>
  typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER

/** Bounds that every answered integer keeps, and patterns that say what a format says. */
function withoutCommonplaces(schema: JsonObject, side: Side): JsonObject {
  const isSaid = (bound: Json | undefined): boolean =>
    bound === undefined || (side === 'output' && isBeyondExact(bound))
  const { pattern, minimum, maximum, propertyNames, ...rest } = schema
  const names = isJsonObject(propertyNames) && JSON.stringify(propertyNames) === '{"type":"string"}'
  return {
    ...rest,
    ...(pattern === undefined || rest['format'] !== undefined ? {} : { pattern }),
    ...(isSaid(minimum) ? {} : { minimum: minimum ?? 0 }),
    ...(isSaid(maximum) ? {} : { maximum: maximum ?? 0 }),
    ...(propertyNames === undefined || names ? {} : { propertyNames }),
  }
}

/** Keywords under which the names of members stand, not further keywords. */
const nameKeywords: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const valueKeywords: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'default',
  'example',
  'examples',
  'required',
])

export function tidied(schema: JsonObject, tidying: Tidying): JsonObject {
  const inside = (value: Json): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(inside)
    return isJsonObject(value) ? tidied(value, tidying) : value
  }
  const members = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    if (key === '$schema' || key === '$id' || key === 'id') return []
    if (key === '$ref' && typeof value === 'string') return [[key, tidying.refer(value)]]
    if (valueKeywords.has(key)) return [[key, value]]
    if (nameKeywords.has(key) && isJsonObject(value)) {
      const shown = Object.entries(value).filter(
        ([, own]) => !isJsonObject(own) || own['x-left-out'] !== true,
      )
      return [[key, Object.fromEntries(shown.map(([name, own]) => [name, inside(own)]))]]
    }
    return [[key, inside(value)]]
  })
  const whole = withoutCommonplaces(Object.fromEntries(members), tidying.side)
  return withOpenness(withNullAsType(whole), tidying.side)
}
