// The types in the catalog: JSON Schemas that clients look up by the name in `x-ag-type-ref`.
import type { JsonObject } from '../kernel/json/value.ts'
import {
  llm,
  llms,
  message,
  messages,
  model,
  promptTemplate,
  response,
  tool,
  tools,
} from './builtins/messages.ts'
import { objectSchema, text } from './builtins/schema-parts.ts'

export interface CatalogType {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly json_schema: JsonObject
}

const anyObject: JsonObject = { type: 'object' }
const reference = objectSchema({ id: text, slug: text, version: text })
const link = objectSchema({ trace_id: text, span_id: text })
const byName = (schema: JsonObject): JsonObject => ({ type: 'object', additionalProperties: schema })

const runRequest = objectSchema({
  version: text,
  references: byName(reference),
  selector: objectSchema({ key: text, path: text }),
  links: byName(link),
  data: objectSchema({
    revision: anyObject,
    parameters: anyObject,
    inputs: anyObject,
    testcase: anyObject,
    outputs: {},
    trace: anyObject,
  }),
  flags: anyObject,
  tags: anyObject,
  meta: anyObject,
  session_id: text,
  secrets: {},
  credentials: {},
})

const runResult = objectSchema({
  version: text,
  status: objectSchema({ code: { type: 'integer' }, message: text, type: text, stacktrace: {} }),
  data: objectSchema({ outputs: {} }),
  trace_id: text,
  span_id: text,
  session_id: text,
})

const type = (key: string, name: string, description: string, json_schema: JsonObject): CatalogType => ({
  key,
  name,
  description,
  json_schema,
})

export const catalogTypeTable: readonly CatalogType[] = [
  type('message', 'Message', 'One message of a conversation.', message),
  type('messages', 'Messages', 'The messages of a conversation, oldest first.', messages),
  type('model', 'Model', 'The name of a language model, with its provider before a slash.', model),
  type('llm', 'Model settings', 'A language model and how it is called.', llm),
  type('llms', 'Models', 'Language models: the first is used, the next when a call fails.', llms),
  type('tool', 'Tool', 'A tool that a model may call.', tool),
  type('tools', 'Tools', 'The tools that a model may call.', tools),
  type('response', 'Response', 'The format of the answer of a model call.', response),
  type('prompt-template', 'Prompt', 'Messages with placeholders, and the model they go to.', promptTemplate),
  type('run_request', 'Run request', 'The input of an invoked program.', runRequest),
  type('run_result', 'Run result', 'The answer of an invoked program.', runResult),
]
