// The failures of operations: which codes each can answer, and the forms they have.
import { errorStatus, type ErrorCode } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Route } from '../route.ts'
import { referenceTo } from './components.ts'

/** What any operation may answer, wherever it is; the document says it once. */
const commonCodes = [
  // Of bodies that cannot be read.
  'json_invalid',
  'payload_undecodable',
  'unauthorized',
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal_error',
  'unavailable',
] as const satisfies readonly ErrorCode[]

const isCommon = (code: ErrorCode): boolean => (commonCodes as readonly ErrorCode[]).includes(code)

/** The codes of one operation beside the common ones, in the order of the table of errors. */
export function ownCodes(route: Route): readonly ErrorCode[] {
  const isChecked = [route.body, route.bytesShown, route.params, route.query, route.form].some(
    (schema) => schema !== undefined,
  )
  const codes = new Set<ErrorCode>([
    ...route.errors,
    ...(isChecked || route.refuses !== undefined ? (['validation_failed'] as const) : []),
  ])
  return (Object.keys(errorStatus) as ErrorCode[]).filter((code) => codes.has(code) && !isCommon(code))
}

const errorWith = (detail: JsonObject, description: string): JsonObject => ({
  type: 'object',
  description,
  required: ['code', 'detail'],
  properties: { code: referenceTo('ErrorCode'), detail },
})

export const failureSchemas: { readonly [name: string]: JsonObject } = {
  ErrorCode: {
    type: 'string',
    enum: Object.keys(errorStatus),
    description: 'A closed list: docs/errors.md says when each is answered.',
  },
  Error: errorWith(
    {
      description: 'A sentence, a list of wrong fields, or an object with a message.',
      anyOf: [
        { type: 'string' },
        { type: 'array', items: referenceTo('Fault') },
        referenceTo('ErrorParticulars'),
      ],
    },
    'A failure.',
  ),
  SentenceError: errorWith({ type: 'string' }, 'A failure that a sentence tells.'),
  FaultsError: errorWith(
    { type: 'array', items: referenceTo('Fault') },
    'A request of which all wrong fields are listed.',
  ),
  ParticularsError: errorWith(
    referenceTo('ErrorParticulars'),
    'A failure with particulars beside its message.',
  ),
  Fault: {
    type: 'object',
    description: 'One wrong field of a request: where it stands, what is wrong with it, what was sent.',
    required: ['type', 'loc', 'msg'],
    properties: {
      type: { type: 'string' },
      loc: { type: 'array', items: { type: ['string', 'integer'] } },
      msg: { type: 'string' },
      input: {},
      ctx: { type: 'object', additionalProperties: true },
    },
  },
  ErrorParticulars: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' } },
    additionalProperties: true,
  },
}

/** What operations answer with a status, and what they mean by it. */
const failures: ReadonlyMap<number, { readonly schema: string; readonly says: string }> = new Map([
  [400, { schema: 'Error', says: 'The request does not fit together, or not to what is there.' }],
  [403, { schema: 'SentenceError', says: 'The role of the key may not do this here.' }],
  [404, { schema: 'SentenceError', says: 'What is addressed is not there, or is archived.' }],
  [409, { schema: 'ParticularsError', says: 'What is there stands against it.' }],
  [
    422,
    {
      schema: 'FaultsError',
      says: 'Fields of the request are wrong; all are listed: validation_failed, or a code of x-error-codes.',
    },
  ],
  [504, { schema: 'SentenceError', says: 'The query ran over its time or memory: narrow it.' }],
])

const jsonContent = (schema: string): JsonObject => ({
  content: { 'application/json': { schema: referenceTo(schema) } },
})

export const failureResponses: { readonly [name: string]: JsonObject } = {
  Failure: {
    description: `What any operation may answer: ${commonCodes.map((code) => `${errorStatus[code]} ${code}`).join(', ')}.`,
    ...jsonContent('Error'),
  },
  ...Object.fromEntries(
    [...failures].map(([status, { schema, says }]) => [
      String(status),
      { description: says, ...jsonContent(schema) },
    ]),
  ),
}

/** What an operation lists: what every 422 may tell stands with that status, once. */
export const listedCodes = (route: Route): readonly ErrorCode[] =>
  ownCodes(route).filter((code) => code !== 'validation_failed' || route.answerError !== undefined)

/** References to the responses of the statuses that the codes have. */
export function failuresBy(codes: readonly ErrorCode[]): JsonObject {
  const statuses = [...new Set(codes.map((code) => errorStatus[code] as number))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses
      .filter((status) => failures.has(status))
      .map((status) => [String(status), { $ref: `#/components/responses/${status}` }]),
  )
}
