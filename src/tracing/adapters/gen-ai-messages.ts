// Converts messages to the form of chat APIs: `{role, content, tool_calls?, thinking?, …}`. docs/traces.md, "Message
// parts", describes it.
import { jsonTextValue } from '../exact-json.ts'
import { isList, isObject, type Value, type ValueObject } from '../value.ts'
import { isCanonicalPart, presentMembers, readPart, textOf, type Part } from './message-parts.ts'

/** Tool calls next to the parts, then those among the parts. Some instrumentations send the same call in both. */
function callsOf(message: ValueObject, candidates: readonly Value[]): readonly Value[] | undefined {
  const calls = message['tool_calls']
  if (!isList(calls)) return candidates.length === 0 ? undefined : candidates
  const ids = new Set(calls.map((call) => (isObject(call) ? call['id'] : undefined)))
  const otherCalls = candidates.filter(
    (call) => !isObject(call) || call['id'] === undefined || !ids.has(call['id']),
  )
  return [...calls, ...otherCalls]
}

const partsOfKind = <K extends Part['kind']>(
  parts: readonly Part[],
  kind: K,
): readonly (Part & { kind: K })[] => parts.filter((part): part is Part & { kind: K } => part.kind === kind)

/** Text, or a list of parts if there are images or files among the text. */
function contentOf(parts: readonly Part[]): Value {
  const texts = partsOfKind(parts, 'text').map(({ text }) => text)
  if (!parts.some(({ kind }) => kind === 'media')) return texts.join(' ')
  return parts.flatMap((part): readonly Value[] => {
    if (part.kind === 'text') return [{ type: 'text', text: part.text }]
    return part.kind === 'media' ? [part.value] : []
  })
}

const joinTexts = (before: Value | undefined, texts: readonly string[]): Value | undefined =>
  texts.length === 0 ? before : [...(before === undefined ? [] : [textOf(before)]), ...texts].join(' ')

/**
 * Splits a message with these parts. Tool results become separate messages: before it if they precede its text and
 * calls, after it otherwise.
 */
function messagesOfParts(message: ValueObject, parts: readonly Part[]): readonly Value[] {
  const results = partsOfKind(parts, 'result')
  if (results.length > 0 && results.length === parts.length) return results.map(({ value }) => value)
  const firstContent = parts.findIndex(({ kind }) => kind === 'text' || kind === 'call' || kind === 'media')
  const isBefore = (part: Part): boolean => firstContent === -1 || parts.indexOf(part) < firstContent
  const otherParts = partsOfKind(parts, 'other').map(({ value }) => value)
  const { content } = message
  const hasContent = parts.some(({ kind }) => kind === 'text' || kind === 'media')
  const ownMembers = presentMembers({
    role: message['role'],
    content: hasContent || content === undefined || content === null ? contentOf(parts) : content,
    tool_calls: callsOf(
      message,
      partsOfKind(parts, 'call').map(({ value }) => value),
    ),
    tool_call_id: message['tool_call_id'],
    name: message['name'],
    thinking: joinTexts(
      message['thinking'],
      partsOfKind(parts, 'thinking').map(({ text }) => text),
    ),
    parts: otherParts.length === 0 ? undefined : otherParts,
    finish_reason: message['finish_reason'],
  })
  return [
    ...results.filter(isBefore).map(({ value }) => value),
    ownMembers,
    ...results.filter((part) => !isBefore(part)).map(({ value }) => value),
  ]
}

/** The parts of a content that is a list of parts, or its JSON text. Undefined for other contents. */
function listedParts(content: Value | undefined): readonly Value[] | undefined {
  if (isList(content)) return content
  if (typeof content !== 'string' || !/^\s*\[\s*\{/.test(content)) return undefined
  const list = jsonTextValue(content)
  if (!isList(list)) return undefined
  const parts = list
  return parts.every((part) => readPart(part).kind !== 'other') ? parts : undefined
}

function messagesOfContent(message: ValueObject): readonly Value[] {
  const { content, ...rest } = message
  const contentParts = listedParts(content)
  if (contentParts === undefined) return [message]
  if (contentParts === content && contentParts.every(isCanonicalPart)) return [message]
  const parts = contentParts.map(readPart)
  if (parts.every(({ kind }) => kind === 'other')) return [message]
  return messagesOfParts(rest, parts).map((part) =>
    isObject(part) && part['role'] !== 'tool' ? { ...rest, ...part } : part,
  )
}

/** `{id, name, arguments}` of OpenLLMetry. Other calls already have a `function`. */
function callOf(call: Value): Value {
  if (!isObject(call) || call['function'] !== undefined || typeof call['name'] !== 'string') return call
  const { id, name, arguments: input, type: _, ...rest } = call
  return presentMembers({
    id,
    type: 'function',
    function: presentMembers({ name, arguments: input }),
    ...rest,
  })
}

/** Roles that only one library uses: Gemini, smolagents, LangChain. */
const roles: ReadonlyMap<Value | undefined, string> = new Map([
  ['model', 'assistant'],
  ['tool-call', 'assistant'],
  ['tool-response', 'tool'],
  ['human', 'user'],
  ['ai', 'assistant'],
])

function withOwnRole(message: ValueObject): ValueObject {
  const role = roles.get(message['role'])
  return role === undefined ? message : { ...message, role }
}

function withCalls(message: ValueObject): ValueObject {
  const calls = message['tool_calls']
  return isList(calls) ? { ...message, tool_calls: calls.map(callOf) } : message
}

/** The joined text of the text parts of a list. */
export const partsText = (parts: Value): string =>
  (isList(parts) ? parts : [])
    .flatMap((part) => {
      const messagePart = readPart(part)
      return messagePart.kind === 'text' ? [messagePart.text] : []
    })
    .join(' ')

/** Messages of any source in the common form. Values that are not messages, or have unknown parts, stay unchanged. */
export function normalisedMessages(messages: readonly Value[]): readonly Value[] {
  return messages.flatMap((input): readonly Value[] => {
    if (!isObject(input)) return [input]
    const message = withCalls(withOwnRole(input))
    const { parts } = message
    if (isList(parts)) return messagesOfParts(message, parts.map(readPart))
    return message['content'] === undefined ? messagesOfParts(message, []) : messagesOfContent(message)
  })
}

/** The same for a list in which only messages with a role and a content, or calls, are converted. */
export const canonicalMessages = (list: readonly Value[]): readonly Value[] =>
  list.flatMap((input): readonly Value[] =>
    isObject(input) && typeof input['role'] === 'string' && input['parts'] === undefined
      ? messagesOfContent(withCalls(withOwnRole(input)))
      : [input],
  )

/** Whether a value is a list of messages, each with its role. */
export const isMessageList = (value: Value): value is readonly ValueObject[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((message) => isObject(message) && typeof message['role'] === 'string')

const roleOfEvent = (name: string): string | undefined =>
  /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1]

/** A message sent as an event. Its role is stated or follows from the event's name. */
export const messageOfEvent = (name: string, event: ValueObject): ValueObject =>
  presentMembers({
    role: event['role'] ?? roleOfEvent(name),
    content: event['content'],
    tool_calls: event['tool_calls'],
    tool_call_id: event['id'],
  })

export const isMessageEvent = (name: string): boolean => roleOfEvent(name) !== undefined
