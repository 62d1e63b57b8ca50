// From spans that were sent to the proof that they are stored.
import { wait } from '../core/retry.ts'
import type { CallOptions } from '../core/core.ts'
import type { Receipt, ReceiptResponse } from '../generated/schemas.ts'

/** What of a client is needed to send spans and to ask what became of them. */
export interface SpanReceiver {
  readonly otlp: {
    exportTraces(bytes: string, options?: CallOptions): Promise<Response>
    fetchReceipt(receiptId: string, options?: CallOptions): Promise<ReceiptResponse>
  }
}

/** Sends one request; the id of its receipt. Spans replace themselves, so sending twice is as good as once. */
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
  if (receipt === null) throw new TypeError('The server answered no receipt. Is it Assay?')
  return receipt
}

const firstPauseMs = 20
const pauseMsMax = 500

/** The receipt, once it says that all its spans are stored or rejected. */
export async function waitForReceipt(
  assay: SpanReceiver,
  id: string,
  options: CallOptions = {},
): Promise<Receipt> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    const { receipt } = await assay.otlp.fetchReceipt(id, options)
    if (receipt === undefined) throw new TypeError(`The server does not know the receipt ${id}.`)
    if (receipt.status !== 'pending') return receipt
    await wait(pauseMs, options.signal)
  }
}
