// `npm run bench:query`: latencies of reading spans, on 1,000,000 of them (BENCH_SPANS sets another number), through a
// server process over HTTP; then the same while spans arrive. The store is filled before the server starts: 20,000 spans
// take the way that ingest takes, and are then copied inside the engine with other ids, times and customers. BENCH_DATA
// names a directory that is kept, and filled unless it holds the spans already.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type ClickHouseClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import { openEmbedded } from '../src/storage/columnar/open.ts'
import { RowEncoder } from '../src/storage/contract/contract.ts'
import { noRules, SpanBatch } from '../src/tracing/ingest/rows/batch.ts'
import { firstKey, startServer, type RunningServer } from '../test/support/process.ts'
import { record, type Row } from './support/record.ts'

const spansTotal = Number(process.env['BENCH_SPANS'] ?? 1_000_000)
const runs = Number(process.env['BENCH_RUNS'] ?? 30)
const seedTraces = 2_500
const spansPerTrace = 8
const seedSpans = seedTraces * spansPerTrace
const copies = Math.round(spansTotal / seedSpans)
const copySeconds = 2_000
const base = Date.parse('2026-10-15T00:00:00Z')

const words =
  'order refund customer agent ticket payment invoice delivery late broken phone laptop return label warehouse address email reply summary context question answer policy shipping'.split(
    ' ',
  )

/** The same numbers in every run. */
let state = 1
const random = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return state / 0x7fffffff
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
const sentence = (length: number): string => Array.from({ length }, () => pick(words)).join(' ')
const hex = (digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')

const names = ['support', 'retrieve', 'answer', 'lookup', 'rank', 'answer', 'lookup', 'audit'] as const
const types = ['workflow', 'query', 'chat', 'tool', 'rerank', 'chat', 'tool', 'task'] as const

function traceRecords(trace: number, at: number): readonly object[] {
  const traceId = hex(32)
  const root = hex(16)
  return names.map((span_name, i) => ({
    trace_id: traceId,
    span_id: i === 0 ? root : hex(16),
    ...(i === 0 ? {} : { parent_id: root }),
    span_name,
    start_time: new Date(at + i * 10).toISOString(),
    end_time: new Date(at + i * 10 + 50 + Math.floor(random() * 1000)).toISOString(),
    status_code: random() < 0.03 ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
    attributes: {
      ag: {
        type: { span: types[i] },
        data: {
          inputs: { question: sentence(30), messages: [{ role: 'user', content: sentence(30) }] },
          outputs: sentence(40),
        },
        ...(i === 0 ? { session: { id: `sess-${trace % 500}` }, user: { id: `u-${trace % 100}` } } : {}),
        metrics:
          types[i] === 'chat'
            ? {
                tokens: { incremental: { total: Math.floor(random() * 1000) } },
                costs: { incremental: { total: random() / 100 } },
              }
            : {},
        tags: { team: pick(['care', 'sales', 'ops']), customer: `c${trace}` },
        meta: { model: pick(['gpt-4o', 'gpt-4o-mini', 'claude']), temperature: random() },
      },
      http: { method: 'POST', route: `/v1/${pick(words)}`, status: 200 },
    },
  }))
}

async function fillSeed(directory: string, projectId: string): Promise<void> {
  const store = await openEmbedded(directory)
  for (let trace = 0; trace < seedTraces; trace += 500) {
    const records = Array.from({ length: 500 }, (_, i) =>
      traceRecords(trace + i, base + (trace + i) * 800),
    ).flat()
    const batch = new SpanBatch(1000n)
    batch.add(
      {
        id: projectId,
        projectId,
        actorId: projectId,
        receivedAt: '2026-10-15T00:00:00.000000Z',
        form: 'records',
        payload: Buffer.from(JSON.stringify(records)),
      },
      noRules,
    )
    const encoder = new RowEncoder()
    batch.rows(new Map(), (row) => encoder.add(row))
    await store.write(encoder.rows())
  }
  await store.close()
}

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

const clientOf = (directory: string): ClickHouseClient =>
  createClient({ connection: createChdbConnection({ path: directory }) as unknown as Connection })

async function spansHeld(directory: string): Promise<number> {
  const client = clientOf(directory)
  const result = await client.query({
    query: "SELECT toUInt32(ifNull(sum(total_rows), 0)) AS held FROM system.tables WHERE name = 'spans'",
    format: 'JSONEachRow',
  })
  const [row] = await result.json<{ readonly held: number }>()
  await client.close()
  return row?.held ?? 0
}

/** Copies differ in trace id, time and customer, so that a customer is as rare in a million spans as in twenty thousand. */
async function multiply(directory: string): Promise<void> {
  const client = clientOf(directory)
  const until = new Date(base + copySeconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
  for (let copy = 1; copy < copies; copy++) {
    const shift = `INTERVAL ${copy * copySeconds} SECOND`
    await client.command({
      query: `INSERT INTO spans SELECT * REPLACE(
        concat(leftPad(lower(hex(${copy})), 4, '0'), substring(trace_id, 5)) AS trace_id,
        start_time + ${shift} AS start_time, end_time + ${shift} AS end_time,
        mapUpdate(strings, map(toLowCardinality('ag.tags.customer'), concat(strings['ag.tags.customer'], 'x${copy}'))) AS strings,
        replaceRegexpAll(content, ' (c[0-9]+) ', ' \\\\1x${copy} ') AS content,
        replaceRegexpAll(attributes, '"customer":"(c[0-9]+)"', '"customer":"\\\\1x${copy}"') AS attributes)
        FROM (SELECT * FROM spans WHERE start_time < '${until}')`,
    })
    if (copy % 10 === 0) console.log(`${(copy + 1) * seedSpans} spans`)
  }
  await client.close()
}

const headers = { authorization: `ApiKey ${firstKey}`, 'content-type': 'application/json' }

async function call(server: RunningServer, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const traceIdsOf = async (server: RunningServer): Promise<readonly string[]> => {
  const end = base + copies * copySeconds * 1000
  const ids: string[] = []
  for (let i = 1; i <= 10; i++) {
    const newest = new Date(base + ((end - base) * i) / 10).toISOString()
    const { spans } = (await call(server, 'POST', '/spans/query', { windowing: { limit: 3, newest } })) as {
      readonly spans: readonly { readonly trace_id: string }[]
    }
    ids.push(...spans.map(({ trace_id }) => trace_id))
  }
  return ids
}

interface Case {
  readonly name: string
  readonly run: (i: number) => Promise<unknown>
}

async function casesOf(server: RunningServer): Promise<readonly Case[]> {
  const query = (path: string, body: (i: number) => object) => (i: number) =>
    call(server, 'POST', path, body(i))
  const ids = await traceIdsOf(server)
  const customer = (i: number): string => `c${(i * 137) % seedTraces}x${1 + ((i * 7) % (copies - 1))}`
  const windowing = { limit: 50 }
  const window = {
    oldest: new Date(base).toISOString(),
    newest: new Date(base + copies * copySeconds * 1000).toISOString(),
  }
  return [
    {
      name: 'GET /health (baseline)',
      run: () => fetch(`${server.url}/health`).then((answer) => answer.text()),
    },
    { name: 'first page, 50 spans', run: query('/spans/query', () => ({ windowing })) },
    { name: 'first page, 20 traces', run: query('/traces/query', () => ({ windowing: { limit: 20 } })) },
    {
      name: 'page in the middle, 50 spans',
      run: query('/spans/query', (i) => ({
        windowing: {
          limit: 50,
          newest: new Date(base + ((i + 1) / (runs + 1)) * copies * copySeconds * 1000).toISOString(),
        },
      })),
    },
    {
      name: 'filter, common attribute (1 in 3)',
      run: query('/spans/query', () => ({ windowing, filter: 'attributes.ag.tags.team = care' })),
    },
    {
      name: `filter, rare attribute (8 in ${copies * seedSpans})`,
      run: query('/spans/query', (i) => ({
        windowing,
        filter: `attributes.ag.tags.customer = ${customer(i)}`,
      })),
    },
    {
      name: 'full text, common words',
      run: query('/spans/query', () => ({ windowing, filter: 'content contains "refund laptop"' })),
    },
    {
      name: 'full text, rare word',
      run: query('/spans/query', (i) => ({ windowing, filter: `content contains "${customer(i)}"` })),
    },
    { name: 'one trace, 8 spans', run: (i) => call(server, 'GET', `/traces/${ids[i % ids.length]}`) },
    {
      name: 'analytics by hour, default specs',
      run: query('/spans/analytics/query', () => ({ ...window, interval: 60 })),
    },
    {
      name: 'counts and sums by hour',
      run: query('/tracing/spans/analytics', () => ({ ...window, interval: 60 })),
    },
    { name: 'sessions', run: query('/spans/sessions/query', () => ({ windowing: { limit: 50 } })) },
  ]
}

async function measure(cases: readonly Case[], state: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  let baseline = 0
  for (const { name, run } of cases) {
    await run(0)
    const times: number[] = []
    for (let i = 0; i < runs; i++) {
      const started = performance.now()
      await run(i)
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    const at = (share: number): number =>
      Math.round((times[Math.floor(share * (times.length - 1))] ?? 0) * 10) / 10
    baseline ||= at(0.5)
    rows.push({
      store: state,
      operation: name,
      'p50 ms': at(0.5),
      'p90 ms': at(0.9),
      'max ms': at(1),
      'times baseline': Math.round(at(0.5) / baseline),
    })
    console.log(rows.at(-1))
  }
  return rows
}

/** About 1,000 spans a second, until it is stopped. */
function ingesting(server: RunningServer): () => Promise<number> {
  const stop = new AbortController()
  let sent = 0
  const done = (async () => {
    while (!stop.signal.aborted) {
      const at = base + copies * copySeconds * 1000 + sent
      const spans = Array.from({ length: 25 }, (_, i) => traceRecords(i, at + i)).flat()
      await call(server, 'POST', '/tracing/spans/ingest', { spans })
      sent += spans.length
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  return async () => {
    stop.abort()
    await done
    return sent
  }
}

const dataDir = process.env['BENCH_DATA'] ?? mkdtempSync(join(tmpdir(), 'assay-bench-query-'))
const quiet = { ASSAY_LOG_LEVEL: 'warn', ASSAY_CHECK_ANSWERS: 'false' }
// The first start makes the project whose id the spans carry.
const first = await startServer({ dataDir, env: quiet })
const { project_id } = (await call(first, 'GET', '/projects/current')) as { readonly project_id: string }
await first.stop()
const columnar = join(dataDir, 'columnar')
const filling = performance.now()
if ((await spansHeld(columnar)) < copies * seedSpans) {
  await fillSeed(columnar, project_id)
  await multiply(columnar)
}
console.log(`${copies * seedSpans} spans in ${Math.round((performance.now() - filling) / 1000)} s`)

const server = await startServer({ dataDir, env: quiet })
process.once('exit', () => server.process.kill())
const cases = await casesOf(server)
const rows: Row[] = [...(await measure(cases, 'at rest'))]
const stopIngest = ingesting(server)
const began = performance.now()
rows.push(...(await measure(cases.slice(1), 'while spans arrive')))
const ingestSeconds = (performance.now() - began) / 1000
const rate = Math.round((await stopIngest()) / ingestSeconds)
await server.stop()
if (process.env['BENCH_DATA'] === undefined) rmSync(dataDir, { recursive: true, force: true })

record(
  'query',
  [
    `${copies * seedSpans} spans of 2 kB in traces of ${spansPerTrace}, embedded store, one server process over HTTP, ${runs} requests one after another per case`,
    `While spans arrive: ${rate} spans/s through /api/tracing/spans/ingest`,
    'The machine was shared with other work at the time; the baseline of the same run shows by how much',
  ],
  rows,
)
