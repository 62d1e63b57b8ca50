// How queries of clients share the connections to the engine, and that none takes longer than it may.
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
/** The engine stops this when it is told to. */
const slow = asking('sleepEachRow(1) = 0')
/** This it computes while it reads the statement, which nothing stops: for seconds. */
const unstoppable = asking('arrayFold((sum, x) -> toUInt64((sum + x) % 7), range(3000000), toUInt64(0)) < 9')

const own = { projectId: testProject }
const other = { projectId: '01900000-0000-7000-8000-000000000002' }
const third = { projectId: '01900000-0000-7000-8000-000000000003' }

/** A store, and a look at what its engine works on. */
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
      // The engine takes another directory only when it is done with this one.
      await drainPending()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

describe('a statement that the engine does not stop', () => {
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

  test('is answered when its time is over, though the engine still works', async () => {
    const over = { code: 'budget_exceeded', detail: expect.stringContaining('query_seconds_max') }
    expect(await refusals).toMatchObject([over, over, over, over])
    expect(await opened.running()).toBeGreaterThan(0)
  })

  test('keeps its turn from its own project and from no other', async () => {
    expect((await opened.store.queries.page(third, quick)).rows).toEqual([])
    expect(await opened.running()).toBeGreaterThan(2)
    await expect(opened.store.queries.page(own, quick)).rejects.toMatchObject({ code: 'budget_exceeded' })
  })

  test('gives its turn back when it has ended', async () => {
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

  test('do not wait for each other, however many one of them asks', async () => {
    const ended: string[] = []
    const asked = Array.from({ length: 4 }, () => store.queries.page(own, slow).then(() => ended.push('own')))
    asked.push(store.queries.page(other, quick).then(() => ended.push('other')))
    await Promise.all(asked)
    expect(ended[0]).toBe('other')
  })

  test('that nobody waits for leave their turn to others at once', async () => {
    const gone = new AbortController()
    const ended: string[] = []
    const left = store.queries.page({ ...own, signal: gone.signal }, slow)
    const stays = store.queries.page(own, slow).then(() => ended.push('slow'))
    const next = store.queries.page(own, quick).then(() => ended.push('quick'))
    // time: any moment before the slow query ends serves.
    setTimeout(() => gone.abort(), 100)
    await expect(left).rejects.toMatchObject({ detail: 'The query was given up.' })
    await Promise.all([stays, next])
    expect(ended).toEqual(['quick', 'slow'])
  })

  test('that are given up before their turn never begin', async () => {
    const gone = new AbortController()
    const first = [store.queries.page(own, slow), store.queries.page(own, slow)]
    const waiting = store.queries.page({ ...own, signal: gone.signal }, slow)
    gone.abort()
    await expect(waiting).rejects.toMatchObject({ detail: 'The query was given up.' })
    await Promise.all(first)
  })

  test('have their time from when their request arrived', async () => {
    const late = { ...own, arrivedAt: performance.now() - 60_000 }
    await expect(store.queries.page(late, quick)).rejects.toMatchObject({ code: 'budget_exceeded' })
  })
})
