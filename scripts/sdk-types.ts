// TypeScript types from JSON Schemas, for the generated part of the SDK. It supports the schema
// keywords that docs/openapi.json uses.
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
}

const identifier = /^[A-Za-z_$][\w$]*$/
const memberName = (name: string): string =>
  identifier.test(name) ? name : `'${name.replaceAll("'", "\\'")}'`

/** `#/components/schemas/Span` is `Span`. */
export const referredName = (reference: string): string => reference.split('/').at(-1) ?? reference

export const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n`

const unique = (types: readonly string[]): readonly string[] => [...new Set(types)]

/** The server also accepts numbers and booleans as text with a pattern. TypeScript needs no such type. */
const withoutTextVariants = (schemas: readonly Schema[]): readonly Schema[] =>
  schemas.some(({ type }) => type === 'integer' || type === 'number' || type === 'boolean')
    ? schemas.filter(({ type, pattern }) => type !== 'string' || pattern === undefined)
    : schemas

function union(schemas: readonly Schema[], indent: string): string {
  const parts = unique(withoutTextVariants(schemas).map((schema) => typeOf(schema, indent)))
  return parts.includes('unknown') ? 'unknown' : parts.join(' | ')
}

const listOf = (type: string): string =>
  /^\w+$/.test(type) ? `readonly ${type}[]` : `ReadonlyArray<${type}>`

/** An index signature for additional members, so that unknown fields pass. */
function indexSignature({ additionalProperties, properties }: Schema, indent: string): string {
  if (additionalProperties === undefined || additionalProperties === false) return ''
  // An index signature must also allow the types of the named members.
  const allowsAny = additionalProperties === true || properties !== undefined
  return `${indent}  readonly [key: string]: ${allowsAny ? 'unknown' : typeOf(additionalProperties, `${indent}  `)}\n`
}

function objectType(schema: Schema, indent: string): string {
  const required = new Set(schema.required)
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, schema]) =>
      `${comment(schema.description, `${indent}  `)}${indent}  readonly ${memberName(name)}${required.has(name) ? '' : '?'}: ${typeOf(schema, `${indent}  `)}\n`,
  )
  const text = `${members.join('')}${indexSignature(schema, indent)}`
  if (text === '') return schema.additionalProperties === false ? 'Record<string, never>' : 'JsonObject'
  return `{\n${text}${indent}}`
}

function namedType(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      if (schema.prefixItems !== undefined) {
        return `readonly [${schema.prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`
      }
      return listOf(typeOf(schema.items ?? {}, indent))
    case 'object':
      return objectType(schema, indent)
    default:
      throw new Error(`The document has a type that the SDK generator does not know: ${type}`)
  }
}

export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return referredName(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'")
  if (schema.enum !== undefined) {
    return unique(schema.enum.map((value) => JSON.stringify(value).replaceAll('"', "'"))).join(' | ')
  }
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return union(alternatives, indent)
  if (schema.allOf !== undefined) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ')
  if (schema.type === undefined)
    return schema.properties === undefined ? 'unknown' : objectType(schema, indent)
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type
  return unique(types.map((type) => namedType(type, schema, indent))).join(' | ')
}

/** `export interface Name {…}` for an object, `export type Name = …` for the rest. */
export function declaration(name: string, schema: Schema): string {
  const type = typeOf(schema)
  const docComment = comment(schema.description, '')
  return type.startsWith('{') && type.endsWith('\n}') && !type.includes('\n} ')
    ? `${docComment}export interface ${name} ${type}\n`
    : `${docComment}export type ${name} = ${type}\n`
}

/** The names of shared schemas that a text of types mentions, comments apart. */
export function namesIn(text: string, names: readonly string[]): readonly string[] {
  const types = text.replaceAll(/\/\*\*.*?\*\//g, '')
  return names.filter((name) => new RegExp(`(?<![\\w'.])${name}(?![\\w'?:])`).test(types)).toSorted()
}

export const asSchema = (value: unknown): Schema => value as Schema
