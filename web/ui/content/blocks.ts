// Turns a value into blocks: conversations, documents, tool definitions, named fields, texts. Every member of the value is in
// one block. A value that is too large or too deep becomes a JSON tree.
import { isLarge } from '../json/large/marker.ts'
import { isFields, joinedRest, jsonIn, membersOf, type Fields } from './members.ts'
import { messagesOf, type Message } from './messages.ts'
import { documentOf, isPart, mediaOf, partsOf, type Document, type Part } from './parts.ts'

export interface Tool {
  readonly name: string
  readonly description: string | undefined
  readonly parameters: unknown
  readonly rest: Fields | undefined
}

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'scalar'; readonly text: string }
  | {
      readonly kind: 'messages'
      readonly messages: readonly Message[]
      /** The JSON text that contains the messages, if they were stored as text. */
      readonly sourceText: string | undefined
    }
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'documents'; readonly documents: readonly Document[] }
  | { readonly kind: 'tools'; readonly tools: readonly Tool[] }
  | { readonly kind: 'fields'; readonly fields: readonly (readonly [string, Block])[] }
  | { readonly kind: 'list'; readonly items: readonly Block[] }
  | { readonly kind: 'tree'; readonly value: unknown }

const leavesMax = 200
const membersMax = 60
const depthMax = 6

/** Counts the leaves of a value up to a limit. */
function leavesOf(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null || isLarge(value)) return 1
  let leaves = 0
  for (const [, member] of Object.entries(value)) {
    leaves += leavesOf(member, max - leaves)
    if (leaves > max) break
  }
  return leaves
}

export function blockOf(value: unknown, depth = 0): Block {
  if (typeof value === 'string') return textBlock(value)
  if (typeof value !== 'object' || value === null) return { kind: 'scalar', text: String(value) }
  if (isLarge(value)) return { kind: 'tree', value }
  const rich = richBlock(value)
  if (rich !== undefined) return rich
  const members: readonly unknown[] = Object.values(value)
  if (members.length === 0) return { kind: 'scalar', text: Array.isArray(value) ? '[]' : '{}' }
  if (Array.isArray(value) && members.every((one) => typeof one === 'number')) {
    return members.length <= 16 ? { kind: 'scalar', text: JSON.stringify(value) } : { kind: 'tree', value }
  }
  const isShort = members.length <= membersMax && depth < depthMax
  const isSmall = leavesOf(value, leavesMax) <= leavesMax || members.some(isRich)
  if (!isShort || !isSmall) return { kind: 'tree', value }
  if (!Array.isArray(value)) {
    return { kind: 'fields', fields: Object.entries(value).map((member) => fieldOf(member, depth)) }
  }
  const items = members.map((one) => blockOf(one, depth + 1))
  return items.length === 1 && items[0] !== undefined && items[0].kind !== 'text'
    ? items[0]
    : { kind: 'list', items }
}

function textBlock(text: string): Block {
  if (/^data:[a-z]+\/[^;,]+;base64,/i.test(text)) {
    return { kind: 'parts', parts: [mediaOf({ url: text }, 'file')] }
  }
  const messages = messagesOf(jsonIn(text))
  return messages === undefined ? { kind: 'text', text } : { kind: 'messages', messages, sourceText: text }
}

/** An object with a single member shares its line: `retrieval.documents`. */
function fieldOf([name, value]: readonly [string, unknown], depth: number): readonly [string, Block] {
  const block = blockOf(value, depth + 1)
  const onlyField = block.kind === 'fields' && block.fields.length === 1 ? block.fields[0] : undefined
  return onlyField === undefined || onlyField[1].kind === 'scalar' || onlyField[1].kind === 'text'
    ? [name, block]
    : [`${name}.${onlyField[0]}`, onlyField[1]]
}

function richBlock(value: object): Block | undefined {
  const messages = messagesOf(value)
  if (messages !== undefined) return { kind: 'messages', messages, sourceText: undefined }
  if (!Array.isArray(value) || value.length === 0) return undefined
  const items: readonly unknown[] = value
  if (items.every(isPart)) return { kind: 'parts', parts: partsOf(items) }
  const tools = items.map(toolOf)
  if (tools.every((one) => one !== undefined)) return { kind: 'tools', tools }
  const documents = items.map(documentOf)
  if (documents.every((one) => one !== undefined)) return { kind: 'documents', documents }
  return undefined
}

const isRich = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !isLarge(value) && richBlock(value) !== undefined

const schemaNames = ['parameters', 'input_schema', 'inputSchema', 'args_schema'] as const

function toolOf(value: unknown): Tool | undefined {
  if (!isFields(value)) return undefined
  const members = membersOf(value)
  const inner = isFields(value['function']) ? membersOf(value['function']) : undefined
  const toolMembers = inner ?? members
  const name = toolMembers.takeText('name')
  const description = toolMembers.takeText('description')
  const parameters = toolMembers.take(...schemaNames)
  if (
    name === undefined ||
    (inner === undefined && parameters === undefined && value['type'] !== 'function')
  ) {
    return undefined
  }
  members.take('function')
  if (value['type'] === 'function') members.takeText('type')
  return { name, description, parameters, rest: joinedRest(members.rest(), inner?.rest(), 'function') }
}

/** The first conversation in a value, if there is one. */
export function conversationIn(value: unknown): readonly Message[] | undefined {
  return firstMessages(blockOf(value))
}

function firstMessages(block: Block): readonly Message[] | undefined {
  if (block.kind === 'messages') return block.messages
  const inner =
    block.kind === 'fields' ? block.fields.map(([, one]) => one) : block.kind === 'list' ? block.items : []
  for (const one of inner) {
    const messages = firstMessages(one)
    if (messages !== undefined) return messages
  }
  return undefined
}
