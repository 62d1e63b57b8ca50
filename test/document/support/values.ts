// Generates values that a schema of the document allows, and values that it forbids. The same seed gives the same values.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { document, schemas, type Schema } from '../../support/document.ts'

const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
// The plugin has no ES module of its own.
;(addFormats as unknown as (to: Ajv2020) => void)(ajv)
ajv.addFormat('binary', true)
ajv.addSchema({ $id: 'document', components: { schemas: document.components.schemas } })

const validators = new WeakMap<Schema, ValidateFunction>()

/** References of a schema are paths in the document. */
const withDocumentReferences = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as Schema

/** The validator of a schema. It is compiled once: every answer is validated, and compiling a schema takes 6 ms. */
function validatorOf(schema: Schema): ValidateFunction {
  let validate = validators.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(withDocumentReferences(schema))
    validators.set(schema, validate)
  }
  return validate
}

export const allows = (schema: Schema, value: unknown): boolean => validatorOf(schema)(value)

/** The reason why a schema does not allow a value, in one line. */
export function objection(schema: Schema, value: unknown): string | undefined {
  const validate = validatorOf(schema)
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'answer' })
}

/** The existing values of the project, by the names of their schemas. */
export type Pool = Readonly<Record<string, readonly string[]>>

const depthMax = 7
const optionalMembersMax = 3
const triesMax = 50

const texts = fc.oneof(
  fc.constantFrom('a', 'name', 'ag.data.inputs', 'é', '', ' ', '__proto__', '%_', '0', "it's", '🙂', '\n'),
  fc.string({ maxLength: 12 }),
)

/** Limits integers to those that JSON represents exactly; others are sent as text. */
const withExactNumbers = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isInteger(value) ? Math.trunc(value % 2 ** 53) : value
  if (Array.isArray(value)) return value.map(withExactNumbers)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withExactNumbers(member)]))
    : value
}

const freeJson = fc
  .jsonValue({ maxDepth: 2, depthSize: 'small', noUnicodeString: false })
  .map(withExactNumbers)

const freeObject = fc.dictionary(fc.string({ maxLength: 8 }), freeJson, { maxKeys: 3 })

function textOf({
  pattern,
  minLength = 0,
  maxLength = 40,
  enum: values,
  format,
}: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(values)) return fc.constantFrom(...values.filter((value) => typeof value === 'string'))
  if (format === 'uuid') return fc.uuid()
  if (typeof pattern === 'string') {
    // The generated pattern has no look-ahead; the validation of the full text covers it.
    const patternWithoutLookahead = pattern.replaceAll(/\(\?![^()]*(?:\([^()]*\)[^()]*)*\)/g, '')
    return fc
      .stringMatching(new RegExp(patternWithoutLookahead))
      .filter((text) => Array.from(text).length <= (maxLength as number))
  }
  return texts.filter((text) => text.length >= (minLength as number) && text.length <= (maxLength as number))
}

function numberOf({ minimum, maximum }: Schema, isWhole: boolean): fc.Arbitrary<unknown> {
  const min = (minimum as number | undefined) ?? -1000
  const max = (maximum as number | undefined) ?? 1_000_000
  if (!isWhole) return fc.double({ min: Math.max(min, -1e9), max: Math.min(max, 1e9), noNaN: true })
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 50) }),
    fc.constantFrom(min, Math.min(max, 2 ** 31)),
  )
}

export class Values {
  readonly #pool: Pool
  /** The arbitraries of named schemas, by name and depth. */
  readonly #arbitraries = new Map<string, fc.Arbitrary<unknown>>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Values with the right structure. Conditions between members are not considered. */
  #of(schema: Schema | boolean, depth: number): fc.Arbitrary<unknown> {
    if (typeof schema === 'boolean') return freeJson
    const { $ref, anyOf, oneOf, type, ...rest } = schema
    if (typeof $ref === 'string') return this.#named($ref.slice($ref.lastIndexOf('/') + 1), depth)
    if ('const' in schema) return fc.constant(schema['const'])
    const options = (anyOf ?? oneOf) as readonly Schema[] | undefined
    if (options !== undefined) return fc.oneof(...options.map((option) => this.#of(option, depth)))
    if (Array.isArray(type)) {
      const types = type as readonly string[]
      // The first type is more frequent than null or the text form.
      return fc.oneof(
        ...types.map((typeName, i) => ({
          weight: i === 0 ? 4 : 1,
          arbitrary: this.#of({ ...rest, type: typeName }, depth),
        })),
      )
    }
    return this.#typed(type as string | undefined, schema, depth)
  }

  #named(name: string, depth: number): fc.Arbitrary<unknown> {
    const key = `${name} ${depth}`
    const arbitrary = this.#arbitraries.get(key)
    if (arbitrary !== undefined) return arbitrary
    const pool = this.#pool[name]
    const value = this.#of(schemas[name] ?? {}, depth + 1)
    const arbitraryWithPool =
      pool === undefined
        ? value
        : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pool) }, { weight: 1, arbitrary: value })
    this.#arbitraries.set(key, arbitraryWithPool)
    return arbitraryWithPool
  }

  #typed(type: string | undefined, schema: Schema, depth: number): fc.Arbitrary<unknown> {
    switch (type) {
      case 'string':
        return textOf(schema)
      case 'integer':
      case 'number':
        return numberOf(schema, type === 'integer')
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array': {
        const { minItems = 0, maxItems = 3 } = schema as {
          readonly minItems?: number
          readonly maxItems?: number
        }
        const maxLength = Math.max(minItems, Math.min(maxItems, depth > depthMax ? 0 : 3))
        return fc.array(this.#of((schema['items'] ?? {}) as Schema, depth + 1), {
          minLength: minItems,
          maxLength,
        })
      }
      case 'object':
        return this.#object(schema, depth)
      default:
        return freeJson
    }
  }

  #object(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined
    if (properties === undefined) {
      const { additionalProperties: additional, propertyNames: names } = schema
      if (typeof additional !== 'object' || depth > depthMax) return freeObject
      const keys =
        names === undefined ? fc.string({ minLength: 1, maxLength: 8 }) : this.#of(names as Schema, depth + 1)
      return fc.dictionary(keys as fc.Arbitrary<string>, this.#of(additional as Schema, depth + 1), {
        maxKeys: 2,
      })
    }
    const required = (schema['required'] ?? []) as readonly string[]
    const optional = Object.keys(properties).filter((name) => !required.includes(name))
    const maxLength = depth > depthMax ? 0 : Math.min(optionalMembersMax, optional.length)
    const members = new Map<string, fc.Arbitrary<unknown>>()
    const member = (name: string): fc.Arbitrary<unknown> => {
      const member = members.get(name) ?? this.#of(properties[name] ?? {}, depth + 1)
      members.set(name, member)
      return member
    }
    return fc
      .subarray(optional, { maxLength })
      .chain((names) =>
        fc.record(Object.fromEntries([...required, ...names].map((name) => [name, member(name)]))),
      )
  }

  /** `count` values with the structure of the schema, which may forbid some of them. */
  shaped(schema: Schema, seed: number, count: number): readonly unknown[] {
    return fc.sample(this.#of(schema, 0), { seed, numRuns: count }).map(throughJson)
  }

  /** `count` values that the schema allows. */
  allowed(schema: Schema, seed: number, count: number): readonly unknown[] {
    const arbitrary = this.#of(schema, 0)
    const valueList: unknown[] = []
    for (let attempts = 0; valueList.length < count && attempts < triesMax; attempts++) {
      const values = fc.sample(arbitrary, { seed: seed + attempts, numRuns: count * 12 }).map(throughJson)
      valueList.push(...values.filter((value) => allows(schema, value)))
    }
    if (valueList.length === 0)
      throw new Error(`no allowed value could be generated for ${JSON.stringify(schema)}`)
    return valueList.slice(0, count)
  }

  /** Values that the schema forbids. They differ from allowed values in one place. */
  forbidden(schema: Schema, seed: number, count: number): readonly unknown[] {
    const values = fc
      .sample(fc.tuple(this.#of(schema, 0), fc.nat(), fc.nat()), { seed, numRuns: count * 25 })
      .map(([value, position, wrong]) =>
        breakOnePart(throughJson(value), position, wrongValues[wrong % wrongValues.length]),
      )
      .filter((value) => !allows(schema, value))
    return values.slice(0, count)
  }
}

/** The value after a round trip through JSON: without prototypes and negative zeros. */
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null') as unknown

const wrongValues: readonly unknown[] = [
  null,
  7,
  -1,
  0.5,
  'x',
  '',
  ' ',
  true,
  [],
  [null],
  {},
  { x: 1 },
  ['x'],
  'é'.repeat(300),
]

function* pathsIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<readonly (string | number)[]> {
  yield path
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* pathsIn(item, [...path, i])
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) yield* pathsIn(member, [...path, key])
  }
}

/** Returns the value with one part replaced or removed. */
function breakOnePart(value: unknown, position: number, wrongValue: unknown): unknown {
  const paths = [...pathsIn(value)]
  const path = paths[position % paths.length] ?? []
  const last = path.at(-1)
  if (last === undefined) return wrongValue
  const copy = structuredClone(value)
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy)
  if (position % 5 === 0 && !Array.isArray(parent)) delete (parent as Record<string, unknown>)[last]
  else (parent as Record<string, unknown>)[last] = wrongValue
  return copy
}
