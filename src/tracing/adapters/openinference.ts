// OpenInference (Phoenix, Arize): openinference.span.kind, input.value, llm.*, retrieval, reranker, embedding.
import { isObject, type Value } from '../value.ts'
import { jsonWithMessages } from './langchain-messages.ts'
import {
  asInputs,
  costs,
  identifier,
  json,
  listOfOne,
  one,
  tokens,
  typeFrom,
  under,
  type Adapter,
  type Mapper,
} from './mapper.ts'
import { modelMessages } from './openinference-messages.ts'
import { ownMember } from '../../kernel/own.ts'

const asUnderscores = (rest: string): string => rest.replaceAll('.', '_')

export const openinference: Adapter = {
  name: 'openinference',
  alsoReads: ['input.value', 'output.value', 'llm.input_messages', 'embedding.invocation_parameters'],
  prepare: mapValues,
  rules: [
    typeFrom('openinference.span.kind', {
      chain: 'chain',
      retriever: 'query',
      reranker: 'rerank',
      llm: 'chat',
      embedding: 'embedding',
      agent: 'agent',
      tool: 'tool',
      guardrail: 'task',
      evaluator: 'task',
    }),
    one('input.mime_type', 'meta.input.mime_type'),
    one('output.mime_type', 'meta.output.mime_type'),
    one('llm.function_call', 'data.outputs.function_call', json),
    one(
      ['llm.request.model_name', 'llm.model_name', 'embedding.model_name', 'reranker.model_name'],
      'meta.request.model',
    ),
    one(['llm.response.model_name', 'llm.model_name'], 'meta.response.model'),
    one('reranker.model_name', 'meta.reranker.model_name'),
    one('llm.provider', 'meta.provider'),
    one('llm.system', 'meta.system'),
    one('llm.finish_reason', 'meta.response.finish_reasons', listOfOne),
    one('llm.token_count.prompt', `${tokens}prompt`),
    one('llm.token_count.completion', `${tokens}completion`),
    one('llm.token_count.total', `${tokens}total`),
    one('llm.token_count.prompt_details.cache_read', `${tokens}cache_read`),
    one('llm.token_count.prompt_details.cache_write', `${tokens}cache_creation`),
    one('llm.token_count.prompt_details.audio', `${tokens}prompt_audio`),
    one('llm.token_count.completion_details.reasoning', `${tokens}reasoning`),
    one('llm.token_count.completion_details.audio', `${tokens}completion_audio`),
    under('llm.token_count.', tokens, asUnderscores),
    one('llm.cost.prompt', `${costs}prompt`),
    one('llm.cost.completion', `${costs}completion`),
    one('llm.cost.total', `${costs}total`),
    under('llm.cost.prompt_details.', 'meta.cost.prompt_details.'),
    under('llm.cost.completion_details.', 'meta.cost.completion_details.'),
    one('embedding.text', 'data.inputs.embedding.text'),
    one('embedding.vector', 'data.outputs.embedding.vector'),
    under('embedding.embeddings.', 'data.inputs.embeddings.'),
    under('reranker.input_documents.', 'data.inputs.reranker.input_documents.'),
    under('reranker.output_documents.', 'data.outputs.reranker.output_documents.'),
    one('reranker.query', 'meta.reranker.query'),
    one('reranker.top_k', 'meta.reranker.top_k'),
    under('retrieval.documents.', 'data.outputs.retrieval.documents.'),
    under('message.contents.', 'data.inputs.message_contents.'),
    ...['content', 'id', 'metadata', 'score'].map((name) =>
      one(`document.${name}`, `data.internals.document.${name}`),
    ),
    ...['name', 'description', 'json_schema', 'id', 'parameters'].map((name) =>
      one(`tool.${name}`, `meta.tool.${name}`),
    ),
    one('tool_call.function.arguments', 'data.inputs.tool_call.function.arguments'),
    one('tool_call.function.name', 'meta.tool_call.function.name'),
    one('tool_call.id', 'meta.tool_call.id'),
    ...['template', 'variables', 'version'].map((name) =>
      one(`llm.prompt_template.${name}`, `meta.prompt_template.${name}`),
    ),
    ...['vendor', 'id', 'url'].map((name) => one(`prompt.${name}`, `meta.prompt.${name}`)),
    one('agent.name', 'meta.agent.name'),
    under('graph.node.', 'meta.graph.node.'),
    one('image.url', 'data.internals.multimedia.image.url'),
    one('audio.url', 'data.internals.multimedia.audio.url'),
    one('audio.transcript', 'data.internals.multimedia.audio.transcript'),
    one('audio.mime_type', 'meta.multimedia.audio.mime_type'),
    one('session.id', 'session.id', identifier),
    one('user.id', 'user.id', identifier),
    one('tag.tags', 'meta.tags'),
    one('metadata', 'meta.metadata', json),
    ...['type', 'message', 'stacktrace', 'escaped'].map((name) =>
      one(`exception.${name}`, `exception.${name}`),
    ),
  ],
  map: mergeInvocationParameters,
}

/**
 * `input.value` is the full input. On a model call the messages describe it better and replace it. Chains and agents
 * repeat messages of their state in these attributes, so there they apply only without `input.value`.
 */
function mapValues(mapper: Mapper): void {
  const { input: inputMessages, output: outputMessages, tools } = modelMessages(mapper.span.attributes)
  const messages = {
    input: mapper.attribute('input.value') === undefined ? inputMessages : unlessOnlyRoles(inputMessages),
    output: mapper.attribute('output.value') === undefined ? outputMessages : unlessOnlyRoles(outputMessages),
    tools,
  }
  const kind = mapper.attribute('openinference.span.kind')
  const isModelCall = typeof kind !== 'string' || kind.toLowerCase() === 'llm'
  const input = mapper.attribute('input.value')
  if (input !== undefined) mapper.hasMatched = true
  if (input === undefined || (isModelCall && messages.input !== undefined)) {
    if (messages.input !== undefined) mapper.write('data.inputs.prompt', messages.input)
  } else {
    const parsedInput = jsonWithMessages(input)
    const isParsed = mapper.attribute('input.mime_type') === 'application/json' || isObject(parsedInput)
    mapper.write('data.inputs', asInputs(isParsed ? parsedInput : input))
  }
  if (messages.tools !== undefined && (isModelCall || input === undefined)) {
    mapper.write('data.inputs.tools', messages.tools)
  }
  const output = mapper.attribute('output.value')
  if (output !== undefined) mapper.hasMatched = true
  if (output === undefined || (isModelCall && messages.output !== undefined)) {
    if (messages.output !== undefined) mapper.write('data.outputs.completion', messages.output)
  } else {
    const isJson = mapper.attribute('output.mime_type') === 'application/json'
    mapper.write('data.outputs', isJson ? jsonWithMessages(output) : output)
  }
}

/** The messages, unless all of them have only a role. */
const unlessOnlyRoles = (messages: readonly Value[] | undefined): readonly Value[] | undefined =>
  messages?.some((message) => !isObject(message) || Object.keys(message).some((name) => name !== 'role')) ===
  true
    ? messages
    : undefined

function mergeInvocationParameters(mapper: Mapper): void {
  for (const key of ['llm.invocation_parameters', 'embedding.invocation_parameters']) {
    const attribute = mapper.attribute(key)
    if (attribute === undefined) continue
    const parameters: Value = json(attribute)
    if (!isObject(parameters)) {
      mapper.write('meta.request.invocation_parameters', parameters)
      continue
    }
    mapper.hasMatched = true
    const existingRequest = mapper.currentValue('meta.request')
    for (const [name, value] of Object.entries(parameters)) {
      if (!isObject(existingRequest) || ownMember(existingRequest, name) === undefined) {
        mapper.writeMember('meta.request', name, value)
      }
    }
  }
}
