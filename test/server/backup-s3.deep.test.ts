// Backup to object storage and restore from it, through the commands of the operator.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { newProject, throughServer, type Api } from '../support/api.ts'
import { runFile, serverProgram, type ProcessResult } from '../support/children.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { s3Key, startS3, type S3Server } from '../support/s3-server.ts'

const folder = newDataDirectory()
let server: RunningServer
let api: Api
let storage: S3Server
beforeAll(async () => {
  storage = await startS3(join(folder, 'storage'))
  server = await startServer()
  api = await newProject(server.url)
  await waitForReceipt(api, await sendJson(api, span()))
})
beforeEach(() => {
  storage.gate = () => undefined
  storage.requests.length = 0
})
afterAll(async () => {
  await server.stop()
  await storage.stop()
  removeDataDir(server)
  rmSync(folder, { recursive: true, force: true })
})

const s3Environment = () => ({
  ASSAY_DATA_DIR: server.dataDir,
  ASSAY_BACKUP_S3_ENDPOINT: storage.url,
  AWS_ACCESS_KEY_ID: s3Key,
  ASSAY_BACKUP_S3_SECRET_KEY: s3Key,
})
const assay = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProcessResult> =>
  runFile(serverProgram, args, { ...s3Environment(), ...env })
const uploads = (): readonly string[] => storage.requests.filter((line) => line.startsWith('PUT '))
const traceIdsOf = async (remote: Api): Promise<readonly string[]> => {
  const { body } = await remote.post('/tracing/spans/query', { focus: 'trace', format: 'agenta' })
  return Object.keys((body.traces ?? {}) as object).toSorted()
}

test('a second backup uploads only new files; both can be listed, verified, pruned and restored', async () => {
  const target = 's3://backups/assay'
  expect(await assay(['backup', target])).toMatchObject({ code: 0, stderr: '' })
  const firstUploadCount = uploads().length
  expect(firstUploadCount).toBeGreaterThan(10)
  await waitForReceipt(api, await sendJson(api, span()))
  storage.requests.length = 0
  expect(await assay(['backup', target, '--keep', '2'])).toMatchObject({ code: 0, stderr: '' })
  expect(uploads().length).toBeLessThan(firstUploadCount)

  expect((await assay(['backup', 'list', target])).stdout.trim().split('\n')).toHaveLength(2)
  expect(await assay(['backup', 'verify', target])).toMatchObject({ code: 0, stderr: '' })
  expect((await assay(['backup', target, '--keep', '1'])).stdout).toContain('Removed 2 older backup(s)')
  expect((await assay(['backup', 'list', target])).stdout.trim().split('\n')).toHaveLength(1)

  const dataDir = join(folder, 'restored')
  expect(await assay(['restore', target], { ASSAY_DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' })
  const secondServer = await startServer({ dataDir })
  try {
    expect(await traceIdsOf(throughServer(api, secondServer.url))).toEqual(await traceIdsOf(api))
  } finally {
    await secondServer.stop()
  }
})

test('a backup that is killed while it uploads is not listed, and the next one continues', async () => {
  const target = 's3://backups/killed'
  storage.gate = ({ method }) => (method === 'PUT' && uploads().length > 4 ? 'hold' : undefined)
  const child = spawn(process.execPath, [serverProgram, 'backup', target], {
    env: { PATH: process.env['PATH'], ...s3Environment() },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const childEnd = once(child, 'close')
  await expect.poll(() => uploads().length).toBeGreaterThan(5)
  child.kill('SIGKILL')
  await childEnd
  storage.gate = () => undefined
  expect((await assay(['backup', 'list', target])).stdout).toBe('')
  expect(await assay(['backup', target])).toMatchObject({ code: 0, stderr: '' })
  expect(await assay(['backup', 'verify', target])).toMatchObject({ code: 0, stderr: '' })
})

test('the errors for wrong and for missing credentials name them, without the secret', async () => {
  const failedBackup = await assay(['backup', 's3://backups/wrong'], {
    ASSAY_BACKUP_S3_SECRET_KEY: 'not-the-secret',
  })
  expect(failedBackup).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('refuses access to the bucket'),
  })
  expect(failedBackup.stderr + failedBackup.stdout).not.toContain('not-the-secret')
  expect(await assay(['backup', 's3://backups/wrong'], { AWS_ACCESS_KEY_ID: '' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('needs ASSAY_BACKUP_S3_ACCESS_KEY'),
  })
})

test('a schedule whose storage is unavailable counts failures and logs the reason', async () => {
  const secondServer = await startServer({
    dataDir: join(folder, 'away'),
    env: {
      ASSAY_BACKUP_TARGET: 's3://backups/away',
      ASSAY_BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
      ASSAY_BACKUP_S3_ACCESS_KEY: s3Key,
      ASSAY_BACKUP_S3_SECRET_KEY: s3Key,
    },
  })
  try {
    const metrics = async (): Promise<string> => (await fetch(`${secondServer.url}/metrics`)).text()
    await expect.poll(metrics).toMatch(/^assay_backup_failures_total 1$/m)
    await expect.poll(() => secondServer.output()).toContain('http://127.0.0.1:1 does not answer: ')
  } finally {
    await secondServer.stop()
  }
})
