// The load generator of bench:ingest, a separate process: `node otlp-load.ts <url> <key> <spans/s, 0 as fast as
// possible> <seconds>`. Prints one JSON object.
import { setTimeout as sleep } from 'node:timers/promises'
import { batchOf, spansPerBatch, template, type Template } from './otlp-payloads.ts'
import { otlpClient } from './otlp-client.ts'

export interface Percentiles {
  readonly p50: number
  readonly p99: number
}

export interface LoadResult {
  readonly sent: number
  readonly refused: number
  /** Seconds until the last answer, and until the last span was readable. */
  readonly seconds: number
  readonly storedSeconds: number
  readonly answerMs: Percentiles
  readonly readableMs: Percentiles
}

const [url = '', key = '', rate = '0', duration = '10'] = process.argv.slice(2)
const spansPerSecond = Number(rate)
const connections = 8
/** Bodies are created before the load starts. */
const templateCount = 16

const { call, close } = otlpClient({ url, key, connections: connections + 2 })

const round = (ms: number): number => Math.round(ms * 10) / 10
function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}

const isReadable = async (traceId: string): Promise<boolean> =>
  (await call('GET', `/api/traces/${traceId}`)).text.startsWith('{"count":1')

/** Polls the receipt, which costs the server little, and then reads the trace once. */
async function waitUntilReadable({ receipt, traceId }: SentBatch): Promise<void> {
  while ((await call('GET', `/api/otlp/receipts/${receipt}`)).text.includes('"pending"')) await sleep(20)
  if (!(await isReadable(traceId))) throw new Error(`${traceId} is stored but cannot be read`)
}

interface SentBatch {
  readonly receipt: string
  readonly traceId: string
}

const templates = Array.from({ length: templateCount }, template)
const startedMs = performance.now()
const endsAt = startedMs + Number(duration) * 1000
const answerMs: number[] = []
const readableMs: number[] = []
let spanCount = 0
let refusalCount = 0
let lastBatch: SentBatch | undefined
let batchCount = 0

/**
 * Batches are due at fixed times even if earlier ones have no answer yet: a slow server cannot slow the load.
 */
const dueAt = (batch: number): number =>
  spansPerSecond === 0 ? 0 : startedMs + (batch * spansPerBatch * 1000) / spansPerSecond

async function sendBatch(): Promise<void> {
  const dueMs = dueAt(batchCount)
  const batch = batchOf(templates[batchCount++ % templateCount] as Template)
  const waitMs = dueMs - performance.now()
  if (waitMs > 0) await sleep(waitMs)
  const startMs = spansPerSecond === 0 ? performance.now() : dueMs
  const { status, receipt } = await call('POST', '/api/otlp/v1/traces', batch.body)
  answerMs.push(performance.now() - startMs)
  if (status === 202) {
    spanCount += spansPerBatch
    lastBatch = { receipt, traceId: batch.lastTraceId }
    probe.watch(lastBatch, startMs)
  } else refusalCount += spansPerBatch
  if (status === 429) await sleep(500)
}

/** Measures how long one batch at a time takes to become readable. */
const probe = {
  isBusy: false,
  watch(batch: SentBatch, startMs: number): void {
    if (this.isBusy) return
    this.isBusy = true
    void (async () => {
      await waitUntilReadable(batch)
      readableMs.push(performance.now() - startMs)
      this.isBusy = false
    })()
  },
}

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < endsAt) await sendBatch()
  }),
)
const seconds = (performance.now() - startedMs) / 1000
if (lastBatch !== undefined) await waitUntilReadable(lastBatch)
while (probe.isBusy) await sleep(20)
const result: LoadResult = {
  sent: spanCount,
  refused: refusalCount,
  seconds: round(seconds),
  storedSeconds: round((performance.now() - startedMs) / 1000),
  answerMs: percentiles(answerMs),
  readableMs: percentiles(readableMs),
}
console.log(JSON.stringify(result))
close()
