// Span events of the gen_ai conventions with a response: a choice of a model, or the result of a tool.
import { ownMember, setOwn } from '../../kernel/own.ts'
import type { OtlpEvent } from '../otlp/span.ts'
import { isObject, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { json } from './mapper.ts'
import { resultOf } from './message-parts.ts'

const choiceMembers = ['role', 'content', 'finish_reason', 'index', 'tool_calls']

/**
 * The messages of one choice. Its `message` is an object, or only the content: a text or a list of parts. Strands adds
 * the results of the tools that the message calls.
 */
export function messagesOfChoice(event: ValueObject): readonly Value[] {
  const choice: OpenObject = {}
  for (const name of Object.keys(event)) {
    if (choiceMembers.includes(name)) setOwn(choice, name, ownMember(event, name) ?? null)
  }
  const results = json(event['tool.result'] ?? null)
  const message = json(event['message'] ?? null)
  if (isObject(message)) return [{ ...message, ...choice }]
  const isContent = typeof message === 'string' || Array.isArray(message)
  return [
    isContent ? { role: 'assistant', content: message, ...choice } : choice,
    ...(Array.isArray(results) ? [{ role: 'tool', content: results }] : []),
  ]
}

/** The arguments and the result of a call that Strands sends as events of the tool's span. */
export function toolCallOfEvents(events: readonly OtlpEvent[]): {
  readonly input?: Value | undefined
  readonly result?: Value | undefined
} {
  const member = (event: string, name: string): Value | undefined =>
    ownMember(events.find((candidate) => candidate.name === event)?.attributes, name)
  const result = member('gen_ai.choice', 'message')
  return {
    input: member('gen_ai.tool.message', 'content'),
    result: result === undefined ? undefined : resultOf(json(result)),
  }
}
