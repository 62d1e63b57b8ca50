// Messages of the gen_ai conventions in the shape chat interfaces use: `{role, content, tool_calls?, …}`.
import { isObject, valueText, type OpenObject, type Value, type ValueObject } from '../value.ts'

const text = (value: Value | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : valueText(value)

/** Members that are present, in the order given. */
const present = (members: { readonly [name: string]: Value | undefined }): ValueObject => {
  const object: OpenObject = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) object[name] = value
  return object
}

const toolCall = (part: ValueObject): ValueObject =>
  present({
    id: part['id'],
    type: 'function',
    function: present({ name: part['name'], arguments: part['arguments'] }),
  })

const toolResponse = (part: ValueObject): ValueObject =>
  present({
    role: 'tool',
    content: part['result'] ?? part['response'] ?? '',
    tool_call_id: part['id'],
    name: part['name'],
  })

/** The messages that one message with `parts` stands for: answers of tools are messages of their own before it. */
function messagesOfParts(message: ValueObject, parts: readonly Value[]): readonly Value[] {
  const contents: string[] = []
  const thinking: string[] = []
  const toolCalls: Value[] = []
  const responses: Value[] = []
  const others: Value[] = []
  for (const part of parts) {
    const type = isObject(part) ? part['type'] : undefined
    if (!isObject(part)) others.push(part)
    else if (type === 'text') contents.push(text(part['content']))
    else if (type === 'tool_call') toolCalls.push(toolCall(part))
    else if (type === 'thinking' || type === 'reasoning') thinking.push(text(part['content']))
    else if (type === 'tool_call_response') responses.push(toolResponse(part))
    else others.push(part)
  }
  const isOnlyResponses = responses.length > 0 && responses.length === parts.length
  if (isOnlyResponses) return responses
  const own = present({
    role: message['role'],
    content: contents.join(' '),
    tool_calls: toolCalls.length === 0 ? undefined : toolCalls,
    thinking: thinking.length === 0 ? undefined : thinking.join(' '),
    parts: others.length === 0 ? undefined : others,
    finish_reason: message['finish_reason'],
  })
  return [...responses, own]
}

/** Normalised messages; a message with `content` and no `parts`, and what is no message, stays as it is. */
export function normalisedMessages(messages: readonly Value[]): readonly Value[] {
  return messages.flatMap((message): readonly Value[] => {
    if (!isObject(message)) return [message]
    const { parts } = message
    if (Array.isArray(parts)) return messagesOfParts(message, parts as readonly Value[])
    return message['content'] === undefined ? messagesOfParts(message, []) : [message]
  })
}

const roleOfEvent = (name: string): string | undefined =>
  /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1]

/** A message told as an event: its role is said, or follows from the event's name. */
export const messageOfEvent = (name: string, event: ValueObject): ValueObject =>
  present({
    role: event['role'] ?? roleOfEvent(name),
    content: event['content'],
    tool_calls: event['tool_calls'],
    tool_call_id: event['id'],
  })

export const isMessageEvent = (name: string): boolean => roleOfEvent(name) !== undefined
