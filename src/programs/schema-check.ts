// Validates values against JSON Schemas. A client's schema may cost anything (nested alternatives, backtracking
// patterns), so it is compiled only in a separate process. Compiled checks are cached, because a run uses the same
// schema thousands of times.
import { Ajv, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Json, JsonObject } from '../kernel/json/value.ts'
import { badSettings } from './failure.ts'

/** One mismatch, with its location as a JSON Pointer. */
export interface Mismatch {
  readonly path: string
  readonly reason: string
  /** The violated keyword of the schema and its parameters. */
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

type Check = (value: Json) => readonly Mismatch[]

const cachedChecksMax = 100
const options: Options = {
  strict: false,
  validateSchema: false,
  logger: false,
  formats: fullFormats,
}

function validatorOf(
  schema: JsonObject,
  allErrors: boolean,
): InstanceType<typeof Ajv2020 | typeof Ajv2019 | typeof Ajv> {
  const declaredDialect = schema['$schema']
  const dialect = typeof declaredDialect === 'string' ? declaredDialect : ''
  const validatorOptions = { ...options, allErrors }
  if (dialect.includes('2019-09')) return new Ajv2019(validatorOptions)
  return /draft-0[67]/.test(dialect) ? new Ajv(validatorOptions) : new Ajv2020(validatorOptions)
}

function compileCheck(schema: JsonObject, allErrors: boolean): Check {
  try {
    const { $schema: _, ...body } = schema
    // One validator per schema: a validator caches compiled schemas, and two schemas may have equal `$id`s.
    const validate = validatorOf(schema, allErrors).compile(body)
    return (value) =>
      validate(value) === true
        ? []
        : (validate.errors ?? []).map((error) => ({
            path: error.instancePath,
            reason: error.message ?? 'is not valid',
            keyword: error.keyword,
            params: error.params as Readonly<Record<string, unknown>>,
          }))
  } catch (error) {
    throw badSettings(`The schema cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Least recently used first. */
const checks = new Map<string, Check>()

/**
 * Returns a check for a schema. The check returns the first mismatch or all of them; none when the value matches.
 * Throws for an invalid schema.
 */
export function schemaCheck(
  schema: JsonObject,
  { isExhaustive = false }: { readonly isExhaustive?: boolean } = {},
): Check {
  const key = `${isExhaustive ? 'all' : 'first'} ${JSON.stringify(schema)}`
  const check = checks.get(key) ?? compileCheck(schema, isExhaustive)
  checks.delete(key)
  checks.set(key, check)
  if (checks.size > cachedChecksMax) checks.delete(checks.keys().next().value ?? '')
  return check
}
