import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drainPending } from 'chdb'
import { expect, onTestFinished, test } from 'vitest'
import { rowOf, someSpan, testProject } from '../../../test/support/span-stores.ts'
import { stallSeconds } from '../../../test/support/patience.ts'
import { encodeRows, type SpanPageQuery } from '../contract/contract.ts'
import { loadEngine } from './engine.ts'
import { openEmbedded } from './open.ts'
import { createReader } from './reader.ts'
import { liveRows } from './span-rows.ts'

const budget = { secondsMax: stallSeconds, memoryBytesMax: 1024 ** 3, resultBytesMax: 1024 ** 2 }

/** Opens a store with the reading that a page uses. */
async function openStoreWithReading() {
  const directory = mkdtempSync(join(tmpdir(), 'assay-rows-'))
  const store = await openEmbedded(directory, budget)
  const { connect } = await loadEngine(directory)
  const client = await connect({ max_threads: 1 })
  onTestFinished(async () => {
    await client.close()
    await store.close()
    await drainPending()
    rmSync(directory, { recursive: true, force: true })
  })
  const parts = {
    connect: () => client,
    statementsMax: 2,
    statementSettings: {},
    control: client,
    onCluster: '',
  }
  const run = createReader({ ...parts, budget }).within({ projectId: testProject })
  return { store, reading: { run, columns: undefined } }
}

test('a span rewritten after the scan is on the page if it still matches the filter', async () => {
  const { store, reading } = await openStoreWithReading()
  const spans = ['matching', 'changed', 'same'].map((span_name, i) => ({
    ...someSpan,
    span_id: String(i + 1).repeat(16),
    span_name,
  }))
  const rows = spans.map((span) => rowOf(span, '1000'))
  await store.write(encodeRows(rows))
  const positions = rows.map(({ trace_id, span_id, start_time, version }) => ({
    trace_id,
    span_id,
    start_time,
    version,
  }))
  const [matchingSpan, changedSpan] = spans
  if (matchingSpan === undefined || changedSpan === undefined) throw new Error('no spans')
  await store.write(
    encodeRows([
      rowOf({ ...matchingSpan, span_type: 'tool' }, '2000'),
      rowOf({ ...changedSpan, span_name: 'other' }, '2000'),
    ]),
  )
  const query: SpanPageQuery = {
    where: { sql: "span_name != 'other'", params: {} },
    bounds: { sql: 'true', params: {} },
    order: 'descending',
    limit: 10,
  }
  const currentRows = await liveRows(reading, query, positions)
  expect(Object.fromEntries(currentRows.map(({ span_name, span_type }) => [span_name, span_type]))).toEqual({
    matching: 'tool',
    same: someSpan.span_type,
  })
})
