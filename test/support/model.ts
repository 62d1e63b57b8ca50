// A server with the part of the OpenAI interface that evaluations use.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Api, Body } from './api.ts'

export interface Model {
  readonly url: string
  readonly requests: Body[]
  stop(): Promise<void>
}

interface StreamedReply {
  readonly message: Body
  readonly usage: object
  readonly untilReleased: () => Promise<void> | undefined
}

/** An answer in chunks: the first word, then the others when `untilReleased` resolves. */
async function stream(
  response: ServerResponse,
  { message, usage, untilReleased }: StreamedReply,
): Promise<void> {
  const send = (delta: object, members: object = {}): void =>
    void response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }], ...members })}\n\n`)
  const content: string = message.content ?? ''
  const end = content.indexOf(' ') + 1
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  send({ role: 'assistant', content: content.slice(0, end) })
  await untilReleased()
  send({ content: content.slice(end) })
  for (const [index, call] of (message.tool_calls ?? []).entries()) send({ tool_calls: [{ index, ...call }] })
  send({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })
  response.end('data: [DONE]\n\n')
}

/**
 * `reply` returns a message or its text. No answer is sent before the promise of `hold` resolves, except the first
 * word of a streamed answer.
 */
export async function startModel(
  reply: (request: Body) => string | object,
  hold: () => Promise<void> | undefined = () => undefined,
): Promise<Model> {
  const requests: Body[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    const answerRequest = async (): Promise<void> => {
      if (request.method === 'GET') {
        const models = { data: [{ id: 'gpt-4o-mini' }, { id: 'gpt-4o' }] }
        return void response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(models))
      }
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      requests.push(body)
      const replyBody = reply(body)
      const message: Body = {
        role: 'assistant',
        ...(typeof replyBody === 'string' ? { content: replyBody } : replyBody),
      }
      const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 }
      const answer = { model: body.model, choices: [{ index: 0, message, finish_reason: 'stop' }], usage }
      if (body.stream === true) return stream(response, { message, usage, untilReleased: hold })
      await hold()
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
    }
    request.on('end', () => void answerRequest())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Configures the model in the project under the name `gpt-4o-mini`; with a slug also as `<slug>/openai/gpt-4o-mini`.
 */
export async function useModel(api: Pick<Api, 'post'>, { url }: Model, slug?: string): Promise<void> {
  const data = { kind: 'openai', provider: { url, key: 'sk-1' }, models: [{ slug: 'gpt-4o-mini' }] }
  const secret = {
    ...(slug === undefined ? {} : { slug }),
    header: { name: 'local' },
    secret: { kind: 'custom_provider', data },
  }
  const { status, body } = await api.post('/secrets/', secret)
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
}

/** The payload of a completion with one message, for the model that `useModel` configures as `local`. */
export const promptOf = (content: string, settings: object = {}) => ({
  uri: 'completion',
  parameters: {
    prompt: {
      messages: [{ role: 'user', content }],
      llm_config: { model: 'local/openai/gpt-4o-mini', ...settings },
    },
  },
})
