// Runs during an outage of the trace store. The tests count calls of programs, not only results. A finished call is not
// repeated, neither after the outage nor when its process dies during it.
import { afterAll, describe, expect, test } from 'vitest'
import { backends, newProject, throughServer, type Api } from '../support/api.ts'
import { startClickHouse } from '../support/clickhouse.ts'
import { freshDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import { countByValue, waitForEnd, resultsOf, statuses } from '../support/runs.ts'
import { startSubject, type Subject } from '../support/subject.ts'
import { inDeep } from '../support/tier.ts'
import { inputOf, startRun } from '../support/url-runs.ts'

const rows = 8
const batchSize = 4
const oneCallEach = Object.fromEntries(Array.from({ length: rows }, (_, i) => [String(i), 1]))

const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

/** Every call waits for `release`. */
async function startBlockedSubject(): Promise<Subject & { readonly release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const subject = await startSubject(async (call) => {
    await promise
    return { outputs: inputOf(call) }
  })
  cleanups.push(() => subject.stop())
  return { ...subject, release: resolve }
}

async function expectComplete(api: Api, id: string): Promise<void> {
  const { status } = await waitForEnd(api, id)
  const results = await resultsOf(api, id)
  expect({ status, errors: results.flatMap(({ error }) => error ?? []) }).toEqual({
    status: 'success',
    errors: [],
  })
  expect(statuses(results)).toEqual({ success: 3 * rows })
  expect(new Set(results.flatMap(({ trace_id }) => trace_id ?? [])).size).toBe(2 * rows)
}

const inboxRequests = async ({ url }: RunningServer): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^assay_inbox_requests (\d+)$/m.exec(text)?.[1])
}

/** Servers on one database and one ClickHouse, in a run whose calls all wait. */
async function activeRun(backend: (typeof backends)[number], processes: number) {
  const database = await freshDatabase(backend)
  cleanups.push(() => database.remove())
  const clickhouse = await startClickHouse()
  cleanups.push(() => clickhouse.remove())
  const servers: RunningServer[] = []
  for (let i = 0; i < processes; i++) {
    const dataDir = `${database.env['ASSAY_DATA_DIR'] ?? ''}/${i}`
    const server = await startServer({
      env: {
        ...database.env,
        ASSAY_CLICKHOUSE_URL: clickhouse.url,
        ASSAY_DATA_DIR: dataDir,
        ASSAY_EVALUATIONS_CELLS_MAX: String(batchSize / processes),
        ASSAY_EVALUATIONS_LEASE_SECONDS: '10',
      },
    })
    cleanups.push(() => server.kill())
    servers.push(server)
  }
  const [first, last] = [servers[0], servers.at(-1)]
  if (first === undefined || last === undefined) throw new Error('no servers')
  const subject = await startBlockedSubject()
  const api = await newProject(first.url, { seedDefaults: false })
  const id = await startRun(api, subject, { rows, batchSize })
  await eventually(async () => (subject.open() === batchSize ? true : undefined), 'all slots to call')
  return { clickhouse, first, last, subject, api: throughServer(api, last.url), id }
}

describe.each(backends)('on %s', (backend) => {
  test('an outage of the trace store repeats no call', async () => {
    const { clickhouse, last, subject, api, id } = await activeRun(backend, 1)
    await clickhouse.kill()
    subject.release()
    await eventually(
      async () => ((await inboxRequests(last)) === batchSize ? true : undefined),
      'the inbox to hold the results of all calls',
    )
    // The runner pauses: every slot waits for the store.
    expect(subject.calls.length).toBe(batchSize)
    const restartedStore = await startClickHouse(clickhouse)
    cleanups.push(() => restartedStore.remove())
    await expectComplete(api, id)
    expect(countByValue(subject.calls.map(inputOf))).toEqual(oneCallEach)
    await last.stop()
  })
})

inDeep(() => {
  test('the results of a process that dies during an outage are stored by another process', async () => {
    const { clickhouse, first, last, subject, api, id } = await activeRun('postgres', 2)
    await clickhouse.kill()
    subject.release()
    await eventually(
      async () => ((await inboxRequests(last)) === batchSize ? true : undefined),
      'the inbox to hold the results of all calls',
    )
    await first.kill()
    const restartedStore = await startClickHouse(clickhouse)
    cleanups.push(() => restartedStore.remove())
    await expectComplete(api, id)
    // No call was in flight when the process died, so none is repeated.
    expect(countByValue(subject.calls.map(inputOf))).toEqual(oneCallEach)
    await last.stop()
  })

  test('a process that stops during an outage stores its results first', async () => {
    const { clickhouse, first, last, subject, api, id } = await activeRun('postgres', 2)
    await clickhouse.kill()
    subject.release()
    await eventually(
      async () => ((await inboxRequests(last)) === batchSize ? true : undefined),
      'the inbox to hold the results of all calls',
    )
    await first.stop()
    const restartedStore = await startClickHouse(clickhouse)
    cleanups.push(() => restartedStore.remove())
    await expectComplete(api, id)
    expect(countByValue(subject.calls.map(inputOf))).toEqual(oneCallEach)
    await last.stop()
  })
})
