// Fills the demo through API requests. The transport is either the server itself, in process, or a client of a running
// server.
import { setTimeout as sleep } from 'node:timers/promises'
import { AssayError } from '../kernel/errors.ts'
import { fillDemo } from './demo.ts'
import { textAt, type Call } from './context.ts'

const receiptPollMs = 100
const receiptPollsMax = 600

export interface TransportResponse {
  readonly status: number
  readonly body: string
  /** The receipt of sent spans, if any. */
  readonly receipt: string | undefined
}

/** Sends a request below /api with the key of the filled project. */
export type Transport = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body: unknown,
) => Promise<TransportResponse>

export async function fillDemoProject(transport: Transport, nowMs: number): Promise<void> {
  const send = async (method: string, path: string, body?: unknown): Promise<TransportResponse> => {
    const answer = await transport(method as 'GET' | 'POST' | 'PATCH', path, body)
    if (answer.status >= 300) {
      const excerpt = answer.body.slice(0, 300)
      throw new Error(`a demo request failed: ${method} ${path} returned ${answer.status} ${excerpt}`)
    }
    return answer
  }
  const call: Call = async (method, path, body) => JSON.parse((await send(method, path, body)).body)
  const waitForReceipt = async (receiptId: string): Promise<void> => {
    for (let polls = 0; polls < receiptPollsMax; polls += 1) {
      const answer = await call('GET', `/otlp/receipts/${receiptId}`)
      if (textAt(answer, 'receipt', 'status') !== 'pending') return
      await sleep(receiptPollMs)
    }
    throw new AssayError('unavailable', 'The spans of the demo are not stored yet.')
  }
  await fillDemo({
    call,
    nowMs,
    sendSpans: async (request) => String((await send('POST', '/otlp/v1/traces', request)).receipt),
    waitUntilStored: async (receiptIds) => {
      for (const id of receiptIds) await waitForReceipt(id)
    },
  })
}
