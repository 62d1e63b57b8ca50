// The wire formats of Anthropic, Google and Cohere.
import { hasTools, nextCall, text } from './answers.mjs'

export function messages(body) {
  const parts = body.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const calledNames = parts.filter(({ type }) => type === 'tool_use').map(({ name }) => name)
  const tools = (body.tools ?? []).map(({ name, input_schema }) => ({ name, schema: input_schema }))
  const call = hasTools(body) ? nextCall(tools, calledNames) : undefined
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5-20250929',
    content:
      call === undefined
        ? [{ type: 'text', text }]
        : [
            {
              type: 'tool_use',
              id: `toolu_${calledNames.length + 1}`,
              name: call.name,
              input: call.arguments,
            },
          ],
    stop_reason: call === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: {
      input_tokens: 200,
      cache_creation_input_tokens: 40,
      cache_read_input_tokens: 1000,
      output_tokens: 300,
    },
  }
  return body.stream === true ? messageEvents(message) : message
}

/** A message of Anthropic as the events of a stream. */
function messageEvents(message) {
  const { content, stop_reason, usage, ...head } = message
  const blocks = content.flatMap((block, index) => {
    const isCall = block.type === 'tool_use'
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
      : { type: 'text_delta', text: block.text }
    const content_block = isCall ? { ...block, input: {} } : { ...block, text: '' }
    return [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]
  })
  const startedMessage = { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  return [
    { type: 'message_start', message: startedMessage },
    ...blocks,
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: usage.output_tokens },
    },
    { type: 'message_stop' },
  ].map((data) => ({ event: data.type, data }))
}

/** `generateContent` of Gemini. */
export function generateContent({ contents, tools = [] }) {
  const parts = contents.flatMap(({ parts: contentParts = [] }) => contentParts)
  const calledNames = parts.flatMap(({ functionCall }) =>
    functionCall === undefined ? [] : [functionCall.name],
  )
  const declarations = tools
    .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    .map(({ name, parameters, parametersJsonSchema, parameters_json_schema }) => ({
      name,
      schema: lowerTypes(
        parametersJsonSchema ?? parameters_json_schema ?? parameters ?? { type: 'object', properties: {} },
      ),
    }))
  const call = nextCall(declarations, calledNames)
  const part = call === undefined ? { text } : { functionCall: { name: call.name, args: call.arguments } }
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: 1200,
      candidatesTokenCount: 180,
      thoughtsTokenCount: 120,
      totalTokenCount: 1500,
      cachedContentTokenCount: 1000,
    },
    modelVersion: 'gemini-2.5-flash',
    responseId: 'resp_1',
  }
}

/** Google writes the types of a schema in capitals. */
const lowerTypes = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'type' && typeof value === 'string' ? value.toLowerCase() : value,
  )

const cohereUsage = {
  billed_units: { input_tokens: 1200, output_tokens: 300 },
  tokens: { input_tokens: 1200, output_tokens: 300 },
}

/** `chat` of Cohere, version 2. */
export function cohereChat(body) {
  const calledNames = body.messages.flatMap(({ tool_calls = [] }) =>
    tool_calls.map((call) => call.function.name),
  )
  const tools = (body.tools ?? []).map(({ function: { name, parameters } }) => ({ name, schema: parameters }))
  const call = hasTools(body) ? nextCall(tools, calledNames) : undefined
  const message =
    call === undefined
      ? { role: 'assistant', content: [{ type: 'text', text }] }
      : {
          role: 'assistant',
          tool_plan: 'I look the order up.',
          tool_calls: [
            {
              id: 'find_order_1',
              type: 'function',
              function: { name: call.name, arguments: JSON.stringify(call.arguments) },
            },
          ],
        }
  const finish_reason = call === undefined ? 'COMPLETE' : 'TOOL_CALL'
  return { id: 'chat_1', finish_reason, message, usage: cohereUsage }
}

/** `rerank` of Cohere: the first documents in their order. */
export const cohereRerank = ({ documents, top_n = documents.length }) => ({
  id: 'rerank_1',
  results: documents.slice(0, top_n).map((_, index) => ({ index, relevance_score: 0.9 - index / 10 })),
  meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
})
