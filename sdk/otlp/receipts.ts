// Sends spans and waits until they are stored.
import { sleep } from '../core/retry.ts'
import type { CallOptions } from '../core/core.ts'
import type { Receipt, ReceiptResponse } from '../generated/schemas.ts'

/** The part of the client that sends spans and reads receipts. */
export interface SpanReceiver {
  readonly otlp: {
    exportTraces(bytes: string, options?: CallOptions): Promise<Response>
    fetchReceipt(receiptId: string, options?: CallOptions): Promise<ReceiptResponse>
  }
}

/** Sends one request and returns the id of its receipt. Idempotent: a span replaces an earlier copy of itself. */
export async function sendSpans(
  assay: SpanReceiver,
  body: string,
  options: CallOptions = {},
): Promise<string> {
  const response = await assay.otlp.exportTraces(body, {
    ...options,
    repeatable: true,
    headers: { 'Content-Type': 'application/json', ...options.headers },
  })
  await response.arrayBuffer()
  const receipt = response.headers.get('x-assay-receipt')
  if (receipt === null) throw new TypeError('The answer has no receipt. Is the server Assay?')
  return receipt
}

const firstPauseMs = 20
const pauseMsMax = 500

/** Waits until all spans of a receipt are stored or rejected, and returns it. */
export async function waitForReceipt(
  assay: SpanReceiver,
  id: string,
  options: CallOptions = {},
): Promise<Receipt> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    const { receipt } = await assay.otlp.fetchReceipt(id, options)
    if (receipt === undefined) throw new TypeError(`The server does not know the receipt ${id}.`)
    if (receipt.status !== 'pending') return receipt
    await sleep(pauseMs, options.signal)
  }
}
