// Runs while processes crash, stop, and share the work: no cell is computed twice, and none is lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { backends, newProject, throughServer, type Api, type Body } from '../support/api.ts'
import { startClickHouse } from '../support/clickhouse.ts'
import { freshDatabase } from '../support/databases.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import {
  auto,
  counted,
  ended,
  fetchRun,
  makeApplication,
  makeEvaluator,
  makeTestset,
  metricsOf,
  numberedRows,
  resultsOf,
  scenariosOf,
  startEvaluation,
  statuses,
} from '../support/runs.ts'
import { startSubject, type Call, type Reply, type Subject } from '../support/subject.ts'
import { eventually } from '../support/eventually.ts'

const inputOf = ({ body }: Call): string => String(body.data.inputs.correct_answer)
const slowly = async ({ body }: Call): Promise<Reply> => {
  // time: each call is under way for a while, so that the process dies during some.
  await sleep(20)
  return { outputs: body.data.inputs.correct_answer }
}

const cleaning: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const clean of cleaning.toReversed()) await clean()
})

async function startRun(api: Api, subject: Subject, rows: number, batchSize: number): Promise<string> {
  const { id } = await startEvaluation(api, {
    data: {
      testset_steps: [await makeTestset(api, numberedRows(rows))],
      application_steps: auto(await makeApplication(api, { url: subject.url })),
      evaluator_steps: auto(await makeEvaluator(api, 'auto_exact_match')),
      concurrency: { batch_size: batchSize },
    },
  })
  return id as string
}

const invocations = async (api: Api, id: string): Promise<readonly Body[]> =>
  (await resultsOf(api, id)).filter(({ step_key }) => step_key.startsWith('application-'))

async function expectComplete(api: Api, id: string, rows: number): Promise<void> {
  const { status, meta } = await ended(api, id)
  const results = await resultsOf(api, id)
  const errors = results.flatMap(({ error }) => error ?? [])
  expect({ status, failure: meta?.failure, errors }).toEqual({
    status: 'success',
    failure: undefined,
    errors: [],
  })
  expect(statuses(await scenariosOf(api, id))).toEqual({ success: rows })
  expect(statuses(results)).toEqual({ success: 3 * rows })
  const traces = results.flatMap(({ trace_id }) => trace_id ?? [])
  expect(new Set(traces).size).toBe(2 * rows)
  expect((await metricsOf(api, id)).length).toBe(rows + 1)
}

describe.each(backends)('on %s', (backend) => {
  test('a run survives ten kills: finished cells are not repeated, none is missing', async () => {
    const rows = 120
    const rounds = 10
    const batchSize = 5
    const database = await freshDatabase(backend)
    cleaning.push(() => database.remove())
    const subject = await startSubject(slowly)
    cleaning.push(() => subject.stop())
    let server = await startServer({ env: database.env })
    cleaning.push(() => server.kill())
    const api = await newProject(server.url, { seedDefaults: false })
    const id = await startRun(api, subject, rows, batchSize)
    let now = api
    const watched: { readonly from: number; readonly traces: ReadonlySet<string> }[] = []
    for (let round = 0; round < rounds; round++) {
      const before = subject.calls.length
      await eventually(
        async () => (subject.calls.length >= before + 7 ? true : undefined),
        `round ${round} to get on`,
      )
      const finished = (await invocations(now, id)).filter(({ status }) => status === 'success')
      await server.kill()
      const called = subject.calls.length
      server = await startServer({ env: database.env })
      now = throughServer(api, server.url)
      // Cells that were finished before the kill are unchanged, and are not called again.
      const after = new Map((await invocations(now, id)).map((result) => [result.id, result.trace_id]))
      for (const result of finished) expect(after.get(result.id)).toBe(result.trace_id)
      const traces = new Set(finished.map(({ trace_id }) => trace_id))
      watched.push({ from: called, traces })
    }
    await expectComplete(now, id, rows)
    for (const { from, traces } of watched) {
      expect(subject.calls.slice(from).filter(({ traceId }) => traces.has(traceId))).toEqual([])
    }
    // Only cells in flight at the crash were called again, under the same trace.
    expect(subject.calls.length).toBeLessThanOrEqual(rows + rounds * batchSize)
    const tracesOf = Map.groupBy(subject.calls, inputOf)
    for (const [input, calls] of tracesOf) {
      expect(new Set(calls.map(({ traceId }) => traceId)).size, input).toBe(1)
    }
    expect(tracesOf.size).toBe(rows)
    await server.stop()
    // Eleven starts of a server, on a machine that may be busy.
  }, 400_000)

  test('a stopping process releases its cells, and the next one continues', async () => {
    const database = await freshDatabase(backend)
    cleaning.push(() => database.remove())
    const blocked = Promise.withResolvers<void>()
    let isHolding = true
    const subject = await startSubject(async (call) => {
      if (isHolding && Number(inputOf(call)) >= 3) await blocked.promise
      return { outputs: inputOf(call) }
    })
    cleaning.push(() => subject.stop())
    const first = await startServer({ env: database.env })
    cleaning.push(() => first.kill())
    const api = await newProject(first.url, { seedDefaults: false })
    const id = await startRun(api, subject, 8, 4)
    await eventually(async () => (subject.open() === 4 ? true : undefined), 'four calls that hang')
    expect(await first.stop()).toBe(0)
    await eventually(async () => (subject.open() === 0 ? true : undefined), 'the calls to be aborted')
    isHolding = false
    blocked.resolve()
    const second = await startServer({ env: database.env })
    cleaning.push(() => second.kill())
    await expectComplete(throughServer(api, second.url), id, 8)
    expect(counted(subject.calls.map(inputOf))).toMatchObject({ 0: 1, 1: 1, 2: 1 })
    await second.stop()
  })
})

describe('two processes on PostgreSQL', () => {
  const two = async (env: Readonly<Record<string, string>>) => {
    const database = await freshDatabase('postgres')
    cleaning.push(() => database.remove())
    const clickhouse = await startClickHouse()
    cleaning.push(() => clickhouse.remove())
    const servers: RunningServer[] = []
    for (let i = 0; i < 2; i++) {
      const shared = { ...database.env, ASSAY_CLICKHOUSE_URL: clickhouse.url, ...env }
      const server = await startServer({
        env: { ...shared, ASSAY_DATA_DIR: `${database.env['ASSAY_DATA_DIR'] ?? ''}/${i}` },
      })
      cleaning.push(() => server.kill())
      servers.push(server)
    }
    const [a, b] = servers
    if (a === undefined || b === undefined) throw new Error('no servers')
    const api = await newProject(a.url, { seedDefaults: false })
    return { a, b, api, other: throughServer(api, b.url) }
  }
  const computed = async ({ url }: RunningServer): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(/^assay_evaluation_cells_total\{outcome="success"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }

  test('share a run without computing a cell twice; when one crashes, the other takes over', async () => {
    const { a, b, api, other } = await two({
      ASSAY_EVALUATIONS_CELLS_MAX: '2',
      ASSAY_EVALUATIONS_LEASE_SECONDS: '10',
    })
    const subject = await startSubject(slowly)
    cleaning.push(() => subject.stop())
    const first = await startRun(api, subject, 40, 100)
    await expectComplete(api, first, 40)
    expect(counted(subject.calls.map(inputOf))).toEqual(
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [String(i), 1])),
    )
    const shares = [await computed(a), await computed(b)]
    expect(shares.reduce((sum, share) => sum + share)).toBe(80)
    expect(Math.min(...shares)).toBeGreaterThan(0)

    subject.calls.length = 0
    const second = await startRun(other, subject, 40, 100)
    await eventually(async () => (subject.calls.length >= 10 ? true : undefined), 'the run to get on')
    await a.kill()
    await expectComplete(other, second, 40)
    // Two cells at most were in flight in the crashed process.
    expect(subject.calls.length).toBeLessThanOrEqual(42)
    await b.stop()
  })

  test('a stop at one of them ends the calls of both', async () => {
    const { a, b, api, other } = await two({ ASSAY_EVALUATIONS_CELLS_MAX: '2' })
    const blocked = Promise.withResolvers<void>()
    const subject = await startSubject(async () => {
      await blocked.promise
      return { outputs: '' }
    })
    cleaning.push(() => subject.stop())
    const id = await startRun(api, subject, 20, 100)
    await eventually(async () => (subject.open() === 4 ? true : undefined), 'two calls of each')
    expect((await other.post(`/simple/evaluations/${id}/stop`)).body.evaluation.data.status).toBe('cancelled')
    await eventually(async () => (subject.open() === 0 ? true : undefined), 'the calls to be aborted')
    blocked.resolve()
    expect(statuses(await resultsOf(api, id))).toEqual({ success: 20, cancelled: 40 })
    expect((await fetchRun(api, id)).flags.is_active).toBe(false)
    expect(subject.calls.length).toBe(4)
    await a.stop()
    await b.stop()
  })
})
