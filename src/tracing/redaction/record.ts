// Redacts span records of the JSON routes as sent. Members that identify or order a span stay if they are valid;
// invalid ones are treated as texts.
import { spanIdOf, traceIdOf, unixNanoOf } from '../canonical/record-input.ts'
import { spanKinds, spanTypes, statusCodes, traceTypes } from '../attributes/vocabularies.ts'
import { isList, isObject, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { newBudget } from './budget.ts'
import type { Redactor } from './redact.ts'
import { setOwn } from '../../kernel/own.ts'

type IsValid = (value: Value) => boolean

const isTime: IsValid = (value) => unixNanoOf(value) !== undefined
const isSpanId: IsValid = (value) => spanIdOf(value) !== undefined
const isTraceId: IsValid = (value) => traceIdOf(value) !== undefined
const isWord =
  (words: readonly string[]): IsValid =>
  (value) =>
    typeof value === 'string' && (words.includes(value) || words.includes(value.toLowerCase()))

const validators: ReadonlyMap<string, IsValid> = new Map([
  ['trace_id', isTraceId],
  ['span_id', isSpanId],
  ['parent_id', isSpanId],
  ['start_time', isTime],
  ['end_time', isTime],
  ['timestamp', isTime],
  ['span_kind', isWord(spanKinds)],
  ['status_code', isWord(statusCodes)],
  ['trace_type', isWord(traceTypes)],
  ['span_type', isWord(spanTypes)],
])

/** The paths of record members in `ag`. */
const pathsInAg: ReadonlyMap<string, readonly string[]> = new Map([
  ['session_id', ['ag', 'session', 'id']],
  ['user_id', ['ag', 'user', 'id']],
  ['agent_id', ['ag', 'agent', 'id']],
])

/** Redacts everything in the record that a client can write. */
export function redactedRecord(record: ValueObject, redactor: Redactor, budget = newBudget()): ValueObject {
  if (redactor.isIdle) return record
  const redactedObject = (object: ValueObject, parentPath: readonly string[]): ValueObject => {
    const members: OpenObject = {}
    for (const [name, value] of Object.entries(object)) {
      setOwn(members, name, redactedMember([...parentPath, name], value))
    }
    return members
  }
  const redactedMember = (path: readonly string[], value: Value): Value => {
    const name = path.at(-1) ?? ''
    if (validators.get(name)?.(value) === true) return value
    if (name === 'attributes' && isObject(value)) return redactor.attributes(value, budget)
    if ((name === 'events' || name === 'links') && isList(value)) {
      return value.map((element) =>
        isObject(element) ? redactedObject(element, path) : redactor.valueAtPath(path, element, budget),
      )
    }
    return redactor.valueAtPath(pathsInAg.get(name) ?? path, value, budget)
  }
  return redactedObject(record, [])
}
