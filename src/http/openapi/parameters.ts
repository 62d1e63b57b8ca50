// Path and query parameters, from the members of their schemas.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import { componentPath, type Schemas } from './components.ts'
import { portableSchema } from './portable-schemas.ts'

/** Marks a parameter that contains JSON text; the schema describes the parsed value. */
export const asJsonText = { 'x-json-text': true } as const

const typesOf = ({ type }: JsonObject): readonly Json[] =>
  (isJsonList(type) ? type : [type ?? 'null']).filter((name) => name !== 'null')

const hasTextForm = (types: readonly Json[]): boolean =>
  types.includes('string') &&
  types.some((name) => name === 'integer' || name === 'number' || name === 'boolean')

/**
 * The schema of a value in a URL. Everything there is text, so numbers and booleans need no string
 * alternative, and null does not occur.
 */
function inUrl(schema: JsonObject, schemas: Schemas): JsonObject {
  const { type: _, pattern, enum: values, anyOf, $ref: path, ...rest } = schema
  if (typeof path === 'string') {
    const component = ownMember(schemas, path.slice(componentPath.length)) ?? {}
    return hasTextForm(typesOf(component)) ? inUrl(component, schemas) : schema
  }
  if (isJsonList(anyOf)) {
    const options = anyOf.filter((option) => !isJsonObject(option) || option['type'] !== 'null')
    const [option] = options
    return options.length === 1 && isJsonObject(option)
      ? { ...inUrl(option, schemas), ...rest }
      : { anyOf: options, ...rest }
  }
  const types = typesOf(schema)
  const isTextForm = hasTextForm(types)
  const urlTypes = isTextForm ? types.filter((name) => name !== 'string') : types
  return {
    ...(urlTypes.length === 0 ? {} : { type: urlTypes.length === 1 ? (urlTypes[0] ?? null) : urlTypes }),
    ...(isJsonList(values) ? { enum: values.filter((value) => value !== null) } : {}),
    ...(pattern === undefined || isTextForm ? {} : { pattern }),
    ...rest,
  }
}

/** A path segment is never empty. */
const inPath = (schema: JsonObject): JsonObject =>
  schema['type'] === 'string' && schema['pattern'] === undefined && schema['enum'] === undefined
    ? { ...schema, minLength: 1 }
    : schema

/** JSON text is a string with the schema of its value: several generators know no `content` of parameters. */
function textSchema(schema: JsonObject): JsonObject {
  const { 'x-json-text': isText, ...contentSchema } = schema
  return isText === true ? { type: 'string', contentMediaType: 'application/json', contentSchema } : schema
}

/** The fields of a form are text, too. */
export function formSchema(schema: JsonObject, schemas: Schemas): JsonObject {
  const { properties } = schema
  if (!isJsonObject(properties)) return schema
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    isJsonObject(schema) ? inUrl(schema, schemas) : schema,
  ])
  return { ...schema, properties: Object.fromEntries(fields) }
}

export function parametersOf(
  schema: JsonObject,
  { where, schemas }: { readonly where: 'path' | 'query'; readonly schemas: Schemas },
): readonly JsonObject[] {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: { readonly [name: string]: JsonObject }
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    ...(where === 'path' || required.includes(name) ? { required: true } : {}),
    schema: portableSchema(
      textSchema(where === 'path' ? inPath(inUrl(schema, schemas)) : inUrl(schema, schemas)),
    ),
  }))
}

const usesMin = 3

/** Parameters of several operations become components, by name. */
export function sharedParameters(lists: readonly (readonly JsonObject[])[]): ReadonlyMap<string, JsonObject> {
  const uses = new Map<string, number>()
  for (const text of lists.flat().map((parameter) => JSON.stringify(parameter)))
    uses.set(text, (uses.get(text) ?? 0) + 1)
  const parametersByName = new Map<string, JsonObject>()
  for (const [text] of [...uses].filter(([, count]) => count >= usesMin)) {
    const parameter: JsonObject & { readonly name: string } = JSON.parse(text)
    // Generators make a type of each component: without the suffix, `flags` has the name of the schema `Flags`.
    // Operations may use the same name for different parameters: number them.
    const sameNameCount = [...parametersByName.values()].filter(({ name }) => name === parameter.name).length
    parametersByName.set(
      `${parameter.name}_parameter${sameNameCount === 0 ? '' : `_${sameNameCount + 1}`}`,
      parameter,
    )
  }
  return parametersByName
}

/** Replaces shared parameters by references. */
export function toReference(
  parametersByName: ReadonlyMap<string, JsonObject>,
): (parameter: JsonObject) => JsonObject {
  const names = new Map([...parametersByName].map(([name, parameter]) => [JSON.stringify(parameter), name]))
  return (parameter) => {
    const name = names.get(JSON.stringify(parameter))
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
  }
}
