// Which exchange becomes the example of a schema: the shortest that says something and that the schema allows. Records stand in
// many answers, so that the example of an answer is that of the record in it, where there is one.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { successOf, type WithComponents, type WithResponses } from './document-answers.ts'

type Schema = { readonly [keyword: string]: unknown }
type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Operation extends WithResponses<Content> {
  readonly requestBody?: { readonly content: Content }
}

export interface Document extends WithComponents<Content> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: WithComponents<Content>['components'] & {
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

export interface Exchange {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  readonly status: number
  readonly answer: unknown
}

export type Examples = Readonly<Record<string, unknown>>

const prefix = '#/components/schemas/'

const referred = (schema: unknown): string | undefined => {
  const { $ref } = (schema ?? {}) as { readonly $ref?: unknown }
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined
}

const jsonSchema = (content: Content | undefined): string | undefined =>
  referred(content?.['application/json']?.schema)

/** The member of an answer that holds a record or records of one schema. */
export function recordIn(
  schemas: Document['components']['schemas'],
  answer: string,
): { readonly member: string; readonly name: string } | undefined {
  const { properties = {} } = (schemas[answer] ?? {}) as {
    readonly properties?: Readonly<Record<string, Schema>>
  }
  if (!('count' in properties)) return undefined
  const found = Object.entries(properties).flatMap(([member, schema]) => {
    const name = referred(schema) ?? referred(schema['items'])
    return name === undefined || member === 'windowing' ? [] : [{ member, name }]
  })
  return found[0]
}

/** The names of the schemas that need an example, by operation. */
export const sidesOf = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const answer = jsonSchema(successOf(document, operation))
      const record = answer === undefined ? undefined : recordIn(document.components.schemas, answer)
      return {
        method: method.toUpperCase(),
        path,
        request: jsonSchema(operation.requestBody?.content),
        answer,
        record,
      }
    }),
  )

type Side = ReturnType<typeof sidesOf>[number]

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)

/** Paths without parameters first: `/runs/query` is not the run `query`. */
function finder(sides: readonly Side[]): (exchange: Exchange) => Side | undefined {
  const ordered = sides
    .map((side) => ({ side, pattern: patternOf(side.path), open: side.path.split('{').length }))
    .toSorted((a, b) => a.open - b.open)
  return ({ method, url }) => {
    const [path = ''] = url.split('?', 1)
    return ordered.find(({ side, pattern }) => side.method === method && pattern.test(path))?.side
  }
}

/** Keys and the like are shown by what they begin with. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'secret' && typeof member === 'string' ? `${member.slice(0, 8)}…` : withoutSecrets(member),
    ]),
  )
}

/** So much says something; less is taken where there is no more. */
const charactersMin = 12
/** Prompts of tests are short; what is long was made to be long. */
const charactersMax = 5000
/** Of a request: its shortest form leaves out what it is about. */
const requestCharacters = 70

const distance = (length: number, isRequest: boolean): number => {
  if (length < charactersMin) return charactersMax - length
  return isRequest ? Math.abs(length - requestCharacters) : length
}

export function pickExamples(
  document: Document,
  exchanges: Iterable<Exchange>,
  known: Examples,
): { readonly examples: Examples; readonly missing: readonly string[] } {
  const allows = checkerOf(document)
  const sides = sidesOf(document)
  const find = finder(sides)
  const best = new Map<string, { readonly value: unknown; readonly far: number }>()
  const offer = (name: string | undefined, sent: unknown, isRequest = false): void => {
    if (name === undefined || typeof sent !== 'object' || sent === null) return
    const value = withoutSecrets(sent)
    const { length } = JSON.stringify(value)
    const far = distance(length, isRequest)
    const isBetter = length <= charactersMax && far < (best.get(name)?.far ?? Infinity)
    if (isBetter && allows(name, value)) best.set(name, { value, far })
  }
  for (const exchange of exchanges) {
    const side = exchange.status < 300 ? find(exchange) : undefined
    if (side === undefined) continue
    offer(side.request, exchange.body, true)
    if (side.record === undefined) offer(side.answer, exchange.answer)
    else {
      const held = (exchange.answer as Readonly<Record<string, unknown>>)[side.record.member]
      for (const one of Array.isArray(held) ? (held as readonly unknown[]) : [held])
        offer(side.record.name, one)
    }
  }
  const needed = [
    ...new Set(sides.flatMap(({ request, answer, record }) => [request, record?.name ?? answer])),
  ].filter((name) => name !== undefined)
  const examples = Object.fromEntries(
    needed.toSorted().flatMap((name) => {
      const kept = known[name]
      const value = kept !== undefined && allows(name, kept) ? kept : best.get(name)?.value
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return { examples, missing: needed.filter((name) => !(name in examples)) }
}

function checkerOf(document: Document): (name: string, value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  // The plugin has no ES module of its own.
  ;(addFormats as unknown as (to: Ajv2020) => void)(ajv)
  ajv.addFormat('binary', true)
  ajv.addSchema({ $id: 'document', components: { schemas: document.components.schemas } })
  return (name, value) => ajv.getSchema(`document${prefix}${name}`)?.(value) === true
}
