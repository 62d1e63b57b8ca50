// Writes imported items to a server. Idempotent: spans have fixed ids; versions and rows are looked up before they are
// written. A second import of the same files adds nothing.
import type { Assay } from '../sdk/client.ts'
import { findRevision } from '../sdk/shared/names.ts'
import type { ImportItem } from './importer.ts'
import { PromptDelivery } from './deliver-prompts.ts'
import { RunDelivery, type DeliveredRun } from './deliver-runs.ts'
import { SpanDelivery, type Receipts } from './deliver-spans.ts'
import { TestsetDelivery, type DeliveredTestset } from './deliver-testsets.ts'
import type { Spool } from './spool.ts'

export interface DeliveryResult {
  readonly receipts: Receipts
  readonly testsets: readonly DeliveredTestset[]
  /** The number of created revisions; existing ones are not counted. */
  readonly revisions: number
  readonly deployments: number
  readonly evaluators: readonly string[]
  readonly runs: readonly DeliveredRun[]
}

export class Delivery {
  readonly #assay: Assay
  readonly #spans: SpanDelivery
  readonly #testsets: TestsetDelivery
  readonly #prompts: PromptDelivery
  readonly #evaluators: string[] = []
  readonly #runs: RunDelivery

  constructor(assay: Assay, { source, spool }: { readonly source: string; readonly spool: Spool }) {
    this.#assay = assay
    this.#spans = new SpanDelivery(assay, source)
    this.#testsets = new TestsetDelivery(assay, { source, spool })
    this.#prompts = new PromptDelivery(assay, source)
    this.#runs = new RunDelivery(assay, source)
  }

  async add(item: ImportItem): Promise<void> {
    switch (item.kind) {
      case 'span':
      case 'annotation':
        return this.#spans.add(item.span)
      case 'row':
        return this.#testsets.add(item.testset, item.row)
      case 'prompt':
        return this.#prompts.add(item.prompt)
      case 'evaluator': {
        const { slug, data } = item.evaluator
        if ((await findRevision(this.#assay, { kind: 'evaluator', text: slug })) !== undefined) return
        await this.#assay.simpleEvaluators.create({ evaluator: { slug, data } })
        this.#evaluators.push(slug)
        return
      }
      case 'result':
        return this.#runs.add(item.result)
      case 'unmapped':
      case 'fault':
      case 'fields':
        return
    }
  }

  /** Writes the rest. Resolves when the server has stored or rejected everything. */
  async finish(): Promise<DeliveryResult> {
    const testsets = await this.#testsets.finish()
    const prompts = await this.#prompts.finish()
    const receipts = await this.#spans.finish()
    // Runs refer to rows and traces.
    const runs = await this.#runs.finish()
    return { receipts, testsets, ...prompts, evaluators: this.#evaluators, runs }
  }
}
