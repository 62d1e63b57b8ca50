// An HTTP exporter that uses little processor time, because it shares the cores with the measured server.
import { Agent, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly text: string
  readonly receipt: string
}

export interface OtlpClient {
  /** A body is OTLP in protobuf. */
  readonly call: (method: string, path: string, body?: Buffer) => Promise<Answer>
  readonly close: () => void
}

export function otlpClient(options: {
  readonly url: string
  readonly key: string
  readonly connections: number
}): OtlpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const call: OtlpClient['call'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const content =
        body === undefined ? {} : { 'Content-Type': 'application/x-protobuf', 'Content-Length': body.length }
      const headers = { Authorization: options.key, ...content }
      const outgoing = request(`${options.url}${path}`, { method, agent, headers }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text,
            receipt: String(answer.headers['x-assay-receipt'] ?? ''),
          }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return { call, close: () => agent.destroy() }
}
