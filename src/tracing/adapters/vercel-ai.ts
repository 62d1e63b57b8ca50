// The Vercel AI SDK: ai.* attributes.
import { ownMember } from '../../kernel/own.ts'
import type { SpanType } from '../attributes/vocabularies.ts'
import {
  identifier,
  inputs,
  json,
  jsonList,
  listOfOne,
  one,
  snakeCase,
  tokens,
  typeFrom,
  under,
  type Adapter,
  type Mapper,
} from './mapper.ts'

const settings: ReadonlyMap<string, string> = new Map([
  ['maxOutputTokens', 'max_tokens'],
  ['maxTokens', 'max_tokens'],
])

const types: Readonly<Record<string, SpanType>> = {
  'ai.toolcall': 'tool',
  'ai.embed': 'embedding',
  'ai.embed.doembed': 'embedding',
  'ai.embedmany': 'embedding',
  'ai.embedmany.doembed': 'embedding',
  'ai.rerank': 'rerank',
  'ai.rerank.dorerank': 'rerank',
}

/** The steps of any call are model calls. */
const typeOf = (operation: string): SpanType | undefined => {
  if (/\.do(?:generate|stream)$/.test(operation)) return 'chat'
  return ownMember(types, operation)
}

export const vercelAi: Adapter = {
  name: 'vercel_ai',
  alsoReads: ['ai.response.text', 'ai.result.text'],
  prepare: mapText,
  rules: [
    typeFrom('ai.operationId', typeOf),
    one('ai.prompt', 'data.inputs', inputs),
    one('ai.prompt.messages', 'data.inputs.prompt', json),
    one('ai.prompt.tools', 'data.inputs.tools', jsonList),
    one('ai.prompt.toolChoice', 'meta.request.tool_choice', json),
    one(['ai.response.object', 'ai.result.object'], 'data.outputs', json),
    one(['ai.response.toolCalls', 'ai.result.toolCalls'], 'data.outputs.toolCalls', json),
    one('ai.response.reasoning', 'data.outputs.reasoning'),
    one('ai.response.files', 'data.outputs.files', json),
    one('ai.toolCall.name', 'data.inputs.name'),
    one('ai.toolCall.args', 'data.inputs.args', json),
    one('ai.toolCall.result', 'data.outputs', json),
    one('ai.toolCall.id', 'meta.tool.call.id'),
    one('ai.value', 'data.inputs.value', json),
    one('ai.values', 'data.inputs.values', jsonList),
    one('ai.embedding', 'data.outputs.embedding', json),
    one('ai.embeddings', 'data.outputs.embeddings', jsonList),
    one('ai.documents', 'data.inputs.documents', jsonList),
    one('ai.ranking', 'data.outputs.ranking', jsonList),
    one(['ai.usage.inputTokens', 'ai.usage.promptTokens', 'ai.usage.tokens'], `${tokens}prompt`),
    one(['ai.usage.outputTokens', 'ai.usage.completionTokens'], `${tokens}completion`),
    one('ai.usage.totalTokens', `${tokens}total`),
    one(['ai.usage.reasoningTokens', 'ai.usage.outputTokenDetails.reasoningTokens'], `${tokens}reasoning`),
    one(['ai.usage.cachedInputTokens', 'ai.usage.inputTokenDetails.cacheReadTokens'], `${tokens}cache_read`),
    one('ai.usage.inputTokenDetails.cacheWriteTokens', `${tokens}cache_creation`),
    one('ai.model.id', 'meta.request.model'),
    one('ai.model.provider', 'meta.system'),
    ...['model', 'id', 'timestamp'].map((name) => one(`ai.response.${name}`, `meta.response.${name}`)),
    one(['ai.response.finishReason', 'ai.finishReason'], 'meta.response.finish_reasons', listOfOne),
    one('ai.response.providerMetadata', 'meta.response.provider_metadata', json),
    ...['msToFirstChunk', 'msToFinish', 'avgOutputTokensPerSecond', 'avgCompletionTokensPerSecond'].map(
      (name) => one(`ai.response.${name}`, `meta.response.${snakeCase(name)}`),
    ),
    under('ai.settings.', 'meta.request.', (name) => settings.get(name) ?? snakeCase(name)),
    one('ai.schema', 'meta.request.response_schema', json),
    one('ai.schema.name', 'meta.request.response_schema_name'),
    one('ai.schema.description', 'meta.request.response_schema_description'),
    under('ai.request.headers.', 'meta.request.headers.'),
    one('ai.telemetry.functionId', 'meta.function_id'),
    one('ai.telemetry.metadata.userId', 'user.id', identifier),
    one('ai.telemetry.metadata.sessionId', 'session.id', identifier),
    under('ai.telemetry.metadata.', 'meta.metadata.'),
  ],
}

const otherOutputKeys = [
  'ai.response.toolCalls',
  'ai.result.toolCalls',
  'ai.response.reasoning',
  'ai.response.files',
]

/** The text is the full output, or its member `text` if there is more than text. */
function mapText(mapper: Mapper): void {
  const text = mapper.attribute('ai.response.text') ?? mapper.attribute('ai.result.text')
  if (text === undefined) return
  const isPart = otherOutputKeys.some((key) => mapper.attribute(key) !== undefined)
  mapper.write(isPart ? 'data.outputs.text' : 'data.outputs', text)
}
