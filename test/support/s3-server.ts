// S3-compatible storage for tests: a server that verifies signatures, behind a proxy that counts, delays, fails
// or cuts off requests.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from '@20minutes/s3rver'
import { until } from './eventually.ts'

export interface ConnectionCut {
  /** The connection is closed after this many bytes of the answer's body. */
  readonly cutAfterBytes: number
  /** Whether the client has read these bytes. When a connection breaks, a client discards its unread bytes. */
  readonly areRead: () => boolean
}

type Decision = 'hold' | 'fail' | ConnectionCut | undefined

export interface S3Server {
  readonly url: string
  /** Method and path of all requests. */
  readonly requests: string[]
  /** The `Range` headers of all requests. */
  readonly ranges: string[]
  /** Decides about each request; undefined: it is answered. */
  gate: (request: IncomingMessage) => Decision | Promise<Decision>
  readonly stop: () => Promise<void>
}

export const s3Key = 'S3RVER'

function cutOff(response: ServerResponse, { cutAfterBytes, areRead }: ConnectionCut): void {
  const close = (): void =>
    void until(areRead, 'the client has read all bytes').finally(() => response.destroy())
  let remainingBytes = cutAfterBytes
  const write = response.write.bind(response)
  response.write = (chunk: Buffer, ...rest: unknown[]): boolean => {
    if (chunk.length <= remainingBytes) {
      remainingBytes -= chunk.length
      return Reflect.apply(write, response, [chunk, ...rest])
    }
    write(chunk.subarray(0, remainingBytes), close)
    remainingBytes = 0
    return false
  }
}

/** Has one bucket, `backups`. */
export async function startS3(directory: string): Promise<S3Server> {
  const storage = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'backups' }] })
  await storage.configureBuckets()
  const answer = storage.callback()
  const requests: string[] = []
  const ranges: string[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(`${request.method} ${request.url}`)
    if (request.headers.range !== undefined) ranges.push(request.headers.range)
    const decision = await runningServer.gate(request)
    if (decision === 'hold') return
    if (decision === 'fail') return void response.writeHead(503).end()
    if (decision !== undefined) cutOff(response, decision)
    answer(request, response)
  }
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const runningServer: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    ranges,
    gate: () => undefined,
    stop: async () => {
      const closing = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closing
    },
  }
  return runningServer
}
