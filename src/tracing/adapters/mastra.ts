// Mastra: mastra.* attributes of its exporter, in addition to those of the gen_ai conventions.
import type { SpanType } from '../attributes/vocabularies.ts'
import { isList, isObject, type Value, type ValueObject } from '../value.ts'
import { identifier, json, jsonContainer, one, readUnder, type Adapter, type Mapper } from './mapper.ts'
import { presentMembers } from './message-parts.ts'
import { promptOf } from './model-call.ts'

const types: ReadonlyMap<Value | undefined, SpanType> = new Map([
  ['agent_run', 'agent'],
  ['model_generation', 'chat'],
  ['llm_generation', 'chat'],
  ['tool_call', 'tool'],
  ['mcp_tool_call', 'tool'],
  ['workflow_run', 'workflow'],
])

/** Span types whose input is messages and whose output is one message. */
const modelSpans: ReadonlySet<Value | undefined> = new Set([
  'model_generation',
  'llm_generation',
  'model_step',
])

export const mastra: Adapter = {
  name: 'mastra',
  alsoReads: ['mastra.span.type'],
  prepare: mapValues,
  rules: [
    one(['mastra.metadata.sessionId', 'mastra.metadata.threadId'], 'session.id', identifier),
    one('mastra.metadata.userId', 'user.id', identifier),
    readUnder('mastra.metadata.', 'meta.metadata.', jsonContainer),
  ],
}

/** The keys of input and output depend on the type of the span: `mastra.agent_run.input`. */
function mapValues(mapper: Mapper): void {
  const type = mapper.attribute('mastra.span.type')
  if (typeof type !== 'string') return
  mapper.hasMatched = true
  mapper.spanType = types.get(type)
  const isModelSpan = modelSpans.has(type)
  const input = mapper.attribute(`mastra.${type}.input`)
  if (input !== undefined) mapper.write('data.inputs', promptOf(json(input), isModelSpan))
  const output = mapper.attribute(`mastra.${type}.output`)
  if (output === undefined) return
  const value = json(output)
  const message = isModelSpan && isObject(value) ? answerOf(value) : undefined
  mapper.write('data.outputs', message === undefined ? value : { completion: [message] })
}

/** `{text, toolCalls: [{toolCallId, toolName, args}]}` as a message. */
function answerOf({ text, toolCalls }: ValueObject): ValueObject | undefined {
  const calls = isList(toolCalls) ? toolCalls.filter(isObject) : []
  if (typeof text !== 'string' && calls.length === 0) return undefined
  return presentMembers({
    role: 'assistant',
    content: text ?? '',
    tool_calls: calls.length === 0 ? undefined : calls.map(toolCallOf),
  })
}

const toolCallOf = (call: ValueObject): ValueObject =>
  presentMembers({
    id: call['toolCallId'],
    type: 'function',
    function: presentMembers({ name: call['toolName'], arguments: call['args'] }),
  })
