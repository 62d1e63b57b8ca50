// Runs while processes crash and stop: no cell is computed twice, and none is lost.
import { afterAll, describe, expect, test } from 'vitest'
import { backends, newProject, throughServer, type Api, type Body } from '../support/api.ts'
import { freshDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/process.ts'
import { countByValue, resultsOf } from '../support/runs.ts'
import { startSubject } from '../support/subject.ts'
import { amount } from '../support/tier.ts'
import { expectComplete, inputOf, answerSlowly, startRun } from '../support/url-runs.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const invocations = async (api: Api, id: string): Promise<readonly Body[]> =>
  (await resultsOf(api, id)).filter(({ step_key }) => step_key.startsWith('application-'))

describe.each(backends)('on %s', (backend) => {
  test('a run survives kills: finished cells are not repeated, none is missing', async () => {
    const rows = amount(30, 120)
    const rounds = amount(1, 10)
    const batchSize = 5
    const database = await freshDatabase(backend)
    cleanups.push(() => database.remove())
    const subject = await startSubject(answerSlowly)
    cleanups.push(() => subject.stop())
    let server = await startServer({ env: database.env })
    cleanups.push(() => server.kill())
    const api = await newProject(server.url, { seedDefaults: false })
    const id = await startRun(api, subject, { rows, batchSize })
    let currentApi = api
    const observations: { readonly from: number; readonly traces: ReadonlySet<string> }[] = []
    for (let round = 0; round < rounds; round++) {
      const before = subject.calls.length
      const finishedCells = await eventually(async () => {
        if (subject.calls.length < before + 7) return undefined
        const cells = (await invocations(currentApi, id)).filter(({ status }) => status === 'success')
        return cells.length > 0 ? cells : undefined
      }, `round ${round} to make progress`)
      await server.kill()
      const callCount = subject.calls.length
      server = await startServer({ env: database.env })
      currentApi = throughServer(api, server.url)
      // Cells that were finished before the kill are unchanged, and are not called again.
      const after = new Map((await invocations(currentApi, id)).map((result) => [result.id, result.trace_id]))
      for (const result of finishedCells) expect(after.get(result.id)).toBe(result.trace_id)
      const traces = new Set(finishedCells.map(({ trace_id }) => trace_id))
      observations.push({ from: callCount, traces })
    }
    await expectComplete(currentApi, id, rows)
    for (const { from, traces } of observations) {
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
  })

  test('a stopping process releases its cells, and the next one continues', async () => {
    const database = await freshDatabase(backend)
    cleanups.push(() => database.remove())
    const release = Promise.withResolvers<void>()
    let isHolding = true
    const subject = await startSubject(async (call) => {
      if (isHolding && Number(inputOf(call)) >= 3) await release.promise
      return { outputs: inputOf(call) }
    })
    cleanups.push(() => subject.stop())
    const first = await startServer({ env: database.env })
    cleanups.push(() => first.kill())
    const api = await newProject(first.url, { seedDefaults: false })
    const id = await startRun(api, subject, { rows: 8, batchSize: 4 })
    await eventually(async () => (subject.open() === 4 ? true : undefined), 'four calls that hang')
    expect(await first.stop()).toBe(0)
    await eventually(async () => (subject.open() === 0 ? true : undefined), 'the calls to be aborted')
    isHolding = false
    release.resolve()
    const second = await startServer({ env: database.env })
    cleanups.push(() => second.kill())
    await expectComplete(throughServer(api, second.url), id, 8)
    expect(countByValue(subject.calls.map(inputOf))).toMatchObject({ 0: 1, 1: 1, 2: 1 })
    await second.stop()
  })
})
