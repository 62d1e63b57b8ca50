// `npm run bench:ingest`: how many spans a server takes and stores, with both stores embedded and durable, and how long
// a span takes to be answered and to be readable. A separate process sends the load (bench/support/otlp-load.ts): LLM
// spans of about 2 kB in batches of 100, OTLP protobuf over HTTP.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { chunks } from '../src/kernel/chunks.ts'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../test/support/process.ts'
import type { LoadResult } from './support/otlp-load.ts'
import { memoryMiB, processorSeconds } from './support/processor.ts'
import { record, type Row } from './support/record.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60)
/** Sends as fast as the server answers. The inbox then needs a multiple of this time to store the spans. */
const floodSeconds = Math.min(seconds, 10)

/** Runs the generator at a rate in spans/s; 0 sends as fast as the server answers. */
async function load(server: RunningServer, spansPerSecond: number, duration: number): Promise<LoadResult> {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'support/otlp-load.ts'),
      server.url,
      firstKey,
      String(spansPerSecond),
      String(duration),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  return JSON.parse(output) as LoadResult
}

/** Resident memory while `work` runs, sampled every second. */
async function withMemorySamples<T>(
  server: RunningServer,
  work: Promise<T>,
): Promise<{ readonly value: T; readonly residents: readonly number[] }> {
  const residents: number[] = []
  const timer = setInterval(() => residents.push(memoryMiB(server, 'VmRSS')), 1000)
  const value = await work
  clearInterval(timer)
  return { value, residents }
}

/** The medians of the first, second and last third. They show growth of memory, which the peak does not. */
function mediansByThird(residents: readonly number[]): string {
  const third = Math.ceil(residents.length / 3)
  const medians = chunks(residents, third).map((part) => part.toSorted((a, b) => a - b)[part.length >> 1])
  return medians.join(', ')
}

async function measure(name: string, spansPerSecond: number, duration: number): Promise<Row> {
  const server = await startServer({
    env: { ASSAY_LOG_LEVEL: 'warn', ASSAY_CHECK_ANSWERS: 'false' },
  })
  // The first requests pay for compilation.
  await load(server, 2_000, 5)
  const before = processorSeconds(server)
  const { value: result, residents } = await withMemorySamples(server, load(server, spansPerSecond, duration))
  const row = {
    load: name,
    seconds: duration,
    'sent spans/s': Math.round(result.sent / result.seconds),
    'stored spans/s': Math.round(result.sent / result.storedSeconds),
    '202 p50 ms': result.answerMs.p50,
    '202 p99 ms': result.answerMs.p99,
    'readable p50 ms': result.readableMs.p50,
    'readable p99 ms': result.readableMs.p99,
    refused: result.refused,
    'server µs/span': Math.round(((processorSeconds(server) - before) * 1e6) / result.sent),
    'MiB by thirds': mediansByThird(residents),
    'peak MiB': Math.max(...residents),
  }
  console.log(row)
  await server.stop()
  removeDataDir(server)
  return row
}

const flood = await measure('as fast as it answers', 0, floodSeconds)
const capacity = Number(flood['stored spans/s'])
const highLoad = await measure('nine tenths of what it stored', Math.round(capacity * 0.9), seconds)
const half = await measure('half of what it stored', Math.round(capacity / 2), seconds)

record(
  'ingest',
  [
    'Each case after 5 s of warming; one server process, SQLite and chDB, every accepted span synced to disk before its 202',
    'Spans of about 2 kB (OTLP protobuf, gzip off) in batches of 100, traces of 8 spans, 8 connections, generator on the same machine',
    'stored spans/s counts until the last span was readable; readable: from sending a batch until its receipt is stored and GET /api/traces/{id} finds it',
    'The machine is shared with other work while this runs, so times say little across runs; the processor time of the server per span (merges included) says more',
  ],
  [flood, highLoad, half],
)
