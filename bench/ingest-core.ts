// `npm run bench:ingest-core`: processor time of each step between a request and its rows, without HTTP and threads:
// the benchmark for work on ingest performance. BENCH_SPANS sets the number of spans (default 50,000), BENCH_PAYLOADS
// the number of payloads of 100 spans per batch (default 40: the queue at 10,000 spans/s). BENCH_PROFILE=1 is for `node
// --cpu-prof`: it does not wait for the engine's merges.
import { noIngestMetrics } from '../src/tracing/ingest/metrics.fixture.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../src/kernel/clock.ts'
import { createUsageCaps, noUsage } from '../src/access/usage.ts'
import { openEmbedded } from '../src/storage/columnar/open.ts'
import { RowEncoder } from '../src/storage/contract/contract.ts'
import { openSqlite } from '../src/storage/relational/sqlite.ts'
import { addressedLogs } from '../src/tracing/ingest/addressed-logs.ts'
import { addressedRequest } from '../src/tracing/ingest/payloads/payload.ts'
import { sentRecords } from '../src/tracing/ingest/payloads/sent-records.ts'
import { createIngest } from '../src/tracing/ingest/accept.ts'
import { noRules, SpanBatch, type BatchEntry } from '../src/tracing/ingest/rows/batch.ts'
import { groupsOf } from '../src/tracing/ingest/rows/groups.ts'
import { groupByTrace } from '../src/tracing/ingest/rows/stored-traces.ts'
import { batchOf, spansPerBatch, template, type Template } from './support/otlp-payloads.ts'

const spansTotal = Number(process.env['BENCH_SPANS'] ?? 50_000)
const payloadsPerRound = Number(process.env['BENCH_PAYLOADS'] ?? 40)
const spansPerRound = payloadsPerRound * spansPerBatch
const warmUpRounds = 2

const directory = mkdtempSync(join(tmpdir(), 'assay-bench-core-'))
const store = await openSqlite(join(directory, 'assay.db'))
const spans = await openEmbedded(join(directory, 'columnar'))
const clock = systemClock()
const projectId = crypto.randomUUID()
const sender = { projectId, actorId: crypto.randomUUID(), store }
const ingest = createIngest({
  clock,
  reads: () => store.read,
  rowBuilders: {
    redactedPayload: (_, payload) => Promise.resolve(payload),
    addressedRequest: async (form, payload) => addressedRequest(form, payload),
    addressedLogs: async (form, payload) => addressedLogs(form, payload),
    sentRecords: async (form, body) => sentRecords(form, body),
  },
  inboxBytesMax: 1e9,
  partyOf: (project) => project,
  retryBytesMax: 1e9,
  refuseOtherTraces: async () => undefined,
  metrics: noIngestMetrics,
  usageCaps: createUsageCaps({ reads: () => store.read, limits: noUsage, clock }),
  onAppended: () => undefined,
})

/** Microseconds of this process, all threads, and of this thread alone. */
const cpuUsageUs = () => {
  const [all, ofThread] = [process.cpuUsage(), process.threadCpuUsage()]
  return { all: all.user + all.system, thisThread: ofThread.user + ofThread.system }
}

const steps = new Map<string, { all: number; thisThread: number }>()
async function step<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  const before = cpuUsageUs()
  const value = await work()
  const after = cpuUsageUs()
  const sum = steps.get(name) ?? { all: 0, thisThread: 0 }
  steps.set(name, {
    all: sum.all + after.all - before.all,
    thisThread: sum.thisThread + after.thisThread - before.thisThread,
  })
  return value
}

const templates = Array.from({ length: 16 }, template)
let bytesWritten = 0

async function round(number: number): Promise<void> {
  const bodies = Array.from({ length: payloadsPerRound }, (_, i) => {
    const at = (number * payloadsPerRound + i) % templates.length
    return batchOf(templates[at] as Template).body
  })
  await step('accept', () =>
    Promise.all(
      bodies.map((bytes) => ingest.accept(sender, { form: 'otlp_protobuf', bytes, requiresSpans: true })),
    ),
  )
  const { entries } = await step('take', () =>
    store.write((tx) =>
      tx.takeInbox({
        now: clock.now(),
        until: '2999',
        untilMax: '9999',
        bytesMax: 1e9,
        entriesMax: payloadsPerRound,
      }),
    ),
  )
  const groups = await step('groups', () => groupsOf(entries as readonly BatchEntry[]))
  const traceIds = groups.flatMap(({ touchedTraces }) => touchedTraces.flatMap((group) => group.traceIds))
  const facts = await step('facts', async () => groupByTrace(await spans.facts(projectId, traceIds)))
  const rows = await step('rows', () => {
    const encoder = new RowEncoder()
    for (const group of groups) {
      const batch = new SpanBatch(BigInt(Date.now()) * 1000n)
      for (const i of group.entries) batch.add(entries[i] as BatchEntry, noRules)
      batch.rows(facts, (row) => encoder.add(row))
    }
    return encoder.rows()
  })
  bytesWritten += rows.chunks.reduce((sum, { length }) => sum + length, 0)
  await step('insert', () => spans.write(rows))
  const ids = entries.map(({ id }) => id)
  await step('finish', () =>
    store.write(async (tx) => {
      await tx.finishReceipts(
        ids.map((id) => ({ id, rejected: 0 })),
        clock.now(),
      )
      await tx.deleteInbox(ids)
    }),
  )
  await step('waiting logs', () => store.read.hasWaitingLogs(projectId))
}

/** Merges go on after the last insert, and belong to its cost. */
async function waitUntilIdle(): Promise<void> {
  for (let idleChecks = 0; idleChecks < 3;) {
    const before = cpuUsageUs().all
    await sleep(500)
    idleChecks = cpuUsageUs().all - before < 50_000 ? idleChecks + 1 : 0
  }
}

for (let i = 0; i < warmUpRounds; i++) await round(i)
steps.clear()
bytesWritten = 0
const rounds = Math.ceil(spansTotal / spansPerRound)
const [before, startedMs] = [cpuUsageUs().all, performance.now()]
for (let i = 0; i < rounds; i++) await round(i)
const seconds = (performance.now() - startedMs) / 1000
if (process.env['BENCH_PROFILE'] === undefined) await step('remaining merges', waitUntilIdle)
const total = cpuUsageUs().all - before

const perSpan = (microseconds: number): number =>
  Math.round((microseconds * 10) / (rounds * spansPerRound)) / 10
console.table(
  Object.fromEntries(
    [...steps].map(([name, { all, thisThread }]) => [
      name,
      { 'µs/span, all threads': perSpan(all), 'µs/span, this thread': perSpan(thisThread) },
    ]),
  ),
)
console.log({
  'µs/span': perSpan(total),
  'spans/s': Math.round((rounds * spansPerRound) / seconds),
  'bytes/row': Math.round(bytesWritten / (rounds * spansPerRound)),
  'resident MiB': Math.round(process.memoryUsage.rss() / 1024 / 1024),
})
await spans.close()
await store.close()
rmSync(directory, { recursive: true, force: true })
process.exit()
