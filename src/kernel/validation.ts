// The words that request schemas are made of, and the translation of a failed parse into the faults of a 422.
// Text forms of numbers and booleans are accepted, null means absent, and each word carries the JSON Schema that
// the OpenAPI document shows.
import { z } from 'zod'
import { AssayError, type Fault, type FaultCode, type FaultType } from './errors.ts'
import { isJsonObject, type Json, type JsonObject } from './json/value.ts'
import { ownMember } from './own.ts'

/** A fault of our own inside a schema: `ctx.addIssue(ownFault('url_parsing', 'Not a URL.'))`. */
export const ownFault = (
  type: FaultType,
  message: string,
  options: {
    readonly code?: FaultCode
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

const textForm = (pattern: RegExp, read: (text: string) => unknown) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value.trim()) ? read(value.trim()) : value

/** Zod calls what is no number at all a fault of numbers; here it is one of integers. */
const anyNumber = z.custom<number>((value) => typeof value === 'number', {
  params: { type: 'int_type' },
  message: 'Input should be a whole number.',
})

/** An integer, or its text form. */
export const int = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z
    .preprocess(textForm(/^-?\d{1,16}$/, Number), anyNumber.pipe(z.int().min(min).max(max)))
    .meta({ type: 'integer', minimum: min, maximum: max })

/** A number, or its text form. */
export const float = (min: number, max: number) =>
  z.preprocess(textForm(/^-?\d+(\.\d+)?$/, Number), z.number().min(min).max(max))

/** A boolean, or the text `true` or `false`. */
export const bool = z.preprocess(
  textForm(/^(true|false)$/i, (text) => text.toLowerCase() === 'true'),
  z.boolean(),
)

/** Absent and null are the same: undefined. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

const uuidShape = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** Any case, with or without dashes; read as lower case with dashes. */
export const uuid = z
  .string()
  .transform((text, ctx) => {
    if (!uuidShape.test(text)) {
      ctx.addIssue(ownFault('uuid_parsing', 'Input should be a valid UUID.', { input: text }))
      return z.NEVER
    }
    const hex = text.replaceAll('-', '').toLowerCase()
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  })
  .meta({ type: 'string', format: 'uuid' })

const timeShape =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** ISO 8601 with any offset (none means UTC), read as UTC text with 6 fractional digits (9 where needed). */
export function utcTime(text: string): string | undefined {
  const match = timeShape.exec(text)
  if (match === null) return undefined
  const [, day, clock = '00:00:00', fraction = '', zone = 'Z'] = match
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
    ctx.addIssue(ownFault('datetime_parsing', 'Input should be a valid ISO 8601 time.', { input: text }))
    return z.NEVER
  })
  .meta({ type: 'string', format: 'date-time' })

/** Free-form JSON: passed through as it is, never copied, so that key order and every key survive. */
export const jsonObject = z
  .custom<JsonObject>(isJsonObject, { params: { type: 'dict_type' }, message: 'Input should be an object.' })
  .meta({ type: 'object', additionalProperties: true })

export const json = z.custom<Json>(() => true)

const faultTypeOfExpected: Readonly<Record<string, FaultType>> = {
  string: 'string_type',
  number: 'float_type',
  int: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  tuple: 'list_type',
  object: 'dict_type',
  record: 'dict_type',
}

const faultTypeOfFormat: Readonly<Record<string, FaultType>> = {
  uuid: 'uuid_parsing',
  datetime: 'datetime_parsing',
  url: 'url_parsing',
  safeint: 'int_type',
}

type Issue = z.core.$ZodIssue

/** Null is the same as absent, but an item of a list is there whatever it holds. */
const isAbsent = ({ input, path }: Issue): boolean =>
  input === undefined || (input === null && typeof path.at(-1) !== 'number')

/** The member that tells a union apart holds none of the words it may, or is not there. */
const wordFault = (input: unknown, member: string): FaultType =>
  isJsonObject(input) && (ownMember(input, member) ?? null) !== null ? 'enum' : 'missing'

function faultType(issue: Issue): FaultType {
  switch (issue.code) {
    case 'invalid_type':
      return isAbsent(issue) ? 'missing' : (faultTypeOfExpected[issue.expected] ?? 'value_error')
    case 'unrecognized_keys':
      return 'extra_forbidden'
    case 'invalid_format':
      return faultTypeOfFormat[issue.format] ?? 'value_error'
    case 'invalid_value':
      return isAbsent(issue) ? 'missing' : 'enum'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int' ? 'less_than_equal' : 'too_long'
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int' ? 'greater_than_equal' : 'value_error'
    case 'custom':
      return issue.input === undefined && String(issue.params?.['type']).endsWith('_type')
        ? 'missing'
        : ((issue.params?.['type'] as FaultType | undefined) ?? 'value_error')
    case 'invalid_union':
      return issue.discriminator === undefined ? 'value_error' : wordFault(issue.input, issue.discriminator)
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
      return 'value_error'
    default:
      return 'value_error'
  }
}

const inputCharactersMax = 256

/** What was sent, unless it is long. */
function shownInput(input: unknown): { readonly input?: unknown } {
  if (input === undefined) return {}
  const text = JSON.stringify(input)
  return text === undefined || text.length > inputCharactersMax ? {} : { input }
}

/** All faults of a failed parse, each located from `root` (`body`, `query` or `path`, then the way down). */
export function faultsOf(error: z.ZodError, root: readonly (string | number)[]): readonly Fault[] {
  return error.issues.flatMap((issue): readonly Fault[] => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        type: 'extra_forbidden',
        loc: [...root, ...path, key],
        msg: `Unknown key '${key}'.`,
        ...shownInput(isJsonObject(issue.input) ? ownMember(issue.input, key) : undefined),
      }))
    }
    const type = faultType(issue)
    return [
      {
        type,
        loc: [...root, ...path],
        msg: type === 'missing' ? 'Field required.' : issue.message,
        ...shownInput(issue.input),
      },
    ]
  })
}

/** The code of a failed parse: that of a fault which brings its own, else validation_failed. */
function codeOf(error: z.ZodError): FaultCode {
  for (const issue of error.issues) {
    const code = issue.code === 'custom' ? (issue.params?.['code'] as FaultCode | undefined) : undefined
    if (code !== undefined) return code
  }
  return 'validation_failed'
}

/** Reads `value` by `schema`; a failure is a 422 that lists every fault. */
export function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  root: readonly (string | number)[],
): z.output<T> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  throw new AssayError(codeOf(result.error), faultsOf(result.error, root))
}

/** Checks by `schema` but hands on what was sent, untouched: key order and free-form parts survive. `name`: in the OpenAPI document. */
export const asSent = <T extends JsonObject>(name: string, schema: z.ZodType) =>
  z
    .custom<T>()
    .superRefine((value, ctx) => {
      const result = schema.safeParse(value, { reportInput: true })
      if (!result.success) for (const issue of result.error.issues) ctx.issues.push(issue as never)
    })
    .meta({
      ...(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as z.core.GlobalMeta),
      id: name,
    })
