// Two processes on one database share the cells of a run.
import { afterAll, describe, expect, test } from 'vitest'
import { newProject, throughServer } from '../support/api.ts'
import { startClickHouse } from '../support/clickhouse.ts'
import { freshDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import { countByValue, fetchRun, resultsOf, statuses } from '../support/runs.ts'
import { startSubject } from '../support/subject.ts'
import { amount, inDeep } from '../support/tier.ts'
import { expectComplete, answerSlowly, inputOf, startRun } from '../support/url-runs.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

describe('two processes on PostgreSQL', () => {
  const startTwo = async (env: Readonly<Record<string, string>>) => {
    const database = await freshDatabase('postgres')
    cleanups.push(() => database.remove())
    const clickhouse = await startClickHouse()
    cleanups.push(() => clickhouse.remove())
    const servers: RunningServer[] = []
    for (let i = 0; i < 2; i++) {
      const sharedEnv = { ...database.env, ASSAY_CLICKHOUSE_URL: clickhouse.url, ...env }
      const server = await startServer({
        env: { ...sharedEnv, ASSAY_DATA_DIR: `${database.env['ASSAY_DATA_DIR'] ?? ''}/${i}` },
      })
      cleanups.push(() => server.kill())
      servers.push(server)
    }
    const [a, b] = servers
    if (a === undefined || b === undefined) throw new Error('no servers')
    const api = await newProject(a.url, { seedDefaults: false })
    return { a, b, api, other: throughServer(api, b.url) }
  }
  const computedCount = async ({ url }: RunningServer): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(/^assay_evaluation_cells_total\{outcome="success"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }

  test('share a run without computing a cell twice; when one crashes, the other takes over', async () => {
    const rows = amount(20, 40)
    const { a, b, api, other } = await startTwo({
      ASSAY_EVALUATIONS_CELLS_MAX: '2',
      ASSAY_EVALUATIONS_LEASE_SECONDS: '10',
    })
    const subject = await startSubject(answerSlowly)
    cleanups.push(() => subject.stop())
    const first = await startRun(api, subject, { rows, batchSize: 100 })
    await expectComplete(api, first, rows)
    expect(countByValue(subject.calls.map(inputOf))).toEqual(
      Object.fromEntries(Array.from({ length: rows }, (_, i) => [String(i), 1])),
    )
    const shares = [await computedCount(a), await computedCount(b)]
    expect(shares.reduce((sum, share) => sum + share)).toBe(2 * rows)
    expect(Math.min(...shares)).toBeGreaterThan(0)

    subject.calls.length = 0
    const second = await startRun(other, subject, { rows, batchSize: 100 })
    await eventually(
      async () => (subject.calls.length >= rows / 4 ? true : undefined),
      'a quarter of the calls',
    )
    await a.kill()
    await expectComplete(other, second, rows)
    // Two cells at most were in flight in the crashed process.
    expect(subject.calls.length).toBeLessThanOrEqual(rows + 2)
    await b.stop()
    // Two servers and a trace store, on a machine that may be busy.
  })

  inDeep(() => {
    test('a stop at one of them ends the calls of both', async () => {
      const { a, b, api, other } = await startTwo({ ASSAY_EVALUATIONS_CELLS_MAX: '2' })
      const release = Promise.withResolvers<void>()
      const subject = await startSubject(async () => {
        await release.promise
        return { outputs: '' }
      })
      cleanups.push(() => subject.stop())
      const id = await startRun(api, subject, { rows: 20, batchSize: 100 })
      await eventually(async () => (subject.open() === 4 ? true : undefined), 'two calls of each')
      expect((await other.post(`/simple/evaluations/${id}/stop`)).body.evaluation.data.status).toBe(
        'cancelled',
      )
      await eventually(async () => (subject.open() === 0 ? true : undefined), 'the calls to be aborted')
      release.resolve()
      expect(statuses(await resultsOf(api, id))).toEqual({ success: 20, cancelled: 40 })
      expect((await fetchRun(api, id)).flags.is_active).toBe(false)
      expect(subject.calls.length).toBe(4)
      await a.stop()
      await b.stop()
    })
  })
})
