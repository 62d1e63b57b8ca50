// Requests over a fixed number of connections, one in flight on each, for a time. Uses bare sockets: a general client
// took more processor time per request than the server on the two cores they share, so the benchmark measured the
// client.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface LoadResult {
  /** All requests, including the warm-up. */
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface LoadOptions {
  readonly url: string
  readonly connections: number
  /** The warm-up, which is not counted. */
  readonly warmSeconds?: number
  readonly seconds: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Bodies, sent one after the other; empty: requests without a body. */
  readonly bodies: readonly string[]
}

const headEnd = Buffer.from('\r\n\r\n')

/** Reads one answer; throws unless it is a success. */
async function readAnswer(socket: Socket): Promise<void> {
  let buffer: Buffer = Buffer.alloc(0)
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
    const end = buffer.indexOf(headEnd)
    if (end < 0) continue
    const head = buffer.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    if (buffer.length < end + headEnd.length + length) continue
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(buffer.toString().slice(0, 500))
    return
  }
}

const requestText = ({ url, method, path, headers }: LoadOptions, body: string): string =>
  [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10

export async function load(options: LoadOptions): Promise<LoadResult> {
  const texts =
    options.bodies.length === 0
      ? [requestText(options, '')]
      : options.bodies.map((body) => requestText(options, body))
  const { hostname, port } = new URL(options.url)
  const countedFrom = performance.now() + (options.warmSeconds ?? 1) * 1000
  const until = countedFrom + options.seconds * 1000
  const latencies: number[] = []
  let requestCount = 0
  const client = async (): Promise<void> => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    for (;;) {
      const sentAt = performance.now()
      if (sentAt >= until) break
      socket.write(texts[requestCount++ % texts.length] ?? '')
      await readAnswer(socket)
      if (sentAt >= countedFrom) latencies.push(performance.now() - sentAt)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: options.connections }, client))
  latencies.sort((a, b) => a - b)
  return {
    requests: requestCount,
    requestsPerSecond: latencies.length / options.seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  }
}
