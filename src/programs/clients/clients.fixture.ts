// A real HTTP server for tests: it answers what it is told and remembers what it was asked.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../../kernel/json/value.ts'

export interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Json
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: Json
  /** The connection is cut instead. */
  readonly cut?: boolean
  /** There is never an answer. */
  readonly silent?: boolean
}

export interface TestServer {
  readonly url: string
  readonly asked: readonly Asked[]
  /** Replies in turn; the last one stays. */
  reply(...replies: readonly Reply[]): void
  close(): Promise<void>
}

export async function testServer(): Promise<TestServer> {
  let replies: readonly Reply[] = [{}]
  const asked: Asked[] = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      asked.push({
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? null : (JSON.parse(text) as Json),
      })
      const [now = {}, ...later] = replies
      if (later.length > 0) replies = later
      if (now.silent === true) return
      if (now.cut === true) {
        request.socket.destroy()
        return
      }
      response.writeHead(now.status ?? 200, now.headers)
      response.end(typeof now.body === 'string' ? now.body : JSON.stringify(now.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    reply: (...given) => {
      replies = given
      asked.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
