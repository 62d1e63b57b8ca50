// Events of the gen_ai conventions, sent with the span or as log records: the content of one event, and the combined
// content of those that describe the operation.
import { ownMember } from '../../kernel/own.ts'
import type { OtlpEvent } from '../otlp/span.ts'
import { isObject, valueText, type Value, type ValueObject } from '../value.ts'
import { identifier, json } from './mapper.ts'

/** The content of an event: its attributes, and the JSON object that some instrumentations put into one of them. */
export function eventContent({ attributes }: OtlpEvent): ValueObject {
  const content = json(attributes['gen_ai.event.content'] ?? null)
  const members = isObject(content) ? { ...content, ...attributes } : attributes
  const calls = members['tool_calls']
  return calls === undefined ? members : { ...members, tool_calls: json(calls) }
}

const detailsEvent = 'gen_ai.client.inference.operation.details'

/** Members of the details of an operation. Lists of several events are joined. */
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
 * The combined details of an operation in their order: some libraries send one event per member. An event that repeats
 * another one, for example sent both with the span and as a log record, adds nothing.
 */
export function detailsOf(events: readonly OtlpEvent[]): InferenceDetails {
  const contents = events.filter(({ name }) => name === detailsEvent).map(eventContent)
  const details: { -readonly [Name in keyof InferenceDetails]: InferenceDetails[Name] } = {}
  for (const [name, key] of detailKeys) {
    const values = contents.flatMap((content) => {
      const value = ownMember(content, key)
      const parsedValue = value === undefined ? null : json(value)
      return parsedValue === null ? [] : [parsedValue]
    })
    const distinctValues = [...new Map(values.map((value) => [valueText(value), value])).values()]
    const [first] = distinctValues
    if (first === undefined) continue
    details[name] = distinctValues.every(Array.isArray) ? distinctValues.flat() : first
  }
  return details
}

/** The user that an event of the span names. */
export function userOf(events: readonly OtlpEvent[]): Value | undefined {
  for (const event of events) {
    if (!event.name.startsWith('gen_ai.')) continue
    const members = eventContent(event)
    const user = members['gen_ai.request.user'] ?? members['user.id']
    const id = user === undefined ? undefined : identifier(user)
    if (id !== undefined) return id
  }
  return undefined
}
