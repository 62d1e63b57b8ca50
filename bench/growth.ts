// `npm run bench:growth`: the cost of each list, search and sum at several numbers of spans. Sessions, users and
// attribute values grow with the spans. BENCH_SIZES lists the numbers (default 100,000 and 1,000,000); one store is
// filled from each size to the next. BENCH_DATA names a directory that is kept; BENCH_RUNS limits the requests per
// query. A query whose cost follows the size of its answer has a factor near 1 for a fixed window.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstKey, startServer, type RunningServer } from '../test/support/process.ts'
import { growthCases, type GrowthCase } from './support/growth-cases.ts'
import { copySeconds, fillStore, seedSpans, spansPerTrace } from './support/many-spans.ts'
import { memoryMiB, processorSeconds } from './support/processor.ts'
import { record, type Row } from './support/record.ts'

const sizes = (process.env['BENCH_SIZES'] ?? '100000,1000000').split(',').map(Number)
const runsMax = Number(process.env['BENCH_RUNS'] ?? 15)
/** Each query is repeated for at most this long, so that slow queries do not extend the run. */
const caseMsMax = 15_000
const base = Date.parse('2026-10-15T00:00:00Z')
const settings = { ASSAY_LOG_LEVEL: 'warn', ASSAY_CHECK_ANSWERS: 'false' }

type Call = (method: string, path: string, body?: unknown) => Promise<Response>

const callTo =
  ({ url }: RunningServer): Call =>
  (method, path, body) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `ApiKey ${firstKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

interface Measurement {
  /** Median wall time. */
  readonly ms: number
  readonly processorMs: number
  readonly status: number
}

async function measureCase(server: RunningServer, { path, body }: GrowthCase): Promise<Measurement> {
  const call = callTo(server)
  const times: number[] = []
  let status = 200
  const request = async (i: number): Promise<void> => {
    const response = await call('POST', path, body(i))
    await response.arrayBuffer()
    status = Math.max(status, response.status)
  }
  await request(0)
  const [before, until] = [processorSeconds(server), performance.now() + caseMsMax]
  for (let i = 1; i <= runsMax && (i === 1 || performance.now() < until); i++) {
    const startedMs = performance.now()
    await request(i)
    times.push(performance.now() - startedMs)
  }
  const processorMs = ((processorSeconds(server) - before) * 1000) / times.length
  times.sort((a, b) => a - b)
  return { ms: times[Math.floor(times.length / 2)] ?? 0, processorMs, status }
}

/** Waits for the merges after a fill; otherwise they would slow the queries. */
async function waitUntilQuiet(server: RunningServer): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const before = processorSeconds(server)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    quiet = processorSeconds(server) - before < 0.05 ? quiet + 1 : 0
  }
}

interface SizeMeasurement {
  readonly spans: number
  readonly cases: ReadonlyMap<string, Measurement>
  readonly note: string
}

async function measureSize(size: number, dataDir: string): Promise<SizeMeasurement> {
  const copies = Math.max(2, Math.round(size / seedSpans))
  const first = await startServer({ dataDir, env: settings })
  const current = await callTo(first)('GET', '/projects/current')
  const { project_id: projectId } = (await current.json()) as { readonly project_id: string }
  await first.stop()
  await fillStore(join(dataDir, 'columnar'), { projectId, base, copies })
  const server = await startServer({ dataDir, env: settings })
  process.once('exit', () => server.process.kill())
  await waitUntilQuiet(server)
  const cases = new Map<string, Measurement>()
  for (const growthCase of growthCases({ base, end: base + copies * copySeconds * 1000, copies })) {
    cases.set(growthCase.name, await measureCase(server, growthCase))
    console.log(copies * seedSpans, growthCase.name, cases.get(growthCase.name))
  }
  const note = `${copies * seedSpans} spans: peak ${memoryMiB(server, 'VmHWM')} MiB, load average ${loadavg()[0]?.toFixed(1)}`
  await server.stop()
  return { spans: copies * seedSpans, cases, note }
}

const directory = process.env['BENCH_DATA'] ?? mkdtempSync(join(tmpdir(), 'assay-bench-growth-'))
const measurements: SizeMeasurement[] = []
for (const size of sizes.toSorted((a, b) => a - b)) measurements.push(await measureSize(size, directory))
if (process.env['BENCH_DATA'] === undefined) rmSync(directory, { recursive: true, force: true })

const [smallest, largest] = [measurements[0], measurements.at(-1)]
const factor = (measureOf: (measurement: Measurement) => number, name: string): number => {
  const [low, high] = [smallest, largest].map((size) =>
    measureOf(size?.cases.get(name) ?? { ms: 0, processorMs: 0, status: 0 }),
  )
  // Processor time is counted in steps of 10 ms over all requests of a query.
  return Math.round(((high ?? 0) / Math.max(low ?? 0, 1)) * 10) / 10
}
const rows = [...(smallest?.cases.keys() ?? [])].map((name): Row => ({
  query: name,
  ...Object.fromEntries(
    measurements.flatMap(({ spans, cases }) => {
      const { ms = 0, processorMs = 0, status = 0 } = cases.get(name) ?? {}
      const label = `${spans / 1000}k`
      return [
        [`${label}: ms`, status === 200 ? Math.round(ms) : `${Math.round(ms)} (${status})`],
        [`${label}: processor ms`, Math.round(processorMs)],
      ]
    }),
  ),
  'factor ms': factor(({ ms }) => ms, name),
  'factor processor': factor(({ processorMs }) => processorMs, name),
}))
record(
  'growth',
  [
    `Spans of 2 kB in traces of ${spansPerTrace}; sessions, users and customers grow with the spans; ${seedSpans / copySeconds} spans per second of the window`,
    `Embedded stores, one server process over HTTP, at most ${runsMax} requests one after another per query; median wall time, mean processor time of the server`,
    `Factors compare ${largest?.spans} with ${smallest?.spans} spans (${(largest?.spans ?? 0) / (smallest?.spans ?? 1)} times as many)`,
    ...measurements.map(({ note }) => note),
  ],
  rows,
)
