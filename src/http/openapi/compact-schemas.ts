// Shortens the JSON Schemas of zod: null becomes one more type, and redundant keywords are removed.
import { isJsonList, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { isJsonObject } from '../../kernel/json/value.ts'

/** Requests or answers: a schema for both has one variant for each. */
export type Side = 'input' | 'output'

export interface CompactOptions {
  readonly side: Side
  /** Maps the path of a reference. */
  readonly refer: (path: string) => string
}

const isEmpty = (value: Json | undefined): boolean => isJsonObject(value) && Object.keys(value).length === 0
const isNull = (value: Json): boolean =>
  isJsonObject(value) && value['type'] === 'null' && Object.keys(value).length === 1

const typesOf = ({ type }: JsonObject): readonly string[] | undefined =>
  typeof type === 'string' ? [type] : (type as readonly string[] | undefined)

/** The schema with null among its types; undefined: that is impossible. */
function nullable(schema: JsonObject): JsonObject | undefined {
  const types = typesOf(schema)
  if (types === undefined || 'const' in schema || 'anyOf' in schema) return undefined
  const { enum: values } = schema
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

/** Turns `anyOf` of a schema and null into that schema with one more type. */
function withNullAsType(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema
  if (!isJsonList(anyOf)) return schema
  const options = anyOf
  const otherOptions = options.filter((option) => !isNull(option))
  const [nonNull] = otherOptions
  if (options.length === otherOptions.length || otherOptions.length !== 1 || !isJsonObject(nonNull))
    return schema
  if (isEmpty(nonNull)) return rest
  const nestedOptions = Object.keys(nonNull).length === 1 ? nonNull['anyOf'] : undefined
  if (isJsonList(nestedOptions)) {
    return {
      anyOf: [...nestedOptions.filter((option) => !isNull(option)), { type: 'null' }],
      ...rest,
    }
  }
  const nullableSchema = nullable(nonNull)
  return nullableSchema === undefined ? schema : { ...nullableSchema, ...rest }
}

/** Objects are open by default; `additionalProperties` is redundant unless it restricts them. */
function withOpenness(schema: JsonObject, side: Side): JsonObject {
  const { additionalProperties, ...rest } = schema
  if (additionalProperties === undefined) return schema
  if (isEmpty(additionalProperties) || additionalProperties === true) return rest
  return 'properties' in schema && side === 'output' ? rest : schema
}

const isBeyondExact = (value: Json | undefined): boolean =>
  typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER

/** Removes bounds that every answered integer satisfies, and patterns that repeat a format. */
function withoutRedundancies(schema: JsonObject, side: Side): JsonObject {
  const isRedundant = (bound: Json | undefined): boolean =>
    bound === undefined || (side === 'output' && isBeyondExact(bound))
  const { pattern, minimum, maximum, propertyNames, ...rest } = schema
  const allowsAnyName = isJsonObject(propertyNames) && JSON.stringify(propertyNames) === '{"type":"string"}'
  return {
    ...rest,
    ...(pattern === undefined || rest['format'] !== undefined ? {} : { pattern }),
    ...(isRedundant(minimum) ? {} : { minimum: minimum ?? 0 }),
    ...(isRedundant(maximum) ? {} : { maximum: maximum ?? 0 }),
    ...(propertyNames === undefined || allowsAnyName ? {} : { propertyNames }),
  }
}

const valueKeywords: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'default',
  'example',
  'examples',
  'required',
])

export function compactSchema(schema: JsonObject, options: CompactOptions): JsonObject {
  const compactInside = (value: Json): Json => {
    if (isJsonList(value)) return value.map(compactInside)
    return isJsonObject(value) ? compactSchema(value, options) : value
  }
  const members = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    if (key === '$schema' || key === '$id' || key === 'id') return []
    if (key === '$ref' && typeof value === 'string') return [[key, options.refer(value)]]
    if (valueKeywords.has(key)) return [[key, value]]
    if (key === 'properties' && isJsonObject(value)) {
      const documentedMembers = Object.entries(value).filter(
        ([, member]) => !isJsonObject(member) || member['x-undocumented'] !== true,
      )
      return [
        [key, Object.fromEntries(documentedMembers.map(([name, member]) => [name, compactInside(member)]))],
      ]
    }
    return [[key, compactInside(value)]]
  })
  const compact = withoutRedundancies(Object.fromEntries(members), options.side)
  return withOpenness(withNullAsType(compact), options.side)
}
