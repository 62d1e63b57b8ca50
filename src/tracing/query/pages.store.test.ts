import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deletedRow, encodeRows } from '../../storage/contract/contract.ts'
import type { Filter } from '../filter/ast.ts'
import { type FilterSpan, matchesFilter } from '../filter/evaluate.ts'
import { arbitraryCondition, arbitraryFilter, arbitrarySpan } from '../filter/testing/arbitraries.ts'
import { parseFiltering } from '../filter/tree/parse.ts'
import { readTime } from '../filter/values.ts'
import { parseWindowing } from '../filter/windowing.ts'
import { rowTime } from '../ingest/rows/span-row.ts'
import { querySpans, queryTraceIds, queryTraces, tracesById } from './pages.ts'
import {
  rowOf,
  someSpan,
  spanBackends,
  storeBackends,
  testProject,
  writeSpans,
  type TestStore,
} from '../../../test/support/span-stores.ts'
import { stallSeconds } from '../../../test/support/patience.ts'
import { amount, isDeep } from '../../../test/support/tier.ts'
import { traceText } from './texts.ts'

const scope = { projectId: testProject }
const query = (filter: Filter, windowing: object = { limit: 10_000 }) => ({
  filter,
  windowing: parseWindowing(windowing, ['windowing']),
  isWindowed: true,
})
const idOf = ({ trace_id, span_id }: { trace_id: string; span_id: string }): string =>
  `${trace_id} ${span_id}`

/** Spans with unique ids per trace. A few traces, so that relations match. */
const randomSpans = [0, 1, 2].flatMap((copy) => {
  const spans = fc.sample(arbitrarySpan, { seed: 70 + copy, numRuns: 60 })
  const spansById = new Map(spans.map((span) => [idOf(span), span]))
  const heads = new Map(spans.map((span) => [span.trace_id, span.span_id]))
  return [...spansById.values()].map((span) => ({
    ...span,
    is_head: heads.get(span.trace_id) === span.span_id,
    trace_id: `${span.trace_id.slice(0, 31)}${copy}`,
  }))
})

describe.each(spanBackends)('over the store, %s', (backend) => {
  const runs = backend === 'embedded' ? amount(25, 150) : 25
  let testStore: TestStore
  beforeAll(async () => {
    testStore = await storeBackends[backend]()
    await writeSpans(testStore.store, randomSpans)
  })
  afterAll(() => testStore.remove())

  const expectAgreement = async (filter: Filter): Promise<void> => {
    const matchingSpans = randomSpans.filter((span) => matchesFilter(filter, span, randomSpans))
    const { rows } = await querySpans(testStore.store.queries, scope, query(filter))
    expect(rows.map(idOf).sort()).toEqual(matchingSpans.map(idOf).sort())
    const latestTimes = new Map<string, bigint>()
    for (const { trace_id, start_time } of matchingSpans) {
      const time = readTime(start_time) ?? 0n
      if (time > (latestTimes.get(trace_id) ?? -1n)) latestTimes.set(trace_id, time)
    }
    const orderedIds = [...latestTimes]
      .sort(([idA, a], [idB, b]) => (a === b ? (idA < idB ? 1 : -1) : a < b ? 1 : -1))
      .map(([id]) => id)
    expect((await queryTraceIds(testStore.store.queries, scope, query(filter))).traceIds).toEqual(orderedIds)
  }

  it('any single condition selects the same spans and traces as the reference', async () => {
    await fc.assert(fc.asyncProperty(arbitraryCondition, expectAgreement), { numRuns: runs })
  })

  it('any tree of conditions selects the same spans and traces as the reference', async () => {
    await fc.assert(fc.asyncProperty(arbitraryFilter, expectAgreement), { numRuns: runs })
  })
})

const hostile = [
  "'",
  '"',
  '\\',
  "\\'",
  '`',
  '{f0:String}',
  '{project:UUID}',
  '%',
  '_',
  '--',
  '/*',
  '*/ OR 1=1',
  "') OR ('1'='1",
  "'; DROP TABLE spans; --",
  '\u0000',
  '\n',
  '\t',
  '\\N',
  '\u2028',
  '😀',
  '$$',
  '${x}',
  '?',
  '@x',
  ';',
  'NULL',
  'a.b',
  'a\\.b',
]

describe('over the embedded store', () => {
  let testStore: TestStore
  beforeAll(async () => {
    testStore = await storeBackends.embedded()
  })
  afterAll(() => testStore.remove())
  const run = (filter: unknown, windowing?: object) =>
    querySpans(testStore.store.queries, scope, query(parseFiltering(filter, ['filtering']), windowing))

  it('texts with SQL syntax are ordinary values', async () => {
    const spans = hostile.map((text, i) => ({
      ...someSpan,
      trace_id: 'b'.repeat(32),
      span_id: i.toString(16).padStart(16, '0'),
      span_name: text,
      session_id: text,
      attributes: { ...someSpan.attributes, hostile: text, in: { [text]: 'here' } },
    }))
    await writeSpans(testStore.store, spans)
    for (const [i, value] of hostile.entries()) {
      const id = i.toString(16).padStart(16, '0')
      const conditions = [
        { field: 'attributes', key: 'hostile', value },
        { field: 'span_name', operator: 'in', value: [value] },
        {
          field: 'session_id',
          operator: 'matches',
          value,
          options: { exact_match: true, case_sensitive: true },
        },
        { field: 'attributes', key: 'in', operator: 'is', value: { [value]: 'here' } },
      ]
      // In npm test each text is in one kind of condition.
      for (const condition of isDeep ? conditions : conditions.slice(i % 4, (i % 4) + 1)) {
        const { rows } = await run({ conditions: [{ field: 'trace_id', value: 'b'.repeat(32) }, condition] })
        expect(
          rows.map(({ span_id }) => span_id),
          JSON.stringify(condition),
        ).toEqual([id])
      }
      await expect(run({ field: 'attributes', key: value, operator: 'exists' })).resolves.toBeDefined()
    }
  })

  it('a replaced span has its latest content, a deleted or moved one is gone', async () => {
    const trace_id = 'c'.repeat(32)
    const spanOf = (span_id: string, note: string, start_time = someSpan.start_time): FilterSpan => ({
      ...someSpan,
      trace_id,
      span_id,
      start_time,
      attributes: { ...someSpan.attributes, note },
    })
    const [replacedId, deletedId, movedId] = ['1', '2', '3'].map((digit) => digit.repeat(16)) as [
      string,
      string,
      string,
    ]
    await writeSpans(
      testStore.store,
      [replacedId, deletedId, movedId].map((id) => spanOf(id, 'first')),
    )
    const place = (span_id: string) => ({
      project_id: testProject,
      trace_id,
      span_id,
      start_time: rowTime(someSpan.start_time),
    })
    const laterTime = '2026-11-16T09:00:00.000000Z'
    await testStore.store.write(
      encodeRows([
        rowOf(spanOf(replacedId, 'second'), '1002'),
        deletedRow(place(deletedId), 1001n),
        deletedRow(place(movedId), 1001n),
        rowOf(spanOf(movedId, 'second', laterTime), '1002'),
      ]),
    )
    const ofTrace = { field: 'trace_id', value: trace_id }
    const noteIs = (value: string) => ({ conditions: [ofTrace, { field: 'attributes', key: 'note', value }] })
    expect((await run(noteIs('first'))).rows).toEqual([])
    expect((await run(noteIs('second'))).rows.map(({ span_id }) => span_id)).toEqual([movedId, replacedId])
    const [trace] = await tracesById(testStore.store.queries, scope, [trace_id])
    expect(trace?.rows.map(({ span_id }) => span_id).sort()).toEqual([replacedId, movedId])
    const places = await testStore.store.queries.places(scope, { spanIds: [deletedId, movedId] })
    expect(places.map(({ start_time }) => start_time)).toEqual([rowTime(laterTime)])
  })

  it('a trace of many spans, 25,000 of them nested in each other, is read completely', async () => {
    const trace_id = 'd'.repeat(32)
    const id = (i: number): string => (i + 1).toString(16).padStart(16, '0')
    const spansTotal = amount(30_000, 50_000)
    const spans = Array.from({ length: spansTotal }, (_, i): FilterSpan => ({
      ...someSpan,
      trace_id,
      span_id: id(i),
      ...(i === 0 ? {} : { parent_id: i < 25_000 ? id(i - 1) : id(0) }),
    }))
    await writeSpans(testStore.store, spans)
    const [trace] = await tracesById(testStore.store.queries, scope, [trace_id])
    const text = traceText(trace_id, trace?.rows ?? [])
    expect(text.split('"span_id"').length - 1).toBe(spansTotal)
    let depth = 0
    let node = (JSON.parse(text) as { spans: Record<string, unknown> }).spans['span'] as
      | { readonly spans?: { readonly span?: unknown } }
      | undefined
    while (node !== undefined) {
      depth += 1
      const childSpan = node.spans?.span
      node = (Array.isArray(childSpan) ? childSpan[0] : childSpan) as typeof node
    }
    expect(depth).toBe(25_000)
  })
})

describe('pagination while spans arrive', () => {
  let testStore: TestStore
  beforeAll(async () => {
    testStore = await storeBackends.embedded()
  })
  afterAll(() => testStore.remove())

  let createdCount = 0
  /** There are few distinct times, so that many spans share one. Ids are in random order. */
  const arbitraryArrival = fc.record({
    second: fc.integer({ min: 0, max: 3 }),
    trace: fc.integer({ min: 0, max: 4 }),
  })
  const arrivalOf = (group: string, { second, trace }: { second: number; trace: number }): FilterSpan => {
    createdCount += 1
    const scatteredHex = (Math.imul(createdCount, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
    return {
      ...someSpan,
      trace_id: `${group}${trace}`.padEnd(32, '0'),
      span_id: `${scatteredHex}${createdCount.toString(16).padStart(8, '0')}`,
      start_time: `2026-11-15T09:00:0${second}.000000Z`,
      attributes: { ...someSpan.attributes, run: nameOf(group.slice(0, 6)) },
    }
  }
  /** Every other name has no digits, because common words use another search path. */
  const nameOf = (word: string): string =>
    Number.parseInt(word, 16) % 2 === 0
      ? word
      : word.replaceAll(/./g, (digit) => String.fromCharCode(103 + Number.parseInt(digit, 16)))

  it('returns every span, and every trace, that existed at the start exactly once', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryArrival, { minLength: 1, maxLength: 24 }),
        fc.array(arbitraryArrival, { maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('ascending', 'descending'),
        async (storedArrivals, arriving, limit, order) => {
          run += 1
          const word = run.toString(16).padStart(6, '0')
          const ofRun = parseFiltering({ field: 'attributes', key: 'run', value: nameOf(word) }, [
            'filtering',
          ])
          const first = storedArrivals.map((arrival) => arrivalOf(`${word}a`, arrival))
          await writeSpans(testStore.store, first)
          for (const focus of ['span', 'trace'] as const) {
            const queuedSpans = arriving.map((arrival) =>
              arrivalOf(`${word}${focus === 'span' ? 'b' : 'c'}`, arrival),
            )
            const returnedIds: string[] = []
            let windowing: object | undefined = { limit, order }
            while (windowing !== undefined) {
              const pageQuery = query(ofRun, windowing)
              if (focus === 'span') {
                const page = await querySpans(testStore.store.queries, scope, pageQuery)
                returnedIds.push(...page.rows.map(idOf))
                windowing = page.windowing
              } else {
                const page = await queryTraces(testStore.store.queries, scope, pageQuery)
                returnedIds.push(...page.traces.map(({ traceId }) => traceId))
                windowing = page.windowing
              }
              const arrivedSpan = queuedSpans.shift()
              if (arrivedSpan !== undefined) await writeSpans(testStore.store, [arrivedSpan])
            }
            const expected = [
              ...new Set(first.map((span) => (focus === 'span' ? idOf(span) : span.trace_id))),
            ]
            // A trace that grows in the meantime moves in time and may be returned again. Unchanged traces are
            // returned once.
            const expectedOnce =
              focus === 'span' ? returnedIds : returnedIds.filter((id) => expected.includes(id))
            expect(new Set(expectedOnce).size, 'nothing twice').toBe(expectedOnce.length)
            expect(
              expected.filter((id) => !returnedIds.includes(id)),
              'nothing missed',
            ).toEqual([])
          }
        },
      ),
      { numRuns: amount(4, 15) },
    )
  })
})

const slowCondition = {
  sql: 'trace_id IN (SELECT toString(number) FROM numbers(1000000000000) WHERE sipHash64(number) = 0)',
  params: {},
}
const alwaysTrue = { sql: 'true', params: {} }
const page = { bounds: alwaysTrue, order: 'descending', limit: 100 } as const
const budget = { secondsMax: 2, memoryBytesMax: 1024 ** 3, resultBytesMax: 20_000 }

describe.each(spanBackends)('the budget of a query, %s', (backend) => {
  let testStore: TestStore
  beforeAll(async () => {
    testStore = await storeBackends[backend](budget)
    await writeSpans(
      testStore.store,
      Array.from({ length: 32 }, (_, i) => ({ ...someSpan, span_id: i.toString(16).padStart(16, '0') })),
    )
  })
  afterAll(() => testStore.remove())

  it('ends a slow query with 504, never with an empty page', async () => {
    await expect(
      testStore.store.queries.page(scope, { ...page, where: slowCondition }),
    ).rejects.toMatchObject({
      code: 'budget_exceeded',
      status: 504,
    })
  })

  it('ends a query whose response is too large', async () => {
    await expect(testStore.store.queries.page(scope, { ...page, where: alwaysTrue })).rejects.toMatchObject({
      code: 'budget_exceeded',
    })
    await expect(
      testStore.store.queries.page(scope, { ...page, limit: 2, where: alwaysTrue }),
    ).resolves.toBeDefined()
  })
})

describe.each(['embedded', 'server'] as const)('a query of a disconnected client, %s', (backend) => {
  it('is stopped in the engine, which is then free for the next query', async () => {
    const { store, remove } = await storeBackends[backend]({ ...budget, secondsMax: stallSeconds })
    await writeSpans(store, [someSpan])
    const abort = new AbortController()
    const pagePromise = store.queries.page(
      { ...scope, signal: abort.signal },
      { ...page, where: slowCondition },
    )
    // time: any moment before the query ends after sixty seconds.
    setTimeout(() => abort.abort(), 300)
    // Without the stop it would end too, at its time limit, with a different message.
    await expect(pagePromise).rejects.toMatchObject({ detail: 'The query was cancelled.' })
    expect((await store.queries.page(scope, { ...page, where: alwaysTrue })).rows).toHaveLength(1)
    await remove()
  })
})
