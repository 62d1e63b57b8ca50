// Langfuse: langfuse.observation.* of its SDKs and of its OpenTelemetry guide.
import { isObject } from '../value.ts'
import { jsonWithMessages } from './langchain-messages.ts'
import { mapDetails } from './langfuse-details.ts'
import { costs, identifier, json, one, readUnder, tokens, typeFrom, type Adapter } from './mapper.ts'
import { promptOf } from './model-call.ts'

export const langfuse: Adapter = {
  name: 'langfuse',
  alsoReads: ['langfuse.observation.usage_details'],
  prepare: (mapper) => {
    const type = mapper.attribute('langfuse.observation.type')
    const isModelCall = typeof type === 'string' && type.toLowerCase() === 'generation'
    mapper.apply(
      one(['langfuse.observation.input', 'langfuse.trace.input'], 'data.inputs', (value) =>
        promptOf(jsonWithMessages(value), isModelCall),
      ),
    )
  },
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
    one(['langfuse.observation.output', 'langfuse.trace.output'], 'data.outputs', jsonWithMessages),
    one('langfuse.observation.model.name', 'meta.request.model'),
    one('langfuse.observation.prompt.name', 'meta.prompt.name'),
    one('langfuse.observation.prompt.version', 'meta.prompt.version'),
    one('langfuse.observation.level', 'meta.level'),
    one('langfuse.observation.status_message', 'meta.status_message'),
    one('langfuse.observation.completion_start_time', 'meta.response.completion_start_time'),
    one('langfuse.observation.metadata', 'meta.metadata', json),
    readUnder('langfuse.observation.metadata.', 'meta.metadata.', json),
    one('langfuse.trace.name', 'meta.trace.name'),
    one('langfuse.trace.tags', 'meta.tags'),
    one('langfuse.trace.metadata', 'meta.trace.metadata', json),
    readUnder('langfuse.trace.metadata.', 'meta.trace.metadata.', json),
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
