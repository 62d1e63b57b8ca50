// Built-ins that send a prompt to a language model.
import type { JsonObject } from '../../kernel/json/value.ts'
import { builtin, type Builtin } from './builtin.ts'
import { llms, message, messages, promptTemplate, response, tools } from './messages.ts'
import { objectAt, objectSchema, text } from './schema-parts.ts'

const anyInputs: JsonObject = { type: 'object', additionalProperties: true }

const defaultModel = 'gpt-4o-mini'

const prompt = (templateMessages: readonly JsonObject[]): JsonObject => ({
  prompt: {
    messages: templateMessages,
    template_format: 'curly',
    llm_config: { model: defaultModel },
  },
})

/** With tools, the model may call one instead of answering. The outputs are then its message with the tool calls. */
function completionOutputs(parameters: JsonObject): JsonObject {
  const schema = contentSchema(parameters)
  const configuredTools = objectAt(parameters, 'prompt', 'llm_config')?.['tools']
  return Array.isArray(configuredTools) && configuredTools.length > 0 ? { anyOf: [schema, message] } : schema
}

/** The schema of the answer: the one in the settings, else that of any JSON or of text. */
function contentSchema(parameters: JsonObject): JsonObject {
  const format = objectAt(parameters, 'prompt', 'llm_config', 'response_format')
  switch (format?.['type']) {
    case 'json_schema':
      return objectAt(format, 'json_schema', 'schema') ?? { type: ['object', 'array'] }
    case 'json_object':
      return { type: ['object', 'array'] }
    default:
      return text
  }
}

function llmOutputs(parameters: JsonObject): JsonObject {
  const responseSettings = objectAt(parameters, 'response')
  switch (responseSettings?.['format']) {
    case 'message':
      return message
    case 'text':
      return text
    case 'json':
      return objectAt(responseSettings, 'schema') ?? { type: ['object', 'array'] }
    default:
      return messages
  }
}

const completion = builtin({
  key: 'completion',
  name: 'Completion',
  description: 'One prompt, one answer.',
  categories: ['prompt'],
  isApplication: true,
  isRecommended: true,
  needsModel: true,
  parameters: objectSchema({ prompt: promptTemplate }),
  inputs: anyInputs,
  outputs: completionOutputs,
  defaults: prompt([
    { role: 'system', content: 'You are a helpful assistant.' },
    { role: 'user', content: '{{question}}' },
  ]),
})

const chat = builtin({
  key: 'chat',
  name: 'Chat',
  description: 'A prompt followed by the messages of the conversation.',
  categories: ['prompt'],
  isApplication: true,
  isRecommended: true,
  needsModel: true,
  parameters: objectSchema({ prompt: promptTemplate }),
  inputs: { ...objectSchema({ messages }, ['messages']), additionalProperties: true },
  outputs: message,
  defaults: prompt([{ role: 'system', content: 'You are a helpful assistant.' }]),
})

const llm = builtin({
  key: 'llm',
  name: 'Language model',
  description: 'A call of a language model, with others to fall back on.',
  categories: ['prompt'],
  isApplication: true,
  isEvaluator: true,
  needsModel: true,
  parameters: objectSchema({
    llms,
    messages,
    response,
    loop: { type: 'object' },
    tools,
    files: {},
    context: {},
    permissions: {},
  }),
  inputs: anyInputs,
  outputs: llmOutputs,
  defaults: {
    llms: [{ model: defaultModel, template_format: 'curly' }],
    messages: [{ role: 'user', content: '{{question}}' }],
    response: { format: 'messages' },
  },
})

export const prompts: readonly Builtin[] = [completion, chat, llm]
