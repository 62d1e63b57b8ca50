// Cached buckets equal those that are computed from the spans, whatever was written in between. Groups are never
// cached; all spans of these tests have one name, so groups by name have the same buckets.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  rowOf,
  someSpan,
  spanBackends,
  storeBackends,
  type TestStore,
} from '../../../../test/support/span-stores.ts'
import { amount } from '../../../../test/support/tier.ts'
import { deletedRow, encodeRows } from '../../../storage/contract/contract.ts'
import { rowTime } from '../../ingest/rows/span-row.ts'
import { analytics, readAnalytics } from './analytics.ts'

const hours = 6
const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0')
const hourText = (hour: number): string => `2026-11-15T${String(hour).padStart(2, '0')}:00:00Z`

interface Change {
  readonly span: number
  readonly kind: 'write' | 'delete'
  readonly duration: number
  readonly isRoot: boolean
}

const changes = fc.array(
  fc.array(
    fc.record({
      span: fc.nat({ max: 11 }),
      kind: fc.constantFrom('write' as const, 'write' as const, 'delete' as const),
      duration: fc.constantFrom(1, 2, 2, 250.5),
      isRoot: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  { minLength: 1, maxLength: 5 },
)

/** The version of a span is greater than all earlier ones; its time never changes. */
function rowAfter(change: Change, project: string, version: number) {
  const span = {
    ...someSpan,
    trace_id: hex(change.span + 1, 32),
    span_id: hex(change.span + 1, 16),
    start_time: `2026-11-15T0${change.span % hours}:${10 + change.span}:00.000000Z`,
    ...(change.isRoot ? {} : { parent_id: 'f'.repeat(16) }),
    attributes: {
      ag: { type: { trace: 'invocation' }, metrics: { duration: { cumulative: change.duration } } },
    },
  }
  const { trace_id, span_id, start_time } = span
  if (change.kind === 'delete')
    return deletedRow(
      { project_id: project, trace_id, span_id, start_time: rowTime(start_time) },
      BigInt(version),
    )
  return { ...rowOf(span, String(version)), project_id: project }
}

describe.each(spanBackends)('analytics of an %s trace store', (backend) => {
  let testStore: TestStore
  let projects = 0
  beforeAll(async () => {
    testStore = await storeBackends[backend]()
  })
  afterAll(() => testStore.remove())

  const bucketsOf = async (projectId: string, input: object): Promise<readonly unknown[]> => {
    const path = 'attributes.ag.metrics.duration.cumulative'
    const specs = [
      { type: 'numeric/continuous', path },
      { type: 'numeric/continuous', path: 'attributes.ag.metrics.duration.cumulative', bins: 1 },
      { type: 'categorical/single', path: 'attributes.ag.type.trace' },
    ]
    const request = readAnalytics({ specs, ...input }, new Date(0))
    const { buckets } = await analytics(testStore.store.queries, { projectId }, request)
    return (buckets as readonly { readonly timestamp: string; readonly metrics: unknown }[]).map(
      ({ timestamp, metrics }) => ({ timestamp, metrics }),
    )
  }

  it('has the same buckets with the cache as without it after any writes and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (batches) => {
        const project = `01900000-0000-7000-8000-${hex(++projects, 12)}`
        let version = 1000
        for (const batch of batches) {
          const rows = batch.map((change) => rowAfter(change, project, ++version))
          if (rows.length > 0) await testStore.store.write(encodeRows(rows))
          for (const focus of ['trace', 'span']) {
            const series = { focus, oldest: hourText(0), newest: hourText(hours), interval: 60 }
            const uncachedBuckets = await bucketsOf(project, { ...series, group_by: 'span_name' })
            expect(await bucketsOf(project, series)).toEqual(uncachedBuckets)
          }
        }
      }),
      { numRuns: amount(2, 6) },
    )
  })

  it('shows a late span in a bucket that was requested before', async () => {
    const project = `01900000-0000-7000-8000-${hex(++projects, 12)}`
    const series = () => bucketsOf(project, { oldest: hourText(0), newest: hourText(hours), interval: 60 })
    const write = (change: Change, version: number) =>
      testStore.store.write(encodeRows([rowAfter(change, project, version)]))
    await write({ span: 1, kind: 'write', duration: 1, isRoot: true }, 1001)
    await write({ span: 2, kind: 'write', duration: 2, isRoot: true }, 1002)
    const before = await series()
    expect(await series()).toEqual(before)
    await write({ span: 7, kind: 'write', duration: 250.5, isRoot: true }, 1003)
    const after = await series()
    expect(after[0]).toMatchObject({
      metrics: { 'attributes.ag.metrics.duration.cumulative': { count: 2, max: 250.5 } },
    })
    expect(after.slice(1)).toEqual(before.slice(1))
  })

  it('shows the other span of a batch when it is counted instead', async () => {
    const project = `01900000-0000-7000-8000-${hex(++projects, 12)}`
    const series = () => bucketsOf(project, { oldest: hourText(0), newest: hourText(hours), interval: 60 })
    const write = (change: Change, version: number) =>
      testStore.store.write(encodeRows([rowAfter(change, project, version)]))
    await write({ span: 1, kind: 'write', duration: 1, isRoot: true }, 1001)
    await series()
    await write({ span: 1, kind: 'delete', duration: 1, isRoot: true }, 1002)
    await write({ span: 7, kind: 'write', duration: 250.5, isRoot: true }, 1001)
    expect(await series()).toMatchObject([
      { metrics: { 'attributes.ag.metrics.duration.cumulative': { count: 1, max: 250.5 } } },
    ])
  })
})
