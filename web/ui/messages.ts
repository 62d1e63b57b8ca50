// Messages of a conversation out of whatever a program recorded: the shapes of the common clients become one.
import { isLarge } from './large/marker.ts'

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'audio'; readonly url: string | undefined; readonly transcript: string | undefined }
  | { readonly kind: 'call'; readonly id: string | undefined; readonly name: string; readonly input: unknown }
  | { readonly kind: 'result'; readonly id: string | undefined; readonly output: unknown }
  | {
      readonly kind: 'document'
      readonly title: string | undefined
      readonly text: string
      readonly score: number | undefined
    }
  | { readonly kind: 'other'; readonly value: unknown }

export interface Message {
  readonly role: string
  readonly name: string | undefined
  readonly parts: readonly Part[]
  readonly finish: string | undefined
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

const isMessage = (value: unknown): value is Fields =>
  isFields(value) &&
  typeof value['role'] === 'string' &&
  ['content', 'parts', 'tool_calls', 'text', 'refusal', 'reasoning_content', 'function_call'].some(
    (name) => name in value,
  )

/** Where conversations are found, by the name of the member. */
const places = [
  'messages',
  'prompt',
  'completion',
  'completions',
  'input',
  'output',
  'response',
  'choices',
  'message',
  'value',
]

/** The messages of a value; undefined: it holds no conversation. */
export function messagesOf(value: unknown, depth = 0): readonly Message[] | undefined {
  const own = parsed(value)
  if (isMessage(own)) return [messageOf(own)]
  if (Array.isArray(own)) {
    if (own.length === 0) return undefined
    if (own.every(isMessage)) return own.map(messageOf)
    const nested =
      depth < 3 ? own.map((one) => (isFields(one) ? messagesOf(one['message'], depth + 1) : undefined)) : []
    return nested.length > 0 && nested.every((one) => one !== undefined) ? nested.flat() : undefined
  }
  if (!isFields(own) || depth >= 3) return undefined
  for (const place of places) {
    if (!Object.hasOwn(own, place)) continue
    const found = messagesOf(own[place], depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

export function messageOf(fields: Fields): Message {
  const reasoning = text(fields['reasoning_content']) ?? text(fields['reasoning'])
  const calls = Array.isArray(fields['tool_calls']) ? fields['tool_calls'].filter(isFields).map(callOf) : []
  const isResult = fields['role'] === 'tool' && fields['parts'] === undefined
  const content = fields['parts'] ?? fields['content'] ?? fields['text'] ?? fields['refusal']
  const spoken: readonly Part[] = isResult
    ? [{ kind: 'result', id: text(fields['tool_call_id']), output: parsed(content) }]
    : partsOf(content)
  return {
    role: String(fields['role']),
    name: text(fields['name']),
    parts: [
      ...(reasoning === undefined ? [] : [{ kind: 'reasoning' as const, text: reasoning }]),
      ...spoken,
      ...calls,
    ],
    finish: text(fields['finish_reason']),
  }
}

function callOf(call: Fields): Part {
  const own = isFields(call['function']) ? call['function'] : call
  return {
    kind: 'call',
    id: text(call['id']),
    name: text(own['name']) ?? text(call['type']) ?? 'tool',
    input: parsed(own['arguments'] ?? own['input'] ?? own['args']),
  }
}

function partsOf(content: unknown): readonly Part[] {
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.flatMap(partOf)
  return partOf(content)
}

function imageUrl(fields: Fields): string | undefined {
  const given = fields['image_url'] ?? fields['source'] ?? fields['image'] ?? fields['url']
  if (typeof given === 'string') return given
  if (!isFields(given)) return undefined
  if (typeof given['url'] === 'string') return given['url']
  return typeof given['data'] === 'string'
    ? `data:${text(given['media_type']) ?? 'image/png'};base64,${given['data']}`
    : undefined
}

function partOf(value: unknown): readonly Part[] {
  if (typeof value === 'string') return [{ kind: 'text', text: value }]
  if (!isFields(value)) return [{ kind: 'other', value }]
  const type = text(value['type']) ?? ''
  const said = text(value['text']) ?? text(value['content']) ?? text(value['thinking'])
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return said === undefined ? [] : [{ kind: 'text', text: said }]
    case 'thinking':
    case 'reasoning':
      return said === undefined ? [{ kind: 'other', value }] : [{ kind: 'reasoning', text: said }]
    case 'image':
    case 'image_url':
    case 'input_image': {
      const url = imageUrl(value)
      return url === undefined ? [{ kind: 'other', value }] : [{ kind: 'image', url }]
    }
    case 'audio':
    case 'input_audio':
    case 'output_audio': {
      const audio = isFields(value['audio']) ? value['audio'] : value
      return [{ kind: 'audio', url: text(audio['url']), transcript: text(audio['transcript']) }]
    }
    case 'tool_use':
    case 'tool_call':
    case 'tool-call':
    case 'function_call':
      return [
        callOf({
          ...value,
          name: value['name'] ?? value['toolName'],
          arguments: value['arguments'] ?? value['args'] ?? value['input'],
        }),
      ]
    case 'tool_result':
    case 'tool-result':
    case 'tool_call_response':
      return [
        {
          kind: 'result',
          id: text(value['tool_use_id']) ?? text(value['id']) ?? text(value['toolCallId']),
          output: parsed(value['content'] ?? value['result'] ?? value['response'] ?? value['output']),
        },
      ]
    case 'document':
      return said === undefined
        ? [{ kind: 'other', value }]
        : [{ kind: 'document', title: text(value['title']), text: said, score: undefined }]
    default:
      return said === undefined ? [{ kind: 'other', value }] : [{ kind: 'text', text: said }]
  }
}

const fieldsMax = 12

/** The members of a flat object, as they can be read one below the other; undefined: it is something else. */
export function fieldsIn(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (!isFields(value) || isLarge(value)) return undefined
  const members = Object.entries(value)
  const isFlat = members.every(([, own]) => typeof own !== 'object' || own === null || isLarge(own))
  return members.length > 0 && members.length <= fieldsMax && isFlat ? members : undefined
}

/** Documents that a search found; undefined: the value is something else. */
export function documentsOf(value: unknown): readonly (Part & { readonly kind: 'document' })[] | undefined {
  const own = isFields(value) ? (value['documents'] ?? value['results'] ?? value['chunks']) : value
  if (!Array.isArray(own) || own.length === 0) return undefined
  const found = own.map((one: unknown) => {
    const fields = isFields(one) && isFields(one['document']) ? { ...one, ...one['document'] } : one
    if (!isFields(fields)) return undefined
    const body = text(fields['content']) ?? text(fields['text']) ?? text(fields['page_content'])
    if (body === undefined || 'role' in fields) return undefined
    const score = fields['score'] ?? fields['relevance_score']
    return {
      kind: 'document' as const,
      title: text(fields['title']) ?? text(fields['id']) ?? text(fields['source']),
      text: body,
      score: typeof score === 'number' ? score : undefined,
    }
  })
  return found.every((one) => one !== undefined) ? found : undefined
}
