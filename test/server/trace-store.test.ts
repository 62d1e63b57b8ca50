// One database has one trace store: a process with another one does not start.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFile, type Ended } from '../support/children.ts'
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

const assay = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  runFile('src/main.ts', args, {
    ASSAY_PORT: '0',
    ASSAY_OTLP_HTTP_PORT: '0',
    ASSAY_OTLP_GRPC_PORT: '0',
    ...env,
  })

test('a second embedded trace store is refused until it is adopted instead of the first', async () => {
  const first = database.env
  const second = { ...database.env, ASSAY_DATA_DIR: otherDirectory }
  const server = await startServer({ env: first })
  try {
    const { code, stderr } = await assay(['serve'], second)
    expect(code).toBe(2)
    expect(stderr).toContain('The traces of this database are in another trace store')
    expect(stderr).toContain('ASSAY_CLICKHOUSE_URL')
    expect(stderr).toContain('assay trace-store adopt')
  } finally {
    expect(await server.stop()).toBe(0)
  }
  expect(await assay(['trace-store', 'adopt'], first)).toMatchObject({
    code: 0,
    stdout: 'The database already uses this trace store.\n',
  })
  const adopted = await assay(['trace-store', 'adopt'], second)
  expect(adopted).toMatchObject({ code: 0, stderr: '' })
  expect(adopted.stdout).toContain('now belongs to this trace store')
  expect((await assay(['doctor'], second)).stdout).toMatch(/^ok    trace store/m)
  expect((await assay(['doctor'], first)).stdout).toMatch(/^WRONG trace store: The traces of this database/m)
})
