import { afterAll, expect, test } from 'vitest'
import { recordsEntry } from '../entry.fixture.ts'
import { startRowBuilders } from './row-builders.ts'

const rowBuilders = startRowBuilders(1)
afterAll(() => rowBuilders.stop())

const projectId = '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9aa'
const records = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, n) => ({
    trace_id: 'a'.repeat(32),
    span_id: (n + 1).toString(16).padStart(16, '0'),
    start_time: '2026-11-15T09:00:00Z',
    attributes: { text: 'word '.repeat(100) },
  }))
const entry = (count: number) => recordsEntry({ id: projectId, projectId }, records(count))

test('a call that a request waits for does not wait for the rows of a batch', async () => {
  const redacted = (): Promise<Uint8Array> =>
    rowBuilders.redactedPayload('records', entry(1).payload, {
      prices: undefined,
      pricesVersion: undefined,
      redaction: undefined,
    })
  // Both threads must have started before the comparison.
  await Promise.all([redacted(), rowBuilders.groups([entry(1)])])
  // Enough rows that the single record is redacted first on a busy machine too.
  const callOrder: string[] = []
  const work = { groups: [[entry(10_000)]], rules: {}, nowMicroseconds: 1n }
  await Promise.all([
    rowBuilders.rows(work, []).then(() => callOrder.push('rows')),
    redacted().then(() => callOrder.push('redacted')),
  ])
  expect(callOrder).toEqual(['redacted', 'rows'])
})
