// In requests null means absent, so most members are nullable. A nullable schema that occurs often becomes a named
// component.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import { listMax } from '../field-schemas.ts'
import { componentPath, referenceTo, type Schemas } from './components.ts'

const usesMin = 20

/** A nullable schema and its component name. */
interface Optional {
  readonly name: string
  readonly schema: JsonObject
}

const componentOf = (schema: Json | undefined): string | undefined => {
  const $ref = isJsonObject(schema) ? schema['$ref'] : undefined
  return typeof $ref === 'string' && $ref.startsWith(componentPath)
    ? $ref.slice(componentPath.length)
    : undefined
}

/** `anyOf` of a component and null. */
function optionalComponent(schema: JsonObject): Optional | undefined {
  const { anyOf, ...rest } = schema
  if (!isJsonList(anyOf) || anyOf.length !== 2 || Object.keys(rest).length > 0) return undefined
  const [firstOption, secondOption] = anyOf
  if (!isJsonObject(secondOption) || secondOption['type'] !== 'null') return undefined
  const name = componentOf(firstOption)
  return name === undefined ? undefined : { name: `Optional${name}`, schema }
}

/** A nullable list of components, with the common length limit. Null items of a list of optionals are dropped. */
function optionalList(schema: JsonObject): Optional | undefined {
  const { type, items, maxItems, ...rest } = schema
  if (!Array.isArray(type) || type.join() !== 'array,null' || maxItems !== listMax) return undefined
  const item = isJsonObject(items) ? (optionalComponent(items)?.name ?? componentOf(items)) : undefined
  return item === undefined || Object.keys(rest).length > 0
    ? undefined
    : { name: `${item.startsWith('Optional') ? '' : 'Optional'}${item}List`, schema }
}

const optionalOf = (schema: JsonObject): Optional | undefined =>
  optionalComponent(schema) ?? optionalList(schema)

function* optionalsIn(value: Json): Generator<Optional> {
  if (isJsonList(value)) for (const item of value) yield* optionalsIn(item)
  else if (isJsonObject(value)) {
    const optional = optionalOf(value)
    if (optional !== undefined) yield optional
    for (const member of Object.values(value)) yield* optionalsIn(member)
  }
}

function replaceOptionals(value: Json, names: ReadonlySet<string>): Json {
  if (isJsonList(value)) return value.map((item) => replaceOptionals(item, names))
  if (!isJsonObject(value)) return value
  const optional = optionalOf(value)
  return optional !== undefined && names.has(optional.name)
    ? referenceTo(optional.name)
    : replaceInMembers(value, names)
}

const replaceInMembers = (schema: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, replaceOptionals(member, names)]))

/** Null or a text, a number or a boolean. openapi-generator makes an unknown class of such a component. */
function isOptionalValue(schema: JsonObject, schemas: Schemas): boolean {
  const { anyOf } = schema
  const name = isJsonList(anyOf) ? componentOf(anyOf[0]) : undefined
  return name !== undefined && ownMember(schemas, name)?.['type'] !== 'object'
}

/** The same schemas, with frequent optionals as named components. */
export function withOptionals(schemas: Schemas): Schemas {
  const uses = new Map<string, { schema: JsonObject; count: number }>()
  for (const { name, schema } of Object.values(schemas).flatMap((schema) => [...optionalsIn(schema)])) {
    uses.set(name, { schema, count: (uses.get(name)?.count ?? 0) + 1 })
  }
  const frequentOptionals = [...uses].filter(
    ([, { schema, count }]) => count >= usesMin && !isOptionalValue(schema, schemas),
  )
  const names = new Set(frequentOptionals.map(([name]) => name))
  const rewrittenSchemas = Object.entries(schemas).map(
    ([name, schema]) => [name, replaceOptionals(schema, names)] as const,
  )
  const addedComponents = frequentOptionals.map(
    ([name, { schema }]) => [name, replaceInMembers(schema, names)] as const,
  )
  return Object.fromEntries([...rewrittenSchemas, ...addedComponents]) as Schemas
}
