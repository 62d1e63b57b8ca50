// S3-compatible storage for tests: a server that verifies signatures, behind a gate that counts, holds or fails requests.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from '@20minutes/s3rver'

export interface S3Server {
  readonly url: string
  /** Method and path of all requests. */
  readonly requests: string[]
  /** Decides about each request; undefined: it is answered. */
  gate: (request: IncomingMessage) => 'hold' | 'fail' | undefined
  readonly stop: () => Promise<void>
}

export const s3Key = 'S3RVER'

/** Has one bucket, `backups`. */
export async function startS3(directory: string): Promise<S3Server> {
  const storage = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'backups' }] })
  await storage.configureBuckets()
  const answer = storage.callback()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const decision = running.gate(request)
    if (decision === undefined) answer(request, response)
    else if (decision === 'fail') response.writeHead(503).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const running: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    gate: () => undefined,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return running
}
