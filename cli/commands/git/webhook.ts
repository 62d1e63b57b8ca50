// An HTTP listener for webhooks of GitHub and GitLab. A request counts only with the shared secret: signed with it
// (GitHub: X-Hub-Signature-256) or carrying it (GitLab: X-Gitlab-Token). Its content is not used: a round reads both sides.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** GitHub sends at most this much. */
const bodyBytesMax = 25 * 1024 * 1024

const digest = (text: string): Buffer => createHmac('sha256', 'length').update(text).digest()

/** Compares in constant time, whatever the lengths. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The status of the answer: 202 starts a round. The body is hashed as it arrives. */
async function statusOf(request: IncomingMessage, secret: string): Promise<number> {
  if (request.method !== 'POST') return 405
  const hmac = createHmac('sha256', secret)
  let bytes = 0
  const body: AsyncIterable<Buffer> = request
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) return 413
    hmac.update(chunk)
  }
  const signature = headerOf(request, 'x-hub-signature-256')
  if (signature !== undefined) return isEqual(signature, `sha256=${hmac.digest('hex')}`) ? 202 : 401
  const token = headerOf(request, 'x-gitlab-token')
  return token !== undefined && isEqual(token, secret) ? 202 : 401
}

export interface Webhook {
  readonly address: string
  readonly close: () => Promise<void>
}

export async function listenForWebhooks({
  port,
  host,
  secret,
  onEvent,
}: {
  readonly port: number
  readonly host: string
  readonly secret: string
  readonly onEvent: () => void
}): Promise<Webhook> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const status = await statusOf(request, secret).catch(() => 400)
    response
      .writeHead(status, { 'Content-Length': 0, ...(status === 413 ? { Connection: 'close' } : {}) })
      .end()
    if (status === 202) onEvent()
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const listeningPort = typeof address === 'object' && address !== null ? address.port : port
  return {
    address: `http://${host}:${listeningPort}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
