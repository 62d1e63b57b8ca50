// Writes computed cells to the server: first the traces, then the results that refer to them, then the statuses of finished
// scenarios. A stored result therefore always has a readable trace and is not computed again.
import type { Assay } from '../client.ts'
import type { CallOptions } from '../core/core.ts'
import { tracesBody, type OtlpSpan } from '../otlp/otlp-json.ts'
import { sendSpans, waitForReceipt } from '../otlp/receipts.ts'
import type { NewResult } from '../generated/schemas.ts'

export interface CellWrite {
  readonly spans?: readonly OtlpSpan[]
  readonly results?: readonly NewResult[]
  readonly scenario?: { readonly id: string; readonly status: 'success' | 'errors' }
}

interface QueuedWrite {
  readonly write: CellWrite
  readonly resolve: (receipt: string | undefined) => void
  readonly reject: (error: unknown) => void
}

/** The maximum number of writes in a batch. */
const batchMax = 200

export class Writer {
  readonly #assay: Assay
  readonly #call: CallOptions
  readonly #service: string
  readonly #queue: QueuedWrite[] = []
  #isWriting = false
  readonly #receipts: string[] = []
  /** By receipt: resolves when its spans are readable. */
  readonly #receiptPromises = new Map<string, Promise<unknown>>()

  constructor(assay: Assay, call: CallOptions, service: string) {
    this.#assay = assay
    this.#call = call
    this.#service = service
  }

  /** Resolves when the server has stored the write. The receipt covers all spans of its batch, if there are any. */
  write(write: CellWrite): Promise<string | undefined> {
    const receipt = new Promise<string | undefined>((resolve, reject) => {
      this.#queue.push({ write, resolve, reject })
    })
    if (!this.#isWriting) void this.#writeQueue()
    return receipt
  }

  /** Resolves when every write has succeeded or failed. */
  async drain(): Promise<void> {
    await this.write({}).catch(() => undefined)
  }

  /** Resolves when the spans of a receipt are readable. */
  async waitUntilReadable(receipt: string): Promise<void> {
    const pending = this.#receiptPromises.get(receipt) ?? waitForReceipt(this.#assay, receipt, this.#call)
    this.#receiptPromises.set(receipt, pending)
    await pending
  }

  /** Resolves when all written spans are readable. */
  async settle(): Promise<void> {
    for (const receipt of this.#receipts) await this.waitUntilReadable(receipt)
  }

  /** Writes that arrive during a batch form the next batch. */
  async #writeQueue(): Promise<void> {
    this.#isWriting = true
    // Let cells of the same tick join the batch.
    await Promise.resolve()
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, batchMax)
      try {
        const receipt = await this.#writeBatch(batch.map(({ write }) => write))
        for (const { resolve } of batch) resolve(receipt)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }

  async #writeBatch(batch: readonly CellWrite[]): Promise<string | undefined> {
    const repeatable = { ...this.#call, repeatable: true }
    const spans = batch.flatMap((write) => write.spans ?? [])
    let receipt: string | undefined
    if (spans.length > 0) {
      const group = { resource: { 'service.name': this.#service }, scope: { name: '@assay/sdk/eval' }, spans }
      receipt = await sendSpans(this.#assay, tracesBody([group]), this.#call)
      this.#receipts.push(receipt)
    }
    // Both requests are idempotent: a result replaces that of its cell, and a scenario gets a status.
    const results = batch.flatMap((write) => write.results ?? [])
    if (results.length > 0) await this.#assay.results.set({ results }, repeatable)
    const scenarios = batch.flatMap(({ scenario }) => scenario ?? [])
    if (scenarios.length > 0) await this.#assay.scenarios.editMany({ scenarios }, repeatable)
    return receipt
  }
}
