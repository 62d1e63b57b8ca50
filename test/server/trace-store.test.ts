// A database has one trace store: a process with another trace store does not start.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFile, serverProgram, type ProcessResult } from '../support/children.ts'
import { freshDatabase, type FreshDatabase } from '../support/databases.ts'
import { startServer } from '../support/process.ts'

let database: FreshDatabase
let otherDirectory: string
beforeAll(async () => {
  database = await freshDatabase('postgres')
  otherDirectory = mkdtempSync(join(tmpdir(), 'assay-test-'))
})
afterAll(async () => {
  rmSync(otherDirectory, { recursive: true, force: true })
  await database.remove()
})

const assay = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<ProcessResult> =>
  runFile(serverProgram, args, {
    ASSAY_PORT: '0',
    ASSAY_OTLP_HTTP_PORT: '0',
    ASSAY_OTLP_GRPC_PORT: '0',
    ...env,
  })

test('a second embedded trace store is refused until it is adopted in place of the first', async () => {
  const firstEnv = database.env
  const secondEnv = { ...database.env, ASSAY_DATA_DIR: otherDirectory }
  const server = await startServer({ env: firstEnv })
  try {
    const { code, stderr } = await assay(['serve'], secondEnv)
    expect(code).toBe(2)
    expect(stderr).toContain('The traces of this database are in another trace store')
    expect(stderr).toContain('ASSAY_CLICKHOUSE_URL')
    expect(stderr).toContain('assay trace-store adopt')
  } finally {
    expect(await server.stop()).toBe(0)
  }
  expect(await assay(['trace-store', 'adopt'], firstEnv)).toMatchObject({
    code: 0,
    stdout: 'The database already uses this trace store.\n',
  })
  const adoption = await assay(['trace-store', 'adopt'], secondEnv)
  expect(adoption).toMatchObject({ code: 0, stderr: '' })
  expect(adoption.stdout).toContain('now belongs to this trace store')
  expect((await assay(['doctor'], secondEnv)).stdout).toMatch(/^ok    trace store/m)
  expect((await assay(['doctor'], firstEnv)).stdout).toMatch(
    /^WRONG trace store: The traces of this database/m,
  )
})
