// Client queries share the connections to the engine, and none exceeds its time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { drainPending } from 'chdb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someSpan, testProject, writeSpans } from '../../../test/support/span-stores.ts'
import { stallMs, stallSeconds } from '../../../test/support/patience.ts'
import type { QueryBudget, QueryScope, SpanPageQuery, SpanStore } from '../contract/contract.ts'
import { loadEngine } from './engine.ts'
import { openEmbedded } from './open.ts'

const budget: QueryBudget = { secondsMax: 1, memoryBytesMax: 1024 ** 3, resultBytesMax: 1024 ** 2 }

const pageQuery = (sql: string): SpanPageQuery => ({
  where: { sql, params: {} },
  bounds: { sql: 'true', params: {} },
  order: 'descending',
  limit: 10,
})
const quickQuery = pageQuery('true')
/** A statement that the engine stops on request. */
const slowQuery = pageQuery('sleepEachRow(1) = 0')
/**
 * A statement that the engine computes while parsing, which takes seconds and cannot be stopped. Only the current
 * analyzer does so, which plans conditions on other spans.
 */
const unstoppableQuery: SpanPageQuery = {
  ...pageQuery('true'),
  where: {
    sql: 'arrayFold((sum, x) -> toUInt64((sum + x) % 7), range(3000000), toUInt64(0)) < 9',
    params: {},
    readsOtherSpans: true,
  },
}

const ownScope = { projectId: testProject }
const otherScope = { projectId: '01900000-0000-7000-8000-000000000002' }
const thirdScope = { projectId: '01900000-0000-7000-8000-000000000003' }

/** A store, with a view of the statements that its engine is running. */
async function openWatched(limits: QueryBudget) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-reader-'))
  const store = await openEmbedded(directory, limits)
  await writeSpans(store, [someSpan])
  const watch: ClickHouseClient = await (await loadEngine(directory)).connect({ max_threads: 1 })
  return {
    store,
    countRunning: async (): Promise<number> => {
      const result = await watch.query({
        query: `SELECT toUInt32(count()) AS running FROM system.processes
          WHERE startsWith(Settings['log_comment'], 'assay ')`,
        format: 'JSONEachRow',
      })
      return (await result.json<{ running: number }>())[0]?.running ?? 0
    },
    remove: async () => {
      await watch.close()
      await store.close()
      // The engine opens another directory only after this one is closed.
      await drainPending()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

describe('a statement that the engine cannot stop', () => {
  let watchedStore: Awaited<ReturnType<typeof openWatched>>
  let refusals: Promise<readonly unknown[]>
  beforeAll(async () => {
    watchedStore = await openWatched(budget)
    const outcomeOf = (scope: QueryScope): Promise<unknown> =>
      watchedStore.store.queries.page(scope, unstoppableQuery).then(
        () => 'answered',
        (error: unknown) => error,
      )
    refusals = Promise.all([
      outcomeOf(ownScope),
      outcomeOf(ownScope),
      outcomeOf(ownScope),
      outcomeOf(otherScope),
    ])
  })
  afterAll(() => watchedStore.remove())

  test('is answered at its time limit while the engine still works', async () => {
    const timeLimitError = { code: 'budget_exceeded', detail: expect.stringContaining('query_seconds_max') }
    expect(await refusals).toMatchObject([timeLimitError, timeLimitError, timeLimitError, timeLimitError])
    expect(await watchedStore.countRunning()).toBeGreaterThan(0)
  })

  test('occupies a slot of its own project only', async () => {
    expect((await watchedStore.store.queries.page(thirdScope, quickQuery)).rows).toEqual([])
    expect(await watchedStore.countRunning()).toBeGreaterThan(2)
    await expect(watchedStore.store.queries.page(ownScope, quickQuery)).rejects.toMatchObject({
      code: 'budget_exceeded',
    })
  })

  test('releases its slot when it ends', async () => {
    await expect.poll(watchedStore.countRunning).toBe(0)
    await expect
      .poll(() =>
        watchedStore.store.queries.page(ownScope, quickQuery).then(
          ({ rows }) => rows.length,
          () => undefined,
        ),
      )
      .toBe(1)
  })
})

describe('queries of several projects', () => {
  let store: SpanStore
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ store, remove } = await openWatched({ ...budget, secondsMax: stallSeconds }))
  })
  afterAll(() => remove())

  test('do not wait for each other, however many one of them sends', async () => {
    const endedQueries: string[] = []
    const queries = Array.from({ length: 4 }, () =>
      store.queries.page(ownScope, slowQuery).then(() => endedQueries.push('own')),
    )
    queries.push(store.queries.page(otherScope, quickQuery).then(() => endedQueries.push('other')))
    await Promise.all(queries)
    expect(endedQueries[0]).toBe('other')
  })

  test('release their slot at once when the client disconnects', async () => {
    const client = new AbortController()
    const endedQueries: string[] = []
    const cancelledPage = store.queries.page({ ...ownScope, signal: client.signal }, slowQuery)
    const slowPage = store.queries.page(ownScope, slowQuery).then(() => endedQueries.push('slow'))
    const quickPage = store.queries.page(ownScope, quickQuery).then(() => endedQueries.push('quick'))
    // time: any moment before the slow query ends.
    setTimeout(() => client.abort(), 100)
    await expect(cancelledPage).rejects.toMatchObject({ detail: 'The query was cancelled.' })
    await Promise.all([slowPage, quickPage])
    expect(endedQueries).toEqual(['quick', 'slow'])
  })

  test('that are cancelled while waiting never start', async () => {
    const client = new AbortController()
    const slowPages = [store.queries.page(ownScope, slowQuery), store.queries.page(ownScope, slowQuery)]
    const waitingPage = store.queries.page({ ...ownScope, signal: client.signal }, slowQuery)
    client.abort()
    await expect(waitingPage).rejects.toMatchObject({ detail: 'The query was cancelled.' })
    await Promise.all(slowPages)
  })

  test('have a time limit that starts with their request', async () => {
    const lateScope = { ...ownScope, arrivedAt: performance.now() - stallMs }
    await expect(store.queries.page(lateScope, quickQuery)).rejects.toMatchObject({ code: 'budget_exceeded' })
  })
})
