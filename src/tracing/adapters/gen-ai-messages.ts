// Messages of the gen_ai conventions in the shape chat interfaces use: `{role, content, tool_calls?, …}`.
import { isObject, valueText, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { setOwn } from '../../kernel/own.ts'

const text = (value: Value | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : valueText(value)

/** Members that are present, in the order given. */
const present = (members: { readonly [name: string]: Value | undefined }): ValueObject => {
  const object: OpenObject = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) setOwn(object, name, value)
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

/** Calls of tools that stand beside the parts, then those among them; some instrumentations say the same call twice. */
function callsOf(message: ValueObject, among: readonly Value[]): readonly Value[] | undefined {
  const beside = message['tool_calls']
  if (!Array.isArray(beside)) return among.length === 0 ? undefined : among
  const told = beside as readonly Value[]
  const known = new Set(told.map((call) => (isObject(call) ? call['id'] : undefined)))
  const others = among.filter((call) => !isObject(call) || call['id'] === undefined || !known.has(call['id']))
  return [...told, ...others]
}

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
    tool_calls: callsOf(message, toolCalls),
    tool_call_id: message['tool_call_id'],
    name: message['name'],
    thinking: thinking.length === 0 ? undefined : thinking.join(' '),
    parts: others.length === 0 ? undefined : others,
    finish_reason: message['finish_reason'],
  })
  return [...responses, own]
}

/** What the text parts of a list say. */
export const partsText = (parts: Value): string =>
  (Array.isArray(parts) ? (parts as readonly Value[]) : [])
    .flatMap((part) => (isObject(part) && part['type'] === 'text' ? [text(part['content'])] : []))
    .join(' ')

/** Normalised messages; a message with `content` and no `parts`, and what is no message, stays as it is. */
export function normalisedMessages(messages: readonly Value[]): readonly Value[] {
  return messages.flatMap((message): readonly Value[] => {
    if (!isObject(message)) return [message]
    const { parts } = message
    if (Array.isArray(parts)) return messagesOfParts(message, parts as readonly Value[])
    return message['content'] === undefined ? messagesOfParts(message, []) : [message]
  })
}

/** Whether a value is a list of messages, each with its role. */
export const isMessageList = (value: Value): value is readonly ValueObject[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((message) => isObject(message) && typeof message['role'] === 'string')

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
