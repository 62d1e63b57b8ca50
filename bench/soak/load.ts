// The mixed load of a soak: commits, spans, evaluation runs and reads, by clients that continue after any failure.
// The ledger has only acknowledged writes.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subject } from '../../test/support/subject.ts'
import { sendAsClient, requireSuccess, type Fleet, type Reply } from './client.ts'

export interface Ledger {
  /** The revision id, version and payload of each commit, by variant. */
  readonly commits: Map<string, { readonly id: string; readonly version: string; readonly turn: number }[]>
  /** Ids of spans. */
  readonly spans: Set<string>
  /** Ids of runs. */
  readonly runs: Set<string>
  /** The number of answers by status; `none` counts requests without an answer. */
  readonly answers: Map<string, number>
  /** Answers that report a defect of the server. */
  readonly faults: string[]
}

export interface SeedRecords {
  readonly variantIds: readonly string[]
  readonly evaluation: object
}

const variantCount = 3
const pauseMs = 40
const runEveryMs = 4000
const runRows = 12

/** The records that clients use, created before the first fault. */
export async function prepare(url: string, subject: Subject): Promise<SeedRecords> {
  const revision = async (kind: string, data: object): Promise<string> =>
    (await requireSuccess(url, `/api/simple/${kind}s/`, { [kind]: { slug: `soak-${kind}`, data } }))[kind]
      .revision_id as string
  const rows = Array.from({ length: runRows }, (_, n) => ({
    data: { question: `${n}?`, correct_answer: String(n) },
  }))
  const testset = await revision('testset', { testcases: rows })
  const application = await revision('application', { url: subject.url })
  const evaluator = await revision('evaluator', { uri: 'assay:builtin:auto_exact_match:v0', parameters: {} })
  const variantIds: string[] = []
  for (let i = 0; i < variantCount; i++) {
    const { application } = await requireSuccess(url, '/api/simple/applications/', {
      application: { slug: `storm-${i}` },
    })
    variantIds.push(application.variant_id as string)
  }
  return {
    variantIds,
    evaluation: {
      data: {
        testset_steps: [testset],
        application_steps: { [application]: 'auto' },
        evaluator_steps: { [evaluator]: 'auto' },
        concurrency: { batch_size: 4 },
      },
    },
  }
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** A trace of a root and four children. */
function newTrace(): { readonly body: object; readonly spanIds: readonly string[] } {
  const traceId = hex(16)
  const spanIds = Array.from({ length: 5 }, () => hex(8))
  const nowNs = BigInt(Date.now()) * 1_000_000n
  const spans = spanIds.map((spanId, i) => ({
    traceId,
    spanId,
    ...(i === 0 ? {} : { parentSpanId: spanIds[0] }),
    name: `step ${i}`,
    startTimeUnixNano: String(nowNs + BigInt(i)),
    endTimeUnixNano: String(nowNs + 1_000_000n),
    attributes: [{ key: 'input.value', value: { stringValue: 'x'.repeat(500) } }],
  }))
  return { body: { resourceSpans: [{ scopeSpans: [{ spans }] }] }, spanIds }
}

export interface Load {
  readonly ledger: Ledger
  /** Stops the load; resolves when the requests in flight have ended. */
  end(): Promise<void>
}

class Clients {
  readonly ledger: Ledger = {
    commits: new Map(),
    spans: new Set(),
    runs: new Set(),
    answers: new Map(),
    faults: [],
  }
  #isEnding = false
  #turn = 0
  readonly #fleet: Fleet
  readonly #records: SeedRecords

  constructor(fleet: Fleet, records: SeedRecords) {
    this.#fleet = fleet
    this.#records = records
    for (const id of records.variantIds) this.ledger.commits.set(id, [])
  }

  /** Sends to any server; undefined unless the answer is a success. */
  async #send(path: string, body: unknown): Promise<Reply['body']> {
    const urls = this.#fleet.urls()
    const url = urls[this.#turn++ % Math.max(1, urls.length)]
    if (url === undefined) return undefined
    const reply = await sendAsClient(url, path, body).catch(() => undefined)
    const status = reply === undefined ? 'none' : String(reply.status)
    this.ledger.answers.set(status, (this.ledger.answers.get(status) ?? 0) + 1)
    if (reply?.status === 500) this.ledger.faults.push(`${path}: ${JSON.stringify(reply.body)}`)
    return reply?.status === 200 || reply?.status === 202 ? reply.body : undefined
  }

  async #again(pause: number, work: () => Promise<void>): Promise<void> {
    while (!this.#isEnding) {
      await work()
      await sleep(pause)
    }
  }

  async #commit(variantId: string): Promise<void> {
    const turn = this.#turn++
    const body = await this.#send('/api/applications/revisions/commit', {
      application_revision_commit: { application_variant_id: variantId, data: { parameters: { turn } } },
    })
    const revision = body?.application_revision
    if (revision === undefined) return
    this.ledger.commits.get(variantId)?.push({ id: revision.id, version: revision.version, turn })
  }

  async #trace(): Promise<void> {
    const { body, spanIds } = newTrace()
    if ((await this.#send('/api/otlp/v1/traces', body)) === undefined) return
    for (const id of spanIds) this.ledger.spans.add(id)
  }

  async #run(): Promise<void> {
    const body = await this.#send('/api/simple/evaluations/', { evaluation: this.#records.evaluation })
    if (body !== undefined) this.ledger.runs.add(body.evaluation.id as string)
  }

  async #read(): Promise<void> {
    await this.#send('/api/spans/query', { windowing: { limit: 20 } })
    await this.#send('/api/evaluations/runs/query', { windowing: { limit: 5 } })
  }

  start(): Load {
    const clients = [
      // Two clients per variant, so that their commits conflict.
      ...this.#records.variantIds
        .flatMap((id) => [id, id])
        .map((id) => this.#again(pauseMs, () => this.#commit(id))),
      ...Array.from({ length: 3 }, () => this.#again(pauseMs, () => this.#trace())),
      this.#again(runEveryMs, () => this.#run()),
      this.#again(200, () => this.#read()),
    ]
    return {
      ledger: this.ledger,
      end: async () => {
        this.#isEnding = true
        await Promise.all(clients)
      },
    }
  }
}

export const startLoad = (fleet: Fleet, records: SeedRecords): Load => new Clients(fleet, records).start()
