// What was computed goes to the server as it comes: first the traces, then the results that point at them, then the scenarios that
// are done. A result that the server has was therefore computed and can be read, and is not computed again.
import type { Assay } from '../client.ts'
import type { CallOptions } from '../core/core.ts'
import { tracesBody, type OtlpSpan } from '../otlp/otlp-json.ts'
import { sendSpans, waitForReceipt } from '../otlp/receipts.ts'
import type { NewResult } from '../generated/schemas.ts'

export interface Written {
  readonly spans?: readonly OtlpSpan[]
  readonly results?: readonly NewResult[]
  readonly scenario?: { readonly id: string; readonly status: 'success' | 'errors' }
}

interface Waiting {
  readonly written: Written
  readonly resolve: (receipt: string | undefined) => void
  readonly reject: (error: unknown) => void
}

/** So many are written together at most. */
const batchMax = 200

export class Writer {
  readonly #assay: Assay
  readonly #call: CallOptions
  readonly #service: string
  readonly #waiting: Waiting[] = []
  #isWriting = false
  readonly #receipts: string[] = []
  /** By receipt, when its spans can be read. */
  readonly #readable = new Map<string, Promise<unknown>>()

  constructor(assay: Assay, call: CallOptions, service: string) {
    this.#assay = assay
    this.#call = call
    this.#service = service
  }

  /** Resolves when the server has it, with the receipt of its spans. */
  write(written: Written): Promise<string | undefined> {
    const stored = new Promise<string | undefined>((resolve, reject) => {
      this.#waiting.push({ written, resolve, reject })
    })
    if (!this.#isWriting) void this.#drain()
    return stored
  }

  /** Resolves when everything was tried. */
  async drained(): Promise<void> {
    await this.write({}).catch(() => undefined)
  }

  /** Resolves when the spans of a receipt can be read. */
  async readable(receipt: string): Promise<void> {
    const pending = this.#readable.get(receipt) ?? waitForReceipt(this.#assay, receipt, this.#call)
    this.#readable.set(receipt, pending)
    await pending
  }

  /** Resolves when all spans that were written can be read. */
  async settle(): Promise<void> {
    for (const receipt of this.#receipts) await this.readable(receipt)
  }

  /** What comes while a batch is under way is the next batch. */
  async #drain(): Promise<void> {
    this.#isWriting = true
    // What is computed in the same moment goes along.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax)
      try {
        const receipt = await this.#writeBatch(batch.map(({ written }) => written))
        for (const { resolve } of batch) resolve(receipt)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }

  async #writeBatch(batch: readonly Written[]): Promise<string | undefined> {
    const repeatable = { ...this.#call, repeatable: true }
    const spans = batch.flatMap((one) => one.spans ?? [])
    let receipt: string | undefined
    if (spans.length > 0) {
      const group = { resource: { 'service.name': this.#service }, scope: { name: '@assay/sdk/eval' }, spans }
      receipt = await sendSpans(this.#assay, tracesBody([group]), this.#call)
      this.#receipts.push(receipt)
    }
    // Results are set by their place in the run, scenarios to a status: both may be repeated.
    const results = batch.flatMap((one) => one.results ?? [])
    if (results.length > 0) await this.#assay.results.set({ results }, repeatable)
    const scenarios = batch.flatMap(({ scenario }) => scenario ?? [])
    if (scenarios.length > 0) await this.#assay.scenarios.editMany({ scenarios }, repeatable)
    return receipt
  }
}
