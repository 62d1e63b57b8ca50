// Langfuse: langfuse.observation.* of its SDKs and of its OpenTelemetry guide.
import { isObject, type Value } from '../value.ts'
import {
  costs,
  identifier,
  inputs,
  json,
  one,
  tokens,
  typeFrom,
  under,
  type Adapter,
  type Mapper,
} from './mapper.ts'

export const langfuse: Adapter = {
  name: 'langfuse',
  alsoReads: ['langfuse.observation.usage_details'],
  rules: [
    typeFrom('langfuse.observation.type', {
      generation: 'chat',
      agent: 'agent',
      tool: 'tool',
      chain: 'chain',
      retriever: 'query',
      embedding: 'embedding',
      evaluator: 'task',
      guardrail: 'task',
    }),
    one(['langfuse.observation.input', 'langfuse.trace.input'], 'data.inputs', inputs),
    one(['langfuse.observation.output', 'langfuse.trace.output'], 'data.outputs', json),
    one('langfuse.observation.model.name', 'meta.request.model'),
    one('langfuse.observation.prompt.name', 'meta.prompt.name'),
    one('langfuse.observation.prompt.version', 'meta.prompt.version'),
    one('langfuse.observation.level', 'meta.level'),
    one('langfuse.observation.status_message', 'meta.status_message'),
    one('langfuse.observation.completion_start_time', 'meta.response.completion_start_time'),
    under('langfuse.observation.metadata.', 'meta.metadata.'),
    one('langfuse.trace.name', 'meta.trace.name'),
    one('langfuse.trace.tags', 'meta.tags'),
    under('langfuse.trace.metadata.', 'meta.trace.metadata.'),
    one('langfuse.environment', 'meta.environment'),
    one('langfuse.release', 'meta.release'),
    one('langfuse.version', 'meta.version'),
    one(['langfuse.session.id', 'langfuse.trace.session_id'], 'session.id', identifier),
    one(['langfuse.user.id', 'langfuse.trace.user_id'], 'user.id', identifier),
  ],
  map: (mapper) => {
    const parameters = json(mapper.attribute('langfuse.observation.model.parameters') ?? null)
    if (isObject(parameters)) {
      for (const [name, value] of Object.entries(parameters)) mapper.writeMember('meta.request', name, value)
    }
    mapDetails(mapper, 'langfuse.observation.usage_details', tokens)
    mapDetails(mapper, 'langfuse.observation.cost_details', costs)
  },
}

const buckets: Readonly<Record<string, string>> = {
  input: 'prompt',
  prompt_tokens: 'prompt',
  output: 'completion',
  completion_tokens: 'completion',
  total: 'total',
  total_tokens: 'total',
  cache_read_input_tokens: 'cache_read',
  input_cached_tokens: 'cache_read',
  cache_creation_input_tokens: 'cache_creation',
  output_reasoning_tokens: 'reasoning',
}

/** Usage and cost come as JSON objects from names to numbers; names that are not known stay buckets of their own. */
function mapDetails(mapper: Mapper, key: string, target: string): void {
  const details: Value = json(mapper.attribute(key) ?? null)
  if (!isObject(details)) return
  for (const [name, value] of Object.entries(details)) {
    mapper.writeMember(target.slice(0, -1), buckets[name] ?? name, value)
  }
}
