// The errors of operations: the codes of each, and their formats.
import { errorStatus, type ErrorCode } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Route } from '../route.ts'
import { referenceTo } from './components.ts'

/** Codes that any operation may answer; the document lists them once. */
const commonCodes = [
  // For bodies that cannot be read.
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

const isCommon = (code: ErrorCode): boolean => commonCodes.some((commonCode) => commonCode === code)

/** The codes of one operation besides the common ones, in the order of the error table. */
export function ownCodes(route: Route): readonly ErrorCode[] {
  const isChecked = [route.body, route.bytesSchema, route.params, route.query, route.form].some(
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
    description: 'A closed list; docs/errors.md describes each code.',
  },
  Error: errorWith(
    {
      description: 'A message, a list of invalid fields, or an object with a message.',
      anyOf: [
        { type: 'string' },
        { type: 'array', items: referenceTo('Fault') },
        referenceTo('ErrorParticulars'),
      ],
    },
    'An error.',
  ),
  SentenceError: errorWith({ type: 'string' }, 'An error with a message.'),
  FaultsError: errorWith(
    { type: 'array', items: referenceTo('Fault') },
    'An invalid request, with all invalid fields.',
  ),
  ParticularsError: errorWith(referenceTo('ErrorParticulars'), 'An error with a message and details.'),
  Fault: {
    type: 'object',
    description: 'One invalid field of a request: its location, the problem, and the input.',
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

/** The schema and description of each error status. */
const failures: ReadonlyMap<number, { readonly schema: string; readonly description: string }> = new Map([
  [400, { schema: 'Error', description: 'The request contradicts itself or the stored data.' }],
  [403, { schema: 'SentenceError', description: 'The role of the key does not permit this operation.' }],
  [404, { schema: 'SentenceError', description: 'The addressed record does not exist or is archived.' }],
  [409, { schema: 'ParticularsError', description: 'The request conflicts with the stored data.' }],
  [
    422,
    {
      schema: 'FaultsError',
      description:
        'Fields of the request are invalid, and all are listed: validation_failed, or a code of x-error-codes.',
    },
  ],
  [504, { schema: 'SentenceError', description: 'The query exceeded its time or memory budget. Narrow it.' }],
])

const jsonContent = (schema: string): JsonObject => ({
  content: { 'application/json': { schema: referenceTo(schema) } },
})

export const failureResponses: { readonly [name: string]: JsonObject } = {
  Failure: {
    description: `Errors that any operation may answer: ${commonCodes.map((code) => `${errorStatus[code]} ${code}`).join(', ')}.`,
    ...jsonContent('Error'),
  },
  ...Object.fromEntries(
    [...failures].map(([status, { schema, description }]) => [
      String(status),
      { description: description, ...jsonContent(schema) },
    ]),
  ),
}

/** The codes that an operation lists. validation_failed is documented once, with status 422. */
export const listedCodes = (route: Route): readonly ErrorCode[] =>
  ownCodes(route).filter((code) => code !== 'validation_failed' || route.answerError !== undefined)

/** References to the responses for the statuses of these codes. */
export function failuresBy(codes: readonly ErrorCode[]): JsonObject {
  const statuses = [...new Set<number>(codes.map((code) => errorStatus[code]))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses
      .filter((status) => failures.has(status))
      .map((status) => [String(status), { $ref: `#/components/responses/${status}` }]),
  )
}
