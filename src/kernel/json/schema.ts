// Validates JSON Schemas of clients, and values by schemas of our own.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { isJsonObject, type Json, type JsonObject } from './value.ts'
import { once } from '../memoize.ts'

/** One reason why a schema is invalid, with the JSON Pointer of its location. */
export interface SchemaError {
  readonly path: string
  readonly reason: string
}

function isRegex(text: string): boolean {
  // Some old spellings (`\-`) fail with the flag `u`, some new ones fail without it. One match is enough.
  return ['', 'u', 'v'].some((flags) => {
    try {
      return new RegExp(text, flags) instanceof RegExp
    } catch {
      return false
    }
  })
}

const options = {
  strict: false,
  allErrors: true,
  validateSchema: false,
  logger: false,
  formats: { ...fullFormats, regex: isRegex },
} as const

const draft2020 = 'https://json-schema.org/draft/2020-12/schema'

type AjvClass = typeof Ajv | typeof Ajv2019 | typeof Ajv2020

/**
 * The supported dialects of `$schema` (without a trailing `#`), and the validator with their meta-schemas.
 */
const dialects: ReadonlyMap<string, AjvClass> = new Map<string, AjvClass>([
  [draft2020, Ajv2020],
  ['https://json-schema.org/draft/2019-09/schema', Ajv2019],
  ['http://json-schema.org/draft-07/schema', Ajv],
  ['http://json-schema.org/draft-06/schema', Ajv],
])

/**
 * Ajv ignores formats in its own meta-schemas and so accepts a broken `pattern`. A meta-schema that is
 * compiled as an ordinary schema checks formats as well.
 */
function compileMetaSchema(uri: string, Dialect: AjvClass): ValidateFunction | undefined {
  const source = new Dialect(options).addMetaSchema(draft6)
  const checker = new Dialect({ ...options, meta: false })
  for (const metaSchema of Object.values(source.schemas)) {
    if (metaSchema !== undefined) checker.addSchema(metaSchema.schema)
  }
  return checker.getSchema(uri)
}

const metaSchemas = new Map<string, ValidateFunction | undefined>()

/** Compiled on first use, which takes tens of milliseconds. */
function metaSchema(dialect: string): ValidateFunction | undefined {
  const Dialect = dialects.get(dialect)
  if (Dialect !== undefined && !metaSchemas.has(dialect)) {
    metaSchemas.set(dialect, compileMetaSchema(dialect, Dialect))
  }
  return metaSchemas.get(dialect)
}

/**
 * The reasons why `schema` is not a valid JSON Schema; empty when it is valid. The dialect is 2020-12 unless
 * `$schema` names an older draft (2019-09, 7, 6). The schema is checked against its meta-schema, regular
 * expressions included; references are not followed.
 */
export function schemaErrors(schema: Json): readonly SchemaError[] {
  if (typeof schema === 'boolean') return []
  if (!isJsonObject(schema)) return [{ path: '', reason: 'must be an object or a boolean' }]
  const name = Object.hasOwn(schema, '$schema') ? schema['$schema'] : draft2020
  const dialect = typeof name === 'string' ? name.replace(/#$/, '') : ''
  const validate = metaSchema(dialect)
  if (validate === undefined) return [{ path: '/$schema', reason: 'is not a supported dialect' }]
  if (validate(schema) === true) return []
  const reasons = new Map<string, SchemaError>()
  for (const error of validate.errors ?? []) {
    // The first reason per location is the most specific; anyOf and similar keywords repeat it.
    if (!reasons.has(error.instancePath)) {
      reasons.set(error.instancePath, { path: error.instancePath, reason: error.message ?? 'is not valid' })
    }
  }
  return [...reasons.values()]
}

/** A reason why a value does not match: JSON Pointer, keyword and parameters, as ajv reports them. */
export type ValueError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'>

const ownSchemas = once(() => new Ajv2020(options))

/** Validates by a schema of our own (2020-12). Returns all errors; empty when the value matches. */
export function compileOwnSchema(schema: JsonObject): (value: Json) => readonly ValueError[] {
  const validate = ownSchemas().compile(schema)
  return (value) => (validate(value) === true ? [] : (validate.errors ?? []))
}
