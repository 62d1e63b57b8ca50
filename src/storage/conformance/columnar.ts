// Tests the promises of the span store on any backend. A new driver calls spanStoreConformance once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deletedRow,
  deletionSteps,
  encodeRows,
  RowsRefused,
  versionSteps,
  type NewRow,
  type NewSpan,
  type SpanRow,
  type SpanStore,
} from '../contract/contract.ts'
import { pagesConformance } from './columnar-pages.ts'
import { hex, rowOf, rowsOf, filterColumns, uuid } from './columnar-rows.ts'

export interface TestSpanStore {
  readonly store: SpanStore
  /** Reopens the store on the same data, as after a restart. */
  readonly reopen: () => Promise<SpanStore>
  readonly remove: () => Promise<void>
}

const byId = (rows: readonly SpanRow[]): readonly SpanRow[] =>
  rows.toSorted((a, b) => (a.span_id < b.span_id ? -1 : 1))

export function spanStoreConformance(backend: {
  readonly name: string
  readonly open: () => Promise<TestSpanStore>
}): void {
  describe(`the span store, ${backend.name}`, () => {
    let testStore: TestSpanStore
    const store = (): SpanStore => testStore.store
    beforeAll(async () => {
      testStore = await backend.open()
    })
    afterAll(() => testStore.remove())

    test('answers a ping', async () => {
      await expect(store().check()).resolves.toBeUndefined()
    })

    test('reports its size on disk', async () => {
      await store().check()
      expect((await store().size()).bytes).toBeGreaterThan(0)
    })

    describe('writing', () => {
      writingConformance(store)
    })
    describe('reading', () => {
      readingConformance(store)
    })
    describe('pages', () => {
      pagesConformance(store)
    })
    describe('deleting', () => {
      deletingConformance(store)
    })

    test('keeps its rows and its first id when it is reopened', async () => {
      const row = rowOf()
      await store().write(rowsOf(row))
      const [id = ''] = await store().identify(uuid())
      testStore = { ...testStore, store: await testStore.reopen() }
      expect(await store().trace(row.project_id, row.trace_id)).toEqual([row])
      expect(await store().identify(uuid())).toEqual([id])
    })
  })
}

function writingConformance(store: () => SpanStore): void {
  test('returns a row exactly as written, as soon as it is written', async () => {
    const row = rowOf()
    await store().write(rowsOf(row))
    expect(await store().trace(row.project_id, row.trace_id)).toEqual([row])
  })

  test('writing a batch is idempotent', async () => {
    const row = rowOf()
    const otherRow = rowOf({ project_id: row.project_id, trace_id: row.trace_id })
    for (let i = 0; i < 3; i++) await store().write(rowsOf(row, otherRow))
    expect(byId(await store().trace(row.project_id, row.trace_id))).toEqual(byId([row, otherRow]))
    expect(await store().facts(row.project_id, [row.trace_id])).toHaveLength(2)
  })

  test('the higher version of a span wins, in any order of writing', async () => {
    const oldRow = rowOf()
    const newerRow = { ...oldRow, span_name: 'again', version: '1001' }
    await store().write(rowsOf(newerRow))
    await store().write(rowsOf(oldRow))
    expect(await store().trace(oldRow.project_id, oldRow.trace_id)).toEqual([newerRow])
  })

  test('a span whose time changes exists once, when its previous row gets a tombstone', async () => {
    const oldRow = rowOf()
    const movedRow = { ...oldRow, start_time: '2020-01-01 00:00:00.000000001', version: '1002' }
    await store().write(rowsOf(oldRow))
    await store().write(rowsOf(deletedRow(oldRow, 1001n), movedRow))
    expect(await store().trace(oldRow.project_id, oldRow.trace_id)).toEqual([movedRow])
    expect(await store().spans(oldRow.project_id, [oldRow, movedRow])).toEqual([movedRow])
  })

  test('accepts times of any month in one batch, from 1970 to 2262', async () => {
    const [project_id, trace_id] = [uuid(), hex(16)]
    // More months than the engine accepts by default, which is a hundred.
    const times = Array.from(
      { length: 102 },
      (_, i) => `${1970 + Math.floor((i * 292) / 101)}-03-01 00:00:00.000000000`,
    )
    await store().write(rowsOf(...times.map((start_time) => rowOf({ project_id, trace_id, start_time }))))
    expect(await store().trace(project_id, trace_id)).toHaveLength(times.length)
  })

  test('refuses a batch with an invalid row and stores none of it', async () => {
    const validRow = rowOf()
    const { count, chunks } = rowsOf(validRow, rowOf({ project_id: validRow.project_id }))
    const cutChunks = chunks.slice(0, -1)
    await expect(store().write({ count, chunks: cutChunks })).rejects.toBeInstanceOf(RowsRefused)
    expect(await store().trace(validRow.project_id, validRow.trace_id)).toEqual([])
  })

  test('a lone surrogate does not fail its batch', async () => {
    const row = rowOf({ span_name: '\ud800' })
    await store().write(rowsOf(row))
    expect(await store().trace(row.project_id, row.trace_id)).toHaveLength(1)
  })

  test('more than 65,536 attribute names stay distinct', async () => {
    const project_id = uuid()
    const spans = Array.from({ length: 70 }, (_, i) => {
      const names = Array.from({ length: 1_000 }, (__, j) => `${i}.${j}`)
      const numbers = { names, values: names.map((_name, j) => i * 1_000 + j) }
      return { ...filterColumns, ...rowOf({ project_id, span_id: String(i).padStart(16, '0') }), numbers }
    })
    await store().write(encodeRows(spans))
    const where = {
      sql: 'numbers[{name:String}] = {value:Float64}',
      params: { name: '69.999', value: '69999' },
    }
    const page = { where, bounds: { sql: 'true', params: {} }, order: 'descending', limit: 10 } as const
    const { rows } = await store().queries.page({ projectId: project_id }, page)
    expect(rows.map(({ span_id }) => span_id)).toEqual(['0000000000000069'])
  })

  test('an empty batch has no effect', async () => {
    await expect(store().write(rowsOf())).resolves.toBeUndefined()
  })
}

function readingConformance(store: () => SpanStore): void {
  test('an unknown trace, and a trace of another project, is an empty list', async () => {
    const row = rowOf()
    await store().write(rowsOf(row))
    expect(await store().trace(row.project_id, hex(16))).toEqual([])
    expect(await store().trace(uuid(), row.trace_id)).toEqual([])
    expect(await store().facts(uuid(), [row.trace_id])).toEqual([])
    expect(await store().facts(row.project_id, [])).toEqual([])
  })

  test('returns the facts of all spans of the requested traces only', async () => {
    const project_id = uuid()
    const rows = Array.from({ length: 30 }, () => rowOf({ project_id }))
    await store().write(rowsOf(...rows))
    const tenRows = rows.slice(0, 10)
    const facts = await store().facts(
      project_id,
      tenRows.map(({ trace_id }) => trace_id),
    )
    expect(facts.map(({ span_id }) => span_id).sort()).toEqual(tenRows.map(({ span_id }) => span_id).sort())
    const { facts: text, roll_up, receipt_id, version, created_at, start_time } = tenRows[0] as SpanRow
    const first = facts.find(({ span_id }) => span_id === tenRows[0]?.span_id)
    expect(first).toMatchObject({ facts: text, roll_up, receipt_id, version, created_at, start_time })
  })

  test('returns the span that represents each trace: the first root, else the first span', async () => {
    const project_id = uuid()
    const at = (second: number) => ({ start_time: `2026-03-02 00:00:0${second}.000000000` })
    const [traceWithRoots, orphanedTrace] = [hex(16), hex(16)]
    const rowIn = (trace_id: string, changes: Partial<SpanRow>) => rowOf({ project_id, trace_id, ...changes })
    const rows = [
      rowIn(traceWithRoots, { ...at(0), span_id: '0000000000000001', parent_id: '0000000000000003' }),
      rowIn(traceWithRoots, { ...at(2), span_id: '0000000000000002', parent_id: '' }),
      rowIn(traceWithRoots, { ...at(1), span_id: '0000000000000003', parent_id: '' }),
      rowIn(orphanedTrace, { ...at(1), span_id: '0000000000000004', parent_id: 'ffffffffffffffff' }),
      rowIn(orphanedTrace, { ...at(0), span_id: '0000000000000005', parent_id: 'ffffffffffffffff' }),
    ]
    await store().write(rowsOf(...rows))
    const places = async (...traces: readonly string[]) =>
      new Map((await store().roots(project_id, traces)).map((place) => [place.trace_id, place]))
    const result = await places(traceWithRoots, orphanedTrace, hex(16))
    expect(result).toEqual(
      new Map([
        [traceWithRoots, { project_id, trace_id: traceWithRoots, span_id: '0000000000000003', ...at(1) }],
        [orphanedTrace, { project_id, trace_id: orphanedTrace, span_id: '0000000000000005', ...at(0) }],
      ]),
    )
    expect(await store().roots(uuid(), [traceWithRoots])).toEqual([])
    expect(await store().roots(project_id, [])).toEqual([])
    await store().deleteTrace(project_id, traceWithRoots)
    expect([...(await places(traceWithRoots, orphanedTrace)).keys()]).toEqual([orphanedTrace])
  })

  test('returns outcomes of traces without their other spans, outputs up to a size', async () => {
    const project_id = uuid()
    const [fullTrace, emptyTrace, longTrace] = [hex(16), hex(16), hex(16)]
    const rowIn = (trace_id: string, overrides: Partial<NewSpan>): NewRow => ({
      ...filterColumns,
      ...rowOf({ project_id, trace_id }),
      ...overrides,
    })
    const measures = { duration_ms: 12.5, errors: 1, tokens: 30, cost: 0.000012 }
    await store().write(
      rowsOf(
        rowIn(fullTrace, { ...measures, outputs: '{"score":0.5}' }),
        rowIn(fullTrace, { parent_id: 'ffffffffffffffff', outputs: '{"score":1}', duration_ms: 3 }),
        rowIn(emptyTrace, {}),
        rowIn(longTrace, { outputs: '"Grüße"' }),
      ),
    )
    const traceIds = [fullTrace, emptyTrace, longTrace, hex(16)]
    const read = async (outputBytesMax: number) => {
      const outcomes = await store().outcomes(project_id, traceIds, { outputBytesMax })
      return new Map(outcomes.map((outcome) => [outcome.trace_id, outcome]))
    }
    const noMeasures = { duration_ms: null, errors: null, tokens: null, cost: null }
    const noOutcome = { ...noMeasures, outputs: '', output_bytes: 0 }
    const result = await read(100)
    expect(result).toEqual(
      new Map([
        [fullTrace, { trace_id: fullTrace, ...measures, outputs: '{"score":0.5}', output_bytes: 13 }],
        [emptyTrace, { trace_id: emptyTrace, ...noOutcome }],
        [longTrace, { trace_id: longTrace, ...noOutcome, outputs: '"Grüße"', output_bytes: 9 }],
      ]),
    )
    expect((await read(8)).get(longTrace)).toEqual({ trace_id: longTrace, ...noOutcome, output_bytes: 9 })
    expect((await read(0)).get(fullTrace)).toEqual({
      trace_id: fullTrace,
      ...measures,
      outputs: '',
      output_bytes: 0,
    })
    const options = { outputBytesMax: 100, withTotals: false }
    const outcome = { trace_id: fullTrace, ...noOutcome, outputs: '{"score":0.5}', output_bytes: 13 }
    expect(await store().outcomes(project_id, [fullTrace], options)).toEqual([outcome])
    await store().deleteTrace(project_id, fullTrace)
    expect([...(await read(100)).keys()].sort()).toEqual([emptyTrace, longTrace].sort())
    expect(await store().outcomes(uuid(), [emptyTrace], { outputBytesMax: 100 })).toEqual([])
    expect(await store().outcomes(project_id, [], { outputBytesMax: 100 })).toEqual([])
  })

  test('returns rows by position and omits missing ones', async () => {
    const project_id = uuid()
    const rows = [rowOf({ project_id }), rowOf({ project_id, start_time: '2021-05-05 00:00:00.000000000' })]
    await store().write(rowsOf(...rows))
    const result = await store().spans(project_id, [...rows, rowOf({ project_id })])
    expect(byId(result)).toEqual(byId(rows))
  })

  test('lists the traces of a project in the order of their ids', async () => {
    const project_id = uuid()
    const rows = Array.from({ length: 7 }, () => rowOf({ project_id }))
    await store().write(rowsOf(...rows, rowOf()))
    const ids: string[] = []
    for (let after = ''; ;) {
      const page = await store().traceIds(project_id, after, 3)
      ids.push(...page)
      if (page.length < 3) break
      after = page.at(-1) ?? ''
    }
    expect(ids).toEqual(rows.map(({ trace_id }) => trace_id).sort())
  })
}

function deletingConformance(store: () => SpanStore): void {
  test('a deleted trace is gone when the call resolves, and its neighbours stay', async () => {
    const project_id = uuid()
    const trace_id = hex(16)
    const rows = [rowOf({ project_id, trace_id }), rowOf({ project_id, trace_id })]
    const otherRow = rowOf({ project_id })
    await store().write(rowsOf(...rows, otherRow))
    const places = await store().deleteTrace(project_id, trace_id)
    expect(places.map(({ span_id }) => span_id).sort()).toEqual(rows.map(({ span_id }) => span_id).sort())
    expect(await store().trace(project_id, trace_id)).toEqual([])
    expect(await store().facts(project_id, [trace_id])).toEqual([])
    expect(await store().spans(project_id, rows)).toEqual([])
    expect(await store().trace(project_id, otherRow.trace_id)).toEqual([otherRow])
  })

  test('deleting again, or deleting an unknown trace, removes nothing', async () => {
    const row = rowOf()
    await store().write(rowsOf(row))
    expect(await store().deleteTrace(row.project_id, row.trace_id)).toHaveLength(1)
    expect(await store().deleteTrace(row.project_id, row.trace_id)).toEqual([])
    expect(await store().deleteTrace(uuid(), hex(16))).toEqual([])
  })

  test('spans that arrive after a deletion create the trace again', async () => {
    const row = rowOf()
    await store().write(rowsOf(row))
    await store().deleteTrace(row.project_id, row.trace_id)
    const rewrittenRow = { ...row, version: String(BigInt(row.version) + versionSteps) }
    await store().write(rowsOf(rewrittenRow))
    expect(await store().trace(row.project_id, row.trace_id)).toEqual([rewrittenRow])
  })

  test('a roll-up read before a deletion and written after it does not restore the span', async () => {
    const row = rowOf()
    await store().write(rowsOf(row))
    await store().deleteTrace(row.project_id, row.trace_id)
    const last = BigInt(row.version) + deletionSteps - 1n
    for (const version of [BigInt(row.version) + 1n, last]) {
      await store().write(rowsOf({ ...row, roll_up: '{"late":true}', version: String(version) }))
      expect(await store().trace(row.project_id, row.trace_id)).toEqual([])
      expect(await store().facts(row.project_id, [row.trace_id])).toEqual([])
    }
  })

  test('single spans are deleted, and their space is reclaimed', async () => {
    const project_id = uuid()
    const trace_id = hex(16)
    const [deletedSpan, liveSpan] = [rowOf({ project_id, trace_id }), rowOf({ project_id, trace_id })]
    await store().write(rowsOf(deletedSpan, liveSpan))
    await store().deleteSpans([deletedSpan])
    expect(await store().trace(project_id, trace_id)).toEqual([liveSpan])
    await store().reclaim({ shareMin: 0 })
    expect(await store().trace(project_id, trace_id)).toEqual([liveSpan])
    expect((await store().facts(project_id, [trace_id])).map(({ span_id }) => span_id)).toEqual([
      liveSpan.span_id,
    ])
    // Without the tombstone even an older version is visible, so the row was cleaned up and not hidden.
    const olderSpan = { ...deletedSpan, version: '1' }
    await store().write(rowsOf(olderSpan))
    expect(await store().trace(project_id, trace_id)).toHaveLength(2)
  })

  test('traces are found by the session or user of a span', async () => {
    const project_id = uuid()
    const [rowA, rowB, rowC] = [rowOf({ project_id }), rowOf({ project_id }), rowOf({ project_id })]
    const rowWithId = (row: SpanRow, path: string, id: string): NewSpan => ({
      ...filterColumns,
      ...row,
      strings: { names: [path], values: [id] },
    })
    await store().write(
      rowsOf(
        rowWithId(rowA, 'ag.user.id', 'u-1'),
        rowWithId(rowB, 'ag.user.id', 'u-1'),
        rowWithId(rowC, 'ag.session.id', 'u-1'),
        rowWithId(rowOf(), 'ag.user.id', 'u-1'),
      ),
    )
    const find = async (kind: 'session' | 'user', id: string) =>
      (await store().tracesWithId(project_id, { kind, id }, 10)).toSorted()
    expect(await find('user', 'u-1')).toEqual([rowA.trace_id, rowB.trace_id].toSorted())
    expect(await find('session', 'u-1')).toEqual([rowC.trace_id])
    expect(await find('user', '')).toEqual([])
    expect(await store().tracesWithId(project_id, { kind: 'user', id: 'u-1' }, 1)).toHaveLength(1)
  })

  test('traces whose spans are all older than a time are listed page by page', async () => {
    const project_id = uuid()
    const at = (day: string) => `2021-05-${day} 00:00:00.000000000`
    const oldRows = Array.from({ length: 5 }, () => rowOf({ project_id, start_time: at('01') }))
    const mixedRow = rowOf({ project_id, start_time: at('01') })
    await store().write(
      rowsOf(
        ...oldRows,
        mixedRow,
        rowOf({ project_id, trace_id: mixedRow.trace_id, start_time: at('09') }),
        rowOf({ project_id, start_time: at('05') }),
        rowOf({ start_time: at('01') }),
      ),
    )
    const page = { before: at('05'), from: at('01'), to: at('05'), limit: 4 }
    const firstPage = await store().tracesBefore(project_id, { ...page, after: undefined })
    const secondPage = await store().tracesBefore(project_id, { ...page, after: firstPage.next })
    expect([...firstPage.traceIds, ...secondPage.traceIds].toSorted()).toEqual(
      oldRows.map(({ trace_id }) => trace_id).toSorted(),
    )
    expect(firstPage.hasNewer).not.toBe(secondPage.hasNewer)
    expect(secondPage.next).toBeUndefined()
    await store().deleteTrace(project_id, oldRows[0]?.trace_id ?? '')
    const laterPage = await store().tracesBefore(project_id, { ...page, limit: 10, after: undefined })
    expect(laterPage.traceIds).not.toContain(oldRows[0]?.trace_id)
    const emptyPage = await store().tracesBefore(project_id, { ...page, from: at('02'), after: undefined })
    expect(emptyPage).toEqual({ traceIds: [], hasNewer: false, next: undefined })
  })

  test('a month is dropped with facts and copies, and other months stay', async () => {
    const project_id = uuid()
    const at = (month: string) => `2019-${month}-01 00:00:00.000000000`
    const oldRow = rowOf({ project_id, start_time: at('03') })
    const laterRow = rowOf({ project_id, start_time: at('04') })
    await store().write(rowsOf(oldRow, laterRow))
    const partitions = await store().partitionsBefore(at('04'))
    const month = partitions.find(({ id }) => id === '201903')
    expect(month).toMatchObject({ from: at('03'), to: at('04'), projectIds: [project_id] })
    expect(partitions.some(({ id }) => id === '201904')).toBe(false)
    if (month === undefined) throw new Error('no partition for March 2019')
    // Refused until the backfill of older spans has finished.
    await expect.poll(() => store().dropPartition(month)).toBeGreaterThan(0)
    expect(await store().trace(project_id, oldRow.trace_id)).toEqual([])
    expect(await store().facts(project_id, [oldRow.trace_id])).toEqual([])
    expect(await store().traceIds(project_id, '', 10)).toEqual([laterRow.trace_id])
    expect(await store().dropPartition(month)).toBe(0)
    // The same span may arrive again.
    await store().write(rowsOf({ ...oldRow, version: String(BigInt(oldRow.version) + 5000n) }))
    expect(await store().trace(project_id, oldRow.trace_id)).toHaveLength(1)
  })

  test('only months with enough deleted rows are rewritten; one without other rows is dropped', async () => {
    const project_id = uuid()
    const start_time = '2018-07-01 00:00:00.000000000'
    const rows = Array.from({ length: 20 }, () => rowOf({ project_id, start_time }))
    const singleRow = rowOf({ project_id, start_time: '2018-06-01 00:00:00.000000000' })
    await store().write(rowsOf(...rows, singleRow))
    const [removedRow = singleRow] = rows
    await store().deleteTrace(project_id, removedRow.trace_id)
    await store().deleteTrace(project_id, singleRow.trace_id)
    await expect
      .poll(async () => {
        await store().reclaim({ shareMin: 0.1 })
        return (await store().partitionsBefore(start_time)).map(({ id }) => id)
      })
      .not.toContain('201806')
    // The tombstone stays: an older version is still hidden.
    await store().write(rowsOf({ ...removedRow, version: '1' }))
    expect(await store().trace(project_id, removedRow.trace_id)).toEqual([])
    expect(await store().trace(project_id, singleRow.trace_id)).toEqual([])
  })
}
