// Backup and restore of a server with embedded stores, through the commands of the operator.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeProcessLock } from '../../src/kernel/process-lock.ts'
import { newProject, request, throughServer, type Api } from '../support/api.ts'
import { runFile, serverProgram, type ProcessResult } from '../support/children.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { inDeep } from '../support/tier.ts'

const folder = newDataDirectory()
const backups = join(folder, 'backups')
const restoredDir = join(folder, 'restored')
let server: RunningServer
let api: Api
beforeAll(async () => {
  server = await startServer()
  api = await newProject(server.url)
})
afterAll(async () => {
  await server.stop()
  removeDataDir(server)
  rmSync(folder, { recursive: true, force: true })
})

const assay = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProcessResult> =>
  runFile(serverProgram, args, { ASSAY_DATA_DIR: server.dataDir, ...env })

const commit = (slug: string, content: string): Promise<unknown> =>
  api.post('/simple/applications/', {
    application: { slug, data: { parameters: { prompt: { messages: [{ role: 'user', content }] } } } },
  })
/** A span older than any retention. */
const oldSpan = () =>
  span({ startTimeUnixNano: '1600000000000000000', endTimeUnixNano: '1600000001000000000' })
const revisionOf = async (remote: Api, slug: string): Promise<unknown> =>
  (await remote.post('/applications/revisions/retrieve', { application_ref: { slug } })).body
    .application_revision
const traceIdsOf = async (remote: Api): Promise<readonly string[]> => {
  const { body } = await remote.post('/tracing/spans/query', { focus: 'trace', format: 'agenta' })
  return Object.keys((body.traces ?? {}) as object).toSorted()
}

describe('a backup of a running server', () => {
  test('is restored to the same records and traces; evaluations and retention are paused until a confirmation', async () => {
    await commit('greeter', 'Hello')
    await waitForReceipt(api, await sendJson(api, oldSpan()))
    const tracesBefore = await traceIdsOf(api)
    expect(tracesBefore).toHaveLength(1)
    const { code, stdout, stderr } = await assay(['backup', backups])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^snapshots\/\S+: \d+ files/m)
    await commit('later', 'Not in the backup')

    expect(await assay(['restore', backups], { ASSAY_DATA_DIR: restoredDir })).toMatchObject({
      code: 0,
      stderr: '',
    })
    const env = { ASSAY_RETENTION_DAYS: '1' }
    const restoredServer = await startServer({ dataDir: restoredDir, env })
    try {
      const restoredApi = throughServer(api, restoredServer.url)
      expect(await revisionOf(restoredApi, 'greeter')).toEqual(await revisionOf(api, 'greeter'))
      expect(await revisionOf(restoredApi, 'later')).toBeUndefined()
      expect(await traceIdsOf(restoredApi)).toEqual(tracesBefore)
      expect(restoredServer.output()).toContain('evaluations are paused')
      expect(restoredServer.output()).toContain('retention is paused')
      expect(await assay(['restore', 'confirm'], { ASSAY_DATA_DIR: restoredDir })).toMatchObject({ code: 0 })
    } finally {
      await restoredServer.stop()
    }
    const confirmedServer = await startServer({ dataDir: restoredDir, env })
    await expect.poll(() => traceIdsOf(throughServer(api, confirmedServer.url))).toEqual([])
    expect(confirmedServer.output()).not.toContain('paused')
    await confirmedServer.stop()
  })

  inDeep(() => {
    test('can be verified completely; a changed byte is detected', async () => {
      const damagedTarget = join(folder, 'damaged')
      await assay(['backup', damagedTarget])
      expect(await assay(['backup', 'verify', damagedTarget])).toMatchObject({ code: 0, stderr: '' })
      const [object] = readdirSync(join(damagedTarget, 'objects'), {
        recursive: true,
        withFileTypes: true,
      }).filter((entry) => entry.isFile())
      const path = join(object?.parentPath ?? '', object?.name ?? '')
      const bytes = readFileSync(path)
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
      writeFileSync(path, bytes)
      expect(await assay(['backup', 'verify', damagedTarget])).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/cannot be read|was changed/),
      })
    })

    test('that is encrypted contains the secrets key and can be restored only with its own key', async () => {
      const encryptedTarget = join(folder, 'encrypted')
      const key = 'ab'.repeat(32)
      expect((await assay(['backup', encryptedTarget], { ASSAY_BACKUP_KEY: key })).stdout).not.toContain(
        'secrets key',
      )
      const dataDir = join(folder, 'from-encrypted')
      expect(await assay(['restore', encryptedTarget], { ASSAY_DATA_DIR: dataDir })).toMatchObject({
        code: 2,
      })
      await assay(['restore', encryptedTarget], { ASSAY_DATA_DIR: dataDir, ASSAY_BACKUP_KEY: key })
      expect(readFileSync(join(dataDir, 'secrets.key'), 'utf8')).toBe(
        readFileSync(join(server.dataDir, 'secrets.key'), 'utf8'),
      )
    })
  })
})

/** The time of the last backup in seconds since 1970; 0: none. */
async function lastBackupOf({ url }: RunningServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^assay_backup_last_success_timestamp_seconds (\S+)/m.exec(metrics)?.[1])
}
const storedBackupOf = async ({ url }: RunningServer) =>
  (await request(`${url}/api/stores`, { method: 'GET', authorization: `ApiKey ${firstKey}` })).body.backup

inDeep(() => {
  test('a backup in a single file can be verified and restored, and replaces the previous one', async () => {
    const file = join(folder, 'one.assay-backup')
    expect(await assay(['backup', file])).toMatchObject({ code: 0, stderr: '' })
    expect(await assay(['backup', file])).toMatchObject({ code: 0, stderr: '' })
    expect((await assay(['backup', 'list', file])).stdout.trim().split('\n')).toHaveLength(1)
    expect(await assay(['backup', 'verify', file])).toMatchObject({ code: 0, stderr: '' })
    const dataDir = join(folder, 'from-file')
    expect(await assay(['restore', file], { ASSAY_DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['assay.sqlite', 'columnar']))
    expect(await assay(['backup', file, '--keep', '2'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a file has one backup'),
    })
  })

  test('a second backup at the same time is refused', async () => {
    const lock = takeProcessLock(join(server.dataDir, 'backup.lock'))
    expect(lock).toBeDefined()
    expect(await assay(['backup', backups])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Another assay backup'),
    })
    lock?.release()
    expect(await assay(['backup', backups])).toMatchObject({ code: 0 })
  })

  test('doctor reports the last backup, and warns if a scheduled backup is late', async () => {
    await assay(['backup', backups])
    const doctor = async (env: Readonly<Record<string, string>>): Promise<ProcessResult> =>
      assay(['doctor'], { ASSAY_PORT: new URL(server.url).port, ...env })
    expect((await doctor({})).stdout).toMatch(
      /^ok {4}backups: the last one is from \S+, \S+ MiB in \S+; no schedule is set$/m,
    )
    const schedule = { ASSAY_BACKUP_TARGET: backups, ASSAY_BACKUP_HOURS: '2' }
    expect(await doctor(schedule)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('every 2 hour(s)'),
    })
    const path = join(server.dataDir, 'backup.json')
    const point = new Date(Date.now() - 5 * 3_600_000).toISOString()
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), point }))
    expect(await doctor(schedule)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^WRONG backups: .*It is late/m),
    })
  })

  test('a restore into a directory with data is refused', async () => {
    await assay(['backup', backups])
    expect(await assay(['restore', backups])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not empty'),
    })
  })

  test('metrics and GET /stores report the time of a backup from the command line', async () => {
    const restoredServer = await startServer({ dataDir: join(folder, 'by-hand') })
    try {
      expect(await lastBackupOf(restoredServer)).toBe(0)
      expect(await storedBackupOf(restoredServer)).toEqual({ is_late: false })
      const { stdout } = await assay(['backup', join(folder, 'hand-made')], {
        ASSAY_DATA_DIR: restoredServer.dataDir,
      })
      const seconds = Date.parse(/as of (\S+)/.exec(stdout)?.[1] ?? '') / 1000
      await expect.poll(() => lastBackupOf(restoredServer)).toBe(seconds)
      const { last } = await storedBackupOf(restoredServer)
      expect(Date.parse(last.point) / 1000).toBe(seconds)
    } finally {
      await restoredServer.stop()
    }
  })

  test('a server with a backup target writes a backup; its metrics and GET /stores report the time', async () => {
    const target = join(folder, 'scheduled')
    const restoredServer = await startServer({
      dataDir: join(folder, 'scheduled-data'),
      env: { ASSAY_BACKUP_TARGET: target },
    })
    try {
      await expect.poll(() => lastBackupOf(restoredServer)).toBeGreaterThan(0)
      expect((await assay(['backup', 'list', target])).stdout.split('\n')).toHaveLength(2)
      const backup = await storedBackupOf(restoredServer)
      expect(backup).toMatchObject({ every_hours: 24, is_late: false })
      expect(Date.parse(backup.last.point) / 1000).toBe(await lastBackupOf(restoredServer))
    } finally {
      await restoredServer.stop()
    }
  })
})
