// A program behind a URL. It records its calls; the test sets its answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Body } from './api.ts'

export interface Call {
  readonly body: Body
  readonly traceId: string
  /** The key of the call. */
  readonly authorization: string
  /** The caller's end of the connection. */
  readonly port: number
}

export interface Subject {
  readonly url: string
  /** In the order of arrival. */
  readonly calls: Call[]
  /** Calls that are not answered yet. */
  readonly open: () => number
  stop(): Promise<void>
}

/** The answer: `outputs`, or a complete answer with its status. Undefined: no answer. */
export type Reply = { readonly outputs: unknown } | { readonly status: number; readonly body?: unknown }

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function answer(response: ServerResponse, reply: Reply): void {
  const { status, body } =
    'outputs' in reply
      ? {
          status: 200,
          body: { version: '2025.07.14', status: { code: 200 }, data: { outputs: reply.outputs } },
        }
      : { status: reply.status, body: reply.body ?? { detail: 'no' } }
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** `reply` resolves with the answer of a call. */
export async function startSubject(reply: (call: Call) => Reply | Promise<Reply>): Promise<Subject> {
  const calls: Call[] = []
  let openCount = 0
  const server = createServer((request, response) => {
    openCount += 1
    response.once('close', () => (openCount -= 1))
    void serve(request, response)
  })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const call = {
      body,
      traceId: String(request.headers['traceparent']).split('-')[1] ?? '',
      authorization: request.headers.authorization ?? '',
      port: request.socket.remotePort ?? 0,
    }
    calls.push(call)
    answer(response, await reply(call))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    open: () => openCount,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
