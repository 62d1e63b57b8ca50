// Prompts with a real server, and without a server.
import { beforeAll, expect, test } from 'vitest'
import { Assay, NotDeployedError, type Prompt } from '../../sdk/client.ts'
import { createCore } from '../../sdk/core/core.ts'
import { Prompts } from '../../sdk/prompts/prompts.ts'
import { newProject, serverOf } from '../support/api.ts'
import { startServer } from '../support/process.ts'

let url: string
let key: string
let assay: Assay
beforeAll(async () => {
  ;({ url, key } = await newProject(serverOf('sqlite')))
  assay = new Assay({ url, key })
})

const promptWith = (content: string) => ({
  prompt: { messages: [{ role: 'user', content }], llm_config: { model: 'm', temperature: 0 } },
})
const fallback = promptWith('Hello {{name}}')

async function deployPrompt(slug: string, content: string): Promise<string> {
  const { application } = await assay.simpleApplications.create({
    application: { slug, data: { parameters: promptWith(content) } },
  })
  await deploy(slug)
  return String(application?.id)
}
const deploy = (slug: string) =>
  assay.applications.deploy({ application_ref: { slug }, environment_ref: { slug: 'production' } })
const commit = (id: string, content: string) =>
  assay.applications.commit({
    application_revision: { application_id: id, data: { parameters: promptWith(content) } },
  })

const textOf = (prompt: Prompt): unknown =>
  (prompt.format({ name: 'Ada' }).messages[0] as { content: unknown }).content

test('the deployed prompt is formatted as on the server', async () => {
  await deployPrompt('greeter', 'Hi {{name}}!')
  const prompt = await assay.prompts.get({ application: 'greeter', environment: 'production' })
  expect(prompt.format({ name: 'Ada' })).toEqual({
    model: 'm',
    temperature: 0,
    messages: [{ role: 'user', content: 'Hi Ada!' }],
  })
  expect(prompt).toMatchObject({ source: 'server', version: expect.stringMatching(/^\d+$/) })
  expect(prompt.references).toMatchObject({
    application: { slug: 'greeter' },
    application_revision: { version: prompt.version },
    environment: { slug: 'production' },
  })
  expect(await assay.prompts.get({ application: 'greeter', environment: 'production' })).toMatchObject({
    source: 'cache',
    hash: prompt.hash,
  })
})

test('a stale prompt is returned immediately, and the new one after its request', async () => {
  const id = await deployPrompt('moving', 'one')
  let now = 0
  const prompts = new Prompts(createCore({ url, key }), () => now)
  const get = () => prompts.get({ application: 'moving', environment: 'production' }, { ttl: 1_000 })
  const first = await get()
  await commit(id, 'two')
  await deploy('moving')
  expect([(await get()).source, textOf(await get())]).toEqual(['cache', 'one'])
  now = 2_000
  expect([(await get()).source, textOf(first)]).toEqual(['stale', 'one'])
  await expect.poll(async () => textOf(await get())).toBe('two')
  expect((await get()).hash).not.toBe(first.hash)
})

test('a refresh with the same hash returns the same object', async () => {
  await deployPrompt('still', 'x')
  let now = 0
  const prompts = new Prompts(createCore({ url, key }), () => now)
  const get = () => prompts.get({ application: 'still' }, { ttl: 1_000 })
  const { parameters } = await get()
  now = 2_000
  expect((await get()).source).toBe('stale')
  await expect.poll(async () => (await get()).source).toBe('cache')
  expect((await get()).parameters).toBe(parameters)
})

test('concurrent callers share one request', async () => {
  await deployPrompt('popular', 'x')
  let requestCount = 0
  const counting: typeof fetch = (input, init) => {
    requestCount += 1
    return fetch(input, init)
  }
  const busy = new Assay({ url, key, fetch: counting })
  const prompts = await Promise.all(
    Array.from({ length: 20 }, () => busy.prompts.get({ application: 'popular' })),
  )
  expect([requestCount, new Set(prompts.map(({ hash }) => hash)).size]).toEqual([1, 1])
})

test('a missing prompt throws its error, or returns the fallback with the error', async () => {
  const reference = { application: 'nobody', environment: 'production' }
  await expect(assay.prompts.get(reference)).rejects.toBeInstanceOf(NotDeployedError)
  const prompt = await assay.prompts.get(reference, { fallback })
  expect([prompt.source, textOf(prompt)]).toEqual(['fallback', 'Hello Ada'])
  expect(prompt.error).toBeInstanceOf(NotDeployedError)
})

test('an abort of one caller does not affect the others', async () => {
  await deployPrompt('shared', 'x')
  const client = new Assay({ url, key })
  const controller = new AbortController()
  const abortedCall = client.prompts.get({ application: 'shared' }, { signal: controller.signal, fallback })
  const waitingCall = client.prompts.get({ application: 'shared' })
  controller.abort()
  await expect(abortedCall).rejects.toMatchObject({ name: 'AbortError' })
  expect((await waitingCall).source).toBe('server')
})

test('during an outage cached prompts are returned, others use the fallback', async () => {
  const ownServer = await startServer()
  const project = await newProject(ownServer.url)
  const client = new Assay({ url: ownServer.url, key: project.key })
  await client.simpleApplications.create({
    application: { slug: 'known', data: { parameters: promptWith('kept') } },
  })
  await client.prompts.get({ application: 'known' })
  await ownServer.kill()
  const answer = await client.prompts.get({ application: 'known' }, { ttl: 0 })
  expect([answer.source, textOf(answer)]).toEqual(['stale', 'kept'])
  const unknown = await client.prompts.get({ application: 'unknown' }, { fallback })
  expect([unknown.source, textOf(unknown)]).toEqual(['fallback', 'Hello Ada'])
  await expect.poll(async () => (await client.prompts.get({ application: 'known' })).error).toBeDefined()
})

test('with a fallback the timeout of a server that does not answer is short', async () => {
  const silentFetch: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('late'))),
    )
  const client = new Assay({ url, key, fetch: silentFetch })
  const prompt = await client.prompts.get({ application: 'greeter' }, { fallback, timeoutMs: 20 })
  expect([prompt.source, (prompt.error as Error).name]).toEqual(['fallback', 'TimeoutError'])
})
