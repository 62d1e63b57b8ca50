import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  someSpan,
  spanBackends,
  storeBackends,
  testProject,
  writeSpans,
  type TestStore,
} from '../../../test/support/span-stores.ts'
import { withTraceStates } from './trace-states.ts'

describe.each(spanBackends)('the state of a trace, %s', (backend) => {
  let testStore: TestStore
  beforeAll(async () => {
    testStore = await storeBackends[backend]()
    const created_at = '2026-11-15T09:00:00.000000Z'
    await writeSpans(testStore.store, [
      { ...someSpan, trace_id: 'a'.repeat(32), is_head: true, created_at },
      { ...someSpan, trace_id: 'b'.repeat(32), parent_id: '2'.repeat(16), is_head: true, created_at },
    ])
  })
  afterAll(() => testStore.remove())

  const statesAt = async (now: string) => {
    const scope = { projectId: testProject, columns: new Set(['is_head'] as const) }
    const { queries } = testStore.store
    const rows = await queries.traces(scope, ['a'.repeat(32), 'b'.repeat(32)])
    const rowsWithStates = await withTraceStates(queries, scope, rows, now)
    return Object.fromEntries(
      rowsWithStates.map(({ trace_id, trace_state }) => [trace_id.slice(0, 1), trace_state]),
    )
  }

  test('without a root it is running while spans arrive; five minutes after the last its root is missing', async () => {
    expect(await statesAt('2026-11-15T09:04:59.000000Z')).toEqual({ a: 'finished', b: 'running' })
    expect(await statesAt('2026-11-15T09:05:01.000000Z')).toEqual({ a: 'finished', b: 'root_missing' })
  })
})
