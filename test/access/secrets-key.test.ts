// Rotation of the key that encrypts secrets, as docs/operations.md describes it.
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newProject, throughServer, type Api } from '../support/api.ts'
import { runFile, serverProgram } from '../support/children.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { startServer } from '../support/process.ts'
import { isDeep } from '../support/tier.ts'

const dataDir = newDataDirectory()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const keyFile = join(dataDir, 'secrets.key')

async function withServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const server = await startServer({ dataDir })
  try {
    return await use(server.url)
  } finally {
    await server.stop()
  }
}

const reseal = () => runFile(serverProgram, ['secrets', 'reseal'], { ASSAY_DATA_DIR: dataDir })

const valuesOf = async (api: Api): Promise<readonly unknown[]> =>
  ((await api.get('/secrets/')).body as readonly { data: { provider: { key: string } } }[])
    .map(({ data }) => data.provider.key)
    .toSorted()

test('a rotation of the secrets key loses no secret', async () => {
  const add = (to: Api, key: string) =>
    to.post('/secrets/', {
      header: { name: key },
      secret: { kind: 'webhook_provider', data: { provider: { key } } },
    })
  const api = await withServer(async (url) => {
    const project = await newProject(url)
    await add(project, 'before')
    return project
  })
  renameSync(keyFile, `${keyFile}.former`)
  await withServer(async (url) => {
    await add(throughServer(api, url), 'after')
    expect((await reseal()).stdout).toContain('Encrypted 1 of 2 secrets with the current key.')
    expect(await valuesOf(throughServer(api, url))).toEqual(['after', 'before'])
  })
  expect((await reseal()).stdout).toContain('Encrypted 0 of 2 secrets')
  rmSync(`${keyFile}.former`)
  if (isDeep) {
    await withServer(async (url) => {
      expect(await valuesOf(throughServer(api, url))).toEqual(['after', 'before'])
    })
  }
  rmSync(keyFile)
  const { code, stderr } = await reseal()
  expect([code, stderr]).toEqual([2, expect.stringContaining('No key decrypts 2 of the secrets.')])
})
