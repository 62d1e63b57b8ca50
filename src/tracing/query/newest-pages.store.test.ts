import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deletedRow, encodeRows } from '../../storage/contract/contract.ts'
import { rowTime } from '../ingest/rows/span-row.ts'
import { parseWindowing } from '../filter/windowing.ts'
import {
  rowOf,
  someSpan,
  storeBackends,
  testProject,
  writeSpans,
  type TestStore,
} from '../../../test/support/span-stores.ts'
import { querySpans, queryTraces } from './pages.ts'

const emptyFilter = { kind: 'group', operator: 'and', filters: [] } as const
const scope = { projectId: testProject }
const newest = (limit: number) => ({
  filter: emptyFilter,
  windowing: parseWindowing({ limit }, ['windowing']),
  isWindowed: true,
})

const spanAt = (minute: number, note = 'first') => ({
  ...someSpan,
  trace_id: minute.toString(16).padStart(32, '0'),
  span_id: minute.toString(16).padStart(16, '0'),
  start_time: `2026-11-15T10:${String(minute).padStart(2, '0')}:00.000000Z`,
  attributes: { ...someSpan.attributes, note },
})
const markAt = (minute: number) => {
  const { trace_id, span_id, start_time } = spanAt(minute)
  return deletedRow({ project_id: testProject, trace_id, span_id, start_time: rowTime(start_time) }, 2000n)
}

describe('the newest spans without a filter', () => {
  let testStore: TestStore
  beforeAll(async () => {
    testStore = await storeBackends.embedded()
    await writeSpans(
      testStore.store,
      Array.from({ length: 40 }, (_, minute) => spanAt(minute)),
    )
  })
  afterAll(() => testStore.remove())

  const visibleNames = async (limit: number): Promise<readonly string[]> => {
    const { rows } = await querySpans(testStore.store.queries, scope, newest(limit))
    return rows.map(
      ({ start_time, attributes }) => `${start_time.slice(14, 16)} ${/"note":"(\w+)"/.exec(attributes)?.[1]}`,
    )
  }

  it('are the latest content of the remaining spans, even if most of the page was removed', async () => {
    expect(await visibleNames(3)).toEqual(['39 first', '38 first', '37 first'])
    await testStore.store.write(encodeRows([rowOf(spanAt(38, 'second'), '2000'), markAt(39)]))
    expect(await visibleNames(3)).toEqual(['38 second', '37 first', '36 first'])
    await testStore.store.write(encodeRows(Array.from({ length: 25 }, (_, i) => markAt(13 + i))))
    expect(await visibleNames(3)).toEqual(['38 second', '12 first', '11 first'])
  })

  it('include newly stored ones, for spans and for traces', async () => {
    const before = await queryTraces(testStore.store.queries, scope, newest(2))
    expect(before.traces.map(({ rows }) => rows.length)).toEqual([1, 1])
    await writeSpans(testStore.store, [spanAt(50), spanAt(51)])
    expect((await visibleNames(3)).slice(0, 2)).toEqual(['51 first', '50 first'])
    const { traces } = await queryTraces(testStore.store.queries, scope, newest(2))
    expect(traces.map(({ traceId }) => Number.parseInt(traceId, 16))).toEqual([51, 50])
  })

  it('order traces by their latest remaining span', async () => {
    const lateSpan = { ...spanAt(55), trace_id: spanAt(52).trace_id }
    await writeSpans(testStore.store, [spanAt(52), spanAt(53), lateSpan])
    const placed = async () => {
      const { traces } = await queryTraces(testStore.store.queries, scope, newest(2))
      return traces.map(({ traceId, rows }) => [Number.parseInt(traceId, 16), rows.length])
    }
    expect(await placed()).toEqual([
      [52, 2],
      [53, 1],
    ])
    const place = { project_id: testProject, ...lateSpan, start_time: rowTime(lateSpan.start_time) }
    await testStore.store.write(encodeRows([deletedRow(place, 2000n)]))
    expect(await placed()).toEqual([
      [53, 1],
      [52, 1],
    ])
  })

  it('belong to few traces if these are long', async () => {
    const longTrace = Array.from({ length: 60 }, (_, i) => ({
      ...spanAt(56),
      span_id: (1000 + i).toString(16).padStart(16, '0'),
      start_time: `2026-11-15T10:56:00.${String(i).padStart(6, '0')}Z`,
    }))
    await writeSpans(testStore.store, longTrace)
    const { traces } = await queryTraces(testStore.store.queries, scope, newest(2))
    expect(traces.map(({ traceId, rows }) => [Number.parseInt(traceId, 16), rows.length])).toEqual([
      [56, 60],
      [53, 1],
    ])
  })
})
