// Exports of spans as Parquet files, by the command and by the schedule.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3Target } from '../../src/backup/s3-target.ts'
import { newProject, type Api } from '../support/api.ts'
import { runFile, serverProgram } from '../support/children.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { int, sendJson, waitForReceipt, span, spansOf, text } from '../support/otlp.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { s3Key, startS3, type S3Server } from '../support/s3-server.ts'
import { inDeep } from '../support/tier.ts'

const folder = newDataDirectory()
let storage: S3Server
let server: RunningServer
let api: Api
beforeAll(async () => {
  storage = await startS3(join(folder, 'storage'))
  server = await startServer()
  api = await newProject(server.url)
})
afterAll(async () => {
  await server.stop()
  await storage.stop()
  removeDataDir(server)
  rmSync(folder, { recursive: true, force: true })
})

const s3Environment = () => ({
  ASSAY_BACKUP_S3_ENDPOINT: storage.url,
  ASSAY_BACKUP_S3_ACCESS_KEY: s3Key,
  ASSAY_BACKUP_S3_SECRET_KEY: s3Key,
})
const rowsOf = (bytes: Uint8Array): Promise<readonly Record<string, unknown>[]> =>
  parquetReadObjects({ file: new Uint8Array(bytes).buffer, compressors })

test('the command exports the same spans as the API returns, while the server runs', async () => {
  const root = span({ attributes: [text('gen_ai.system', 'openai'), int('gen_ai.usage.input_tokens', 12)] })
  const child = span({ traceId: root.traceId, parentSpanId: root.spanId, name: 'tool' })
  await waitForReceipt(api, await sendJson(api, root, child))
  const target = join(folder, 'by-hand')
  expect(
    await runFile(
      serverProgram,
      ['spans', 'export', target, '--from', '2026-01-01', '--through', '2026-12-31'],
      {
        ASSAY_DATA_DIR: server.dataDir,
      },
    ),
  ).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('1 file(s) written, 0 removed.') })

  const [file = ''] = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.parquet'),
  )
  const spans = await spansOf(api, root.traceId)
  expect(spans.size).toBe(2)
  const rows = await rowsOf(readFileSync(join(target, file)))
  expect(rows.map(({ span_id }) => String(span_id)).toSorted()).toEqual([...spans.keys()].toSorted())
  for (const row of rows) {
    const wire = spans.get(String(row['span_id']))
    for (const name of ['trace_id', 'span_name', 'span_type', 'span_kind', 'status_code', 'trace_type'])
      expect(row[name]).toEqual(wire?.[name])
    expect(row['parent_id']).toEqual(wire?.['parent_id'] ?? null)
    expect(row['start_time']).toEqual(new Date(String(wire?.['start_time'])))
    expect(JSON.parse(String(row['attributes']))).toEqual(wire?.['attributes'])
  }
})

inDeep(() => {
  test('the command neither replaces nor removes the file of an expired day', async () => {
    const oldSpan = span({ startTimeUnixNano: '1772359200000000000', endTimeUnixNano: '1772359201000000000' })
    await waitForReceipt(api, await sendJson(api, oldSpan))
    const target = join(folder, 'expiring')
    const exportDay = () =>
      runFile(serverProgram, ['spans', 'export', target, '--from', '2026-03-01', '--through', '2026-03-01'], {
        ASSAY_DATA_DIR: server.dataDir,
        ASSAY_RETENTION_DAYS: '30',
      })
    expect((await exportDay()).stdout).toContain('1 file(s) written, 0 removed.')
    expect((await api.call('DELETE', `/traces/${oldSpan.traceId}`)).status).toBe(202)
    expect((await exportDay()).stdout).toContain('0 file(s) written, 0 removed.')
  })

  test('a server with a target exports complete days, and its metrics report the time', async () => {
    const dataDir = join(folder, 'scheduled')
    const firstServer = await startServer({ dataDir })
    const otherApi = await newProject(firstServer.url)
    const timesOf = (day: string) => ({
      startTimeUnixNano: `${Date.parse(`${day}T10:00:00Z`)}000000`,
      endTimeUnixNano: `${Date.parse(`${day}T10:00:01Z`)}000000`,
    })
    const exportedSpan = span(timesOf('2026-03-01'))
    await waitForReceipt(otherApi, await sendJson(otherApi, exportedSpan, span(timesOf('2100-01-01'))))
    await firstServer.stop()

    const env = { ...s3Environment(), ASSAY_SPAN_EXPORT_TARGET: 's3://backups/spans' }
    const secondServer = await startServer({ dataDir, env })
    try {
      const exportedAt = async (): Promise<number> =>
        Number(
          /^assay_span_export_last_success_timestamp_seconds (\S+)/m.exec(
            await (await fetch(`${secondServer.url}/metrics`)).text(),
          )?.[1],
        )
      await expect.poll(exportedAt).toBeGreaterThan(0)
    } finally {
      await secondServer.stop()
    }
    const target = s3Target(
      { bucket: 'backups', prefix: 'spans/' },
      {
        settings: { endpoint: storage.url, region: 'us-east-1', accessKey: s3Key, secretKey: s3Key },
        spool: folder,
      },
    )
    const files = (await target.list(`project=${otherApi.projectId}`)).map(({ name }) => name)
    expect(files).toEqual([`project=${otherApi.projectId}/day=2026-03-01/spans.parquet`])
    const rows = await rowsOf(Buffer.concat(await Array.fromAsync(target.read(files[0] ?? ''))))
    expect(rows.map(({ trace_id }) => trace_id)).toEqual([exportedSpan.traceId])
  })
})
