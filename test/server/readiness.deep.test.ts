// /ready with stores that do not answer some or all statements.
import { expect, test } from 'vitest'
import { request } from '../support/api.ts'
import { run } from '../support/children.ts'
import { startPostgres } from '../support/postgres.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'

const readiness = async ({ url }: RunningServer): Promise<readonly [status: number, detail: unknown]> => {
  const { status, body } = await request(`${url}/ready`, { method: 'GET' })
  return [status, body.detail ?? body.status]
}

test('a server whose disk is full is not ready and names the store', async () => {
  const server = await startServer()
  // The limit on the size of each file of the server: a write beyond it fails.
  const limitFiles = async (bytes: string): Promise<void> => {
    const { code, stderr } = await run('prlimit', [`--pid=${server.process.pid}`, `--fsize=${bytes}:`])
    expect([code, stderr]).toEqual([0, ''])
  }
  expect(await readiness(server)).toEqual([200, 'ready'])
  await limitFiles('65536')
  await expect
    .poll(() => readiness(server))
    .toEqual([503, expect.stringMatching(/^The relational store does not answer\. The d\w+ of the database/)])
  await limitFiles('unlimited')
  await expect.poll(() => readiness(server)).toEqual([200, 'ready'])
  await server.stop()
  removeDataDir(server)
})

test('a server with a hanging database reports it within the time limit, and recovers', async () => {
  const postgres = await startPostgres()
  const server = await startServer({
    env: { ASSAY_DATABASE_URL: `${postgres.url}/postgres` },
  })
  postgres.freeze()
  await expect.poll(() => readiness(server)).toEqual([503, 'The relational store does not answer.'])
  postgres.thaw()
  await expect.poll(() => readiness(server)).toEqual([200, 'ready'])
  await server.stop()
  await postgres.stop()
  removeDataDir(server)
})
