// A series whose window is too large for one statement is read in parts. The same spans are stored twice: in a store that
// reads a series at once, and in one that reads at most three rows with a statement.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  someSpan,
  spanBackends,
  storeBackends,
  testProject,
  writeSpans,
  type TestStore,
} from '../../../../test/support/span-stores.ts'
import { stallSeconds } from '../../../../test/support/patience.ts'
import type { JsonObject } from '../../../kernel/json/value.ts'
import type { FilterSpan } from '../../filter/evaluate.ts'
import { analytics, readAnalytics } from './analytics.ts'

const hours = 8
const cost = 'attributes.ag.metrics.costs.incremental.total'
const budget = { secondsMax: stallSeconds, memoryBytesMax: 1024 ** 3, resultBytesMax: 1024 ** 2 }
const pad = (n: number, digits: number): string => n.toString(16).padStart(digits, '0')

/** A root in each hour. Its child starts an hour later, so that it inherits the user from another part. */
const spans = Array.from({ length: hours }, (_, hour) => hour).flatMap((hour): readonly FilterSpan[] => {
  const ids = { trace_id: pad(hour + 1, 32) }
  const root = pad(2 * hour + 1, 16)
  return [
    {
      ...someSpan,
      ...ids,
      span_id: root,
      span_name: 'answer',
      is_head: true,
      start_time: `2026-11-15T0${hour}:10:00.000000Z`,
      attributes: { ag: { type: { trace: 'invocation' }, user: { id: `user-${hour % 3}` } } },
    },
    {
      ...someSpan,
      ...ids,
      span_id: pad(2 * hour + 2, 16),
      parent_id: root,
      span_name: 'call',
      start_time: `2026-11-15T0${hour + 1}:20:00.000000Z`,
      attributes: {
        ag: {
          type: { trace: 'invocation' },
          meta: { request: { model: hour < 6 ? 'large' : 'small' } },
          metrics: { costs: { incremental: { total: hour + 0.5 } } },
        },
      },
    },
  ]
})

const window = { oldest: '2026-11-15T00:00:00Z', newest: '2026-11-15T10:00:00Z', interval: 60 }

const requests = [
  ['spans', { focus: 'span' }],
  ['traces', { focus: 'trace' }],
  ['traces by their heads', { heads: true }],
  ['spans by the user of their root', { focus: 'span', group_by: 'user' }],
  ['spans by the models with the most spans', { focus: 'span', group_by: 'model', group_limit: 1 }],
  [
    'spans by the names with the greatest cost',
    { focus: 'span', group_by: 'span_name', group_limit: 1, group_order: cost },
  ],
  ['spans that match a filter', { focus: 'span', filter: 'span_name = call' }],
] as const

const specs = [
  { type: 'numeric/continuous', path: cost },
  { type: 'categorical/single', path: 'attributes.ag.type.trace' },
]

const seriesOf = ({ store }: TestStore, request: object): Promise<JsonObject> =>
  analytics(
    store.queries,
    { projectId: testProject },
    readAnalytics({ specs, ...window, ...request }, new Date(0)),
  )

/** The answers to all requests, and to the first one after more spans. */
async function answersOf(testStore: TestStore): Promise<readonly JsonObject[]> {
  const answers: JsonObject[] = []
  await writeSpans(testStore.store, spans)
  for (const [, request] of requests) answers.push(await seriesOf(testStore, request))
  await writeSpans(
    testStore.store,
    spans.slice(0, hours).map((span, i) => ({ ...span, trace_id: pad(100 + i, 32) })),
  )
  answers.push(await seriesOf(testStore, requests[0][1]))
  await testStore.remove()
  return answers
}

describe.each(spanBackends)('a series of an %s trace store that is read in parts', (backend) => {
  let answersAtOnce: readonly JsonObject[]
  let answersInParts: readonly JsonObject[]
  beforeAll(async () => {
    // A process has one embedded engine at a time.
    answersAtOnce = await answersOf(await storeBackends[backend](budget))
    answersInParts = await answersOf(await storeBackends[backend]({ ...budget, analyticsRowsMax: 3 }))
  })

  it.each(requests.map(([name], i) => [name, i] as const))('has the same buckets of %s', (_name, i) => {
    expect(answersAtOnce[i]?.['count']).toBeGreaterThan(hours - 1)
    expect(answersInParts[i]).toEqual(answersAtOnce[i])
  })

  it('updates cached buckets in parts', () => {
    expect(answersAtOnce.at(-1)).not.toEqual(answersAtOnce[0])
    expect(answersInParts.at(-1)).toEqual(answersAtOnce.at(-1))
  })
})
