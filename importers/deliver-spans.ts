// Sends spans in batches and waits for the receipt of each batch.
import { AssayError, ConnectionError, type Assay } from '../sdk/client.ts'
import { backoffMs, sleep } from '../sdk/core/retry.ts'
import type { ImportedSpan } from './importer.ts'
import { otlpRequest, otlpSpan, type OtlpSpan } from './otlp.ts'

export interface Receipts {
  readonly ids: readonly string[]
  readonly stored: number
  /** The number of spans that existed before and were replaced. */
  readonly known: number
  readonly rejected: number
  /** The reasons of the first rejections. */
  readonly reasons: readonly string[]
}

/** The limits of a batch: spans and characters. The server takes bodies of several megabytes. */
const batchSpans = 1000
const batchCharacters = 2 * 2 ** 20
const triesMax = 8
const pollMs = 200
const reasonsMax = 10

const secondsMax = Date.UTC(9999, 11, 31) / 1000

/** Spans of files may have any time. */
const timeOf = (seconds: number): string =>
  new Date(Math.min(Math.max(seconds, 0), secondsMax) * 1000).toISOString()

export class SpanDelivery {
  readonly #assay: Assay
  readonly #source: string
  #batch: OtlpSpan[] = []
  #characters = 0
  #existingCount = 0
  readonly #ids: string[] = []

  constructor(assay: Assay, source: string) {
    this.#assay = assay
    this.#source = source
  }

  async add(span: ImportedSpan): Promise<void> {
    const otlp = otlpSpan(this.#source, span)
    this.#batch.push(otlp)
    this.#characters += JSON.stringify(otlp).length
    if (this.#batch.length >= batchSpans || this.#characters >= batchCharacters) await this.#send()
  }

  async #send(): Promise<void> {
    if (this.#batch.length === 0) return
    this.#existingCount += await this.#countExisting(this.#batch)
    const body = otlpRequest(this.#source, this.#batch)
    this.#batch = []
    this.#characters = 0
    this.#ids.push(await this.#sendWithRetry(body))
  }

  /** The number of spans that the server already has. Queried before sending; only ids are returned. */
  async #countExisting(batch: readonly OtlpSpan[]): Promise<number> {
    let [oldest, newest] = [Infinity, -Infinity]
    for (const { startTimeUnixNano } of batch) {
      const second = Number(startTimeUnixNano) / 1e9
      oldest = Math.min(oldest, second)
      newest = Math.max(newest, second)
    }
    const pages = this.#assay.spans.query({
      filtering: {
        conditions: [
          { field: 'trace_id', operator: 'in', value: [...new Set(batch.map(({ traceId }) => traceId))] },
          { field: 'span_id', operator: 'in', value: [...new Set(batch.map(({ spanId }) => spanId))] },
        ],
      },
      fields: ['trace_id', 'span_id'],
      windowing: { oldest: timeOf(oldest - 1), newest: timeOf(newest + 1), limit: batchSpans },
    })
    let count = 0
    for await (const _ of pages) count += 1
    return count
  }

  /** Sends a batch and returns its receipt. Sending is idempotent, so it is retried after any lost answer. */
  async #sendWithRetry(body: string): Promise<string> {
    for (let attempt = 0; ; attempt++) {
      try {
        const headers = { 'Content-Type': 'application/json' }
        return (await this.#assay.spans.import(body, { headers })).receipt_id
      } catch (error) {
        const isTemporary =
          error instanceof ConnectionError ||
          (error instanceof AssayError && (error.status === 429 || error.status === 503))
        if (!isTemporary || attempt >= triesMax) throw error
        await sleep(
          backoffMs(attempt, error instanceof AssayError ? error.retryAfterMs : undefined),
          undefined,
        )
      }
    }
  }

  async finish(): Promise<Receipts> {
    await this.#send()
    let [storedCount, rejectedCount] = [0, 0]
    const reasons = new Set<string>()
    for (const id of this.#ids) {
      const receipt = await this.#waitForReceipt(id)
      storedCount += receipt.stored
      rejectedCount += receipt.rejected
      for (const reason of receipt.reasons) if (reasons.size < reasonsMax) reasons.add(reason)
    }
    return {
      ids: this.#ids,
      stored: storedCount,
      known: Math.min(this.#existingCount, storedCount),
      rejected: rejectedCount,
      reasons: [...reasons],
    }
  }

  async #waitForReceipt(id: string) {
    for (;;) {
      const { receipt } = await this.#assay.otlp.fetchReceipt(id)
      if (receipt !== undefined && receipt.status !== 'pending') {
        const { stored, rejected } = receipt
        return { stored, rejected: rejected.length, reasons: rejected.map(({ reason }) => reason) }
      }
      await sleep(pollMs, undefined)
    }
  }
}
