// The promises of a span store about pages. Part of spanStoreConformance in columnar.ts.
import { expect, test } from 'vitest'
import { deletedRow, type SpanRow, type SpanStore } from '../contract/contract.ts'
import { rowOf, rowsOf, uuid } from './columnar-rows.ts'

export function pagesConformance(store: () => SpanStore): void {
  test('of two versions of a span in one batch the higher one is read', async () => {
    const oldRow = rowOf()
    const newerRow = { ...oldRow, span_name: 'again', facts: '{"a":2}', version: '1001' }
    await store().write(rowsOf(newerRow, oldRow))
    expect(await store().trace(oldRow.project_id, oldRow.trace_id)).toEqual([newerRow])
    expect(await store().facts(oldRow.project_id, [oldRow.trace_id])).toMatchObject([
      { facts: newerRow.facts },
    ])
    const bounds = { sql: 'true', params: {} }
    const page = { where: bounds, bounds, order: 'descending', limit: 10 } as const
    const { rows } = await store().queries.page({ projectId: oldRow.project_id }, page)
    expect(rows.map(({ span_name }) => span_name)).toEqual(['again'])
  })

  test.each(['ascending', 'descending'] as const)(
    'a long page contains a span with several versions once, %s',
    async (order) => {
      const project_id = uuid()
      // The first and the last span have three versions, all others two: counted from either end, every
      // statement with an even number of versions would end between two versions of one span.
      const spans = Array.from({ length: 1_201 }, (_, i) =>
        rowOf({ project_id, start_time: `2026-11-15 09:00:00.${String(i).padStart(9, '0')}` }),
      )
      const ends = [spans[0], spans.at(-1)].filter((span) => span !== undefined)
      await store().write(rowsOf(...spans))
      await store().write(rowsOf(...spans.map((span) => ({ ...span, version: '2000' }))))
      await store().write(rowsOf(...ends.map((span) => ({ ...span, version: '3000' }))))
      const ids = spans.map(({ span_id }) => span_id)
      for (const sql of ['true', "span_name = 'answer'"]) {
        const query = { where: { sql, params: {} }, bounds: { sql: 'true', params: {} }, order, limit: 2_000 }
        const { rows } = await store().queries.page({ projectId: project_id }, query)
        expect(rows.map(({ span_id }) => span_id)).toEqual(order === 'ascending' ? ids : ids.toReversed())
      }
    },
  )

  test('a repeated search finds the spans that were stored since', async () => {
    const project_id = uuid()
    const at = (second: number): SpanRow =>
      rowOf({ project_id, start_time: `2026-11-15 09:00:0${second}.000000000` })
    const byName = { sql: "span_name = 'answer'", params: {} }
    const search = () =>
      store().queries.page(
        { projectId: project_id },
        {
          where: { ...byName, near: byName },
          bounds: { sql: 'true', params: {} },
          order: 'descending',
          limit: 2,
        },
      )
    const spans = [at(1)]
    await store().write(rowsOf(...spans))
    for (let second = 2; second < 6; second++) {
      const { rows } = await search()
      expect(rows.map(({ span_id }) => span_id)).toEqual(
        spans
          .map(({ span_id }) => span_id)
          .toReversed()
          .slice(0, 2),
      )
      const span = at(second)
      spans.push(span)
      await store().write(rowsOf(span))
    }
  })

  test('a span whose time changed is on a page once', async () => {
    const project_id = uuid()
    const [earlyTime, lateTime] = ['2026-11-15 09:00:00.000000000', '2026-11-15 09:00:01.000000000'] as const
    const at = (digit: string, start_time: string): SpanRow =>
      rowOf({ project_id, span_id: digit.repeat(16), start_time })
    const [removedRow, movedRow] = [at('2', earlyTime), at('f', earlyTime)]
    await store().write(rowsOf(at('1', earlyTime), removedRow, at('3', lateTime), movedRow))
    await store().write(
      rowsOf(deletedRow(removedRow, 1001n), deletedRow(movedRow, 1001n), {
        ...movedRow,
        start_time: lateTime,
        version: '1002',
      }),
    )
    // The first four positions are those of '1', of both dead rows, and of '3', which started at the current
    // time of 'f'.
    const { rows } = await store().queries.page(
      { projectId: project_id },
      {
        where: { sql: "span_name = 'answer'", params: {} },
        bounds: { sql: 'true', params: {} },
        order: 'ascending',
        limit: 4,
      },
    )
    expect(rows.map(({ span_id }) => span_id[0])).toEqual(['1', '3', 'f'])
  })
}
