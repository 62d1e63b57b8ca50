// A real HTTP server for tests: it sends configured replies and records its requests.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from '../../kernel/json/value.ts'
import { jsonOfText } from '../nesting.ts'

export interface RecordedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The text itself when it is not JSON. */
  readonly body: Json
  readonly text: string
  /** Resolves when the client ends the connection before its response is complete. */
  readonly aborted: Promise<void>
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: Json
  /** Closes the connection without a response. */
  readonly isCut?: boolean
  /** Never responds. */
  readonly isSilent?: boolean
  /** Parts of a stream, sent one after the other. With `isEndless` the stream stays open. */
  readonly chunks?: readonly (string | Uint8Array)[]
  readonly isEndless?: boolean
}

export interface TestServer {
  readonly url: string
  readonly requests: readonly RecordedRequest[]
  /** Replies in order; the last one repeats. */
  reply(...replies: readonly Reply[]): void
  close(): Promise<void>
}

function sendChunks(response: ServerResponse, { chunks = [], isEndless }: Reply): void {
  for (const chunk of chunks) response.write(chunk)
  if (isEndless !== true) response.end()
}

export async function startTestServer(): Promise<TestServer> {
  let replies: readonly Reply[] = [{}]
  const requests: RecordedRequest[] = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      requests.push({
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? null : (jsonOfText(text) ?? text),
        text,
        aborted: new Promise((resolve) => {
          response.once('close', () => (response.writableFinished ? undefined : resolve()))
        }),
      })
      const [reply = {}, ...remaining] = replies
      if (remaining.length > 0) replies = remaining
      if (reply.isSilent === true) return
      if (reply.isCut === true) {
        request.socket.destroy()
        return
      }
      response.writeHead(reply.status ?? 200, reply.headers)
      if (reply.chunks !== undefined) return sendChunks(response, reply)
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    reply: (...newReplies) => {
      replies = newReplies
      requests.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
