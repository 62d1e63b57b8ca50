// Spans between the embedded engine and a server.
import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  rowOf,
  someSpan,
  storeBackends,
  testProject,
  type TestStore,
} from '../../test/support/span-stores.ts'
import { inDeep } from '../../test/support/tier.ts'
import { encodeRows, type SpanStore } from '../storage/contract/contract.ts'
import type { FilterSpan } from '../tracing/filter/evaluate.ts'
import { isEqual } from './copy-records.ts'
import { compareSpans, copySpans } from './copy-spans.ts'

let folder: string
let embeddedStore: TestStore
let server: TestStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-move-'))
  embeddedStore = await storeBackends.embedded()
  server = await storeBackends.server()
})
afterEach(async () => {
  await embeddedStore.remove()
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
})

const spanAt = (number: number, startTime: string, name = 'span'): FilterSpan => ({
  ...someSpan,
  trace_id: String(number).padStart(32, '0'),
  start_time: startTime,
  span_name: name,
})
const write = (store: SpanStore, spans: readonly FilterSpan[], version = '1000'): Promise<void> =>
  store.write(encodeRows(spans.map((span) => rowOf(span, version))))

const copy = (source: TestStore, target: TestStore, onProgress: () => void = () => undefined) =>
  copySpans(
    { source: source.store.transfer, target: target.store.transfer },
    { path: join(folder, 'rows.native'), isFinal: true, onProgress },
  )
const namesOf = async (store: SpanStore, number: number): Promise<readonly string[]> =>
  (await store.trace(testProject, String(number).padStart(32, '0'))).map(({ span_name }) => span_name)

/** Spans a minute apart on several days, one of them outside of the range of dates. */
const spans = [
  spanAt(1, '2026-11-15T09:00:00.000000Z'),
  spanAt(2, '2026-11-15T09:05:00.000000Z'),
  spanAt(3, '2026-11-16T23:59:59.999999Z'),
  spanAt(4, '2200-01-01T00:00:00.000000Z'),
]

test('a copy there and back has every span, its facts and its sums', async () => {
  await write(embeddedStore.store, spans)
  await write(embeddedStore.store, [spanAt(1, '2026-11-15T09:00:00.000000Z', 'second version')], '5000')
  const days = await copy(embeddedStore, server)
  expect(days.map(({ name, target }) => [name, target.rows])).toEqual([
    ['spans of 2026-11-15', 2],
    ['spans of 2026-11-16', 1],
    ['spans of 2200-01-01', 1],
  ])
  expect(days.every(isEqual)).toBe(true)
  expect(await server.store.integrity()).toEqual({ spans: 4, spansWithoutFacts: 0, factsWithoutSpans: 0 })
  expect(await namesOf(server.store, 1)).toEqual(['second version'])

  const embeddedCopy = await storeBackends.server()
  try {
    expect((await copy(server, embeddedCopy)).every(isEqual)).toBe(true)
    expect(await embeddedCopy.store.trace(testProject, spans[3]?.trace_id ?? '')).toEqual(
      await embeddedStore.store.trace(testProject, spans[3]?.trace_id ?? ''),
    )
  } finally {
    await embeddedCopy.remove()
  }
})

inDeep(() => {
  test('a server is copied into the embedded engine', async () => {
    await write(server.store, spans)
    expect((await copy(server, embeddedStore)).every(isEqual)).toBe(true)
    expect(await embeddedStore.store.integrity()).toEqual({
      spans: 4,
      spansWithoutFacts: 0,
      factsWithoutSpans: 0,
    })
  })

  test('an interrupted copy continues with the minutes that are missing', async () => {
    await write(embeddedStore.store, spans)
    const stop = (): void => {
      throw new Error('interrupted')
    }
    await expect(copy(embeddedStore, server, stop)).rejects.toThrow('interrupted')
    expect((await server.store.transfer.sums()).map(({ slot, spans: count }) => [slot, count])).toEqual([
      ['2026-11-15', 2],
    ])
    expect((await copy(embeddedStore, server)).every(isEqual)).toBe(true)
  })

  test('a later copy repeats the deletions and changes of the source since the first copy', async () => {
    await write(embeddedStore.store, spans)
    await copy(embeddedStore, server)
    await embeddedStore.store.deleteTrace(testProject, spans[0]?.trace_id ?? '')
    await write(embeddedStore.store, [spanAt(2, '2026-11-15T09:05:00.000000Z', 'changed')], '9000')
    await embeddedStore.store.transfer.eraseDay('2026-11-16')
    const days = await copy(embeddedStore, server)
    expect(days.every(isEqual)).toBe(true)
    expect(await Promise.all([1, 2, 3, 4].map((number) => namesOf(server.store, number)))).toEqual([
      [],
      ['changed'],
      [],
      ['span'],
    ])
    expect(await server.store.integrity()).toEqual({ spans: 2, spansWithoutFacts: 0, factsWithoutSpans: 0 })
  })

  test('a comparison finds a span with other content', async () => {
    await write(embeddedStore.store, spans)
    await write(server.store, [...spans.slice(1), spanAt(1, '2026-11-15T09:00:00.000000Z', 'other')])
    const days = await compareSpans({ source: embeddedStore.store.transfer, target: server.store.transfer })
    expect(days.filter((day) => !isEqual(day)).map(({ name }) => name)).toEqual(['spans of 2026-11-15'])
  })
})
