// Null means absent in requests, so that most members are something or null. What is so in many places stands once among the
// components, by a name of its own.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { componentPath, referenceTo, type Schemas } from './components.ts'

const usesMin = 20

const nameOf = (name: string): string => `Optional${name}`

/** The component that is meant by `anyOf` of it and null. */
function optionalOf(schema: JsonObject): string | undefined {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || Object.keys(rest).length > 0) return undefined
  const [first, second] = anyOf as readonly Json[]
  if (!isJsonObject(first) || !isJsonObject(second) || second['type'] !== 'null') return undefined
  const { $ref } = first
  return typeof $ref === 'string' && $ref.startsWith(componentPath)
    ? $ref.slice(componentPath.length)
    : undefined
}

function* optionalsIn(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) yield* optionalsIn(item)
  else if (isJsonObject(value)) {
    const name = optionalOf(value)
    if (name === undefined) for (const member of Object.values(value)) yield* optionalsIn(member)
    else yield name
  }
}

function replaced(value: Json, names: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => replaced(item, names))
  if (!isJsonObject(value)) return value
  const name = optionalOf(value)
  if (name !== undefined && names.has(name)) return referenceTo(nameOf(name))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member, names)]))
}

/** The same schemas, with names for what is often optional. */
export function withOptionals(schemas: Schemas): Schemas {
  const uses = new Map<string, number>()
  for (const schema of Object.values(schemas)) {
    for (const name of optionalsIn(schema)) uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  const names = new Set([...uses].filter(([, count]) => count >= usesMin).map(([name]) => name))
  const own = Object.entries(schemas).map(([name, schema]) => [name, replaced(schema, names)] as const)
  const added = [...names].map(
    (name) => [nameOf(name), { anyOf: [referenceTo(name), { type: 'null' }] }] as const,
  )
  return Object.fromEntries([...own, ...added]) as Schemas
}
