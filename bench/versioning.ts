// `npm run bench:versioning`: requests/s and latencies of retrieve and commit, on both relational backends: one server
// process, 32 connections, 1,000 applications of 20 revisions each. This process is the load generator; the server is a
// separate process. `/health` in the same run is the baseline: the cost of HTTP alone.
import { startPostgres } from '../test/support/postgres.ts'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../test/support/process.ts'
import { load } from './support/http-load.ts'
import { processorSeconds } from './support/processor.ts'
import { record, type Row } from './support/record.ts'

const connections = 32
const artifacts = Number(process.env['BENCH_ARTIFACTS'] ?? 1000)
const revisionsPerApplication = 20
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)

const headers = { authorization: `ApiKey ${firstKey}`, 'content-type': 'application/json' }

const payload = (temperature: number) => ({
  parameters: {
    prompt: {
      messages: [
        {
          role: 'system',
          content: `You help {{customer}} with their orders. ${'Be kind and short. '.repeat(20)}`,
        },
        { role: 'user', content: '{{question}}' },
      ],
      llm_config: { model: 'gpt-4o-mini', temperature, max_tokens: 400, top_p: 0.9 },
      template_format: 'curly',
    },
  },
})

interface SeededRecords {
  readonly variantIds: readonly string[]
  readonly revisionIds: readonly string[]
  readonly slugs: readonly string[]
}

async function post(server: RunningServer, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

async function seedApplication(
  server: RunningServer,
  i: number,
): Promise<{ variantId: string; revisionId: string; slug: string }> {
  const slug = `app-${i}`
  const { application } = (await post(server, '/simple/applications/', {
    application: { slug, data: payload(0) },
  })) as { application: { variant_id: string; revision_id: string } }
  for (let n = 2; n < revisionsPerApplication; n++) {
    await post(server, '/applications/revisions/commit', {
      application_revision: {
        application_variant_id: application.variant_id,
        data: payload(n / 10),
        message: `n ${n}`,
      },
    })
  }
  if (i % 10 === 0) {
    await post(server, '/applications/revisions/deploy', {
      application_ref: { slug },
      environment_ref: { slug: 'production' },
    })
  }
  return { variantId: application.variant_id, revisionId: application.revision_id, slug }
}

async function seed(server: RunningServer): Promise<SeededRecords> {
  const applications: { variantId: string; revisionId: string; slug: string }[] = []
  let nextIndex = 0
  const worker = async (): Promise<void> => {
    for (let i = nextIndex++; i < artifacts; i = nextIndex++)
      applications.push(await seedApplication(server, i))
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return {
    variantIds: applications.map(({ variantId }) => variantId),
    revisionIds: applications.map(({ revisionId }) => revisionId),
    slugs: applications.flatMap(({ slug }) => (Number(slug.slice(4)) % 10 === 0 ? [slug] : [])),
  }
}

async function measure(backend: string, server: RunningServer): Promise<readonly Row[]> {
  const startedMs = performance.now()
  const { variantIds, revisionIds, slugs } = await seed(server)
  const seedSeconds = (performance.now() - startedMs) / 1000
  console.log(`${backend}: seeded ${artifacts} x ${revisionsPerApplication} in ${seedSeconds.toFixed(1)} s`)
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['GET /health (baseline)', '/health', []],
    [
      'retrieve by variant',
      '/api/applications/revisions/retrieve',
      variantIds.map((id) => JSON.stringify({ application_variant_ref: { id } })),
    ],
    [
      'retrieve by revision',
      '/api/applications/revisions/retrieve',
      revisionIds.map((id) => JSON.stringify({ application_revision_ref: { id } })),
    ],
    [
      'retrieve by environment',
      '/api/applications/revisions/retrieve',
      slugs.map((slug) =>
        JSON.stringify({ environment_ref: { slug: 'production' }, application_ref: { slug } }),
      ),
    ],
    [
      'commit',
      '/api/applications/revisions/commit',
      variantIds.map((id, i) =>
        JSON.stringify({
          application_revision: { application_variant_id: id, data: payload(i), message: 'load' },
        }),
      ),
    ],
  ]
  const rows: Row[] = []
  let baseline = 0
  for (const [name, path, bodies] of cases) {
    // Bodies rotate, so that no single record stays hot.
    const method = bodies.length === 0 ? 'GET' : 'POST'
    const before = processorSeconds(server)
    const result = await load({ url: server.url, connections, seconds, method, path, headers, bodies })
    const usedSeconds = processorSeconds(server) - before
    baseline ||= result.requestsPerSecond
    rows.push({
      backend,
      operation: name,
      'requests/s': Math.round(result.requestsPerSecond),
      'p50 ms': result.p50Ms,
      'p99 ms': result.p99Ms,
      'server µs/request': Math.round((usedSeconds * 1e6) / result.requests),
      'share of baseline': (result.requestsPerSecond / baseline).toFixed(2),
    })
    console.log(rows.at(-1))
  }
  return rows
}

const serverEnv = { ASSAY_LOG_LEVEL: 'warn', ASSAY_CHECK_ANSWERS: 'false' }
const rows: Row[] = []

const sqlite = await startServer({ env: serverEnv })
rows.push(...(await measure('SQLite', sqlite)))
await sqlite.stop()
removeDataDir(sqlite)

if (process.env['BENCH_FORM'] !== 'sqlite') {
  // fsync stays on: commits are measured durable.
  const postgres = await startPostgres([])
  const server = await startServer({ env: { ...serverEnv, ASSAY_DATABASE_URL: `${postgres.url}/postgres` } })
  rows.push(...(await measure('PostgreSQL', server)))
  await server.stop()
  removeDataDir(server)
  await postgres.stop()
}

record(
  'versioning',
  [
    `${artifacts} applications of ${revisionsPerApplication} revisions, ${connections} connections, ${seconds} s per case, one server process`,
    'Commits are durable: SQLite WAL with synchronous FULL and group commit, PostgreSQL with fsync on',
  ],
  rows,
)
