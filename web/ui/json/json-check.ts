// Checks a value against a JSON Schema while a person types: types, enums, bounds, members. The server checks all keywords;
// this file ignores those it does not know.
import { isRecord } from '../records.ts'

export interface CheckedSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, CheckedSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | CheckedSchema
  readonly items?: CheckedSchema
  readonly anyOf?: readonly CheckedSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly minLength?: number
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

const isOfType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type

const article = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`)

/** The path in the value: `messages.0.role`. */
const childPath = (path: string, part: string | number): string =>
  path === '' ? String(part) : `${path}.${part}`
const message = (path: string, text: string): string => (path === '' ? text : `${path}: ${text}`)

function typeError(value: unknown, { type }: CheckedSchema, path: string): string | undefined {
  if (type === undefined) return undefined
  const types = typeof type === 'string' ? [type] : type
  if (types.some((one) => isOfType(value, one))) return undefined
  return message(path, `must be ${types.map(article).join(' or ')}`)
}

function boundErrors(value: unknown, schema: CheckedSchema, path: string): readonly string[] {
  const { minimum, maximum, minItems, minLength } = schema
  const errors: string[] = []
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) errors.push(message(path, `must be at least ${minimum}`))
    if (maximum !== undefined && value > maximum) errors.push(message(path, `must be at most ${maximum}`))
  }
  if (Array.isArray(value) && minItems !== undefined && value.length < minItems) {
    errors.push(message(path, `must have at least ${minItems} items`))
  }
  if (typeof value === 'string' && minLength !== undefined && value.length < minLength) {
    errors.push(message(path, 'required'))
  }
  return errors
}

function memberErrors(
  value: Readonly<Record<string, unknown>>,
  schema: CheckedSchema,
  path: string,
): readonly string[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const missingErrors = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => message(childPath(path, name), 'required'))
  return [
    ...missingErrors,
    ...Object.entries(value).flatMap(([name, member]): readonly string[] => {
      const propertySchema = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (propertySchema !== undefined) return schemaErrors(member, propertySchema, childPath(path, name))
      if (additionalProperties === false) return [message(childPath(path, name), 'unknown member')]
      return typeof additionalProperties === 'object'
        ? schemaErrors(member, additionalProperties, childPath(path, name))
        : []
    }),
  ]
}

export function schemaErrors(value: unknown, schema: CheckedSchema, path = ''): readonly string[] {
  const typeMismatch = typeError(value, schema, path)
  if (typeMismatch !== undefined) return [typeMismatch]
  const { enum: choices, anyOf, items } = schema
  if (choices !== undefined && !choices.some((one) => JSON.stringify(one) === JSON.stringify(value))) {
    return [message(path, `must be one of ${choices.map((one) => JSON.stringify(one)).join(', ')}`)]
  }
  if (anyOf !== undefined && !anyOf.some((one) => schemaErrors(value, one, path).length === 0)) {
    return [message(path, 'matches none of the allowed schemas')]
  }
  return [
    ...boundErrors(value, schema, path),
    ...(Array.isArray(value) && items !== undefined
      ? value.flatMap((item, at) => schemaErrors(item, items, childPath(path, at)))
      : []),
    ...(isRecord(value) ? memberErrors(value, schema, path) : []),
  ]
}
