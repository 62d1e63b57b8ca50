// The building blocks of request schemas, and the translation of a failed parse into the field errors of a
// 422. Numbers and booleans may be sent as text, null means absent, and each block carries the JSON Schema
// for the OpenAPI document.
import { z } from 'zod'
import { boundFieldErrors, fieldErrorsMax } from './bounded-field-errors.ts'
import { AssayError, type FieldError, type FieldErrorCode, type FieldErrorType } from './errors.ts'
import { isJsonObject, type Json, type JsonObject } from './json/value.ts'
import { ownMember } from './own.ts'

/** A custom issue inside a schema: `ctx.addIssue(fieldIssue('url_parsing', 'Not a URL.'))`. */
export const fieldIssue = (
  type: FieldErrorType,
  message: string,
  options: {
    readonly code?: FieldErrorCode
    readonly path?: readonly (string | number)[]
    readonly input?: unknown
  } = {},
) => ({
  code: 'custom' as const,
  message,
  params: { type, code: options.code },
  path: [...(options.path ?? [])],
  input: options.input,
})

const parseText = (pattern: RegExp, read: (text: string) => unknown) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? read(value) : value

/** Counts characters, not UTF-16 code units, as `maxLength` does. */
export function hasAtMost(charactersMax: number, text: string): boolean {
  if (text.length <= charactersMax) return true
  if (text.length > 2 * charactersMax) return false
  let characters = 0
  for (const _ of text) characters++
  return characters <= charactersMax
}

/** Text with a maximum, which is in the document, too: no request stores or repeats a text of megabytes. */
export const textOf = (charactersMax: number, schema = z.string()) =>
  schema
    .superRefine((value, ctx) => {
      if (hasAtMost(charactersMax, value)) return
      const msg = `Too big: expected string to have <=${charactersMax} characters`
      ctx.addIssue(fieldIssue('too_long', msg, { input: value }))
    })
    .meta({ maxLength: charactersMax })

/** A number of any kind. Zod reports another value as a wrong number; this schema reports it as a wrong integer. */
const anyNumber = z.custom<number>((value) => typeof value === 'number', {
  params: { type: 'int_type' },
  message: 'Input should be a whole number.',
})

/** Every number with at most this many digits is exact. */
const exactDigitsMax = 15
const wholeNumberText = new RegExp(`^(0|-?[1-9][0-9]{0,${exactDigitsMax - 1}})$`)

/** The pattern of whole numbers up to a bound as text: `^(0|[1-9]|[1-4][0-9]|50)$` up to 50. */
function wholeNumberPattern(min: 0 | 1, max: number): string {
  const digits = String(max)
  if (digits.length > exactDigitsMax) return `^(${min === 0 ? '0|' : ''}[1-9][0-9]{0,${exactDigitsMax - 1}})$`
  const shorterPatterns = digits.length === 1 ? [] : [`[1-9][0-9]{0,${digits.length - 2}}`]
  const sameLengthPatterns = digits.split('').flatMap((digit, i) => {
    const [from, to] = [i === 0 ? 1 : 0, Number(digit) - 1]
    if (to < from) return []
    const rest = digits.length - i - 1
    return [`${digits.slice(0, i)}[${from}-${to}]${rest === 0 ? '' : `[0-9]{${rest}}`}`]
  })
  return `^(${[...(min === 0 ? ['0'] : []), ...shorterPatterns, ...sameLengthPatterns, digits].join('|')})$`
}

/** An integer, or its text. */
export const int = (min: 0 | 1, max: number = Number.MAX_SAFE_INTEGER) => {
  const pattern = wholeNumberPattern(min, max)
  return z
    .preprocess(parseText(wholeNumberText, Number), anyNumber.pipe(z.int().min(min).max(max)))
    .meta({ type: ['integer', 'string'], minimum: min, maximum: max, pattern })
}

/** A number, or its text if a pattern is passed. */
export const float = (min: number, max: number, text?: string) =>
  text === undefined
    ? z.number().min(min).max(max)
    : z
        .preprocess(parseText(new RegExp(text), Number), z.number().min(min).max(max))
        .meta({ type: ['number', 'string'], minimum: min, maximum: max, pattern: text })

const booleanPattern = '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$'

/** A boolean, or the text `true` or `false`. */
export const bool = z
  .preprocess(
    parseText(new RegExp(booleanPattern), (text) => text.toLowerCase() === 'true'),
    z.boolean(),
  )
  .meta({ id: 'Bool', type: ['boolean', 'string'], pattern: booleanPattern })

/** Maps null to undefined: both mean absent. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

/**
 * A member of a value that the schema has parsed. TypeScript loses the type of a member with a computed name; the
 * schema restores it.
 */
export const parsedBy = <S extends z.ZodType>(_schema: S, member: unknown): z.output<S> =>
  member as z.output<S>

const hex = '[0-9a-fA-F]'
const uuidShape = new RegExp(`^${hex}{8}-?${hex}{4}-?${hex}{4}-?${hex}{4}-?${hex}{12}$`)

/** Accepts any case, with or without dashes; returns lower case with dashes. */
export const uuid = z
  .string()
  .transform((text, ctx) => {
    if (!uuidShape.test(text)) {
      ctx.addIssue(fieldIssue('uuid_parsing', 'Input should be a valid UUID.', { input: text }))
      return z.NEVER
    }
    const digits = text.replaceAll('-', '').toLowerCase()
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
  })
  .meta({
    id: 'Id',
    type: 'string',
    pattern: uuidShape.source,
    description: 'A UUID, in any case, with or without dashes.',
  })

const day = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])'
const clockTime = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?'
const zone = '[Zz]|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9]'
const timeShape = new RegExp(`^(${day})(?:[Tt ](${clockTime})(?:[.]([0-9]{1,9}))? ?(${zone})?)?$`)

/** Whether the month has this day. `Date` reads 31 February as 3 March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

/** Parses ISO 8601 with any offset (none means UTC) into UTC text with 6 fractional digits (9 if needed). */
export function utcTime(text: string): string | undefined {
  const match = timeShape.exec(text)
  if (match === null) return undefined
  const [, day, clock = '00:00:00', fraction = '', zone = 'Z'] = match
  if (day === undefined || !isDay(day)) return undefined
  const offset = /^z$/i.test(zone) ? 'Z' : zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const ms = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}${offset}`)
  if (Number.isNaN(ms)) return undefined
  const digits = fraction.padEnd(6, '0').replace(/^(\d{6})(\d*?)0*$/, '$1$2')
  return `${new Date(ms).toISOString().slice(0, 19)}.${digits.length > 6 ? digits.padEnd(9, '0') : digits}Z`
}

export const time = z
  .string()
  .transform((text, ctx) => {
    const utc = utcTime(text)
    if (utc !== undefined) return utc
    ctx.addIssue(fieldIssue('datetime_parsing', 'Input should be a valid ISO 8601 time.', { input: text }))
    return z.NEVER
  })
  .meta({
    id: 'Time',
    type: 'string',
    pattern: timeShape.source,
    description: 'ISO 8601, with any offset; without one it is UTC.',
  })

/**
 * Free-form JSON. The value is passed through and never copied, so that the order of keys and every key
 * survive.
 */
export const jsonObject = z
  .custom<JsonObject>(isJsonObject, { params: { type: 'dict_type' }, message: 'Input should be an object.' })
  .meta({ type: 'object', additionalProperties: true })

export const json = z.custom<Json>(() => true)

const errorTypeByExpected: Readonly<Record<string, FieldErrorType>> = {
  string: 'string_type',
  number: 'float_type',
  int: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  tuple: 'list_type',
  object: 'dict_type',
  record: 'dict_type',
}

const errorTypeByFormat: Readonly<Record<string, FieldErrorType>> = {
  uuid: 'uuid_parsing',
  datetime: 'datetime_parsing',
  url: 'url_parsing',
  safeint: 'int_type',
}

type Issue = z.core.$ZodIssue

/** Null means absent, except for an item of a list. */
const isAbsent = ({ input, path }: Issue): boolean =>
  input === undefined || (input === null && typeof path.at(-1) !== 'number')

/** The discriminator of a union is missing or has an unknown value. */
const discriminatorErrorType = (input: unknown, member: string): FieldErrorType =>
  isJsonObject(input) && (ownMember(input, member) ?? null) !== null ? 'enum' : 'missing'

function fieldErrorType(issue: Issue): FieldErrorType {
  switch (issue.code) {
    case 'invalid_type':
      return isAbsent(issue) ? 'missing' : (errorTypeByExpected[issue.expected] ?? 'value_error')
    case 'unrecognized_keys':
      return 'extra_forbidden'
    case 'invalid_format':
      return errorTypeByFormat[issue.format] ?? 'value_error'
    case 'invalid_value':
      return isAbsent(issue) ? 'missing' : 'enum'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int' ? 'less_than_equal' : 'too_long'
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int' ? 'greater_than_equal' : 'value_error'
    case 'custom':
      return issue.input === undefined && String(issue.params?.['type']).endsWith('_type')
        ? 'missing'
        : ((issue.params?.['type'] as FieldErrorType | undefined) ?? 'value_error')
    case 'invalid_union':
      return issue.discriminator === undefined
        ? 'value_error'
        : discriminatorErrorType(issue.input, issue.discriminator)
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
      return 'value_error'
    default:
      return 'value_error'
  }
}

const inputCharactersMax = 256

/**
 * Lists and objects whose JSON text is too long to echo. Many field errors of a list can have the list itself
 * as input.
 */
const longInputs = new WeakSet<object>()

/**
 * Subtracts the approximate length of a value's JSON text from `remaining`. A negative result means that the text
 * is longer; the rest of the value is not visited.
 */
function subtractLength(value: unknown, remaining: number): number {
  if (typeof value === 'string') return remaining - value.length
  if (typeof value !== 'object' || value === null) return remaining - 1
  if (longInputs.has(value)) return -1
  // A list is iterated without its keys: it has one per element.
  const members: Iterable<unknown> = Array.isArray(value) ? value : Object.entries(value)
  let rest = remaining
  for (const member of members) {
    rest = subtractLength(member, rest - 1)
    if (rest >= 0) continue
    if (remaining === inputCharactersMax) longInputs.add(value)
    break
  }
  return rest
}

/** A field error is plain JSON, so integers beyond ±(2^53−1), which spans may contain, become text. */
const plainInteger = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** The received value, unless it is long. */
function echoedInput(input: unknown): { readonly input?: unknown } {
  if (input === undefined || subtractLength(input, inputCharactersMax) < 0) return {}
  const text = JSON.stringify(input, plainInteger)
  return text === undefined || text.length > inputCharactersMax ? {} : { input: JSON.parse(text) }
}

/** The first field errors of a failed parse. Each location starts with `root` (`body`, `query` or `path`). */
export function fieldErrorsOf(error: z.ZodError, root: readonly (string | number)[]): readonly FieldError[] {
  const fieldErrors = error.issues.slice(0, fieldErrorsMax).flatMap((issue): readonly FieldError[] => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, fieldErrorsMax).map((key) => ({
        type: 'extra_forbidden',
        loc: [...root, ...path, key],
        msg: `Unknown key '${key}'.`,
        ...echoedInput(isJsonObject(issue.input) ? ownMember(issue.input, key) : undefined),
      }))
    }
    const type = fieldErrorType(issue)
    return [
      {
        type,
        loc: [...root, ...path],
        msg: type === 'missing' ? 'Field required.' : issue.message,
        ...echoedInput(issue.input),
      },
    ]
  })
  return fieldErrors.slice(0, fieldErrorsMax)
}

/** The code of the first issue that has its own code, else validation_failed. */
function codeOf(error: z.ZodError): FieldErrorCode {
  for (const issue of error.issues) {
    const code = issue.code === 'custom' ? (issue.params?.['code'] as FieldErrorCode | undefined) : undefined
    if (code !== undefined) return code
  }
  return 'validation_failed'
}

function dataOf<T>(result: z.ZodSafeParseResult<T>, root: readonly (string | number)[]): T {
  if (result.success) return result.data
  throw new AssayError(codeOf(result.error), fieldErrorsOf(result.error, root))
}

/** Parses `value` by `schema`. A failure is a 422 that lists the field errors. */
export const parse = <T extends z.ZodType>(
  schema: T,
  value: unknown,
  root: readonly (string | number)[],
): z.output<T> => dataOf(boundFieldErrors(schema).safeParse(value, { reportInput: true }), root)

/** The same in time slices, for values that may be large. */
export const parseInSlices = async <T extends z.ZodType>(
  schema: T,
  value: unknown,
  root: readonly (string | number)[],
): Promise<z.output<T>> =>
  dataOf(await boundFieldErrors(schema).safeParseAsync(value, { reportInput: true }), root)

/** Returns the same schema. The OpenAPI document describes it by `documentedSchema`. */
export function documentedAs<T extends z.ZodType>(schema: T, documentedSchema: z.ZodType): T {
  schema._zod.processJSONSchema = (ctx, _json, params) => {
    z.core.processSchema(documentedSchema, ctx, params)
    const entry = ctx.seen.get(schema)
    if (entry !== undefined) entry.ref = documentedSchema
  }
  return schema
}

/**
 * Validates by `schema` but returns the input untouched: key order and free-form parts survive. The OpenAPI
 * document describes it under `name`, by `documentedSchema`.
 */
export function asSent<T extends JsonObject>(
  name: string,
  schema: z.ZodType,
  documentedSchema: z.ZodType = schema,
) {
  /** Payloads that are parsed in time slices. A check cannot see its parse, so the payload identifies it. */
  const slicedPayloads = new WeakSet<object>()
  const add = ({ issues }: z.core.ParsePayload, { error }: z.ZodSafeParseResult<unknown>): void => {
    for (const issue of error?.issues ?? []) issues.push(issue as never)
  }
  const sentSchema = z
    .custom<T>()
    .superRefine((value, payload) => {
      const boundedSchema = boundFieldErrors(schema)
      return slicedPayloads.has(payload)
        ? boundedSchema.safeParseAsync(value, { reportInput: true }).then((result) => add(payload, result))
        : add(payload, boundedSchema.safeParse(value, { reportInput: true }))
    })
    .meta({ id: name })
  const originalParse = sentSchema._zod.parse.bind(sentSchema._zod)
  sentSchema._zod.parse = (payload, ctx) => {
    if (ctx.async === true) slicedPayloads.add(payload)
    return originalParse(payload, ctx)
  }
  return documentedAs(sentSchema, documentedSchema)
}
