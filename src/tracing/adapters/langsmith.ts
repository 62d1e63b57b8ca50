// LangSmith over OpenTelemetry: langsmith.* attributes in addition to gen_ai.*.
import { valueAt } from '../value.ts'
import { jsonWithMessages } from './langchain-messages.ts'
import {
  costs,
  identifier,
  json,
  jsonContainer,
  mapMembers,
  one,
  readUnder,
  tokens,
  typeFrom,
  type Adapter,
  type Read,
} from './mapper.ts'
import { completionOf, promptOf } from './model-call.ts'

/** Tags are sent as one text with commas. */
const tagList: Read = (value) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '')
    : value

const inputDetails: ReadonlyMap<string, string> = new Map([
  ['cache_read', 'cache_read'],
  ['cache_creation', 'cache_creation'],
  ['audio', 'prompt_audio'],
])
const outputDetails: ReadonlyMap<string, string> = new Map([
  ['reasoning', 'reasoning'],
  ['audio', 'completion_audio'],
])

const usage = 'langsmith.metadata.usage_metadata'
const totals: ReadonlyMap<string, string> = new Map([
  ['input_tokens', 'prompt'],
  ['output_tokens', 'completion'],
  ['total_tokens', 'total'],
])
const totalCosts: ReadonlyMap<string, string> = new Map([
  ['input_cost', 'prompt'],
  ['output_cost', 'completion'],
  ['total_cost', 'total'],
])

export const langsmith: Adapter = {
  name: 'langsmith',
  // LangSmith sends `embeddings` for retrievers in gen_ai.operation.name.
  decidesType: true,
  rules: [
    typeFrom('langsmith.span.kind', {
      llm: 'chat',
      chain: 'chain',
      tool: 'tool',
      retriever: 'query',
      embedding: 'embedding',
      prompt: 'task',
      parser: 'task',
    }),
    one('langsmith.trace.name', 'meta.trace.name'),
    one(
      [
        ...['session_id', 'thread_id', 'conversation_id'].map((name) => `langsmith.metadata.${name}`),
        'langsmith.trace.session_id',
      ],
      'session.id',
      identifier,
    ),
    one('langsmith.metadata.user_id', 'user.id', identifier),
    one('langsmith.trace.session_name', 'meta.session.name'),
    one('langsmith.span.tags', 'meta.tags', tagList),
    readUnder('langsmith.metadata.', 'meta.metadata.', jsonContainer),
  ],
  map: (mapper) => {
    // These keys belong to LangSmith only on spans with other attributes of it.
    if (!mapper.hasMatched) return
    const kind = mapper.attribute('langsmith.span.kind')
    const isModelCall = kind === 'llm'
    mapper.apply(
      one('gen_ai.prompt', 'data.inputs', (value) => promptOf(jsonWithMessages(value), isModelCall)),
    )
    mapper.apply(
      one('gen_ai.completion', 'data.outputs', (value) => {
        const output = jsonWithMessages(value)
        return isModelCall ? completionOf(output) : output
      }),
    )
    const usageValue = json(mapper.attribute(usage) ?? null)
    mapMembers(mapper, usageValue, tokens, totals)
    mapMembers(mapper, usageValue, costs, totalCosts)
    for (const [side, details] of [
      ['input_token_details', inputDetails],
      ['output_token_details', outputDetails],
    ] as const) {
      mapMembers(mapper, valueAt(usageValue, [side]), tokens, details)
      mapMembers(mapper, json(mapper.attribute(`gen_ai.usage.${side}`) ?? null), tokens, details)
    }
  },
}
