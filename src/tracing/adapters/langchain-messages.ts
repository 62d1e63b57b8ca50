// Converts serialised messages of LangChain: `{lc: 1, type: 'constructor', id: […, 'HumanMessage'], kwargs}` and
// `{type: 'human', data}`. They become messages in the form of docs/traces.md, anywhere in a value.
import { isList, isObject, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { json } from './mapper.ts'
import { presentMembers } from './message-parts.ts'

const roles: ReadonlyMap<Value | undefined, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
  ['function', 'function'],
])

/** Every serialised message has one of these names. Other texts are not searched. */
const isSerialised = (text: string): boolean =>
  text.includes('"additional_kwargs"') || (text.includes('"lc"') && text.includes('"kwargs"'))

/** Parses JSON text and converts the messages of LangChain in it. Other text stays text. */
export const jsonWithMessages = (value: Value): Value => {
  const parsedValue = json(value)
  return typeof value === 'string' && isSerialised(value) ? withPlainMessages(parsedValue) : parsedValue
}

function withPlainMessages(value: Value): Value {
  if (isList(value)) return value.map(withPlainMessages)
  if (!isObject(value)) return value
  const members = membersOf(value)
  const message = members === undefined ? undefined : messageOf(members)
  if (message !== undefined) return message
  const plainMessage: OpenObject = {}
  for (const [name, member] of Object.entries(members ?? value))
    setOwn(plainMessage, name, withPlainMessages(member))
  return plainMessage
}

/** The members of a serialised object. Undefined for other values. */
function membersOf(value: ValueObject): ValueObject | undefined {
  const { kwargs, data } = value
  if (value['lc'] === 1 && value['type'] === 'constructor' && isObject(kwargs)) return kwargs
  return isObject(data) && roles.has(value['type']) && ownMember(data, 'content') !== undefined
    ? data
    : undefined
}

function messageOf(members: ValueObject): ValueObject | undefined {
  const role = roles.get(members['type'])
  if (role === undefined || members['content'] === undefined) return undefined
  const calls = members['tool_calls']
  const optional = (name: string): Value | undefined => ownMember(members, name) ?? undefined
  return presentMembers({
    role,
    content: members['content'],
    tool_calls: isList(calls) && calls.length > 0 ? calls.map(toolCallOf) : undefined,
    tool_call_id: optional('tool_call_id'),
    name: optional('name'),
  })
}

const toolCallOf = (call: Value): Value =>
  isObject(call)
    ? presentMembers({
        id: call['id'],
        type: 'function',
        function: presentMembers({ name: call['name'], arguments: call['args'] }),
      })
    : call
