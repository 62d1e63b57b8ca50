// Validates span records that a request writes synchronously. Ingest would set an invalid member aside; here it is
// refused with its path.
import { ownMember } from '../../../kernel/own.ts'
import type { FieldError, FieldErrorType } from '../../../kernel/errors.ts'
import { lastUnixNano, spanIdOf, traceIdOf, unixNanoOf } from '../../canonical/record-input.ts'
import { spanKinds, spanTypes, statusCodes, traceTypes, wordOf } from '../../attributes/vocabularies.ts'
import type { PlacedRecord } from './record-trees.ts'
import { isList, isObject, plainNumber, valueText, type Value } from '../../value.ts'

/** One invalid value. */
interface Problem {
  readonly type: FieldErrorType
  readonly msg: string
  /** The path below the member itself. */
  readonly path?: readonly (string | number)[]
  readonly input?: Value
}
type Check = (value: Value) => readonly Problem[]

const noProblems: readonly Problem[] = []
const problem = (type: FieldErrorType, msg: string): readonly Problem[] => [{ type, msg }]

const text: Check = (value) =>
  typeof value === 'string' ? noProblems : problem('string_type', 'Input should be a string.')

/** An unsigned integer of 32 bits. */
const count: Check = (value) => {
  const number = plainNumber(value)
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 0xffff_ffff
    ? noProblems
    : problem('int_type', 'Input should be an integer from 0 to 4294967295.')
}

const object: Check = (value) =>
  isObject(value) ? noProblems : problem('dict_type', 'Input should be an object.')

const isZero = /^(0x)?[0-]*$/i

const idCheck =
  (read: (value: Value) => string | undefined, msg: string): Check =>
  (value) => {
    if (typeof value !== 'string') return problem('string_type', 'Input should be a string.')
    return read(value) === undefined || isZero.test(value) ? problem('value_error', msg) : noProblems
  }

const traceId = idCheck(traceIdOf, 'Input should be a trace id: 32 hex digits or a UUID.')
const spanId = idCheck(spanIdOf, 'Input should be a span id: 16 hex digits or a UUID.')

/** Empty and all-zero ids mean: no parent. */
const parentId: Check = (value) =>
  typeof value === 'string' && isZero.test(value) ? noProblems : spanId(value)

const time: Check = (value) => {
  const nanos = unixNanoOf(value)
  if (nanos === undefined) {
    return problem('datetime_parsing', 'Input should be an ISO 8601 time, or digits since 1970.')
  }
  return nanos > lastUnixNano
    ? problem('value_error', 'The last day that can be stored is 2262-04-11.')
    : noProblems
}

const word =
  (
    words: readonly string[],
    read: (value: Value) => unknown = (value) => words.find((candidate) => candidate === value),
  ): Check =>
  (value) =>
    read(value) === undefined ? problem('enum', `Input should be one of ${words.join(', ')}.`) : noProblems

const reference: Check = (value) =>
  ['string', 'number'].includes(typeof plainNumber(value))
    ? noProblems
    : problem('string_type', 'Input should be a string or a number.')

type Members = Readonly<Record<string, Check>>

/** Null counts as absent. `required` members must be present. */
function memberProblems(
  value: Value,
  { members, required = [] }: { readonly members: Members; readonly required?: readonly string[] },
): readonly Problem[] {
  if (!isObject(value)) return problem('dict_type', 'Input should be an object.')
  return Object.entries(members).flatMap(([name, check]): readonly Problem[] => {
    const member = ownMember(value, name) ?? null
    if (member === null) {
      return required.includes(name) ? [{ type: 'missing', msg: 'Field required.', path: [name] }] : []
    }
    return check(member).map((error) => ({
      input: member,
      ...error,
      path: [name, ...(error.path ?? [])],
    }))
  })
}

const listOf =
  (members: Members, required: readonly string[] = []): Check =>
  (value) =>
    isList(value)
      ? value.flatMap((element, i) =>
          memberProblems(element, { members, required }).map((error) => ({
            ...error,
            path: [i, ...(error.path ?? [])],
          })),
        )
      : problem('list_type', 'Input should be a list.')

/** Flattening the tree already reported a trace_id or span_id that is missing or not a text. */
const recordMembers: Members = {
  trace_id: (value) => (typeof value === 'string' ? traceId(value) : noProblems),
  span_id: (value) => (typeof value === 'string' ? spanId(value) : noProblems),
  parent_id: parentId,
  trace_type: word(traceTypes, (value) => wordOf(traceTypes, value)),
  span_type: word(spanTypes, (value) => wordOf(spanTypes, value)),
  span_kind: word(spanKinds),
  status_code: word(statusCodes),
  span_name: text,
  status_message: text,
  session_id: text,
  user_id: text,
  agent_id: text,
  start_time: time,
  end_time: time,
  attributes: object,
  exception: object,
  references: listOf({ id: text, slug: text, version: reference, attributes: object }),
  links: listOf(
    {
      trace_id: traceId,
      span_id: spanId,
      attributes: object,
      trace_state: text,
      flags: count,
      dropped_attributes_count: count,
    },
    ['trace_id', 'span_id'],
  ),
  hashes: listOf({ id: text, attributes: object }, ['id']),
  events: listOf({ name: text, timestamp: time, attributes: object, dropped_attributes_count: count }, [
    'name',
  ]),
}

const inputCharactersMax = 256

/** Integers that JSON numbers would round become texts. */
function wireInput(input: Value | undefined): { readonly input?: unknown } {
  if (input === undefined || valueText(input).length > inputCharactersMax) return {}
  const text = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return { input: JSON.parse(text) as unknown }
}

/** The errors of every member that has a wrong type or cannot be parsed. */
export const recordFieldErrors = ({ record, pathOf }: PlacedRecord): readonly FieldError[] =>
  memberProblems(record, { members: recordMembers }).map(({ type, msg, path = [], input }) => ({
    type,
    loc: pathOf(...path),
    msg,
    ...wireInput(input),
  }))
