// A substitute for a model: the chat completions, responses and embeddings of OpenAI, as far as the programs of this folder use
// them; other-models.mjs has Anthropic, Google and Cohere. The answers are fixed: one call of each tool, then a text, or a
// value of the requested schema. The message "fail" is refused.
import { createServer } from 'node:http'
import { hasTools, nextCall, text, valueOf } from './answers.mjs'
import { cohereChat, cohereRerank, generateContent, messages } from './other-models.mjs'

const created = 1_793_350_800

const chatUsage = {
  prompt_tokens: 1200,
  completion_tokens: 300,
  total_tokens: 1500,
  prompt_tokens_details: { cached_tokens: 1000, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 120, audio_tokens: 0 },
}

function chat(body) {
  const calledNames = body.messages.flatMap(({ tool_calls = [] }) =>
    tool_calls.map((call) => call.function.name),
  )
  const tools = (body.tools ?? []).map(({ function: { name, parameters } }) => ({ name, schema: parameters }))
  const call = hasTools(body) ? nextCall(tools, calledNames) : undefined
  const schema = body.response_format?.json_schema?.schema
  const message =
    call === undefined
      ? { role: 'assistant', content: schema === undefined ? text : JSON.stringify(valueOf(schema)) }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: `call_${calledNames.length + 1}`,
              type: 'function',
              function: { name: call.name, arguments: JSON.stringify(call.arguments) },
            },
          ],
        }
  const finish_reason = call === undefined ? 'stop' : 'tool_calls'
  const head = { id: 'chatcmpl-1', created, model: 'gpt-4o-mini-2024-07-18', system_fingerprint: 'fp_1' }
  if (body.stream !== true) {
    const choices = [{ index: 0, message, finish_reason, logprobs: null }]
    return { ...head, object: 'chat.completion', choices, usage: chatUsage }
  }
  const chunk = (choices, usage = null) => ({ ...head, object: 'chat.completion.chunk', choices, usage })
  const deltas =
    message.tool_calls === undefined
      ? message.content.split(/(?<= )/).map((content) => ({ content }))
      : message.tool_calls.map((toolCall, index) => ({ tool_calls: [{ index, ...toolCall }] }))
  return [
    chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
    ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason }]),
    ...(body.stream_options?.include_usage === true ? [chunk([], chatUsage)] : []),
  ].map((data) => ({ data }))
}

function responses(body) {
  const input = typeof body.input === 'string' ? [] : body.input
  const calledNames = input.filter(({ type }) => type === 'function_call').map(({ name }) => name)
  const tools = (body.tools ?? []).map(({ name, parameters }) => ({ name, schema: parameters }))
  const call = hasTools(body) ? nextCall(tools, calledNames) : undefined
  const schema = body.text?.format?.schema
  const outputText = schema === undefined ? text : JSON.stringify(valueOf(schema))
  const item =
    call === undefined
      ? {
          type: 'message',
          id: 'msg_1',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: outputText, annotations: [], logprobs: [] }],
        }
      : {
          type: 'function_call',
          id: `fc_${calledNames.length + 1}`,
          call_id: `call_${calledNames.length + 1}`,
          status: 'completed',
          name: call.name,
          arguments: JSON.stringify(call.arguments),
        }
  const usage = {
    input_tokens: 1200,
    input_tokens_details: { cached_tokens: 1000 },
    output_tokens: 300,
    output_tokens_details: { reasoning_tokens: 120 },
    total_tokens: 1500,
  }
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: created,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: body.instructions ?? null,
    model: 'gpt-4o-mini-2024-07-18',
    output: [item],
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: body.tools ?? [],
    top_p: 1,
    metadata: {},
    usage,
  }
  if (body.stream !== true) return response
  const startedResponse = { ...response, status: 'in_progress', output: [], usage: null }
  const position = { output_index: 0, item_id: item.id }
  const part = { ...position, content_index: 0 }
  const events =
    call === undefined
      ? [
          {
            type: 'response.content_part.added',
            ...part,
            part: { type: 'output_text', text: '', annotations: [] },
          },
          ...outputText
            .split(/(?<= )/)
            .map((delta) => ({ type: 'response.output_text.delta', ...part, delta, logprobs: [] })),
          { type: 'response.output_text.done', ...part, text: outputText, logprobs: [] },
          { type: 'response.content_part.done', ...part, part: item.content[0] },
        ]
      : [
          { type: 'response.function_call_arguments.delta', ...position, delta: item.arguments },
          {
            type: 'response.function_call_arguments.done',
            ...position,
            name: item.name,
            arguments: item.arguments,
          },
        ]
  const emptyItem = call === undefined ? { ...item, content: [] } : { ...item, arguments: '' }
  return [
    { type: 'response.created', response: startedResponse },
    { type: 'response.in_progress', response: startedResponse },
    { type: 'response.output_item.added', output_index: 0, item: { ...emptyItem, status: 'in_progress' } },
    ...events,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ].map((data, sequence_number) => ({ event: data.type, data: { ...data, sequence_number } }))
}

const vector = [0.25, -0.5, 0.125]

function embeddings({ input, encoding_format }) {
  const count = typeof input === 'string' || typeof input[0] === 'number' ? 1 : input.length
  const embedding =
    encoding_format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector
  return {
    object: 'list',
    data: Array.from({ length: count }, (_, index) => ({ object: 'embedding', index, embedding })),
    model: 'text-embedding-3-small',
    usage: { prompt_tokens: 8, total_tokens: 8 },
  }
}

const routes = new Map([
  ['/chat/completions', chat],
  ['/responses', responses],
  ['/embeddings', embeddings],
  ['/messages', messages],
  ['/v2/chat', cohereChat],
  ['/v2/rerank', cohereRerank],
  [':generateContent', generateContent],
  [':streamGenerateContent', (body) => [{ data: generateContent(body) }]],
])

const refusal = {
  error: {
    message: "This model's maximum context length is 128000 tokens.",
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  },
}

function answer(request, body, response) {
  const json = (status, value) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'x-request-id': 'req_1' })
      .end(JSON.stringify(value))
  const path = request.url?.split('?')[0]?.replace(/^\/v1\//, '/') ?? ''
  const route = routes.get(/:[a-zA-Z]+$/.exec(path)?.[0] ?? path)
  if (route === undefined) return json(404, { error: { message: `no such route: ${request.url}` } })
  if (body.includes('"fail"')) return json(400, refusal)
  const result = route(JSON.parse(body))
  if (!Array.isArray(result)) return json(200, result)
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const { event, data } of result) {
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`)
  }
  // Google ends a stream without a final event.
  return response.end(path.startsWith('/v1beta') ? '' : 'data: [DONE]\n\n')
}

export const createModel = () =>
  createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => answer(request, Buffer.concat(chunks).toString(), response))
  })
