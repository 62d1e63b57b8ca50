// Client queries share the connections to the engine, and none exceeds its time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { drainPending } from 'chdb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someSpan, testProject, writeSpans } from '../../../test/support/span-stores.ts'
import type { QueryBudget, QueryScope, SpanPageQuery, SpanStore } from '../contract/contract.ts'
import { loadEngine } from './engine.ts'
import { openEmbedded } from './open.ts'

const budget: QueryBudget = { secondsMax: 1, memoryBytesMax: 1024 ** 3, resultBytesMax: 1024 ** 2 }

const asking = (sql: string): SpanPageQuery => ({
  where: { sql, params: {} },
  bounds: { sql: 'true', params: {} },
  order: 'descending',
  limit: 10,
})
const quick = asking('true')
/** A statement that the engine stops on request. */
const slow = asking('sleepEachRow(1) = 0')
/**
 * A statement that the engine computes while parsing, which takes seconds and cannot be stopped. Only the current
 * analyzer does so, which plans conditions on other spans.
 */
const unstoppable: SpanPageQuery = {
  ...asking('true'),
  where: {
    sql: 'arrayFold((sum, x) -> toUInt64((sum + x) % 7), range(3000000), toUInt64(0)) < 9',
    params: {},
    readsOtherSpans: true,
  },
}

const own = { projectId: testProject }
const other = { projectId: '01900000-0000-7000-8000-000000000002' }
const third = { projectId: '01900000-0000-7000-8000-000000000003' }

/** A store, with a view of the statements that its engine is running. */
async function openWatched(limits: QueryBudget) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-reader-'))
  const store = await openEmbedded(directory, limits)
  await writeSpans(store, [someSpan])
  const watch: ClickHouseClient = await (await loadEngine(directory)).connect({ max_threads: 1 })
  return {
    store,
    running: async (): Promise<number> => {
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
  let opened: Awaited<ReturnType<typeof openWatched>>
  let refusals: Promise<readonly unknown[]>
  beforeAll(async () => {
    opened = await openWatched(budget)
    const refused = (scope: QueryScope): Promise<unknown> =>
      opened.store.queries.page(scope, unstoppable).then(
        () => 'found',
        (error: unknown) => error,
      )
    refusals = Promise.all([refused(own), refused(own), refused(own), refused(other)])
  })
  afterAll(() => opened.remove())

  test('is answered at its time limit while the engine still works', async () => {
    const over = { code: 'budget_exceeded', detail: expect.stringContaining('query_seconds_max') }
    expect(await refusals).toMatchObject([over, over, over, over])
    expect(await opened.running()).toBeGreaterThan(0)
  })

  test('occupies a slot of its own project only', async () => {
    expect((await opened.store.queries.page(third, quick)).rows).toEqual([])
    expect(await opened.running()).toBeGreaterThan(2)
    await expect(opened.store.queries.page(own, quick)).rejects.toMatchObject({ code: 'budget_exceeded' })
  })

  test('releases its slot when it ends', async () => {
    await expect.poll(opened.running).toBe(0)
    await expect
      .poll(() =>
        opened.store.queries.page(own, quick).then(
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
    ;({ store, remove } = await openWatched({ ...budget, secondsMax: 60 }))
  })
  afterAll(() => remove())

  test('do not wait for each other, however many one of them sends', async () => {
    const ended: string[] = []
    const queries = Array.from({ length: 4 }, () =>
      store.queries.page(own, slow).then(() => ended.push('own')),
    )
    queries.push(store.queries.page(other, quick).then(() => ended.push('other')))
    await Promise.all(queries)
    expect(ended[0]).toBe('other')
  })

  test('release their slot at once when the client disconnects', async () => {
    const client = new AbortController()
    const ended: string[] = []
    const cancelled = store.queries.page({ ...own, signal: client.signal }, slow)
    const stays = store.queries.page(own, slow).then(() => ended.push('slow'))
    const next = store.queries.page(own, quick).then(() => ended.push('quick'))
    // time: any moment before the slow query ends.
    setTimeout(() => client.abort(), 100)
    await expect(cancelled).rejects.toMatchObject({ detail: 'The query was cancelled.' })
    await Promise.all([stays, next])
    expect(ended).toEqual(['quick', 'slow'])
  })

  test('that are cancelled while waiting never start', async () => {
    const client = new AbortController()
    const first = [store.queries.page(own, slow), store.queries.page(own, slow)]
    const waiting = store.queries.page({ ...own, signal: client.signal }, slow)
    client.abort()
    await expect(waiting).rejects.toMatchObject({ detail: 'The query was cancelled.' })
    await Promise.all(first)
  })

  test('have a time limit that starts with their request', async () => {
    const late = { ...own, arrivedAt: performance.now() - 60_000 }
    await expect(store.queries.page(late, quick)).rejects.toMatchObject({ code: 'budget_exceeded' })
  })
})
