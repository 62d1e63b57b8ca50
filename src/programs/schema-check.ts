// Values checked by schemas. A schema of a client may cost anything (alternatives in alternatives, patterns that go back), so
// it is looked at in the workshop only. Compiled checks are kept: a run asks the same question thousands of times.
import { Ajv, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Json, JsonObject } from '../kernel/json/value.ts'
import { badSettings } from './failure.ts'

/** One reason why a value does not match: the place as JSON Pointer. */
export interface Mismatch {
  readonly path: string
  readonly reason: string
  /** The word of the schema that is not met, and its particulars. */
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

type Check = (value: Json) => readonly Mismatch[]

const compiledMax = 100
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
  const named = schema['$schema']
  const dialect = typeof named === 'string' ? named : ''
  const chosen = { ...options, allErrors }
  if (dialect.includes('2019-09')) return new Ajv2019(chosen)
  return /draft-0[67]/.test(dialect) ? new Ajv(chosen) : new Ajv2020(chosen)
}

function compiled(schema: JsonObject, allErrors: boolean): Check {
  try {
    const { $schema: _, ...body } = schema
    // One validator per schema: they keep what they compiled, and `$id`s of two schemas may be equal.
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

/** The newest last. */
const checks = new Map<string, Check>()

/**
 * A check by a schema; it gives the first fault, or all of them, none when the value matches. A schema that cannot be
 * used throws.
 */
export function schemaCheck(schema: JsonObject, { all = false }: { readonly all?: boolean } = {}): Check {
  const key = `${all ? 'all' : 'first'} ${JSON.stringify(schema)}`
  const check = checks.get(key) ?? compiled(schema, all)
  checks.delete(key)
  checks.set(key, check)
  if (checks.size > compiledMax) checks.delete(checks.keys().next().value ?? '')
  return check
}
