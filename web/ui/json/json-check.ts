// Whether a value satisfies a JSON Schema, as far as a person who types wants to know at once: types, choices, bounds, members. The
// server has the last word; keywords that are not known here are left to it.

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

/** Where in the value: `messages.0.role`. */
const below = (path: string, part: string | number): string =>
  path === '' ? String(part) : `${path}.${part}`
const said = (path: string, text: string): string => (path === '' ? text : `${path}: ${text}`)

function typeFault(value: unknown, { type }: CheckedSchema, path: string): string | undefined {
  if (type === undefined) return undefined
  const types = typeof type === 'string' ? [type] : type
  if (types.some((one) => isOfType(value, one))) return undefined
  return said(path, `this should be ${types.map(article).join(' or ')}`)
}

function boundFaults(value: unknown, schema: CheckedSchema, path: string): readonly string[] {
  const { minimum, maximum, minItems, minLength } = schema
  const faults: string[] = []
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) faults.push(said(path, `at least ${minimum}`))
    if (maximum !== undefined && value > maximum) faults.push(said(path, `at most ${maximum}`))
  }
  if (Array.isArray(value) && minItems !== undefined && value.length < minItems) {
    faults.push(said(path, `at least ${minItems} of these`))
  }
  if (typeof value === 'string' && minLength !== undefined && value.length < minLength) {
    faults.push(said(path, 'this is needed'))
  }
  return faults
}

function memberFaults(
  value: Readonly<Record<string, unknown>>,
  schema: CheckedSchema,
  path: string,
): readonly string[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => said(below(path, name), 'this is needed'))
  return [
    ...missing,
    ...Object.entries(value).flatMap(([name, member]): readonly string[] => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (own !== undefined) return schemaErrors(member, own, below(path, name))
      if (additionalProperties === false) return [said(below(path, name), 'there is no such setting')]
      return typeof additionalProperties === 'object'
        ? schemaErrors(member, additionalProperties, below(path, name))
        : []
    }),
  ]
}

export function schemaErrors(value: unknown, schema: CheckedSchema, path = ''): readonly string[] {
  const wrongType = typeFault(value, schema, path)
  if (wrongType !== undefined) return [wrongType]
  const { enum: choices, anyOf, items } = schema
  if (choices !== undefined && !choices.some((one) => JSON.stringify(one) === JSON.stringify(value))) {
    return [said(path, `one of ${choices.map((one) => JSON.stringify(one)).join(', ')}`)]
  }
  if (anyOf !== undefined && !anyOf.some((one) => schemaErrors(value, one, path).length === 0)) {
    return [said(path, 'this has none of the allowed forms')]
  }
  return [
    ...boundFaults(value, schema, path),
    ...(Array.isArray(value) && items !== undefined
      ? value.flatMap((item, at) => schemaErrors(item, items, below(path, at)))
      : []),
    ...(typeOf(value) === 'object'
      ? memberFaults(value as Readonly<Record<string, unknown>>, schema, path)
      : []),
  ]
}
