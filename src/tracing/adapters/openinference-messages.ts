// Messages of OpenInference: one attribute per member of each message, `llm.input_messages.0.message.role`. They become
// messages in the form of chat APIs. Lists may start at any index, because instrumentations omit hidden messages.
import { nestedAttributes } from '../attributes/write-tree.ts'
import { isList, isObject, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { normalisedMessages } from './gen-ai-messages.ts'
import { json } from './mapper.ts'
import { presentMembers, textOf } from './message-parts.ts'

export interface ModelMessages {
  readonly input?: readonly Value[]
  readonly output?: readonly Value[]
  readonly tools?: readonly Value[]
}

/** Members of the elements of one list, by index. */
type Elements = Map<number, OpenObject>

const lists: ReadonlyMap<string, keyof ModelMessages> = new Map([
  ['input_messages', 'input'],
  ['prompts', 'input'],
  ['output_messages', 'output'],
  ['choices', 'output'],
  ['tools', 'tools'],
])

const elementKey = /^llm\.(input_messages|output_messages|prompts|choices|tools)\.(\d{1,9})\.(.+)$/s

/** The prompt, the response and the tools of a model call. Each is absent if no attribute describes it. */
export function modelMessages(attributes: ValueObject): ModelMessages {
  const elementLists: Partial<Record<keyof ModelMessages, Elements>> = {}
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith('llm.')) continue
    const [, list = '', place = '', rest = ''] = elementKey.exec(key) ?? []
    const target = lists.get(list)
    const member = target === undefined ? undefined : memberOf(list, rest)
    if (target === undefined || member === undefined) continue
    const elements = (elementLists[target] ??= new Map())
    let element = elements.get(Number(place))
    if (element === undefined) elements.set(Number(place), (element = {}))
    setOwn(element, member, ownMember(attributes, key) ?? null)
  }
  return {
    ...(elementLists.input === undefined ? {} : { input: inOrder(elementLists.input).flatMap(messageOf) }),
    ...(elementLists.output === undefined ? {} : { output: inOrder(elementLists.output).flatMap(messageOf) }),
    ...(elementLists.tools === undefined
      ? {}
      : { tools: inOrder(elementLists.tools).map(({ json_schema }) => json(json_schema ?? null)) }),
  }
}

/** The member of an element for a key: `message.role` → `role`, `prompt.text` → `content`. */
function memberOf(list: string, rest: string): string | undefined {
  switch (list) {
    case 'prompts':
      return rest === 'prompt.text' ? 'content' : undefined
    case 'choices':
      return rest === 'completion.text' ? 'content' : undefined
    case 'tools':
      return rest === 'tool.json_schema' ? 'json_schema' : undefined
    default:
      // AutoGen sends tool results next to the message: `llm.input_messages.3.function.0`.
      if (/^function\.\d{1,9}$/.test(rest)) return rest
      return rest.startsWith('message.') && rest !== 'message.' ? rest.slice('message.'.length) : undefined
  }
}

const inOrder = (elements: Elements): readonly ValueObject[] =>
  [...elements].sort(([a], [b]) => a - b).map(([, element]) => element)

/** Elements of a list that was nested from keys. A list with gaps is an object by index. */
function elementsOf(value: Value | undefined): readonly Value[] | undefined {
  if (isList(value)) return value
  if (!isObject(value) || !Object.keys(value).every((key) => /^\d+$/.test(key))) return undefined
  return Object.values(value)
}

function messageOf(flatMessage: ValueObject): readonly Value[] {
  const message = nestedAttributes(flatMessage)
  const results = message['role'] === 'function' ? elementsOf(message['function']) : undefined
  if (results !== undefined) return results.map(toolResultOf)
  const calls = elementsOf(message['tool_calls'])?.map(toolCallOf)
  const parts = elementsOf(message['contents'])?.map(partOf)
  const withCalls = calls === undefined ? message : { ...message, tool_calls: calls }
  if (parts === undefined) return [withCalls]
  const { contents: _, content, ...rest } = withCalls
  const isRepeated = content === undefined || repeatsContent(parts, content)
  return normalisedMessages([{ ...rest, parts: isRepeated ? parts : [{ type: 'text', content }, ...parts] }])
}

/** Whether the parts have the same text as the content. Some instrumentations send both. */
function repeatsContent(parts: readonly Value[], content: Value): boolean {
  const texts = parts.flatMap((part) =>
    isObject(part) && part['type'] === 'text' ? [textOf(part['content'])] : [],
  )
  return ['', ' ', '\n', '\n\n'].some((separator) => texts.join(separator) === content)
}

/** The JSON text `{name, content, call_id}` as a message. */
function toolResultOf(text: Value): Value {
  const result = json(text)
  if (!isObject(result)) return { role: 'tool', content: result }
  return presentMembers({
    role: 'tool',
    content: result['content'] ?? '',
    tool_call_id: result['call_id'],
    name: result['name'],
  })
}

function toolCallOf(element: Value): Value {
  const call = isObject(element) ? (element['tool_call'] ?? element) : element
  return isObject(call)
    ? { ...(call['id'] === undefined ? {} : { id: call['id'] }), type: 'function', ...call }
    : call
}

/** A part in the vocabulary of the gen_ai conventions, as far as it has a word for it. */
function partOf(element: Value): Value {
  if (!isObject(element)) return element
  const content = isObject(element['message_content']) ? element['message_content'] : element
  const call = element['tool_call'] ?? content['tool_call']
  if (isObject(call)) {
    const definition = isObject(call['function']) ? call['function'] : {}
    return { type: 'tool_call', ...(call['id'] === undefined ? {} : { id: call['id'] }), ...definition }
  }
  const { type, text, ...rest } = content
  if (type === 'text' || type === 'reasoning') return { type, content: text ?? '' }
  return {
    ...(type === undefined ? {} : { type }),
    ...(text === undefined ? {} : { text }),
    ...unwrapped(rest),
  }
}

/** `{image: {image: {url}}}` → `{image: {url}}` */
const unwrapped = (members: ValueObject): ValueObject =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      isObject(value) && Object.keys(value).length === 1 ? (ownMember(value, name) ?? value) : value,
    ]),
  )
