// Messages as OpenInference tells them: one attribute for each member of each, `llm.input_messages.0.message.role`. They
// become the messages that chat interfaces use. Lists may start anywhere: instrumentations leave out what they hide.
import { nested } from '../attributes/write-tree.ts'
import { isObject, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { normalisedMessages } from './gen-ai-messages.ts'
import { json } from './mapper.ts'
import { present, textOf } from './message-parts.ts'

export interface ToldMessages {
  readonly input?: readonly Value[]
  readonly output?: readonly Value[]
  readonly tools?: readonly Value[]
}

/** Members of the elements of one list, by their place. */
type Elements = Map<number, OpenObject>

const lists: ReadonlyMap<string, keyof ToldMessages> = new Map([
  ['input_messages', 'input'],
  ['prompts', 'input'],
  ['output_messages', 'output'],
  ['choices', 'output'],
  ['tools', 'tools'],
])

const elementKey = /^llm\.(input_messages|output_messages|prompts|choices|tools)\.(\d{1,9})\.(.+)$/s

/** The prompt, the answer and the tools of a model call, each absent when nothing is told of it. */
export function toldMessages(attributes: ValueObject): ToldMessages {
  const told: Partial<Record<keyof ToldMessages, Elements>> = {}
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith('llm.')) continue
    const [, list = '', place = '', rest = ''] = elementKey.exec(key) ?? []
    const target = lists.get(list)
    const member = target === undefined ? undefined : memberOf(list, rest)
    if (target === undefined || member === undefined) continue
    const elements = (told[target] ??= new Map())
    let element = elements.get(Number(place))
    if (element === undefined) elements.set(Number(place), (element = {}))
    setOwn(element, member, ownMember(attributes, key) ?? null)
  }
  return {
    ...(told.input === undefined ? {} : { input: inOrder(told.input).flatMap(messageOf) }),
    ...(told.output === undefined ? {} : { output: inOrder(told.output).flatMap(messageOf) }),
    ...(told.tools === undefined
      ? {}
      : { tools: inOrder(told.tools).map(({ json_schema }) => json(json_schema ?? null)) }),
  }
}

/** The member of an element that a key names: `message.role` → `role`, `prompt.text` → `content`. */
function memberOf(list: string, rest: string): string | undefined {
  switch (list) {
    case 'prompts':
      return rest === 'prompt.text' ? 'content' : undefined
    case 'choices':
      return rest === 'completion.text' ? 'content' : undefined
    case 'tools':
      return rest === 'tool.json_schema' ? 'json_schema' : undefined
    default:
      // AutoGen tells results of tools beside the message: `llm.input_messages.3.function.0`.
      if (/^function\.\d{1,9}$/.test(rest)) return rest
      return rest.startsWith('message.') && rest !== 'message.' ? rest.slice('message.'.length) : undefined
  }
}

const inOrder = (elements: Elements): readonly ValueObject[] =>
  [...elements].sort(([a], [b]) => a - b).map(([, element]) => element)

/** Elements of a list that was nested from keys; one with gaps is an object of places. */
function elementsOf(value: Value | undefined): readonly Value[] | undefined {
  if (Array.isArray(value)) return value as readonly Value[]
  if (!isObject(value) || !Object.keys(value).every((key) => /^\d+$/.test(key))) return undefined
  return Object.values(value)
}

function messageOf(flat: ValueObject): readonly Value[] {
  const message = nested(flat)
  const results = message['role'] === 'function' ? elementsOf(message['function']) : undefined
  if (results !== undefined) return results.map(toolResultOf)
  const calls = elementsOf(message['tool_calls'])?.map(toolCallOf)
  const parts = elementsOf(message['contents'])?.map(partOf)
  const whole = calls === undefined ? message : { ...message, tool_calls: calls }
  if (parts === undefined) return [whole]
  const { contents: _, content, ...rest } = whole
  const isRepeated = content === undefined || repeats(parts, content)
  return normalisedMessages([{ ...rest, parts: isRepeated ? parts : [{ type: 'text', content }, ...parts] }])
}

/** Whether the text of the parts is the content: some instrumentations send both. */
function repeats(parts: readonly Value[], content: Value): boolean {
  const texts = parts.flatMap((part) =>
    isObject(part) && part['type'] === 'text' ? [textOf(part['content'])] : [],
  )
  return ['', ' ', '\n', '\n\n'].some((separator) => texts.join(separator) === content)
}

/** The JSON text `{name, content, call_id}` as a message. */
function toolResultOf(told: Value): Value {
  const result = json(told)
  if (!isObject(result)) return { role: 'tool', content: result }
  return present({
    role: 'tool',
    content: result['content'] ?? '',
    tool_call_id: result['call_id'],
    name: result['name'],
  })
}

function toolCallOf(told: Value): Value {
  const call = isObject(told) ? (told['tool_call'] ?? told) : told
  return isObject(call)
    ? { ...(call['id'] === undefined ? {} : { id: call['id'] }), type: 'function', ...call }
    : call
}

/** A part in the words of the gen_ai conventions, where they have some. */
function partOf(told: Value): Value {
  if (!isObject(told)) return told
  const content = isObject(told['message_content']) ? told['message_content'] : told
  const call = told['tool_call'] ?? content['tool_call']
  if (isObject(call)) {
    const called = isObject(call['function']) ? call['function'] : {}
    return { type: 'tool_call', ...(call['id'] === undefined ? {} : { id: call['id'] }), ...called }
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
