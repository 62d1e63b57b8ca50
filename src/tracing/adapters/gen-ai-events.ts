// Events of the gen_ai conventions, sent with the span or as log records: what one says, and what those that describe the
// operation as a whole say together.
import { ownMember } from '../../kernel/own.ts'
import type { OtlpEvent } from '../otlp/span.ts'
import { isObject, valueText, type Value, type ValueObject } from '../value.ts'
import { identifier, json } from './mapper.ts'

/** What an event says: its attributes, and what some instrumentations put into one of them as a JSON object. */
export function saidBy({ attributes }: OtlpEvent): ValueObject {
  const content = json(attributes['gen_ai.event.content'] ?? null)
  const said = isObject(content) ? { ...content, ...attributes } : attributes
  const calls = said['tool_calls']
  return calls === undefined ? said : { ...said, tool_calls: json(calls) }
}

const detailsEvent = 'gen_ai.client.inference.operation.details'

/** Members of the details of an operation; lists of several events are joined. */
export interface InferenceDetails {
  readonly input?: Value
  readonly output?: Value
  readonly instructions?: Value
  readonly tools?: Value
}

const detailKeys = [
  ['input', 'gen_ai.input.messages'],
  ['output', 'gen_ai.output.messages'],
  ['instructions', 'gen_ai.system_instructions'],
  ['tools', 'gen_ai.tool.definitions'],
] as const

/**
 * What all details of an operation say, in their order: some libraries send one event for each member. An event that
 * repeats another one, as where the same was sent with the span and as a log record, adds nothing.
 */
export function detailsOf(events: readonly OtlpEvent[]): InferenceDetails {
  const said = events.filter(({ name }) => name === detailsEvent).map(saidBy)
  const details: { -readonly [Name in keyof InferenceDetails]: InferenceDetails[Name] } = {}
  for (const [name, key] of detailKeys) {
    const values = said.flatMap((one) => {
      const value = ownMember(one, key)
      const parsed = value === undefined ? null : json(value)
      return parsed === null ? [] : [parsed]
    })
    const distinct = [...new Map(values.map((value) => [valueText(value), value])).values()]
    const [first] = distinct
    if (first === undefined) continue
    details[name] = distinct.every(Array.isArray) ? distinct.flat() : first
  }
  return details
}

/** The user whom an event of the span names. */
export function userOf(events: readonly OtlpEvent[]): Value | undefined {
  for (const event of events) {
    if (!event.name.startsWith('gen_ai.')) continue
    const said = saidBy(event)
    const user = said['gen_ai.request.user'] ?? said['user.id']
    const id = user === undefined ? undefined : identifier(user)
    if (id !== undefined) return id
  }
  return undefined
}
