// `npm run bench:evaluations`: the cost of the runner without the programs it calls. Built-in programs, which take no
// time, run over a testset on both relational backends. A step is a cell that leaves a trace. The server is a separate
// process; its processor time is comparable on a machine with other work.
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../test/support/postgres.ts'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../test/support/process.ts'
import { processorSeconds } from './support/processor.ts'
import { record, type Row } from './support/record.ts'

const rows = Number(process.env['BENCH_ROWS'] ?? 1000)
const evaluators = 3
const batchSizes = [10, 50]

// Answers have many types here.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

async function call(server: RunningServer, method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `ApiKey ${firstKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

let count = 0
async function createRevision(
  server: RunningServer,
  path: string,
  wrapper: string,
  data: object,
): Promise<string> {
  const body = { [wrapper]: { slug: `${wrapper}-${count++}`, data } }
  return (await call(server, 'POST', path, body))[wrapper].revision_id as string
}

const createMock = (server: RunningServer, kind: 'application' | 'evaluator', key: string): Promise<string> =>
  createRevision(server, `/simple/${kind}s/`, kind, { uri: 'assay:custom:mock:v0', parameters: { key } })

async function measureRun(server: RunningServer, batchSize: number) {
  const testcases = Array.from({ length: rows }, (_, n) => ({ data: { question: `what is ${n}?`, n } }))
  const auto = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'auto']))
  const evaluatorIds: string[] = []
  for (let i = 0; i < evaluators; i++) evaluatorIds.push(await createMock(server, 'evaluator', 'pass'))
  const data = {
    testset_steps: [await createRevision(server, '/simple/testsets/', 'testset', { testcases })],
    application_steps: auto([await createMock(server, 'application', 'echo')]),
    evaluator_steps: auto(evaluatorIds),
    concurrency: { batch_size: batchSize },
  }
  const cpuBefore = processorSeconds(server)
  const startMs = performance.now()
  const { evaluation } = await call(server, 'POST', '/simple/evaluations/', { evaluation: { data } })
  for (;;) {
    const { run } = await call(server, 'GET', `/evaluations/runs/${evaluation.id}`)
    if (run.flags.is_active === false) {
      if (run.status !== 'success') throw new Error(`the run ended as ${run.status}`)
      break
    }
    await sleep(200)
  }
  const seconds = (performance.now() - startMs) / 1000
  return { seconds, cpu: processorSeconds(server) - cpuBefore }
}

async function measure(backend: string, server: RunningServer): Promise<readonly Row[]> {
  const steps = rows * (1 + evaluators)
  const measuredRows: Row[] = []
  for (const batchSize of batchSizes) {
    const { seconds, cpu } = await measureRun(server, batchSize)
    measuredRows.push({
      backend,
      'batch size': batchSize,
      steps,
      'steps/s': Math.round(steps / seconds),
      'cpu ms/step': Number(((cpu * 1000) / steps).toFixed(2)),
    })
  }
  return measuredRows
}

const env = { ASSAY_LOG_LEVEL: 'warn', ASSAY_CHECK_ANSWERS: 'false' }
// fsync stays on: outcomes are measured durable.
const postgres = await startPostgres([])
const resultRows: Row[] = []
try {
  for (const [backend, backendEnv] of [
    ['sqlite', {}],
    ['postgres', { ASSAY_DATABASE_URL: `${postgres.url}/postgres` }],
  ] as const) {
    const server = await startServer({ env: { ...env, ...backendEnv } })
    try {
      resultRows.push(...(await measure(backend, server)))
    } finally {
      await server.stop()
      removeDataDir(server)
    }
  }
} finally {
  await postgres.stop()
}
record(
  'evaluations',
  [
    `${rows} testcases, 1 application, ${evaluators} evaluators, all of them built-in mocks; every step leaves a trace`,
    'Outcomes and traces are durable; metrics of scenarios and of the run are included',
  ],
  resultRows,
)
