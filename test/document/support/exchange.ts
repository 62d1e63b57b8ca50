// Generates requests from the OpenAPI document, and finds violations of the document in their answers.
import {
  document,
  operations,
  schemas,
  type Operation,
  type Parameter,
  type Schema,
} from '../../support/document.ts'
import { allows, objection, type Values } from './values.ts'

export type DescribedOperation = (typeof operations)[number]

export interface Exchange {
  readonly isAllowed: boolean
  /** Whether the body is the example of the document. */
  readonly isExample: boolean
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
}

interface Parts {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** Undefined: no body. */
  readonly body: unknown
}

const parametersIn = ({ parameters = [] }: Operation, location: 'path' | 'query'): readonly Parameter[] =>
  parameters.filter((parameter) => parameter.in === location)

/** The parameters of one location as one object schema. */
const schemaOf = (parameters: readonly Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map(({ name, schema }) => [name, schema.contentSchema ?? schema]),
  ),
  required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
})

const bodyOf = ({
  requestBody,
}: Operation): { readonly type: string; readonly schema: Schema } | undefined => {
  const content = requestBody?.content ?? {}
  const type = ['application/json', 'multipart/form-data'].find((name) => name in content)
  return type === undefined ? undefined : { type, schema: content[type]?.schema ?? {} }
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value])
      search.append(name, typeof item === 'string' ? item : JSON.stringify(item))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function formOf(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Readonly<Record<string, unknown>>)) {
    if (name === 'file') form.append('file', new Blob(['question,answer\nq,a\n']), 'rows.csv')
    else if (value !== null) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

type ExchangeFlags = Pick<Exchange, 'isAllowed' | 'isExample'>

function exchangeOf(
  { method, path, operation }: DescribedOperation,
  parts: Parts,
  flags: ExchangeFlags,
): Exchange {
  const type = bodyOf(operation)?.type
  const urlPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.path[name])),
  )
  const hasBody = parts.body !== undefined
  const isForm = type === 'multipart/form-data'
  return {
    ...flags,
    method,
    url: `${urlPath}${queryText(parts.query)}`,
    headers: hasBody && !isForm ? { 'Content-Type': type ?? 'application/json' } : {},
    body: !hasBody ? undefined : isForm ? formOf(parts.body) : JSON.stringify(parts.body),
  }
}

const itemAt = <T>(list: readonly T[], i: number): T => list[i % list.length] as T

/** Requests that the document allows, and requests that it forbids because of one value. */
export function exchangesOf(
  documentedOperation: DescribedOperation,
  values: Values,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Exchange[] {
  const { operation } = documentedOperation
  const [pathSchema, querySchema] = [
    schemaOf(parametersIn(operation, 'path')),
    schemaOf(parametersIn(operation, 'query')),
  ]
  const body = bodyOf(operation)
  const paths = values.allowed(pathSchema, seed, count) as Parts['path'][]
  const queries = values.allowed(querySchema, seed + 1, count) as Parts['query'][]
  const bodies = body === undefined ? [undefined] : values.allowed(body.schema, seed + 2, count)
  const allowedParts = (i: number): Parts => ({
    path: itemAt(paths, i),
    // With a body the query string is varied rarely, because both together often contradict each other.
    query:
      body !== undefined && i % 3 !== 0 ? requiredOnly(itemAt(queries, i), querySchema) : itemAt(queries, i),
    body: itemAt(bodies, i),
  })
  const forbiddenParts: Parts[] = []
  if (body !== undefined && body.type === 'application/json') {
    for (const [i, forbiddenBody] of values.forbidden(body.schema, seed + 3, count).entries())
      forbiddenParts.push({
        ...allowedParts(i),
        query: requiredOnly(itemAt(queries, i), querySchema),
        body: forbiddenBody,
      })
    if (operation.requestBody?.required === true) forbiddenParts.push({ ...allowedParts(0), body: undefined })
  }
  forbiddenParts.push(
    ...withWrongText(pathSchema, itemAt(paths, 0)).map(({ texts }): Parts => ({
      ...allowedParts(0),
      path: texts,
    })),
  )
  // A member of the body takes precedence over the query and would hide the wrong value.
  forbiddenParts.push(
    ...withWrongText(querySchema, itemAt(queries, 0)).map(({ name, texts }): Parts => ({
      ...allowedParts(0),
      query: texts,
      body: withoutMember(allowedParts(0).body, name),
    })),
  )
  const examples = examplesOf(body?.schema).map((example): Parts => ({
    ...allowedParts(0),
    query: requiredOnly(itemAt(queries, 0), querySchema),
    body: example,
  }))
  return [
    ...examples.map((parts) => exchangeOf(documentedOperation, parts, { isAllowed: true, isExample: true })),
    ...Array.from({ length: count }, (_, i) =>
      exchangeOf(documentedOperation, allowedParts(i), { isAllowed: true, isExample: false }),
    ),
    ...forbiddenParts.map((parts) =>
      exchangeOf(documentedOperation, parts, { isAllowed: false, isExample: false }),
    ),
  ]
}

/** The examples of a schema, or of the component that it refers to. */
function examplesOf(schema: Schema | undefined): readonly unknown[] {
  const { $ref, examples } = schema ?? {}
  if (typeof $ref === 'string') return examplesOf(schemas[$ref.slice($ref.lastIndexOf('/') + 1)])
  return Array.isArray(examples) ? (examples as readonly unknown[]) : []
}

const requiredOnly = (query: Parts['query'], { required }: Schema): Parts['query'] =>
  Object.fromEntries(Object.entries(query).filter(([name]) => (required as readonly string[]).includes(name)))

/** The parameters with one value replaced by text that its schema does not allow. */
function withWrongText(
  { properties }: Schema,
  allowedValues: Parts['path'],
): readonly { readonly name: string; readonly texts: Parts['path'] }[] {
  return Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([name, schema]) => {
    const wrongText = ['~wrong~', '-1', '\u{1f600}'].find((text) => !allowsText(schema, text))
    return wrongText === undefined ? [] : [{ name, texts: { ...allowedValues, [name]: wrongText } }]
  })
}

function withoutMember(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([member]) => member !== name))
}

/** Whether the schema allows a text, as it is, as a list with one item or as a number. */
const allowsText = (schema: Schema, text: string): boolean =>
  [text, [text], Number.isNaN(Number(text)) ? text : Number(text)].some((value) => allows(schema, value))

/** Error codes for a wrong structure. A request that the document allows never receives one of them. */
const formCodes: ReadonlySet<string> = new Set([
  'validation_failed',
  'json_invalid',
  'unsupported_media_type',
  'payload_undecodable',
  'route_not_found',
  'method_not_allowed',
])

/** The error codes that the document has for all operations. */
const commonCodes: readonly string[] =
  (document.components.responses['Failure']?.description ?? '').match(/[a-z]+(_[a-z]+)+|[a-z]{6,}/g) ?? []

/** The error codes of one operation: its own, and those of its statuses. */
const codesOf = (operation: Operation): readonly string[] => [
  ...(operation['x-error-codes'] ?? []),
  ...('422' in operation.responses ? ['validation_failed'] : []),
  ...commonCodes,
]

const codeOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
    ? body.code
    : undefined

/** Whether a part of the document, with all schemas that it refers to, states rules in words (`x-refuses`). */
function statesRules(part: unknown, visited: Set<string> = new Set()): boolean {
  if (Array.isArray(part)) return part.some((item) => statesRules(item, visited))
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([key, member]: [string, unknown]) => {
    if (key === 'x-refuses') return true
    if (key !== '$ref' || typeof member !== 'string') return statesRules(member, visited)
    const name = member.slice(member.lastIndexOf('/') + 1)
    if (visited.has(name)) return false
    visited.add(name)
    return statesRules(schemas[name], visited)
  })
}

export interface ReceivedAnswer {
  readonly status: number
  readonly type: string
  /** JSON is parsed. */
  readonly body: unknown
}

/** The violation of the document by an answer; undefined: none. */
export function violationOf(
  { operation }: DescribedOperation,
  { isAllowed, isExample }: Exchange,
  answer: ReceivedAnswer,
): string | undefined {
  const { status, type, body } = answer
  if (status >= 500 && status !== 503) return `answered ${status}`
  const isSuccess = status < 400
  const code = codeOf(body)
  if (isAllowed && !isSuccess) {
    const { requestBody, parameters } = operation
    const isDocumented =
      !isExample &&
      code === 'validation_failed' &&
      (operation['x-refuses'] === true || statesRules([requestBody, parameters]))
    if (code !== undefined && formCodes.has(code) && !isDocumented)
      return `${isExample ? 'the example' : 'an allowed request'} is refused: ${status} ${JSON.stringify(body).slice(0, 400)}`
  }
  if (!isAllowed && isSuccess) return `a forbidden request is accepted: ${status}`
  if (!isSuccess && code !== undefined && !codesOf(operation).includes(code))
    return `answered ${code}, which is not documented`
  const documentedResponse = operation.responses[String(status)] ?? operation.responses['default']
  if (documentedResponse === undefined) return `answered ${status}, which is not documented`
  if (documentedResponse.content === undefined) return undefined
  const content = documentedResponse.content[type]
  if (content === undefined) return `answered ${status} as ${type}, which is not documented`
  if (type !== 'application/json') return undefined
  const reason = objection(content.schema, body)
  return reason === undefined ? undefined : `answered ${status} with an undocumented value: ${reason}`
}
