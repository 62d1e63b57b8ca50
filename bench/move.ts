// `npm run bench:move -- --spans 1000000 --testcases 100000 --artifacts 1000 --revisions 20`: fills embedded stores,
// moves them to PostgreSQL and to the ClickHouse of the tests (chDB behind HTTP), and back to embedded stores. The
// first step is measured while the server runs, the second without it. Exit code 1 when a move does not end with two
// equal sides.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { runFile, serverProgram } from '../test/support/children.ts'
import { startClickHouse } from '../test/support/clickhouse.ts'
import { newDataDirectory } from '../test/support/data-directory.ts'
import { until } from '../test/support/eventually.ts'
import { noteAnswer } from '../test/support/patience.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { startServer } from '../test/support/process.ts'
import { fillArtifacts, post } from './support/artifacts.ts'
import { traceRecords } from './support/many-spans.ts'
import { record, type Row } from './support/record.ts'

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '20000' },
    testcases: { type: 'string', default: '10000' },
    artifacts: { type: 'string', default: '100' },
    revisions: { type: 'string', default: '20' },
  },
})
const size = {
  spans: Number(values.spans),
  testcases: Number(values.testcases),
  artifacts: Number(values.artifacts),
  revisions: Number(values.revisions),
}
const folder = newDataDirectory()
const sourceDir = join(folder, 'source')
const backDir = join(folder, 'back')
const firstDay = Date.UTC(2026, 9, 1)
const tracesPerRequest = 50
const spansPerTrace = 8
const rowsPerTestset = 10_000

/** Traces over thirty days. */
async function fillSpans(url: string): Promise<void> {
  const traces = Math.ceil(size.spans / spansPerTrace)
  const stepMs = (30 * 86_400_000) / traces
  for (let from = 0; from < traces; from += tracesPerRequest) {
    const count = Math.min(tracesPerRequest, traces - from)
    const spans = Array.from({ length: count }, (_, i) =>
      traceRecords(from + i, firstDay + (from + i) * stepMs),
    ).flat()
    await post(url, '/tracing/spans/ingest', { spans })
  }
}

async function fillTestsets(url: string): Promise<void> {
  for (let from = 0; from < size.testcases; from += rowsPerTestset) {
    const count = Math.min(rowsPerTestset, size.testcases - from)
    const testcases = Array.from({ length: count }, (_, i) => ({
      data: { question: `What is ${from + i}?`, answer: String(from + i) },
    }))
    await post(url, '/simple/testsets/', { testset: { slug: `rows-${from}`, data: { testcases } } })
  }
}

async function isStored(): Promise<boolean> {
  const db = new DatabaseSync(join(sourceDir, 'assay.sqlite'), { readOnly: true })
  try {
    const entries = Number(db.prepare('select count(*) as entries from inbox').get()?.['entries'])
    noteAnswer('inbox', String(entries))
    return entries === 0
  } finally {
    db.close()
  }
}

const rows: Row[] = []
async function measure(step: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${step}: ${seconds} s`)
  rows.push({ step, seconds })
}

/** Runs one move; `code` is the expected exit code. */
async function move(
  args: readonly string[],
  { env, code }: { readonly env: Readonly<Record<string, string>>; readonly code: number },
): Promise<void> {
  const exit = await runFile(serverProgram, ['move', ...args], env)
  if (exit.code === code) return
  console.log(exit.stdout, exit.stderr)
  throw new Error(`assay move ${args[0]} ended with ${exit.code}`)
}

const postgres = await startPostgres([])
const clickhouse = await startClickHouse()
const databaseUrl = `${postgres.url}/postgres`
try {
  const embeddedEnv = { ASSAY_DATA_DIR: sourceDir }
  const servers = {
    ASSAY_DATABASE_URL: databaseUrl,
    ASSAY_CLICKHOUSE_URL: clickhouse.url,
    ASSAY_DATA_DIR: join(folder, 'servers'),
  }
  const toServers = ['--database-url', databaseUrl, '--clickhouse-url', clickhouse.url]
  const server = await startServer({ dataDir: sourceDir })
  await measure('fill', async () => {
    await fillArtifacts(server.url, size)
    await fillTestsets(server.url)
    await fillSpans(server.url)
    await until(isStored, 'all spans are stored')
  })
  await measure('to the servers, while the server runs', () => move(toServers, { env: embeddedEnv, code: 1 }))
  await server.stop()
  await measure('to the servers, the rest without a server', () =>
    move(toServers, { env: embeddedEnv, code: 0 }),
  )
  await measure('compare again', () => move(['--verify', ...toServers], { env: embeddedEnv, code: 0 }))
  await measure('back to embedded stores, without a server', () =>
    move(['--data', backDir], { env: servers, code: 0 }),
  )
  await measure('compare the embedded stores with the servers', () =>
    move(['--verify', '--data', backDir], { env: servers, code: 0 }),
  )
  record(
    'move',
    [
      `${size.spans} spans over 30 days, ${size.testcases} testcases, ${size.artifacts} artifacts of ${size.revisions} revisions`,
      'ClickHouse is chDB behind HTTP, as in the tests; PostgreSQL with its defaults',
    ],
    rows,
  )
} finally {
  await clickhouse.remove()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
