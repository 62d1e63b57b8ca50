// A fake model server, so that the examples run without network and without a key. It implements the parts of the APIs of
// OpenAI and Anthropic that the examples use, and gives deterministic answers.
import { createServer } from 'node:http'

const words = (text) => text.toLowerCase().match(/[a-z]+/g) ?? []

/** A vector: texts with common words have similar ones. */
function embedding(text) {
  const vector = Array.from({ length: 32 }, () => 0)
  for (const word of words(text)) {
    let hash = 7
    for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 32
    vector[hash] += 1
  }
  return vector
}

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')

/** The reply: a call of the offered tool, then the result of that call; without a tool, the last message. */
function replyTo({ messages, tools }) {
  const lastMessage = messages.at(-1)
  if (lastMessage.role === 'tool') return { content: `It says: ${textOf(lastMessage.content)}` }
  const [tool] = tools ?? []
  if (tool !== undefined) {
    const [name] = Object.keys(tool.function.parameters.properties)
    const toolCall = {
      name: tool.function.name,
      arguments: JSON.stringify({ [name]: textOf(lastMessage.content) }),
    }
    return { content: null, tool_calls: [{ id: 'call_1', type: 'function', function: toolCall }] }
  }
  return { content: `You said: ${textOf(lastMessage.content)}` }
}

const usageOf = (messages, answer) => {
  const prompt = messages.reduce((sum, { content }) => sum + words(textOf(content)).length, 0)
  const completion = words(answer ?? '').length
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

const chunksOf = (text) => text.match(/\S+\s*/g) ?? []

function chat(body, stream) {
  const { content, tool_calls: calls } = replyTo(body)
  const usage = usageOf(body.messages, content)
  const head = { id: 'chatcmpl-1', created: 1, model: `${body.model}-2024-07-18` }
  const reason = calls === undefined ? 'stop' : 'tool_calls'
  if (!stream) {
    const message = { role: 'assistant', content, ...(calls === undefined ? {} : { tool_calls: calls }) }
    return {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: reason }],
      usage,
    }
  }
  const chunk = (delta, overrides = {}) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: null, ...overrides }],
  })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...chunksOf(content ?? '').map((textChunk) => chunk({ content: textChunk })),
    ...(calls ?? []).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
    chunk({}, { finish_reason: reason }),
    { ...head, object: 'chat.completion.chunk', choices: [], usage },
  ]
}

function messages(body, stream) {
  const { content } = replyTo({ messages: body.messages })
  const counts = usageOf(body.messages, content)
  const usage = {
    input_tokens: counts.prompt_tokens,
    output_tokens: counts.completion_tokens,
    cache_read_input_tokens: 5,
  }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: `${body.model}-2024-07-18` }
  if (!stream)
    return { ...message, content: [{ type: 'text', text: content }], stop_reason: 'end_turn', usage }
  return [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...chunksOf(content).map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    })),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: usage.output_tokens },
    },
    { type: 'message_stop' },
  ]
}

function embeddings({ model, input }) {
  const inputs = Array.isArray(input) ? input : [input]
  const count = inputs.reduce((sum, text) => sum + words(text).length, 0)
  const data = inputs.map((text, index) => ({ object: 'embedding', index, embedding: embedding(text) }))
  return { object: 'list', model, data, usage: { prompt_tokens: count, total_tokens: count } }
}

function responses({ model, input }) {
  const text = `You said: ${textOf(input)}`
  const content = [{ type: 'output_text', text, annotations: [] }]
  const output = [{ type: 'message', id: 'm_1', status: 'completed', role: 'assistant', content }]
  const usage = {
    input_tokens: words(textOf(input)).length,
    output_tokens: words(text).length,
    total_tokens: 9,
  }
  return {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: `${model}-2024-07-18`,
    output,
    usage,
  }
}

const routes = {
  '/v1/chat/completions': chat,
  '/v1/messages': messages,
  '/v1/embeddings': embeddings,
  '/v1/responses': responses,
}

function answer(url, body, response) {
  if (!Object.hasOwn(routes, url)) {
    response
      .writeHead(404, { 'Content-Type': 'application/json' })
      .end('{"error": {"message": "There is no such route."}}')
    return
  }
  if (body.model === 'broken') {
    const error = { type: 'server_error', message: 'The model is broken.' }
    response
      .writeHead(400, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ type: 'error', error }))
    return
  }
  const answer = routes[url](body, body.stream === true)
  if (body.stream !== true) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const event of answer) {
    if (event.type !== undefined) response.write(`event: ${event.type}\n`)
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  response.end(url === '/v1/chat/completions' ? 'data: [DONE]\n\n' : '')
}

/** Starts the server on a free port. `url` is the base URL for Anthropic's library; that for OpenAI's also needs `/v1`. */
export async function startModel() {
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => answer(request.url, JSON.parse(Buffer.concat(chunks).toString('utf8')), response))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${server.address().port}`, stop }
}
