// `npm run bench:query`: latencies of reading spans, on 1,000,000 of them (BENCH_SPANS sets another number), through a
// server process over HTTP; then the same while spans arrive. BENCH_DATA names a directory that is kept, and filled
// unless it holds the spans already.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstKey, startServer, type RunningServer } from '../test/support/process.ts'
import {
  copySeconds,
  fillStore,
  seedSpans,
  seedTraces,
  spansPerTrace,
  traceRecords,
} from './support/many-spans.ts'
import { record, type Row } from './support/record.ts'

const spansTotal = Number(process.env['BENCH_SPANS'] ?? 1_000_000)
const runs = Number(process.env['BENCH_RUNS'] ?? 30)
const copies = Math.round(spansTotal / seedSpans)
const base = Date.parse('2026-10-15T00:00:00Z')
const annotations = 1_000

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
    const windowEnd = new Date(base + ((end - base) * i) / 10).toISOString()
    const { spans } = (await call(server, 'POST', '/spans/query', {
      windowing: { limit: 3, newest: windowEnd },
    })) as {
      readonly spans: readonly { readonly trace_id: string }[]
    }
    ids.push(...spans.map(({ trace_id }) => trace_id))
  }
  return ids
}

/** Adds a score to spans throughout the store, unless the store has scores already. */
async function annotate(server: RunningServer): Promise<void> {
  const query = (body: object) =>
    call(server, 'POST', '/spans/query', body) as Promise<{
      readonly spans: readonly { readonly trace_id: string; readonly span_id: string }[]
    }>
  const annotationPage = await query({ filter: 'trace_type = annotation', windowing: { limit: 1 } })
  if (annotationPage.spans.length > 0) return
  for (let i = 0; i < annotations / 100; i++) {
    const windowEnd = new Date(
      base + copies * copySeconds * 1000 * ((i + 1) / (annotations / 100)),
    ).toISOString()
    const { spans } = await query({ heads: true, windowing: { limit: 100, newest: windowEnd } })
    for (const [at, { trace_id, span_id }] of spans.entries()) {
      const annotation = {
        data: { outputs: { score: (at % 10) / 10 } },
        references: { evaluator: { slug: 'helpful' } },
        links: [{ trace_id, span_id }],
      }
      await call(server, 'POST', '/annotations/', { annotation })
    }
  }
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
  const scores = [{ type: 'numeric/continuous', path: 'annotation.helpful.score' }]
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
    {
      name: 'traces, two conditions that different spans satisfy',
      run: query('/spans/query', () => ({
        windowing,
        heads: true,
        filter: 'span_type = rerank and status_code = STATUS_CODE_ERROR',
      })),
    },
    {
      name: 'traces, three conditions, one of them rare',
      run: query('/spans/query', (i) => ({
        windowing,
        heads: true,
        filter: `attributes.ag.tags.customer = ${customer(i)} and span_type = chat and not span_type = agent`,
      })),
    },
    {
      name: 'traces by their total cost (1 in 4)',
      run: query('/spans/query', () => ({
        windowing,
        heads: true,
        filter: 'attributes.ag.metrics.costs.cumulative.total > 0.013',
      })),
    },
    {
      name: 'traces by the score of an annotation',
      run: query('/spans/query', () => ({
        windowing,
        heads: true,
        filter: 'annotation.helpful.score < 0.5',
      })),
    },
    {
      name: 'analytics by day, scores of annotations',
      run: query('/spans/analytics/query', () => ({ ...window, interval: 1440, heads: true, specs: scores })),
    },
    {
      name: 'analytics of one hour, scores of annotations',
      run: query('/spans/analytics/query', () => ({
        oldest: new Date(Date.parse(window.newest) - 3_600_000).toISOString(),
        newest: window.newest,
        heads: true,
        specs: scores,
      })),
    },
    { name: 'one trace, 8 spans', run: (i) => call(server, 'GET', `/traces/${ids[i % ids.length]}`) },
    {
      name: 'analytics by hour, default specs',
      run: query('/spans/analytics/query', () => ({ ...window, interval: 60 })),
    },
    {
      name: 'analytics of spans by day, eight models and users',
      run: query('/spans/analytics/query', () => ({
        ...window,
        interval: 1440,
        focus: 'span',
        group_by: ['model', 'user'],
        group_limit: 8,
        group_order: 'attributes.ag.metrics.costs.incremental.total',
      })),
    },
    {
      name: 'analytics of spans by day, eight models',
      run: query('/spans/analytics/query', () => ({
        ...window,
        interval: 1440,
        focus: 'span',
        group_by: 'model',
        group_limit: 8,
      })),
    },
    {
      name: 'analytics of spans by day, no groups',
      run: query('/spans/analytics/query', () => ({ ...window, interval: 1440, focus: 'span' })),
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
      const startedMs = performance.now()
      await run(i)
      times.push(performance.now() - startedMs)
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

/** Sends about 1,000 spans a second until it is stopped. */
function startIngest(server: RunningServer): () => Promise<number> {
  const stop = new AbortController()
  let count = 0
  const sender = (async () => {
    while (!stop.signal.aborted) {
      const at = base + copies * copySeconds * 1000 + count
      const spans = Array.from({ length: 25 }, (_, i) => traceRecords(i, at + i)).flat()
      await call(server, 'POST', '/tracing/spans/ingest', { spans })
      count += spans.length
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  return async () => {
    stop.abort()
    await sender
    return count
  }
}

const dataDir = process.env['BENCH_DATA'] ?? mkdtempSync(join(tmpdir(), 'assay-bench-query-'))
const serverEnv = { ASSAY_LOG_LEVEL: 'warn', ASSAY_CHECK_ANSWERS: 'false' }
// The first start creates the project of the spans.
const fillServer = await startServer({ dataDir, env: serverEnv })
const { project_id } = (await call(fillServer, 'GET', '/projects/current')) as { readonly project_id: string }
await fillServer.stop()
const columnar = join(dataDir, 'columnar')
const fillStart = performance.now()
await fillStore(columnar, { projectId: project_id, base, copies })
console.log(`${copies * seedSpans} spans in ${Math.round((performance.now() - fillStart) / 1000)} s`)

const server = await startServer({ dataDir, env: serverEnv })
process.once('exit', () => server.process.kill())
await annotate(server)
const cases = await casesOf(server)
const rows: Row[] = [...(await measure(cases, 'at rest'))]
const stopIngest = startIngest(server)
const ingestStartMs = performance.now()
rows.push(...(await measure(cases.slice(1), 'while spans arrive')))
const ingestSeconds = (performance.now() - ingestStartMs) / 1000
const rate = Math.round((await stopIngest()) / ingestSeconds)
await server.stop()
if (process.env['BENCH_DATA'] === undefined) rmSync(dataDir, { recursive: true, force: true })

record(
  'query',
  [
    `${copies * seedSpans} spans of 2 kB in traces of ${spansPerTrace}, ${annotations} annotations, embedded store, one server process over HTTP, ${runs} requests one after another per case`,
    `While spans arrive: ${rate} spans/s through /api/tracing/spans/ingest`,
    'The machine was shared with other work at the time; the baseline of the same run shows by how much',
  ],
  rows,
)
