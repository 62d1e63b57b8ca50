// Searches that end before their page is full because a part of their time is over.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  someSpan,
  spanBackends,
  storeBackends,
  testProject,
  writeSpans,
  type TestStore,
} from '../../../test/support/span-stores.ts'
import { amount } from '../../../test/support/tier.ts'
import { parseFiltering } from '../filter/tree/parse.ts'
import { parseWindowing } from '../filter/windowing.ts'
import { exportedPages } from './export.ts'
import { querySpans, queryTraceIds, type TraceQuery } from './pages.ts'

const orders = ['descending', 'ascending'] as const
const spansTotal = 60
const hourMs = 3_600_000
const start = Date.parse('2026-05-01T00:00:00Z')
const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** An hour between spans, three spans in a trace; every fifth span is named `rare`. */
const spans = Array.from({ length: spansTotal }, (_, i) => ({
  ...someSpan,
  trace_id: hex(1 + Math.floor(i / 3), 32),
  span_id: hex(1 + i, 16),
  span_name: i % 5 === 0 ? 'rare' : 'common',
  start_time: new Date(start + i * hourMs).toISOString(),
  end_time: new Date(start + i * hourMs + 1000).toISOString(),
}))

const filter = parseFiltering({ conditions: [{ field: 'span_name', operator: 'is', value: 'rare' }] }, [])
const queryWith = (windowing: object, isPartial: boolean): TraceQuery => ({
  filter,
  windowing: parseWindowing(windowing, ['windowing']),
  isWindowed: true,
  isPartial,
})

/** A query that starts after its time for a partial search is over, but within its time budget. */
const lateScope = () => ({ projectId: testProject, arrivedAt: performance.now() - 5_000 })

describe.each(spanBackends)('partial searches, %s', (backend) => {
  let testStore: TestStore
  beforeAll(async () => {
    testStore = await storeBackends[backend]()
    await writeSpans(testStore.store, spans)
  })
  afterAll(() => testStore.remove())

  /** The items of all pages, and how many pages ended before they were full. */
  async function followed(
    read: (query: TraceQuery) => Promise<{
      readonly items: readonly string[]
      readonly windowing: object | undefined
      readonly searchedTo?: string | undefined
    }>,
    first: object,
  ) {
    const items: string[] = []
    let partialPages = 0
    for (let windowing: object | undefined = first; windowing !== undefined;) {
      const page = await read(queryWith(windowing, true))
      items.push(...page.items)
      if (page.searchedTo !== undefined) partialPages += 1
      windowing = page.windowing
    }
    return { items, partialPages }
  }

  it.each(orders.slice(0, amount(1, 2)))('%s pages of spans together have every span once', async (order) => {
    const { queries } = testStore.store
    const fullPage = await querySpans(queries, { projectId: testProject }, queryWith({ order }, false))
    const { items, partialPages } = await followed(
      async (query) => {
        const { rows, ...end } = await querySpans(queries, lateScope(), query)
        return { items: rows.map(({ span_id }) => span_id), ...end }
      },
      { order, limit: 3 },
    )
    expect(fullPage.rows).toHaveLength(spansTotal / 5)
    expect(items).toEqual(fullPage.rows.map(({ span_id }) => span_id))
    expect(partialPages).toBeGreaterThan(3)
  })

  it.each(orders.slice(-amount(1, 2)))('%s pages of traces together have every trace once', async (order) => {
    const { queries } = testStore.store
    const fullPage = await queryTraceIds(queries, { projectId: testProject }, queryWith({ order }, false))
    const { items, partialPages } = await followed(
      async (query) => {
        const { traceIds, ...end } = await queryTraceIds(queries, lateScope(), query)
        return { items: traceIds, ...end }
      },
      { order, limit: 3 },
    )
    expect(items).toEqual(fullPage.traceIds)
    expect(partialPages).toBeGreaterThan(3)
  })

  it('a search without a match reports how far it got, and continues before that time', async () => {
    const noMatch = parseFiltering(
      { conditions: [{ field: 'span_name', operator: 'is', value: 'absent' }] },
      [],
    )
    const { rows, searchedTo, windowing } = await querySpans(testStore.store.queries, lateScope(), {
      ...queryWith({ limit: 10 }, true),
      filter: noMatch,
    })
    expect(rows).toEqual([])
    expect(searchedTo).toMatch(/^2026-05-03T/)
    expect(windowing).toMatchObject({
      newest: expect.stringMatching(/^2026-05-03T.*1Z$/) as string,
      limit: 10,
    })
    expect(windowing).not.toHaveProperty('next')
  })

  it('a search that may not be partial reads everything in one page', async () => {
    const { rows, windowing, searchedTo } = await querySpans(
      testStore.store.queries,
      lateScope(),
      queryWith({ limit: 1000 }, false),
    )
    expect([rows.length, windowing, searchedTo]).toEqual([spansTotal / 5, undefined, undefined])
  })

  it('an export goes on after a partial page', async () => {
    const ids: string[] = []
    for await (const rows of exportedPages(testStore.store.queries, lateScope(), queryWith({}, false))) {
      ids.push(...rows.map(({ span_id }) => span_id))
    }
    expect(new Set(ids).size).toBe(spansTotal / 5)
    expect(ids).toHaveLength(spansTotal / 5)
  })
})
