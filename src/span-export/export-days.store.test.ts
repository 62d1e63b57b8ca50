// Exports of a separate span store into a folder, on both backends.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  rowOf,
  someSpan,
  spanBackends,
  storeBackends,
  testProject,
  type TestStore,
} from '../../test/support/span-stores.ts'
import { folderTarget } from '../backup/target.ts'
import { encodeRows } from '../storage/contract/contract.ts'
import { exportSpans, fileOf, type DueDays, type ExportedFiles, type SpanExport } from './export-days.ts'

let folder: string
let testStore: TestStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-export-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The number is the id of the trace. */
const write = (number: number, start: string, { name = 'span', version = '1000' } = {}): Promise<void> => {
  const trace_id = String(number).padStart(32, '0')
  return testStore.store.write(
    encodeRows([rowOf({ ...someSpan, trace_id, start_time: start, span_name: name }, version)]),
  )
}
const run = (dueDays: Partial<DueDays> = {}, overrides: Partial<SpanExport> = {}): Promise<ExportedFiles> =>
  exportSpans(
    {
      days: testStore.store.days,
      target: folderTarget(join(folder, 'target')),
      scratch: folder,
      ...overrides,
    },
    { through: '2026-11-30', ...dueDays },
  )
const pathOf = (day: string): string => join(folder, 'target', fileOf({ projectId: testProject, day }))
async function rowsOf(day: string): Promise<readonly Record<string, unknown>[]> {
  const { buffer } = new Uint8Array(readFileSync(pathOf(day)))
  return parquetReadObjects({ file: buffer, compressors })
}
const namesOf = async (day: string): Promise<readonly unknown[]> =>
  (await rowsOf(day)).map(({ span_name }) => span_name)
const filesOf = (): readonly string[] =>
  readdirSync(join(folder, 'target'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .toSorted()

describe.each(spanBackends)('from the %s backend', (backend) => {
  beforeAll(async () => {
    testStore = await storeBackends[backend]()
    await write(1, '2026-10-31T23:59:59.999999999Z')
    await write(2, '2026-11-01T09:00:00.000001Z', { name: 'second' })
    await write(3, '2026-11-01T08:00:00.000000Z', { name: 'first' })
    await write(4, '2026-12-01T00:00:00.000000Z')
  })
  afterAll(() => testStore.remove())

  test('each project and day that is due has a file with its spans in the order of time', async () => {
    expect(await run({ through: '2026-11-01' })).toEqual({ written: 2, removed: 0 })
    expect(filesOf()).toEqual(
      ['2026-10-31', '2026-11-01'].map((day) => fileOf({ projectId: testProject, day })),
    )
    expect(await namesOf('2026-11-01')).toEqual(['first', 'second'])
    const [, second] = await rowsOf('2026-11-01')
    expect(second).toMatchObject({
      project_id: testProject,
      trace_id: '2'.padStart(32, '0'),
      span_id: someSpan.span_id,
      start_time: new Date('2026-11-01T09:00:00.000Z'),
      created_by_id: someSpan.created_by_id ?? null,
    })
    expect(JSON.parse(String(second?.['attributes']))).toEqual(someSpan.attributes)
  })

  test('a second export writes nothing, and a late span replaces the file of its day alone', async () => {
    await run()
    expect(await run()).toEqual({ written: 0, removed: 0 })
    const before = statSync(pathOf('2026-10-31')).mtimeMs
    await write(5, '2026-11-01T07:00:00.000000Z', { name: 'late' })
    expect(await run()).toEqual({ written: 1, removed: 0 })
    expect(await namesOf('2026-11-01')).toEqual(['late', 'first', 'second'])
    expect(statSync(pathOf('2026-10-31')).mtimeMs).toBe(before)
    await testStore.store.deleteTrace(testProject, '5'.padStart(32, '0'))
  })

  test('deleted spans are removed from their file, and the file of a day without spans is removed', async () => {
    await write(6, '2026-11-02T07:00:00.000000Z')
    await write(7, '2026-11-03T07:00:00.000000Z', { name: 'stays' })
    await write(8, '2026-11-03T08:00:00.000000Z')
    await run()
    await testStore.store.deleteTrace(testProject, '6'.padStart(32, '0'))
    await testStore.store.deleteTrace(testProject, '8'.padStart(32, '0'))
    expect(await run()).toEqual({ written: 1, removed: 1 })
    expect(filesOf()).not.toContain(fileOf({ projectId: testProject, day: '2026-11-02' }))
    expect(await namesOf('2026-11-03')).toEqual(['stays'])
  })

  test('files outlive the retention of their project', async () => {
    await write(9, '2026-11-04T07:00:00.000000Z', { name: 'expired' })
    await run()
    await testStore.store.deleteTrace(testProject, '9'.padStart(32, '0'))
    await run({ isExpired: async ({ day }) => day <= '2026-11-04' })
    expect(await namesOf('2026-11-04')).toEqual(['expired'])
  })

  test('an expired day without a file gets one with the remaining spans', async () => {
    await write(8, '2026-11-05T07:00:00.000000Z', { name: 'left' })
    await run({ isExpired: async () => true })
    expect(await namesOf('2026-11-05')).toEqual(['left'])
  })

  test('an interrupted export continues after its last file', async () => {
    const abort = new AbortController()
    const first = await run({}, { signal: abort.signal, onFile: () => abort.abort() })
    expect(first.written).toBe(1)
    const [file = ''] = filesOf()
    const before = statSync(join(folder, 'target', file)).mtimeMs
    await run()
    expect(statSync(join(folder, 'target', file)).mtimeMs).toBe(before)
    expect(await namesOf('2026-11-01')).toEqual(['first', 'second'])
  })

  test('a forced export writes unchanged days, too', async () => {
    await run()
    const range = { from: '2026-11-01', through: '2026-11-01', isForced: true }
    expect(await run(range)).toEqual({ written: 1, removed: 0 })
    expect(await run({ ...range, projectId: '01900000-0000-7000-8000-000000000009' })).toEqual({
      written: 0,
      removed: 0,
    })
  })
})
