// `npm run bench:testsets`: import and download of a large testset over HTTP, a page in its middle, a commit of ten
// rows and its diff, on a large and on a small testset, with the peak memory of the server. The server is a separate
// process, started as users start it. BENCH_ROWS (1000000) sets the number of rows, BENCH_FORMS (sqlite,postgres) the
// backends.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { startPostgres } from '../test/support/postgres.ts'
import { removeDataDir, startServer, type RunningServer } from '../test/support/process.ts'
import { memoryMiB, processorSeconds } from './support/processor.ts'
import { record, type Row } from './support/record.ts'
import {
  answerOf,
  authorization,
  category,
  csvText,
  page,
  post,
  question,
  upload,
} from './support/testset-requests.ts'

const largeRows = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const smallRows = 10_000
const backends = (process.env['BENCH_FORMS'] ?? 'sqlite,postgres').split(',')
const repeats = 7

/** Row groups of 50,000, as common writers make them. */
async function* parquetBytes(rows: number): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter()
  const names = ['question', 'answer', 'category'] as const
  const schema = [
    { name: 'root', num_children: names.length },
    ...names.map((name) => ({
      name,
      type: 'BYTE_ARRAY' as const,
      converted_type: 'UTF8' as const,
      repetition_type: 'OPTIONAL' as const,
    })),
  ]
  const parquet = new ParquetWriter({ writer, schema })
  const nextBytes = (): Uint8Array => {
    const bytes = new Uint8Array(writer.buffer.slice(0, writer.index))
    writer.index = 0
    return bytes
  }
  for (let from = 0; from < rows; from += 50_000) {
    const indexes = Array.from({ length: Math.min(50_000, rows - from) }, (_, i) => from + i)
    await parquet.write({
      columnData: [
        { name: 'question', data: indexes.map(question) },
        { name: 'answer', data: indexes.map(answerOf) },
        { name: 'category', data: indexes.map(category) },
      ],
      rowGroupSize: indexes.length,
    })
    yield nextBytes()
  }
  await parquet.finish()
  yield nextBytes()
}

async function download(server: RunningServer, id: string, fileType: string): Promise<number> {
  const response = await fetch(`${server.url}/api/simple/testsets/${id}/download?file_type=${fileType}`, {
    method: 'POST',
    headers: { authorization, 'accept-encoding': 'identity' },
  })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  return bytes
}

async function measureTime<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

const memory = (server: RunningServer) => ({
  peakMb: memoryMiB(server, 'VmHWM'),
  anonymousMb: memoryMiB(server, 'RssAnon'),
})

/**
 * A commit of ten rows: five replaced in different places, five added. The answer is requested without rows, as
 * clients of large testsets do.
 */
async function tenRowCommit(
  server: RunningServer,
  testsetId: string,
  rows: number,
  n: number,
): Promise<number> {
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    const at = Math.floor(((i + 0.1 + n / 10) * rows) / 6)
    ids.push((await page(server, testsetId, at)).testset_revision.data.testcase_ids[0] ?? '')
  }
  const { ms } = await measureTime(() =>
    post(server, '/testsets/revisions/commit', {
      include_testcases: false,
      include_testcase_ids: false,
      testset_revision_commit: {
        testset_id: testsetId,
        delta: {
          rows: {
            replace: ids.map((id, i) => ({
              id,
              data: { question: `changed ${n} ${i}`, answer: 'a', category: 'c' },
            })),
            add: Array.from({ length: 5 }, (_, i) => ({
              data: { question: `added ${n} ${i}`, answer: 'a', category: 'c' },
            })),
          },
        },
      },
    }),
  )
  return ms
}

async function measureBackend(
  server: RunningServer,
  name: string,
  rows: number,
  files: Files,
): Promise<readonly Row[]> {
  const results: Row[] = []
  let cpu = processorSeconds(server)
  const addRow = (measure: string, ms: number, extra = ''): void => {
    const { peakMb, anonymousMb } = memory(server)
    const row = {
      backend: name,
      rows,
      operation: measure,
      ms: ms < 100 ? Math.round(ms * 10) / 10 : Math.round(ms),
      rate: extra,
      'server CPU s': Math.round((processorSeconds(server) - cpu) * 100) / 100,
      'peak MB': peakMb,
      'anonymous MB': anonymousMb,
    }
    console.log(JSON.stringify(row))
    results.push(row)
    cpu = processorSeconds(server)
  }
  const perSecond = (ms: number): string => `${Math.round((rows / ms) * 1000).toLocaleString('en')} rows/s`
  const csv = await measureTime(() => upload(server, files.csv, `csv-${rows}`))
  addRow('import CSV', csv.ms, perSecond(csv.ms))
  if (rows > smallRows) {
    const parquet = await measureTime(() => upload(server, files.parquet, `parquet-${rows}`))
    addRow('import Parquet', parquet.ms, perSecond(parquet.ms))
  }
  const { id } = csv.value.testset
  const pages: number[] = []
  for (let i = 0; i < repeats; i++)
    pages.push((await measureTime(() => page(server, id, Math.floor(rows / 2) + i * 101))).ms)
  addRow('page of 100 rows in the middle (median)', median(pages))
  const commits: number[] = []
  const diffs: number[] = []
  let diffCpu = 0
  for (let n = 0; n < repeats; n++) {
    commits.push(await tenRowCommit(server, id, rows, n))
    const before = processorSeconds(server)
    const diff = await measureTime(() => post(server, '/testsets/revisions/diff', { testset_ref: { id } }))
    diffCpu += processorSeconds(server) - before
    diffs.push(diff.ms)
  }
  cpu += diffCpu
  addRow(
    `commit of ten rows (median of ${repeats}, with 5 page reads each)`,
    median(commits),
    `first ${Math.round(commits[0] ?? 0)} ms`,
  )
  cpu -= diffCpu
  addRow(`diff of that commit (median of ${repeats})`, median(diffs))
  for (const fileType of rows > smallRows ? ['csv', 'parquet'] : ['csv']) {
    const measurement = await measureTime(() => download(server, id, fileType))
    addRow(
      `download ${fileType}`,
      measurement.ms,
      `${perSecond(measurement.ms)}, ${Math.round(measurement.value / 1e6)} MB`,
    )
  }
  return results
}

interface Files {
  readonly csv: string
  readonly parquet: string
}

async function writeFiles(directory: string, rows: number): Promise<Files> {
  const files = { csv: join(directory, `rows-${rows}.csv`), parquet: join(directory, `rows-${rows}.parquet`) }
  await pipeline(Readable.from(csvText(rows)), createWriteStream(files.csv))
  await pipeline(Readable.from(parquetBytes(rows), { objectMode: false }), createWriteStream(files.parquet))
  return files
}

const directory = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const results: Row[] = []
try {
  const smallFiles = await writeFiles(directory, smallRows)
  const largeFiles = await writeFiles(directory, largeRows)
  for (const backend of backends) {
    const postgres = backend === 'postgres' ? await startPostgres([]) : undefined
    const env = {
      ASSAY_CHECK_ANSWERS: 'false',
      ASSAY_LOG_LEVEL: 'warn',
      ...(postgres === undefined ? {} : { ASSAY_DATABASE_URL: `${postgres.url}/postgres` }),
    }
    const server = await startServer({ env })
    try {
      const idle = memory(server)
      console.log(JSON.stringify({ backend, operation: 'idle', ...idle }))
      results.push({
        backend,
        rows: 0,
        operation: 'idle',
        ms: 0,
        rate: '',
        'server CPU s': 0,
        'peak MB': idle.peakMb,
        'anonymous MB': idle.anonymousMb,
      })
      results.push(...(await measureBackend(server, backend, smallRows, smallFiles)))
      results.push(...(await measureBackend(server, backend, largeRows, largeFiles)))
    } finally {
      await server.stop()
      removeDataDir(server)
      await postgres?.stop()
    }
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
record(
  'testsets',
  [
    'Rows of three text columns, about 110 bytes each; files are sent over HTTP from disk.',
    `Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}.`,
    'Peak memory is that of the whole server process since its start, the embedded trace engine included (idle row).',
  ],
  results,
)
