// web/playground/conversation: turns of a cell and the forms that reply. Imports web/app and web/ui. Start here.
//
// Continues the conversation of a cell: answers to tool calls, and further messages of the user. This file is pure.
import { serviceKeyOf, type Outcome, type Values } from '../../app/trials/program.ts'
import type { JsonObject } from '../../app/versions/client.ts'
import { isRecord } from '../../ui/records.ts'

export interface ChatMessage {
  readonly role: string
  readonly [member: string]: unknown
}

/** A past call of a conversation, and the messages that were sent after it. */
export interface Turn {
  readonly outcome: Outcome
  readonly reply: readonly ChatMessage[]
}

export interface ToolCall {
  readonly id: string
  readonly name: string
}

/** The output of a model as a message of the conversation. */
export function messageOf(outputs: unknown): ChatMessage {
  if (isRecord(outputs) && typeof outputs['role'] === 'string') return { ...outputs, role: outputs['role'] }
  return { role: 'assistant', content: typeof outputs === 'string' ? outputs : JSON.stringify(outputs) }
}

/** The text of a message; other outputs unchanged. */
export const messageText = (outputs: unknown): unknown =>
  isRecord(outputs) && typeof outputs['role'] === 'string' && typeof outputs['content'] === 'string'
    ? outputs['content']
    : outputs

/** The tools that a model called in its output. */
export function toolCallsOf(outputs: unknown): readonly ToolCall[] {
  const calls = isRecord(outputs) ? outputs['tool_calls'] : undefined
  if (!Array.isArray(calls)) return []
  return calls.filter(isRecord).map(({ id, function: tool }, at) => ({
    id: typeof id === 'string' ? id : String(at),
    name: isRecord(tool) && typeof tool['name'] === 'string' ? tool['name'] : 'tool',
  }))
}

/** One message per tool call, in the form of OpenAI-compatible providers. */
export const toolResults = (
  calls: readonly ToolCall[],
  texts: Readonly<Record<string, string>>,
): readonly ChatMessage[] =>
  calls.map(({ id, name }) => ({ role: 'tool', tool_call_id: id, name, content: texts[id] ?? '' }))

/** Texts by the names of tools. */
export type Mocks = Readonly<Record<string, string>>

/** The limit for a model that calls tools again and again. Its last calls then wait for a person. */
export const mockRoundsMax = 8

/** The results of all tools that were called; undefined: no tool was called, or one has no mock. */
export function mockedReply(outcome: Outcome, mocks: Mocks): readonly ChatMessage[] | undefined {
  const calls = 'outputs' in outcome ? toolCallsOf(outcome.outputs) : []
  if (calls.length === 0 || !calls.every(({ name }) => Object.hasOwn(mocks, name))) return undefined
  return toolResults(calls, Object.fromEntries(calls.map(({ id, name }) => [id, mocks[name] ?? ''])))
}

export const transcriptOf = (turns: readonly Turn[]): readonly ChatMessage[] =>
  turns.flatMap(({ outcome, reply }) => [
    ...('outputs' in outcome ? [messageOf(outcome.outputs)] : []),
    ...reply,
  ])

/** The conversation of a cell with a reply. A failed call is repeated with the same messages. */
export const turnsWith = (
  { turns = [], outcome }: { readonly turns?: readonly Turn[] | undefined; readonly outcome: Outcome },
  reply: readonly ChatMessage[],
): readonly Turn[] => ('failure' in outcome ? turns : [...turns, { outcome, reply }])

const continuableServices: ReadonlySet<string> = new Set(['completion', 'chat'])

/** Whether the program is a prompt, to which a conversation can be appended. */
export const canContinue = (data: JsonObject): boolean => continuableServices.has(serviceKeyOf(data))

/** The call that continues a conversation: a chat with the prompt, the messages of the inputs and the turns. */
export function continuedCall(
  { data, inputs }: { readonly data: JsonObject; readonly inputs: Values },
  turns: readonly Turn[],
): { readonly data: JsonObject; readonly inputs: Values } {
  const startMessages =
    serviceKeyOf(data) === 'chat' && Array.isArray(inputs['messages']) ? inputs['messages'] : []
  return {
    data: { ...data, uri: 'agenta:builtin:chat:v0' },
    inputs: { ...inputs, messages: [...startMessages, ...transcriptOf(turns)] },
  }
}
