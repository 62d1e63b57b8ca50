// The gen_ai semantic conventions of OpenTelemetry, in the editions that instrumentations send, and the additions of
// Logfire and Pydantic AI.
import { spanTypes, wordOf } from '../attributes/vocabularies.ts'
import { valueAt, type Value, type ValueObject } from '../value.ts'
import { mapClaudeCode } from './claude-code.ts'
import { addFunctionCalls, fillFromEvents, addInstructions } from './gen-ai-additions.ts'
import { fillFromMessages, isTextCompletion } from './gen-ai-fallbacks.ts'
import { normalisedMessages } from './gen-ai-messages.ts'
import { mapPlainSpan } from './logfire.ts'
import {
  costs,
  identifier,
  json,
  jsonContainer,
  listOfOne,
  one,
  tokens,
  typeFrom,
  under,
  type Adapter,
  type Read,
} from './mapper.ts'

const usage = (...names: readonly string[]): readonly string[] => names.map((name) => `gen_ai.usage.${name}`)

/** A JSON array of messages, normalised. Null means none; any other value is returned unchanged. */
const messages: Read = (value) => {
  const list = json(value)
  if (list === null) return undefined
  return Array.isArray(list) ? normalisedMessages(list) : list
}

const completion: Read = (value) => {
  const list = messages(value)
  return list === undefined ? undefined : { completion: list }
}

export const genAi: Adapter = {
  name: 'gen_ai',
  alsoReads: [
    'gen_ai.tool.name',
    'pydantic_ai.all_messages',
    'events',
    'all_messages_events',
    'logfire.msg_template',
  ],
  rules: [
    typeFrom('gen_ai.operation.name', {
      chat: 'chat',
      text_completion: 'completion',
      generate_content: 'completion',
      embeddings: 'embedding',
      // Spring AI.
      embedding: 'embedding',
      execute_tool: 'tool',
      create_agent: 'agent',
      invoke_agent: 'agent',
      invoke_workflow: 'workflow',
      retrieval: 'query',
      // OpenLIT and OpenLLMetry on LangChain.
      retrieve: 'query',
      vector_db_retrieve: 'query',
      // Gemini CLI.
      llm_call: 'chat',
      tool_call: 'tool',
    }),
    one(usage('input_tokens', 'prompt_tokens'), `${tokens}prompt`),
    one(usage('output_tokens', 'completion_tokens'), `${tokens}completion`),
    one(usage('total_tokens'), `${tokens}total`),
    one(
      usage(
        'cache_read.input_tokens',
        'cache_read_input_tokens',
        'input_tokens.cached',
        'details.cache_read_tokens',
      ),
      `${tokens}cache_read`,
    ),
    one(
      usage(
        'cache_creation.input_tokens',
        'cache_creation_input_tokens',
        'cache_write.input_tokens',
        'input_tokens.cache_write',
        'details.cache_write_tokens',
      ),
      `${tokens}cache_creation`,
    ),
    one(
      usage(
        'reasoning.output_tokens',
        'reasoning_tokens',
        'output_tokens.reasoning',
        'details.reasoning_tokens',
      ),
      `${tokens}reasoning`,
    ),
    ...['text', 'audio', 'image', 'video'].map((m) =>
      one(usage(`${m}.input_tokens`), `${tokens}prompt_${m}`),
    ),
    ...['text', 'audio'].map((m) => one(usage(`${m}.output_tokens`), `${tokens}completion_${m}`)),
    under('gen_ai.usage.details.', 'meta.usage.details.'),
    under('gen_ai.aggregated_usage.', 'meta.aggregated_usage.'),
    one(['gen_ai.usage.cost', 'operation.cost', 'gen_ai.cost.total_cost'], `${costs}total`),
    one('gen_ai.cost.input_cost', `${costs}prompt`),
    one('gen_ai.cost.output_cost', `${costs}completion`),
    one(['gen_ai.request.stream', 'gen_ai.request.streaming'], 'meta.request.streaming'),
    one('gen_ai.embeddings.dimension.count', 'meta.request.dimensions'),
    one('gen_ai.request.user', 'user.id', identifier),
    under('gen_ai.request.', 'meta.request.'),
    one('gen_ai.response.finish_reasons', 'meta.response.finish_reasons', jsonContainer),
    one('gen_ai.response.finish_reason', 'meta.response.finish_reasons', listOfOne),
    under('gen_ai.response.', 'meta.response.'),
    one('openai.response.system_fingerprint', 'meta.response.system_fingerprint'),
    one('gen_ai.system', 'meta.system'),
    one('gen_ai.provider.name', 'meta.provider.name'),
    one('gen_ai.output.type', 'meta.output.type'),
    one('gen_ai.conversation.id', 'session.id', identifier),
    one('gen_ai.agent.id', 'agent.id', identifier),
    ...['name', 'description', 'version'].map((name) => one(`gen_ai.agent.${name}`, `meta.agent.${name}`)),
    one('gen_ai.workflow.name', 'meta.workflow.name'),
    one('gen_ai.prompt.name', 'meta.prompt.name'),
    one('gen_ai.data_source.id', 'meta.data_source.id'),
    one('gen_ai.system_instructions', 'meta.system_instructions', json),
    ...['name', 'type', 'description'].map((name) => one(`gen_ai.tool.${name}`, `meta.tool.${name}`)),
    ...['id', 'arguments', 'result'].map((name) => one(`gen_ai.tool.call.${name}`, `meta.tool.call.${name}`)),
    one('gen_ai.tool.definitions', 'data.inputs.tools', json),
    one('gen_ai.retrieval.query.text', 'data.inputs.query'),
    one('gen_ai.retrieval.documents', 'data.outputs.documents', json),
    ...['tool_arguments', 'tool_response', 'agent_name', 'model_name', 'final_result'].map((name) =>
      one(name, `meta.${name}`),
    ),
    one('gen_ai.input.messages', 'data.inputs.prompt', messages),
    one('gen_ai.output.messages', 'data.outputs', completion),
  ],
  map: (mapper) => {
    if (mapper.spanType === undefined) {
      const word = wordOf(spanTypes, mapper.attribute('gen_ai.request.type'))
      if (word !== undefined && word !== 'unknown') mapper.spanType = word
      else if (isTextCompletion(mapper)) mapper.spanType = 'completion'
    }
    const hasEvents = mapper.span.events.some(({ name }) => name.startsWith('gen_ai.'))
    if (!mapper.hasMatched && !hasEvents) {
      mapPlainSpan(mapper)
      return
    }
    mapClaudeCode(mapper)
    fillFromEvents(mapper)
    fillFromMessages(mapper, messages)
    addFunctionCalls(mapper)
    addInstructions(mapper)
  },
}

/** Operations that repeat the usage and the exceptions of the model calls below them. */
const inclusiveOperations: ReadonlySet<Value | undefined> = new Set([
  'invoke_agent',
  'create_agent',
  'invoke_workflow',
  // A step of an agent of the Vercel AI SDK.
  'agent_step',
])
const inclusiveAiOperations: ReadonlySet<Value | undefined> = new Set(
  ['generateText', 'streamText', 'generateObject', 'streamObject', 'embed', 'embedMany', 'rerank'].map(
    (name) => `ai.${name}`,
  ),
)

/** A model call below a model call is the same call, also reported by the client library. */
const isModelCall = (kind: Value | undefined): boolean =>
  typeof kind === 'string' && kind.toLowerCase() === 'llm'

const paths = {
  operation: ['gen_ai', 'operation', 'name'],
  aiOperation: ['ai', 'operationId'],
  kind: ['openinference', 'span', 'kind'],
  // An agent run of Pydantic AI in the editions without an operation.
  messages: ['pydantic_ai', 'all_messages'],
  events: ['all_messages_events'],
} as const

/** Whether the usage of a span includes that of its descendants. Takes the client's attributes, nested. */
export const isUsageInclusive = (attributes: ValueObject): boolean =>
  inclusiveOperations.has(valueAt(attributes, paths.operation)) ||
  inclusiveAiOperations.has(valueAt(attributes, paths.aiOperation)) ||
  isModelCall(valueAt(attributes, paths.kind)) ||
  valueAt(attributes, paths.messages) !== undefined ||
  valueAt(attributes, paths.events) !== undefined
