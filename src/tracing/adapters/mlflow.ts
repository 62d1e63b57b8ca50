// MLflow tracing: mlflow.* attributes, each a JSON text (also plain words: "\"LLM\"").
import type { SpanType } from '../attributes/vocabularies.ts'
import { jsonWithMessages } from './langchain-messages.ts'
import {
  costs,
  identifier,
  json,
  mapMembers,
  one,
  tokens,
  under,
  type Adapter,
  type Mapper,
} from './mapper.ts'
import { completionOf, promptOf } from './model-call.ts'

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
  alsoReads: [
    'mlflow.spanType',
    'mlflow.spanInputs',
    'mlflow.spanOutputs',
    'mlflow.chat.tokenUsage',
    'mlflow.llm.cost',
  ],
  prepare: mapValues,
  rules: [
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
      mapper.hasMatched = true
      const word = json(type)
      if (typeof word === 'string') mapper.spanType = types.get(word.toLowerCase())
    }
    mapMembers(mapper, json(mapper.attribute('mlflow.chat.tokenUsage') ?? null), tokens, tokenBuckets)
    mapMembers(mapper, json(mapper.attribute('mlflow.llm.cost') ?? null), costs, costBuckets)
  },
}

function mapValues(mapper: Mapper): void {
  const type = json(mapper.attribute('mlflow.spanType') ?? null)
  const isModelCall = type === 'CHAT_MODEL' || type === 'LLM'
  const input = mapper.attribute('mlflow.spanInputs')
  if (input !== undefined) mapper.write('data.inputs', promptOf(jsonWithMessages(input), isModelCall))
  const output = mapper.attribute('mlflow.spanOutputs')
  if (output === undefined) return
  const value = jsonWithMessages(output)
  mapper.write('data.outputs', isModelCall ? completionOf(value) : value)
}
