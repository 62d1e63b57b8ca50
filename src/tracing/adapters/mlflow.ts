// MLflow tracing: mlflow.* attributes, each a JSON text (also plain words: "\"LLM\"").
import type { SpanType } from '../canonical/words.ts'
import { costs, identifier, inputs, json, mapMembers, one, tokens, under, type Adapter } from './mapper.ts'

const types: ReadonlyMap<string, SpanType> = new Map([
  ['llm', 'llm'],
  ['chat_model', 'chat'],
  ['chain', 'chain'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['retriever', 'query'],
  ['reranker', 'rerank'],
  ['embedding', 'embedding'],
  ['workflow', 'workflow'],
  ['task', 'task'],
  ['parser', 'task'],
  ['memory', 'task'],
  ['guardrail', 'task'],
  ['evaluator', 'task'],
])

const tokenBuckets: ReadonlyMap<string, string> = new Map([
  ['input_tokens', 'prompt'],
  ['output_tokens', 'completion'],
  ['total_tokens', 'total'],
  ['cache_read_input_tokens', 'cache_read'],
  ['cache_creation_input_tokens', 'cache_creation'],
])

const costBuckets: ReadonlyMap<string, string> = new Map([
  ['input_cost', 'prompt'],
  ['output_cost', 'completion'],
  ['total_cost', 'total'],
])

export const mlflow: Adapter = {
  name: 'mlflow',
  alsoReads: ['mlflow.spanType', 'mlflow.chat.tokenUsage', 'mlflow.llm.cost'],
  rules: [
    one('mlflow.spanInputs', 'data.inputs', inputs),
    one('mlflow.spanOutputs', 'data.outputs', json),
    one('mlflow.chat.tools', 'meta.request.tools', json),
    one('mlflow.message.format', 'meta.message.format', json),
    one('mlflow.spanFunctionName', 'meta.function.name', json),
    one('mlflow.traceRequestId', 'meta.trace.request_id', json),
    one('mlflow.llm.model', 'meta.request.model', json),
    one('mlflow.llm.provider', 'meta.provider', json),
    under('mlflow.traceTag.', 'tags.'),
    one('mlflow.trace.session', 'session.id', (value) => identifier(json(value))),
    one('mlflow.trace.user', 'user.id', (value) => identifier(json(value))),
  ],
  map: (mapper) => {
    const type = mapper.attribute('mlflow.spanType')
    if (type !== undefined) {
      mapper.matched = true
      const word = json(type)
      if (typeof word === 'string') mapper.spanType = types.get(word.toLowerCase())
    }
    mapMembers(mapper, json(mapper.attribute('mlflow.chat.tokenUsage') ?? null), tokens, tokenBuckets)
    mapMembers(mapper, json(mapper.attribute('mlflow.llm.cost') ?? null), costs, costBuckets)
  },
}
