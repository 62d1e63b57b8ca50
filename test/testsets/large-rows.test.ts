// Files whose rows are much larger than the file: a dictionary of Parquet has a long text once, and each row repeats it.
import { readFileSync } from 'node:fs'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, type Api } from '../support/api.ts'
import { until } from '../support/eventually.ts'
import { upload } from '../support/files.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { amount } from '../support/tier.ts'
import { childPids } from '../support/work.ts'

let server: RunningServer
let api: Api
let otherApi: Api
beforeAll(async () => {
  server = await startServer({ env: { ASSAY_TESTSETS_UPLOADS_MAX: '2' } })
  api = await newProject(server.url)
  otherApi = await newProject(server.url)
})
afterAll(async () => {
  await server.stop()
  removeDataDir(server)
})

/** The most memory that the main process had so far, in megabytes. */
const peakMb = (): number => {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'latin1')
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024
}

/** A file of 100 kB with rows of 2 MB. */
const rowsOfOneText = (rows: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [{ name: 'text', data: Array<string>(rows).fill('x'.repeat(2_000_000)), type: 'STRING' }],
    }),
  )

test('a small file with gigabytes of rows uses little memory, and other projects are served', async () => {
  const content = rowsOfOneText(amount(200, 2000))
  let isDone = false
  const answer = upload(api, '/simple/testsets/upload', { content, name: 'rows.parquet' }).finally(() => {
    isDone = true
  })
  await until(async () => {
    expect((await otherApi.get('/projects/current')).status).toBe(200)
    return isDone
  }, 'the file is imported')
  const { status, body } = await answer
  expect(peakMb()).toBeLessThan(1024)
  expect([status, body.testset?.data]).toEqual([200, {}])
})

test('an import ends when the client disconnects, and leaves no testset', async () => {
  const fields = { testset_slug: 'interrupted' }
  const controller = new AbortController()
  const interrupted = upload(api, '/simple/testsets/upload', { content: rowsOfOneText(400) }, fields, {
    signal: controller.signal,
  })
  const idleProcesses = new Set(childPids(server.process.pid))
  await until(() => childPids(server.process.pid).some((pid) => !idleProcesses.has(pid)), 'the file is read')
  controller.abort()
  await expect(interrupted).rejects.toThrow()
  // A project has one of the two slots for imports, which is free when its first import has ended.
  const next = await upload(api, '/simple/testsets/upload', { content: 'a\n1\n' }, fields)
  expect(next.status).toBe(200)
})
