// Rewrites schemas into equal ones that client generators accept. They reject or miscompile a schema that is `false`,
// several types in one schema, and control characters in patterns. `npm run check:generators` runs them on the
// document.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'

/** Keywords that apply to values of some types only. */
const keywordTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['pattern', ['string']],
  ['format', ['string']],
  ['minLength', ['string']],
  ['maxLength', ['string']],
  ['minimum', ['integer', 'number']],
  ['maximum', ['integer', 'number']],
  ['exclusiveMinimum', ['integer', 'number']],
  ['exclusiveMaximum', ['integer', 'number']],
  ['items', ['array']],
  ['minItems', ['array']],
  ['maxItems', ['array']],
  ['properties', ['object']],
  ['required', ['object']],
  ['additionalProperties', ['object']],
  ['propertyNames', ['object']],
])

const annotationKeywords: ReadonlySet<string> = new Set(['description', 'example', 'examples', 'default'])

/** The part of a schema with several types that applies to one of them. */
const forType = (schema: JsonObject, type: string): JsonObject => ({
  type,
  ...Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keywordTypes.get(keyword)?.includes(type) ?? false),
  ),
})

/** One alternative per type. Null beside a single type stays: generators understand it. */
function withOneType(schema: JsonObject): JsonObject {
  const { type, anyOf, enum: values } = schema
  if (!isJsonList(type) || values !== undefined) return schema
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => annotationKeywords.has(keyword) || keyword.startsWith('x-')),
  )
  if (isJsonList(anyOf)) return { anyOf, ...rest }
  const types = type.filter((name) => typeof name === 'string')
  if (types.filter((name) => name !== 'null').length < 2) return schema
  return { anyOf: types.map((name) => forType(schema, name)), ...rest }
}

/** Only `maxItems` limits the length of a tuple; `items` become the union of the schemas of its positions. */
function withTupleItems(schema: JsonObject): JsonObject {
  const { prefixItems, items } = schema
  if (!isJsonList(prefixItems) || items !== false) return schema
  const options = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()]
  const [first] = options
  return { ...schema, items: options.length === 1 && isJsonObject(first) ? first : { anyOf: options } }
}

/** Generators write patterns into source files, where a NUL character is an error. */
const withEscapes = (schema: JsonObject): JsonObject =>
  typeof schema['pattern'] === 'string'
    ? { ...schema, pattern: schema['pattern'].replaceAll('\u0000', String.raw`\x00`) }
    : schema

/** Generated Java of a constant number compiles for integers only. */
const withIntegerConstant = (schema: JsonObject): JsonObject =>
  schema['type'] === 'number' && Number.isInteger(schema['const']) ? { ...schema, type: 'integer' } : schema

/** Keywords whose values are no schemas. */
const valueKeywords: ReadonlySet<string> = new Set(['enum', 'const', 'required', ...annotationKeywords])

const inMembers = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, rewrite(schema)]))

const rewrite = (value: Json): Json =>
  isJsonList(value) ? value.map(rewrite) : isJsonObject(value) ? portableSchema(value) : value

export function portableSchema(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).map(([keyword, value]): readonly [string, Json] => {
    if (valueKeywords.has(keyword)) return [keyword, value]
    return [keyword, keyword === 'properties' && isJsonObject(value) ? inMembers(value) : rewrite(value)]
  })
  return withOneType(withTupleItems(withIntegerConstant(withEscapes(Object.fromEntries(members)))))
}
