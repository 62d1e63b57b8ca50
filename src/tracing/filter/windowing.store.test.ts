import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundsSql, orderSql, rateSql } from './compile/compile-window.ts'
import type { FilterSpan } from './evaluate.ts'
import { arbitrarySpan } from './testing/arbitraries.ts'
import { openSpanTable, type SpanTable } from './testing/chdb.ts'
import { readTime, timeText } from './values.ts'
import {
  narrowedWindowing,
  nextWindowing,
  type Order,
  parseWindowing,
  rateKeeps,
  windowAdmits,
  type WindowItem,
  windowOf,
} from './windowing.ts'

const loc = ['body', 'windowing']
const at = (seconds: number): string => timeText(BigInt(seconds) * 1_000_000_000n)

describe('windowing as sent', () => {
  it.each([
    [{ limit: -1 }, 'greater_than_equal'],
    [{ limit: 1.5 }, 'int_type'],
    [{ order: 'down' }, 'enum'],
    [{ oldest: 'soon' }, 'datetime_parsing'],
    [{ newest: 123 }, 'datetime_parsing'],
    [{ next: 'xyz' }, 'uuid_parsing'],
    [{ rate: 1.1 }, 'less_than_equal'],
    [{ rate: -0.1 }, 'greater_than_equal'],
  ])('%j is a 422', (input, type) => {
    expect(() => parseWindowing(input, loc)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        detail: [expect.objectContaining({ type, loc: [...loc, Object.keys(input)[0]] })],
      }),
    )
  })

  it('accepts times in every form, text forms of numbers, null as absent, and ignores the interval', () => {
    const windowing = parseWindowing(
      { oldest: 1_795_046_400, limit: '5', order: null, interval: -3, colour: 1 },
      loc,
    )
    expect(windowing).toEqual({
      oldest: 1_795_046_400_000_000_000n,
      limit: 5,
      sent: { oldest: 1_795_046_400, limit: '5', interval: -3 },
    })
  })

  it('limit 0 acts as absent: 1000 spans, 100 traces, newest first', () => {
    const windowing = parseWindowing({ limit: 0 }, loc)
    expect(windowOf('span', windowing)).toMatchObject({ limit: 1000, order: 'descending' })
    expect(windowOf('trace', windowing)).toMatchObject({ limit: 100, order: 'descending' })
  })

  it.each([
    ['descending', 'oldest', 'newest'],
    ['ascending', 'newest', 'oldest'],
  ])('next of an %s page requires its bound', (order, otherBound, bound) => {
    const windowing = { order, next: 'f'.repeat(32), [otherBound]: at(1) }
    expect(() => windowOf('span', parseWindowing(windowing, loc))).toThrow(
      expect.objectContaining({
        code: 'cursor_unknown',
        detail: expect.stringContaining(`windowing.${bound}`),
      }),
    )
  })
})

describe('the next page', () => {
  it('of spans has the members sent, the moved bound and the span id written twice', () => {
    const window = windowOf('span', parseWindowing({ oldest: '2026-11-15T00:00:00Z', limit: 2 }, loc))
    const last = { time: readTime('2026-11-15T09:00:00.600000Z') ?? 0n, id: '9c41d0e2f3a4b5c6' }
    expect(nextWindowing(window, last)).toEqual({
      oldest: '2026-11-15T00:00:00Z',
      newest: '2026-11-15T09:00:00.600000Z',
      next: '9c41d0e2-f3a4-b5c6-9c41-d0e2f3a4b5c6',
      limit: 2,
      order: 'descending',
    })
  })

  it.each<Order>(['ascending', 'descending'])('%s pages neither skip nor repeat', (order) => {
    const item = fc.record({
      time: fc.bigInt({ min: 0n, max: 4n }),
      id: fc.integer({ min: 1, max: 9 }).map((n) => n.toString(16).padStart(16, '0')),
    })
    const items = fc.uniqueArray(item, { selector: ({ time, id }) => `${time} ${id}`, maxLength: 20 })
    const bounds = fc.record(
      { oldest: fc.integer({ min: 0, max: 5 }), newest: fc.integer({ min: 0, max: 5 }) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(items, bounds, fc.integer({ min: 1, max: 5 }), (all, { oldest, newest }, limit) => {
        const windowing = {
          ...(oldest === undefined ? {} : { oldest: timeText(BigInt(oldest)) }),
          ...(newest === undefined ? {} : { newest: timeText(BigInt(newest)) }),
        }
        const direction = order === 'ascending' ? 1 : -1
        const sorted = all.toSorted((a, b) => direction * (Number(a.time - b.time) || (a.id < b.id ? -1 : 1)))
        const expected = sorted.filter((item) =>
          windowAdmits(windowOf('span', parseWindowing({ ...windowing, order }, loc)), item),
        )
        const pagedItems: WindowItem[] = []
        let next: unknown = { ...windowing, order, limit }
        while (next !== undefined) {
          const window = windowOf('span', parseWindowing(next, loc))
          const page = sorted.filter((item) => windowAdmits(window, item)).slice(0, limit)
          pagedItems.push(...page)
          const last = page.at(-1)
          next = last !== undefined && page.length === limit ? nextWindowing(window, last) : undefined
        }
        expect(pagedItems).toEqual(expected)
      }),
    )
  })
})

describe('a stored windowing', () => {
  const storedWindow = parseWindowing(
    { oldest: at(10), newest: at(20), limit: 5, order: 'ascending', rate: 0.5 },
    loc,
  )

  it('accepts only a limit, a cursor and tighter bounds from a request', () => {
    const request = parseWindowing(
      { oldest: at(12), newest: at(30), limit: 7, order: 'descending', rate: 1 },
      loc,
    )
    expect(narrowedWindowing(storedWindow, request)).toMatchObject({
      oldest: 12_000_000_000n,
      newest: 20_000_000_000n,
      limit: 7,
      order: 'ascending',
      rate: 0.5,
    })
  })

  it('if absent, the request applies unchanged', () => {
    const request = parseWindowing({ order: 'ascending', rate: 0.1 }, loc)
    expect(narrowedWindowing(undefined, request)).toBe(request)
  })

  it('narrowed by the windowing of its own page continues after that page', () => {
    const window = windowOf('span', narrowedWindowing(storedWindow, parseWindowing({}, loc)))
    const next = nextWindowing(window, { time: 15_000_000_000n, id: 'a'.repeat(16) })
    expect(windowOf('span', narrowedWindowing(storedWindow, parseWindowing(next, loc)))).toMatchObject({
      oldest: 15_000_000_000n,
      newest: 20_000_000_000n,
      after: 'a'.repeat(16),
      limit: 5,
      order: 'ascending',
    })
  })
})

describe('sampling', () => {
  it('selects none at 0, all at 1, and 29 of a hundred at 0.29', () => {
    const ids = Array.from({ length: 100 }, (_, i) => i.toString(16).padStart(8, '0') + '0'.repeat(24))
    const sampleSize = (rate: number) => ids.filter((id) => rateKeeps(rate, id)).length
    expect([sampleSize(0), sampleSize(1), sampleSize(0.29), sampleSize(0.295)]).toEqual([0, 100, 29, 29])
  })
})

describe('the SQL of a window', () => {
  const spans: readonly FilterSpan[] = fc.sample(arbitrarySpan, { seed: 7, numRuns: 60 })
  let table: SpanTable
  beforeAll(async () => {
    table = await openSpanTable(spans)
  })
  afterAll(() => table.close())
  const columns = { time: 'start_time', id: 'span_id' }
  const rowsOf = (test: (span: FilterSpan) => boolean) =>
    [...spans.keys()].filter((i) => test(spans[i] as FilterSpan))

  it('admits the same items as the reference', async () => {
    const times = ['2026-11-19T00:00:00Z', '2026-11-19T00:00:00.6Z', '2026-11-19T00:00:00.600000123Z']
    for (const order of ['ascending', 'descending']) {
      for (const oldest of times) {
        for (const next of [undefined, '9c41d0e2f3a4b5c6'.repeat(2)]) {
          for (const newest of times) {
            const window = windowOf('span', parseWindowing({ order, oldest, newest, next }, loc))
            const expected = rowsOf((span) =>
              windowAdmits(window, { time: readTime(span.start_time) ?? 0n, id: span.span_id }),
            )
            expect(await table.rowsWhere(boundsSql(window, columns))).toEqual(expected)
          }
        }
      }
    }
  })

  it('samples the same traces as the reference', async () => {
    for (const rate of [0, 0.1, 0.5, 0.96, 1]) {
      expect(await table.rowsWhere(rateSql(rate))).toEqual(rowsOf((span) => rateKeeps(rate, span.trace_id)))
    }
  })

  it('orders by time, then id, both in one direction', () => {
    const ascending = windowOf('trace', parseWindowing({ order: 'ascending' }, loc))
    expect(orderSql(ascending, columns)).toBe('start_time ASC, span_id ASC')
    expect(orderSql({ ...ascending, order: 'descending' }, columns)).toBe('start_time DESC, span_id DESC')
  })
})
