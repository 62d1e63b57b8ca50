// OpenLLMetry (Traceloop): traceloop.* and the older llm.* attributes. The gen_ai.usage, .request and .response
// attributes of the same spans are mapped by gen-ai.ts.
import type { Value } from '../value.ts'
import { jsonWithMessages } from './langchain-messages.ts'
import {
  asInputs,
  flag,
  identifier,
  indexed,
  json,
  listOfOne,
  memberOrSelf,
  one,
  tokens,
  typeFrom,
  under,
  type Adapter,
} from './mapper.ts'
import { mapVectorStore } from './vector-stores.ts'

/** The member of an entity's value with this name, or the value itself if it has none. */
const entityValue = (value: Value, name: string): Value => memberOrSelf(jsonWithMessages(value), name)

export const openllmetry: Adapter = {
  name: 'openllmetry',
  alsoReads: ['db.system.name'],
  rules: [
    typeFrom('llm.request.type', {
      chat: 'chat',
      completion: 'completion',
      embedding: 'embedding',
      rerank: 'rerank',
    }),
    typeFrom('traceloop.span.kind', { workflow: 'workflow', task: 'task', agent: 'agent', tool: 'tool' }),
    one('traceloop.entity.input', 'data.inputs', (value) => asInputs(entityValue(value, 'inputs'))),
    one('traceloop.entity.output', 'data.outputs', (value) => entityValue(value, 'outputs')),
    // On spans of a Model Context Protocol server.
    one('mcp.response.value', 'data.outputs', json),
    under('gen_ai.prompt.', 'data.inputs.prompt.', indexed),
    under('gen_ai.completion.', 'data.outputs.completion.', indexed),
    under('llm.request.functions.', 'data.inputs.functions.'),
    under('llm.request.tools.', 'data.inputs.tools.'),
    one('llm.usage.total_tokens', `${tokens}total`),
    one('llm.usage.reasoning_tokens', `${tokens}reasoning`),
    one(['llm.headers', 'gen_ai.headers'], 'meta.request.headers'),
    one(['llm.top_k', 'db.vector.query.top_k', 'pinecone.query.top_k'], 'meta.request.top_k'),
    one('llm.frequency_penalty', 'meta.request.frequency_penalty'),
    one('llm.presence_penalty', 'meta.request.presence_penalty'),
    one('llm.request.repetition_penalty', 'meta.request.repetition_penalty'),
    one('llm.request.reasoning_effort', 'meta.request.reasoning_effort'),
    one('llm.chat.stop_sequences', 'meta.request.stop_sequences'),
    one(['llm.is_streaming', 'gen_ai.is_streaming'], 'meta.request.streaming', flag),
    one('gen_ai.openai.api_base', 'meta.request.base_url'),
    one('gen_ai.openai.api_version', 'meta.request.api_version'),
    one('gen_ai.openai.api_type', 'meta.request.api_type'),
    one(
      ['gen_ai.openai.system_fingerprint', 'gen_ai.openai.response.system_fingerprint'],
      'meta.response.system_fingerprint',
    ),
    one(
      ['llm.response.finish_reason', 'llm.response.stop_reason'],
      'meta.response.finish_reasons',
      listOfOne,
    ),
    one('db.system', 'meta.system'),
    one('db.operation', 'meta.operation'),
    one('traceloop.entity.name', 'meta.entity.name'),
    one('traceloop.entity.path', 'meta.entity.path'),
    one('traceloop.entity.version', 'meta.entity.version'),
    one('traceloop.workflow.name', 'meta.workflow.name'),
    one('traceloop.association.properties.session_id', 'session.id', identifier),
    one('traceloop.association.properties.user_id', 'user.id', identifier),
    under('traceloop.association.properties.', 'meta.association.'),
    under('traceloop.prompt.', 'meta.prompt.'),
    one(['llm.user', 'gen_ai.user'], 'user.id', identifier),
  ],
  map: mapVectorStore,
}
