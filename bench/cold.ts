// `npm run bench:cold`: a freshly started server, in one table: time until it is ready, ingest of 40,000 spans as
// fast as possible (BENCH_SPANS sets another number), their size on disk after all merges, reads, and retrieval of a
// deployed revision in the first seconds after another start. There is no warm-up.
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../test/support/process.ts'
import { load } from './support/http-load.ts'
import { clientOf } from './support/many-spans.ts'
import type { BurstResult } from './support/otlp-burst.ts'
import { rareWord } from './support/otlp-burst-words.ts'
import { memoryMiB, processorSeconds } from './support/processor.ts'
import { record, type Row } from './support/record.ts'

const spansTotal = Number(process.env['BENCH_SPANS'] ?? 40_000)
const runs = Number(process.env['BENCH_RUNS'] ?? 50)
const retrieveSeconds = Number(process.env['BENCH_SECONDS'] ?? 7)

const headers = { authorization: `ApiKey ${firstKey}`, 'content-type': 'application/json' }
const env = { ASSAY_LOG_LEVEL: 'warn', ASSAY_CHECK_ANSWERS: 'false' }
const MiB = 1024 * 1024

async function call(server: RunningServer, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${server.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The generator is a separate process, so that its work does not delay the measurement. */
async function burst(server: RunningServer): Promise<BurstResult> {
  const script = join(import.meta.dirname, 'support/otlp-burst.ts')
  const child = spawn(process.execPath, [script, server.url, firstKey, String(spansTotal)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  return JSON.parse(output) as BurstResult
}

/** Waits until the server has used less than a twentieth of a core for five seconds: then its merges have ended. */
async function waitUntilIdle(server: RunningServer): Promise<void> {
  for (let idleSeconds = 0, before = processorSeconds(server); idleSeconds < 5;) {
    await sleep(1000)
    const now = processorSeconds(server)
    idleSeconds = now - before < 0.05 ? idleSeconds + 1 : 0
    before = now
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
const rowOf = (measure: string, value: number): Row => ({ measure, 'value or p50': round(value), p99: '' })

async function measureLatency(measure: string, run: (i: number) => Promise<unknown>): Promise<Row> {
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const startedMs = performance.now()
    await run(i)
    times.push(performance.now() - startedMs)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number => round(times[Math.floor(share * (times.length - 1))] ?? 0)
  return { measure, 'value or p50': at(0.5), p99: at(0.99) }
}

async function measureReads(server: RunningServer, traceIds: readonly string[]): Promise<readonly Row[]> {
  const spans = (name: string, limit: number, filter?: string): Promise<Row> =>
    measureLatency(`${name}, ms`, () => call(server, '/spans/query', { windowing: { limit }, filter }))
  return [
    await measureLatency('one trace of 10 spans, ms', (i) =>
      call(server, `/traces/${traceIds[(i * 37) % traceIds.length]}`),
    ),
    await spans('newest 100 spans', 100),
    await measureLatency('newest 20 traces whole, ms', () =>
      call(server, '/traces/query', { windowing: { limit: 20 } }),
    ),
    await spans('filter, common attribute (1 in 3), 100 spans', 100, 'attributes.app.team = care'),
    await spans('filter, rare attribute (1 span)', 100, `attributes.app.ticket = ${rareWord}`),
    await spans('words, common, 100 spans', 100, 'content contains "refund invoice"'),
    await spans('words, rare (1 span)', 100, `content contains "${rareWord}"`),
    await spans('words, none', 100, 'content contains "nowhereatall"'),
  ]
}

/** Counts active parts only; the engine removes merged parts later. */
async function columnarBytes(dataDir: string): Promise<number> {
  const client = clientOf(join(dataDir, 'columnar'))
  const result = await client.query({
    query: 'SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active',
    format: 'JSONEachRow',
  })
  const [row] = await result.json<{ readonly bytes: string }>()
  await client.close()
  return Number(row?.bytes ?? 0)
}

const fileMiB = (path: string): number => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / MiB

async function measureColdIngest(): Promise<readonly Row[]> {
  const startedMs = performance.now()
  const server = await startServer({ env })
  const readySeconds = (performance.now() - startedMs) / 1000
  const before = processorSeconds(server)
  const spans = await burst(server)
  await waitUntilIdle(server)
  const perSpan = ((processorSeconds(server) - before) * 1e6) / spansTotal
  const peak = memoryMiB(server, 'VmHWM')
  const readRows = await measureReads(server, spans.traceIds)
  const database = join(server.dataDir, 'assay.sqlite')
  const inboxRows = [rowOf('database file with the empty inbox, MiB', fileMiB(database))]
  inboxRows.push(rowOf('its log, MiB', fileMiB(`${database}-wal`)))
  const peakWithReads = memoryMiB(server, 'VmHWM')
  await server.stop()
  const bytes = await columnarBytes(server.dataDir)
  removeDataDir(server)
  return [
    rowOf('ready after, s', readySeconds),
    rowOf('accepted, spans/s', spansTotal / spans.acceptedSeconds),
    rowOf('stored and readable, spans/s', spansTotal / spans.storedSeconds),
    rowOf('server µs/span until at rest', perSpan),
    rowOf('peak resident memory, MiB', peak),
    rowOf('the same after reading, MiB', peakWithReads),
    rowOf('bytes on disk per span, at rest', bytes / spansTotal),
    ...inboxRows,
    ...readRows,
  ]
}

const deployedCount = 50

async function deployRevisions(server: RunningServer): Promise<void> {
  const content = 'Be kind and short. '.repeat(40)
  for (let i = 0; i < deployedCount; i++) {
    const slug = `app-${i}`
    await call(server, '/simple/applications/', {
      application: { slug, data: { parameters: { prompt: { messages: [{ role: 'system', content }] } } } },
    })
    await call(server, '/applications/revisions/deploy', {
      application_ref: { slug },
      environment_ref: { slug: 'production' },
    })
  }
}

/** One server deploys the revisions; the next one answers retrieves from its start on. */
async function measureColdRetrieve(): Promise<readonly Row[]> {
  const firstServer = await startServer({ env })
  await deployRevisions(firstServer)
  await firstServer.stop()
  const startedMs = performance.now()
  const server = await startServer({ env, dataDir: firstServer.dataDir })
  const readySeconds = (performance.now() - startedMs) / 1000
  const retrieve = async (name: string, seconds: number): Promise<Row> => {
    const { p50Ms, p99Ms } = await load({
      url: server.url,
      connections: 16,
      warmSeconds: 0,
      seconds,
      method: 'POST',
      path: '/api/applications/revisions/retrieve',
      headers,
      bodies: Array.from({ length: deployedCount }, (_, i) =>
        JSON.stringify({
          environment_ref: { slug: 'production' },
          application_ref: { slug: `app-${i}` },
        }),
      ),
    })
    const measure = `retrieve by environment, ${name}, 16 connections, ms`
    return { measure, 'value or p50': p50Ms, p99: p99Ms }
  }
  const rows = [
    rowOf('ready after, second start, s', readySeconds),
    await retrieve('first second', 1),
    await retrieve(`next ${retrieveSeconds} s`, retrieveSeconds),
  ]
  await server.stop()
  removeDataDir(server)
  return rows
}

const loadBefore = loadavg()[0] ?? 0
const rows = [...(await measureColdIngest()), ...(await measureColdRetrieve())]

record(
  'cold',
  [
    `Servers started fresh, SQLite and chDB; ${spansTotal} LLM spans of about 2 kB in traces of 10, OTLP protobuf, batches of 100, 8 connections, generator on the same machine`,
    'stored and readable: until all receipts are stored and the last trace can be read; at rest: no processor time used for 5 s',
    `Each read ${runs} times one after another, the first of them cold`,
    `Other work ran on the machine: load average ${round(loadBefore)} before, ${round(loadavg()[0] ?? 0)} after`,
  ],
  rows,
)
