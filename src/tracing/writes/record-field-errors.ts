// Span records that are written whole are checked whole: what ingest would set aside is refused here, by its path.
import { ownMember } from '../../kernel/own.ts'
import type { FieldError, FieldErrorType } from '../../kernel/errors.ts'
import { spanIdOf, traceIdOf, unixNanoOf } from '../canonical/record-input.ts'
import { spanKinds, spanTypes, statusCodes, traceTypes, wordOf } from '../attributes/vocabularies.ts'
import { lastUnixNano } from '../ingest/rows/span-row.ts'
import type { PlacedRecord } from '../ingest/payloads/record-trees.ts'
import { isObject, plainNumber, valueText, type Value } from '../value.ts'

/** What is wrong with a value; undefined when nothing is. */
interface Wrong {
  readonly type: FieldErrorType
  readonly msg: string
  /** Below the member itself. */
  readonly path?: readonly (string | number)[]
  readonly input?: Value
}
type Check = (value: Value) => readonly Wrong[]

const right: readonly Wrong[] = []
const wrong = (type: FieldErrorType, msg: string): readonly Wrong[] => [{ type, msg }]

const text: Check = (value) =>
  typeof value === 'string' ? right : wrong('string_type', 'Input should be a string.')

/** 32 bits without a sign. */
const count: Check = (value) => {
  const number = plainNumber(value)
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 0xffff_ffff
    ? right
    : wrong('int_type', 'Input should be an integer from 0 to 4294967295.')
}

const object: Check = (value) => (isObject(value) ? right : wrong('dict_type', 'Input should be an object.'))

const isZero = /^(0x)?[0-]*$/i

const idCheck =
  (read: (value: Value) => string | undefined, msg: string): Check =>
  (value) => {
    if (typeof value !== 'string') return wrong('string_type', 'Input should be a string.')
    return read(value) === undefined || isZero.test(value) ? wrong('value_error', msg) : right
  }

const traceId = idCheck(traceIdOf, 'Input should be a trace id: 32 hex digits or a UUID.')
const spanId = idCheck(spanIdOf, 'Input should be a span id: 16 hex digits or a UUID.')

/** Empty and all zero mean: no parent. */
const parentId: Check = (value) => (typeof value === 'string' && isZero.test(value) ? right : spanId(value))

const time: Check = (value) => {
  const at = unixNanoOf(value)
  if (at === undefined) {
    return wrong('datetime_parsing', 'Input should be an ISO 8601 time, or digits since 1970.')
  }
  return at > lastUnixNano ? wrong('value_error', 'The last day that can be stored is 2262-04-11.') : right
}

const word =
  (
    words: readonly string[],
    read: (value: Value) => unknown = (value) => words.find((w) => w === value),
  ): Check =>
  (value) =>
    read(value) === undefined ? wrong('enum', `Input should be one of ${words.join(', ')}.`) : right

const reference: Check = (value) =>
  ['string', 'number'].includes(typeof plainNumber(value))
    ? right
    : wrong('string_type', 'Input should be a string or a number.')

type Members = Readonly<Record<string, Check>>

/** Null is absent; `needed` members must be there. */
function membersWrong(value: Value, members: Members, needed: readonly string[] = []): readonly Wrong[] {
  if (!isObject(value)) return wrong('dict_type', 'Input should be an object.')
  return Object.entries(members).flatMap(([name, check]): readonly Wrong[] => {
    const member = ownMember(value, name) ?? null
    if (member === null) {
      return needed.includes(name) ? [{ type: 'missing', msg: 'Field required.', path: [name] }] : []
    }
    return check(member).map((found) => ({
      input: member,
      ...found,
      path: [name, ...(found.path ?? [])],
    }))
  })
}

const listOf =
  (members: Members, needed: readonly string[] = []): Check =>
  (value) =>
    Array.isArray(value)
      ? (value as readonly Value[]).flatMap((element, i) =>
          membersWrong(element, members, needed).map((found) => ({
            ...found,
            path: [i, ...(found.path ?? [])],
          })),
        )
      : wrong('list_type', 'Input should be a list.')

/** trace_id and span_id that are missing or no texts were found when the tree was laid flat. */
const recordMembers: Members = {
  trace_id: (value) => (typeof value === 'string' ? traceId(value) : right),
  span_id: (value) => (typeof value === 'string' ? spanId(value) : right),
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

/** Integers that JSON numbers would round are shown as text. */
function shownInput(input: Value | undefined): { readonly input?: unknown } {
  if (input === undefined || valueText(input).length > inputCharactersMax) return {}
  const text = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return { input: JSON.parse(text) as unknown }
}

/** Every member of the record that is of wrong type or cannot be read. */
export const recordFieldErrors = ({ record, pathOf }: PlacedRecord): readonly FieldError[] =>
  membersWrong(record, recordMembers).map(({ type, msg, path = [], input }) => ({
    type,
    loc: pathOf(...path),
    msg,
    ...shownInput(input),
  }))
