// The demo made by requests, whoever carries them: a server that answers its own, or a client of a running one.
import { setTimeout as sleep } from 'node:timers/promises'
import { AssayError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import { fillDemo } from './demo.ts'
import type { Call } from './world.ts'

const settlePollMs = 100
const settlePolls = 600

export interface Carried {
  readonly status: number
  readonly body: string
  /** Of the spans that were sent, if any were. */
  readonly receipt: string | undefined
}

/** Carries a request below /api, with the key of the project that is filled. */
export type Carry = (method: 'GET' | 'POST' | 'PATCH', path: string, body: unknown) => Promise<Carried>

export async function fillThrough(carry: Carry, nowMs: number): Promise<void> {
  const answered = async (method: string, path: string, body?: unknown): Promise<Carried> => {
    const answer = await carry(method as 'GET' | 'POST' | 'PATCH', path, body)
    if (answer.status >= 300) {
      const said = answer.body.slice(0, 300)
      throw new Error(`the demo was refused: ${method} ${path} answered ${answer.status} ${said}`)
    }
    return answer
  }
  const call: Call = async (method, path, body) =>
    JSON.parse((await answered(method, path, body)).body) as JsonObject
  const stored = async (receiptId: string): Promise<void> => {
    for (let polls = 0; polls < settlePolls; polls += 1) {
      const { receipt } = (await call('GET', `/otlp/receipts/${receiptId}`)) as {
        readonly receipt: JsonObject
      }
      if (receipt['status'] !== 'pending') return
      await sleep(settlePollMs)
    }
    throw new AssayError('unavailable', 'The spans of the demo are not stored yet.')
  }
  await fillDemo({
    call,
    nowMs,
    sendSpans: async (request) => String((await answered('POST', '/otlp/v1/traces', request)).receipt),
    settled: async (receiptIds) => {
      for (const id of receiptIds) await stored(id)
    },
  })
}
