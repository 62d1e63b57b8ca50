// Projects share the slots for imports of uploads.
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { newProject, type Api } from '../support/api.ts'
import { freshDatabase } from '../support/databases.ts'
import { startServer } from '../support/process.ts'

/** The status of an upload, when it is answered. */
async function upload({ url, key }: Api, path: string): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob(['question,answer\none,1\n']), 'rows.csv')
  const headers = { Authorization: `ApiKey ${key}` }
  return (await fetch(`${url}/api/simple/testsets${path}`, { method: 'POST', headers, body: form })).status
}

test('a project with long imports waits for its own slots, another project does not', async () => {
  const database = await freshDatabase('postgres')
  const server = await startServer({ env: { ...database.env, ASSAY_TESTSETS_UPLOADS_MAX: '2' } })
  const busyProject = await newProject(server.url, { seedDefaults: false })
  const otherProject = await newProject(server.url, { seedDefaults: false })
  const { body } = await busyProject.post('/simple/testsets/', {
    testset: { slug: 'held', data: { testcases: [] } },
  })
  const holder = new Client({ connectionString: database.env['ASSAY_DATABASE_URL'] ?? '' })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select id from variants where id = $1 for update', [body.testset.variant_id])
  const blockedUpload = upload(busyProject, `/${body.testset.id}/upload`)
  const lockWaits = async (): Promise<number> => {
    const { rows } = await holder.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  await expect.poll(lockWaits, { interval: 50 }).toBe(1)
  const queuedUpload = upload(busyProject, '/upload')
  expect(await upload(otherProject, '/upload')).toBe(200)
  expect(await upload(otherProject, '/upload')).toBe(200)
  expect(await Promise.race([queuedUpload, Promise.resolve('waiting')])).toBe('waiting')
  await holder.query('rollback')
  await holder.end()
  expect(await Promise.all([blockedUpload, queuedUpload])).toEqual([200, 200])
  await server.stop()
  await database.remove()
})
