// The largest body that a schema of the document allows, for routes without a worst case of their own: the first member
// of unlimited size is filled up to the limit with the smallest elements.
import { document, type Schema } from '../../test/support/document.ts'

type Value = unknown

const resolve = (schema: Schema): Schema => {
  const reference = schema['$ref'] as string | undefined
  if (reference === undefined) return schema
  const name = reference.split('/').at(-1) ?? ''
  return resolve(document.components.schemas[name] as Schema)
}

const alternatives = (schema: Schema): readonly Schema[] =>
  (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly Schema[]

const typeOf = (schema: Schema): string | undefined => {
  const type = schema['type'] as string | readonly string[] | undefined
  return typeof type === 'string' ? type : type?.find((name) => name !== 'null')
}

const isNull = (schema: Schema): boolean => schema['type'] === 'null'

/** The first alternative that is not null, with references followed. */
function unwrap(schema: Schema): Schema {
  const resolvedSchema = resolve(schema)
  const other = alternatives(resolvedSchema)
    .map(resolve)
    .find((alternative) => !isNull(alternative))
  return other === undefined ? resolvedSchema : unwrap(other)
}

const membersOf = (schema: Schema): readonly (readonly [string, Schema])[] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)

const exampleId = '019cae5c-53c8-7c31-9a55-2f6b1c0d8e01'

/** A short value; members that are not required are left out. */
export function smallest(schema: Schema, depth = 0): Value {
  const resolvedSchema = unwrap(schema)
  const [word] = (resolvedSchema['enum'] ?? []) as readonly Value[]
  if (word !== undefined) return word
  if ('const' in resolvedSchema) return resolvedSchema['const']
  switch (typeOf(resolvedSchema)) {
    case 'array':
      return []
    case 'string':
      return typeof resolvedSchema['pattern'] === 'string' && resolvedSchema['pattern'].includes('{12}')
        ? exampleId
        : 'a'
    case 'integer':
    case 'number':
      return Number(resolvedSchema['minimum'] ?? 1)
    case 'boolean':
      return true
    default: {
      const required = new Set((resolvedSchema['required'] ?? []) as readonly string[])
      if (depth > 8) return {}
      const members = membersOf(resolvedSchema).filter(([name]) => required.has(name))
      return Object.fromEntries(members.map(([name, member]) => [name, smallest(member, depth + 1)]))
    }
  }
}

/** The kinds of members of unlimited size. A body grows at its first list, else at an object with free names, else at a text. */
const growableKinds = ['array', 'map', 'string'] as const

interface GrowableMember {
  readonly path: readonly string[]
  readonly schema: Schema
}

function growableMembers(
  schema: Schema,
  path: readonly string[] = [],
): readonly (GrowableMember & { readonly kind: string })[] {
  if (path.length > 4) return []
  const resolvedSchema = unwrap(schema)
  const type = typeOf(resolvedSchema)
  if (type === 'array') return [{ kind: 'array', path, schema: (resolvedSchema['items'] ?? {}) as Schema }]
  if (
    type === 'string' &&
    resolvedSchema['enum'] === undefined &&
    resolvedSchema['maxLength'] === undefined &&
    resolvedSchema['pattern'] === undefined
  ) {
    return [{ kind: 'string', path, schema: resolvedSchema }]
  }
  if (type !== 'object' && type !== undefined) return []
  const members = membersOf(resolvedSchema)
  const ownMember =
    members.length === 0 && resolvedSchema['additionalProperties'] !== false
      ? [{ kind: 'map', path, schema: resolvedSchema }]
      : []
  return [...ownMember, ...members.flatMap(([name, member]) => growableMembers(member, [...path, name]))]
}

function validContent(
  { kind, schema }: { readonly kind: string; readonly schema: Schema },
  bytes: number,
): Value {
  if (kind === 'string') return 'a'.repeat(bytes)
  if (kind === 'map') {
    const count = Math.floor(bytes / 14)
    return Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${String(i).padStart(7, '0')}`, 1]))
  }
  const element = smallest(schema)
  const count = Math.floor(bytes / (JSON.stringify(element).length + 1))
  return Array.from({ length: count }, () => element)
}

const setAt = (value: Value, path: readonly string[], content: Value): Value => {
  const [name, ...rest] = path
  if (name === undefined) return content
  const object = typeof value === 'object' && value !== null ? (value as Record<string, Value>) : {}
  return { ...object, [name]: setAt(object[name], rest, content) }
}

/** The same body with empty lists as elements, which are invalid almost everywhere. */
const invalidContent = ({ kind }: { readonly kind: string }, bytes: number): Value =>
  kind === 'map'
    ? Object.fromEntries(Array.from({ length: Math.floor(bytes / 14) }, (_, i) => [`m${i}`, []]))
    : Array.from({ length: Math.floor(bytes / 3) }, () => [])

/** JSON texts of at most this number of bytes, with valid and invalid values; undefined if no member is unlimited. */
export function largestBodies(
  schema: Schema,
  bytesMax: number,
): { readonly valid: string; readonly invalid: string } | undefined {
  const members = growableMembers(schema)
  const member = growableKinds
    .map((kind) => members.find((member) => member.kind === kind))
    .find((member) => member !== undefined)
  if (member === undefined) return undefined
  const bodyWith = (content: Value): string => JSON.stringify(setAt(smallest(schema), member.path, content))
  return {
    valid: bodyWith(validContent(member, bytesMax - 4096)),
    invalid: bodyWith(invalidContent(member, bytesMax - 4096)),
  }
}
