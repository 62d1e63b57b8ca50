// Reads messages of a conversation in the formats of the common clients. Nothing is dropped: other members are in `rest`.
import { isFields, joinedRest, membersOf, typeOf, type Fields, type Members } from './members.ts'
import { callOf, isToolCallItem, partsOf, type Part } from './parts.ts'

export interface Message {
  /** The role as stored: `user`, `human`, … */
  readonly role: string
  readonly name: string | undefined
  readonly finish: string | undefined
  readonly parts: readonly Part[]
  readonly rest: Fields | undefined
  /** The message as stored. */
  readonly source: unknown
}

const contentNames = [
  'content',
  'parts',
  'tool_calls',
  'text',
  'refusal',
  'reasoning_content',
  'reasoning',
  'thinking',
  'function_call',
]
const knownRoles: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'model'])

const hasRole = (value: Fields): boolean =>
  typeof value['role'] === 'string' &&
  (contentNames.some((name) => name in value) ||
    (knownRoles.has(value['role']) && Object.keys(value).length === 1))

/** LangChain names the author by the type: `{type: 'human', content}`. */
const typeRoles: ReadonlySet<string> = new Set(['human', 'ai', 'system', 'tool', 'function', 'chat'])
const hasTypeRole = (value: Fields): boolean => typeRoles.has(typeOf(value)) && 'content' in value

/** Unwraps `{message}`, `{type, data}` and `{lc, id, kwargs}`. Returns undefined if the value is not a message. */
function unwrapMessage(
  value: unknown,
): { role: string; fields: Fields; outer: Fields | undefined } | undefined {
  if (!isFields(value)) return undefined
  if (hasRole(value)) return { role: String(value['role']), fields: value, outer: undefined }
  if (hasTypeRole(value)) return { role: typeOf(value), fields: value, outer: undefined }
  if (isToolCallItem(value)) {
    const isResult = /result|response|output/.test(typeOf(value))
    return { role: isResult ? 'tool' : 'assistant', fields: { content: [value] }, outer: undefined }
  }
  for (const holder of ['message', 'data', 'kwargs']) {
    if (holder !== 'message' && !isWrapper(value)) continue
    const inner = unwrapMessage(value[holder])
    if (inner === undefined) continue
    const outer = Object.fromEntries(Object.entries(value).filter(([name]) => name !== holder))
    return { ...inner, outer: joinedRest(outer, inner.outer, 'message') }
  }
  return undefined
}

const isWrapper = (value: Fields): boolean =>
  typeRoles.has(typeOf(value)) || (value['lc'] !== undefined && value['type'] === 'constructor')

function messageOf(value: unknown): Message | undefined {
  const unwrappedMessage = unwrapMessage(value)
  if (unwrappedMessage === undefined) return undefined
  const { role, fields } = unwrappedMessage
  const members = membersOf(fields)
  if (typeof fields['role'] === 'string') members.takeText('role')
  if (fields['type'] === role) members.takeText('type')
  const outer = unwrappedMessage.outer === undefined ? undefined : membersOf(unwrappedMessage.outer)
  if (outer !== undefined && unwrappedMessage.outer?.['type'] === role) outer.takeText('type')
  const reasoning = members.takeText('reasoning_content') ?? members.takeText('reasoning', 'thinking')
  const name = members.takeText('name')
  const parts: readonly Part[] = [
    ...(reasoning === undefined ? [] : [{ kind: 'reasoning' as const, text: reasoning, rest: undefined }]),
    ...(isToolRole(role) ? toolResult(members) : partsOf(members.take('content'))),
    ...partsOf(members.take('parts')),
    ...partsOf(members.takeText('text')),
    ...partsOf(members.takeText('refusal')),
    ...[members.take('tool_calls'), members.take('function_call')]
      .flat()
      .filter((call) => call !== undefined)
      .map((call): Part => (isFields(call) ? callOf(call) : { kind: 'other', value: call })),
  ]
  return {
    role,
    name,
    finish: members.takeText('finish_reason') ?? outer?.takeText('finish_reason'),
    parts,
    rest: joinedRest(members.rest(), outer?.rest(), 'message'),
    source: value,
  }
}

const isToolRole = (role: string): boolean => role === 'tool' || role === 'function'

/** The response of a tool is one result. A list without a call id stays a list of parts. */
function toolResult(members: Members): readonly Part[] {
  const id = members.takeText('tool_call_id')
  const output = members.take('content')
  if (id === undefined && Array.isArray(output)) return partsOf(output)
  return [{ kind: 'result', id, name: undefined, output, rest: undefined }]
}

/** The messages of a list or of a single message; undefined if the value is not a conversation. */
export function messagesOf(value: unknown): readonly Message[] | undefined {
  if (!Array.isArray(value)) {
    const message = isFields(value) && !isToolCallItem(value) ? messageOf(value) : undefined
    return message === undefined ? undefined : [message]
  }
  const messages = value.map(messageOf)
  return messages.length > 0 && messages.every((one) => one !== undefined) ? messages : undefined
}

/** The text of a message for the clipboard: texts as they are, other parts as JSON. */
export const messageText = ({ parts }: Message): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text
      if (part.kind === 'result' && typeof part.output === 'string') return part.output
      return JSON.stringify(part, undefined, 2)
    })
    .join('\n')

export const roleTone = (role: string): string =>
  new Map([
    ['human', 'user'],
    ['ai', 'assistant'],
    ['model', 'assistant'],
    ['function', 'tool'],
  ]).get(role) ?? role
