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
  storeBackends,
  testProject,
  writeSpans,
  type TestStore,
} from '../../../test/support/span-stores.ts'
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
  const distinct = new Map(spans.map((span) => [idOf(span), span]))
  const heads = new Map(spans.map((span) => [span.trace_id, span.span_id]))
  return [...distinct.values()].map((span) => ({
    ...span,
    is_head: heads.get(span.trace_id) === span.span_id,
    trace_id: `${span.trace_id.slice(0, 31)}${copy}`,
  }))
})

describe.each(['embedded', 'server'] as const)('over the store, %s', (backend) => {
  // Statements through the gateway of the server backend are slow, and the SQL is the same.
  const runs = backend === 'embedded' ? 150 : 25
  let opened: TestStore
  beforeAll(async () => {
    opened = await storeBackends[backend]()
    await writeSpans(opened.store, randomSpans)
  })
  afterAll(() => opened.remove())

  const expectAgreement = async (filter: Filter): Promise<void> => {
    const matching = randomSpans.filter((span) => matchesFilter(filter, span, randomSpans))
    const { rows } = await querySpans(opened.store.queries, scope, query(filter))
    expect(rows.map(idOf).sort()).toEqual(matching.map(idOf).sort())
    const latest = new Map<string, bigint>()
    for (const { trace_id, start_time } of matching) {
      const time = readTime(start_time) ?? 0n
      if (time > (latest.get(trace_id) ?? -1n)) latest.set(trace_id, time)
    }
    const ordered = [...latest]
      .sort(([idA, a], [idB, b]) => (a === b ? (idA < idB ? 1 : -1) : a < b ? 1 : -1))
      .map(([id]) => id)
    expect((await queryTraceIds(opened.store.queries, scope, query(filter))).traceIds).toEqual(ordered)
  }

  it('any single condition selects the same spans and traces as the reference', async () => {
    await fc.assert(fc.asyncProperty(arbitraryCondition, expectAgreement), { numRuns: runs })
  })

  it('any tree of conditions does', async () => {
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
  let opened: TestStore
  beforeAll(async () => {
    opened = await storeBackends.embedded()
  })
  afterAll(() => opened.remove())
  const run = (filter: unknown, windowing?: object) =>
    querySpans(opened.store.queries, scope, query(parseFiltering(filter, ['filtering']), windowing))

  it('texts with SQL syntax are ordinary values', async () => {
    const spans = hostile.map((text, i) => ({
      ...someSpan,
      trace_id: 'b'.repeat(32),
      span_id: i.toString(16).padStart(16, '0'),
      span_name: text,
      session_id: text,
      attributes: { ...someSpan.attributes, hostile: text, in: { [text]: 'here' } },
    }))
    await writeSpans(opened.store, spans)
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
      for (const condition of conditions) {
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
    const [replaced, deleted, moved] = ['1', '2', '3'].map((digit) => digit.repeat(16)) as [
      string,
      string,
      string,
    ]
    await writeSpans(
      opened.store,
      [replaced, deleted, moved].map((id) => spanOf(id, 'first')),
    )
    const place = (span_id: string) => ({
      project_id: testProject,
      trace_id,
      span_id,
      start_time: rowTime(someSpan.start_time),
    })
    const later = '2026-11-16T09:00:00.000000Z'
    await opened.store.write(
      encodeRows([
        rowOf(spanOf(replaced, 'second'), '1002'),
        deletedRow(place(deleted), 1001n),
        deletedRow(place(moved), 1001n),
        rowOf(spanOf(moved, 'second', later), '1002'),
      ]),
    )
    const ofTrace = { field: 'trace_id', value: trace_id }
    const noteIs = (value: string) => ({ conditions: [ofTrace, { field: 'attributes', key: 'note', value }] })
    expect((await run(noteIs('first'))).rows).toEqual([])
    expect((await run(noteIs('second'))).rows.map(({ span_id }) => span_id)).toEqual([moved, replaced])
    const [trace] = await tracesById(opened.store.queries, scope, [trace_id])
    expect(trace?.rows.map(({ span_id }) => span_id).sort()).toEqual([replaced, moved])
    const places = await opened.store.queries.places(scope, { spanIds: [deleted, moved] })
    expect(places.map(({ start_time }) => start_time)).toEqual([rowTime(later)])
  })

  it('a trace of 50,000 spans, half of them nested in each other, is read completely', async () => {
    const trace_id = 'd'.repeat(32)
    const id = (i: number): string => (i + 1).toString(16).padStart(16, '0')
    const spans = Array.from({ length: 50_000 }, (_, i): FilterSpan => ({
      ...someSpan,
      trace_id,
      span_id: id(i),
      ...(i === 0 ? {} : { parent_id: i < 25_000 ? id(i - 1) : id(0) }),
    }))
    await writeSpans(opened.store, spans)
    const [trace] = await tracesById(opened.store.queries, scope, [trace_id])
    const text = traceText(trace_id, trace?.rows ?? [])
    expect(text.split('"span_id"').length - 1).toBe(50_000)
    let depth = 0
    let node = (JSON.parse(text) as { spans: Record<string, unknown> }).spans['span'] as
      | { readonly spans?: { readonly span?: unknown } }
      | undefined
    while (node !== undefined) {
      depth += 1
      const below = node.spans?.span
      node = (Array.isArray(below) ? below[0] : below) as typeof node
    }
    expect(depth).toBe(25_000)
  })
})

describe('pagination while spans arrive', () => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await storeBackends.embedded()
  })
  afterAll(() => opened.remove())

  let created = 0
  /** There are few distinct times, so that many spans share one. Ids are in random order. */
  const arbitraryArrival = fc.record({
    second: fc.integer({ min: 0, max: 3 }),
    trace: fc.integer({ min: 0, max: 4 }),
  })
  const arrivalOf = (group: string, { second, trace }: { second: number; trace: number }): FilterSpan => {
    created += 1
    const scattered = (Math.imul(created, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
    return {
      ...someSpan,
      trace_id: `${group}${trace}`.padEnd(32, '0'),
      span_id: `${scattered}${created.toString(16).padStart(8, '0')}`,
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
        async (there, arriving, limit, order) => {
          run += 1
          const word = run.toString(16).padStart(6, '0')
          const ofRun = parseFiltering({ field: 'attributes', key: 'run', value: nameOf(word) }, [
            'filtering',
          ])
          const first = there.map((arrival) => arrivalOf(`${word}a`, arrival))
          await writeSpans(opened.store, first)
          for (const focus of ['span', 'trace'] as const) {
            const waiting = arriving.map((arrival) =>
              arrivalOf(`${word}${focus === 'span' ? 'b' : 'c'}`, arrival),
            )
            const returned: string[] = []
            let windowing: object | undefined = { limit, order }
            while (windowing !== undefined) {
              const pageQuery = query(ofRun, windowing)
              if (focus === 'span') {
                const page = await querySpans(opened.store.queries, scope, pageQuery)
                returned.push(...page.rows.map(idOf))
                windowing = page.windowing
              } else {
                const page = await queryTraces(opened.store.queries, scope, pageQuery)
                returned.push(...page.traces.map(({ traceId }) => traceId))
                windowing = page.windowing
              }
              const arrived = waiting.shift()
              if (arrived !== undefined) await writeSpans(opened.store, [arrived])
            }
            const expected = [
              ...new Set(first.map((span) => (focus === 'span' ? idOf(span) : span.trace_id))),
            ]
            // A trace that grows in the meantime moves in time and may be returned again. Unchanged traces are
            // returned once.
            const once = focus === 'span' ? returned : returned.filter((id) => expected.includes(id))
            expect(new Set(once).size, 'nothing twice').toBe(once.length)
            expect(
              expected.filter((id) => !returned.includes(id)),
              'nothing missed',
            ).toEqual([])
          }
        },
      ),
      { numRuns: 15 },
    )
  })
})

const slow = {
  sql: 'trace_id IN (SELECT toString(number) FROM numbers(1000000000000) WHERE sipHash64(number) = 0)',
  params: {},
}
const always = { sql: 'true', params: {} }
const page = { bounds: always, order: 'descending', limit: 100 } as const
const budget = { secondsMax: 2, memoryBytesMax: 1024 ** 3, resultBytesMax: 20_000 }

describe.each(['embedded', 'server'] as const)('the budget of a query, %s', (backend) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await storeBackends[backend](budget)
    await writeSpans(
      opened.store,
      Array.from({ length: 25 }, (_, i) => ({ ...someSpan, span_id: i.toString(16).padStart(16, '0') })),
    )
  })
  afterAll(() => opened.remove())

  it('ends a slow query with 504, never with an empty page', async () => {
    await expect(opened.store.queries.page(scope, { ...page, where: slow })).rejects.toMatchObject({
      code: 'budget_exceeded',
      status: 504,
    })
  })

  it('ends a query whose response is too large', async () => {
    await expect(opened.store.queries.page(scope, { ...page, where: always })).rejects.toMatchObject({
      code: 'budget_exceeded',
    })
    await expect(
      opened.store.queries.page(scope, { ...page, limit: 2, where: always }),
    ).resolves.toBeDefined()
  })
})

describe.each(['embedded', 'server'] as const)('a query of a disconnected client, %s', (backend) => {
  it('is stopped in the engine, which is then free for the next query', async () => {
    const { store, remove } = await storeBackends[backend]({ ...budget, secondsMax: 60 })
    await writeSpans(store, [someSpan])
    const abort = new AbortController()
    const waiting = store.queries.page({ ...scope, signal: abort.signal }, { ...page, where: slow })
    // time: any moment before the sixty seconds of the query serves.
    setTimeout(() => abort.abort(), 300)
    // Without the stop it would end too, at its time limit, with a different message.
    await expect(waiting).rejects.toMatchObject({ detail: 'The query was cancelled.' })
    expect((await store.queries.page(scope, { ...page, where: always })).rows).toHaveLength(1)
    await remove()
  })
})
