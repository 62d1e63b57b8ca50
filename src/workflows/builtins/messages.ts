// Schemas of chat messages and prompts: the input and output of prompt programs, also listed as types in the
// catalog.
import type { JsonObject } from '../../kernel/json/value.ts'
import { choice, objectSchema, text } from './schema-parts.ts'

const contentParts: JsonObject = { type: 'array', items: { type: 'object' } }

/** One chat message in the format of OpenAI-compatible providers. */
export const message: JsonObject = {
  ...objectSchema(
    {
      role: choice(['developer', 'system', 'user', 'assistant', 'tool', 'function']),
      content: { anyOf: [text, contentParts, { type: 'null' }] },
      name: text,
      tool_calls: { type: 'array', items: { type: 'object' } },
      tool_call_id: text,
    },
    ['role'],
  ),
  'x-ag-type-ref': 'message',
}

export const messages: JsonObject = { type: 'array', items: message, 'x-ag-type-ref': 'messages' }

export const model: JsonObject = { type: 'string', 'x-ag-type-ref': 'model' }

const penaltyNumber: JsonObject = { type: 'number', minimum: -2, maximum: 2 }

export const tool: JsonObject = { type: 'object', 'x-ag-type-ref': 'tool' }
export const tools: JsonObject = { type: 'array', items: tool, 'x-ag-type-ref': 'tools' }

const modelSettings: JsonObject = {
  model,
  temperature: { type: 'number', minimum: 0, maximum: 2 },
  max_tokens: { type: 'integer', minimum: 1 },
  top_p: { type: 'number', minimum: 0, maximum: 1 },
  frequency_penalty: penaltyNumber,
  presence_penalty: penaltyNumber,
  reasoning_effort: text,
  tools,
  tool_choice: { anyOf: [text, { type: 'object' }] },
  response_format: objectSchema({ type: choice(['text', 'json_object', 'json_schema']) }),
  connection: text,
}

export const templateFormat = choice(['curly', 'mustache', 'fstring', 'jinja2'], 'curly')

export const llm: JsonObject = {
  ...objectSchema({ ...modelSettings, template_format: templateFormat }, ['model']),
  'x-ag-type-ref': 'llm',
}
export const llms: JsonObject = { type: 'array', items: llm, minItems: 1, 'x-ag-type-ref': 'llms' }

export const response: JsonObject = {
  ...objectSchema({
    format: choice(['messages', 'message', 'text', 'json'], 'messages'),
    schema: { type: 'object' },
  }),
  'x-ag-type-ref': 'response',
}

export const promptTemplate: JsonObject = {
  ...objectSchema(
    {
      messages,
      template_format: templateFormat,
      input_keys: { type: 'array', items: text },
      llm_config: objectSchema(modelSettings),
    },
    ['messages'],
  ),
  'x-ag-type-ref': 'prompt-template',
}
