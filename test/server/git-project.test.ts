// The real `git` against a running server: a project as a remote.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, gitLine, temporaryFolder, tryGit } from '../../src/git/objects/test-support.ts'
import { backends, newProject, request, serverOf, type Api } from '../support/api.ts'

const dataOf = (text: string) => ({
  uri: 'agenta:builtin:chat:v0',
  parameters: { prompt: { messages: [{ role: 'system', content: text }], llm_config: { model: 'gpt-5' } } },
})

const urlOf = ({ url, key, projectId }: Api, path = ''): string =>
  `${url.replace('://', `://x:${key}@`)}/git/${projectId}${path}`

async function clone(url: string, ...options: readonly string[]): Promise<string> {
  const folder = join(await temporaryFolder(), 'clone')
  await git('/', ['clone', '-q', ...options, url, folder])
  await git(folder, ['fsck', '--strict'])
  return folder
}

const linesOf = async (folder: string, args: readonly string[]): Promise<readonly string[]> =>
  (await gitLine(folder, args)).split('\n')

describe.each(backends)('a project as a Git remote on %s', (backend) => {
  const createProject = (): Promise<Api> => newProject(serverOf(backend), { seedDefaults: false })

  async function createBot(api: Api, slug: string): Promise<string> {
    const { status, body } = await api.post('/simple/applications/', {
      application: { slug, data: dataOf(`Be ${slug}.`) },
    })
    expect(status).toBe(200)
    return body.application.id
  }

  async function save(api: Api, id: string, message: string): Promise<void> {
    const { status } = await api.post('/applications/revisions/commit', {
      application_revision: { application_id: id, message, data: dataOf(message) },
    })
    expect(status).toBe(200)
  }

  test('has a folder per artifact, and a commit per revision with its author and message', async () => {
    const api = await createProject()
    const bot = await createBot(api, 'bot')
    await save(api, bot, 'kinder')
    await api.post('/simple/testsets/', {
      testset: { slug: 'rows', data: { testcases: [{ data: { q: 'a' } }] } },
    })
    await api.post('/simple/environments/', { environment: { slug: 'live' } })
    await api.post('/applications/revisions/deploy', {
      application_ref: { slug: 'bot' },
      environment_ref: { slug: 'live' },
    })
    const folder = await clone(urlOf(api))
    expect(await gitLine(folder, ['branch', '--show-current'])).toBe('main')
    expect(await linesOf(folder, ['ls-files'])).toEqual([
      'applications/bot/messages/01-system.md',
      'applications/bot/settings.json',
      'environments/live/environment.json',
      'testsets/rows/testcases.jsonl',
    ])
    expect(await readFile(join(folder, 'applications/bot/messages/01-system.md'), 'utf8')).toBe('kinder\n')
    expect(await linesOf(folder, ['log', '--format=%s', '--', 'applications/bot/messages'])).toEqual([
      'kinder',
      'applications/bot: version 1',
    ])
    const artifactClone = await clone(urlOf(api, '/applications/bot'))
    expect(await gitLine(folder, ['rev-parse', 'HEAD:applications/bot'])).toBe(
      await gitLine(artifactClone, ['rev-parse', 'HEAD^{tree}']),
    )
    const { body } = await api.get('/keys/names')
    const [key] = body.keys
    expect(await gitLine(folder, ['log', '-1', '--format=%an <%ae>'])).toBe(
      `${key.name ?? key.id} <${key.id}@keys.assay.invalid>`,
    )
    expect(await gitLine(await clone(`${urlOf(api)}.git`), ['rev-parse', 'HEAD'])).toBe(
      await gitLine(folder, ['rev-parse', 'HEAD']),
    )
  })

  test('sends few objects to a fetch after new revisions', async () => {
    const api = await createProject()
    const bots = []
    for (const slug of ['a', 'b', 'c', 'd', 'e', 'f']) bots.push(await createBot(api, slug))
    const folder = await clone(urlOf(api))
    const commitBefore = await gitLine(folder, ['rev-parse', 'HEAD'])
    await git(folder, ['fetch', '-q'])
    await save(api, bots[2] ?? '', 'third')
    await save(api, bots[0] ?? '', 'first')
    const { stderr } = await tryGit(folder, ['pull', '--ff-only', '--progress'])
    // Two commits, each with the root, applications/, the artifact, its messages/ and the changed message.
    expect(stderr).toContain('Sending 12 objects.')
    await git(folder, ['fsck', '--strict'])
    expect(await gitLine(folder, ['rev-parse', 'HEAD~2'])).toBe(commitBefore)
    expect(await linesOf(folder, ['diff', '--name-only', commitBefore])).toEqual([
      'applications/a/messages/01-system.md',
      'applications/c/messages/01-system.md',
    ])
  })

  test('removes the folder of an archived artifact in a new commit, and restores it when it is unarchived', async () => {
    const api = await createProject()
    const [bot] = [await createBot(api, 'bot'), await createBot(api, 'other')]
    const folder = await clone(urlOf(api))
    await api.post(`/applications/${bot}/archive`)
    await git(folder, ['pull', '-q', '--ff-only'])
    expect(await gitLine(folder, ['log', '-1', '--format=%s'])).toBe('Archive applications/bot')
    expect(await gitLine(folder, ['ls-tree', '--name-only', 'HEAD:applications'])).toBe('other')
    await api.post(`/applications/${bot}/unarchive`)
    await save(api, bot, 'back')
    await git(folder, ['pull', '-q', '--ff-only'])
    await git(folder, ['fsck', '--strict'])
    expect(await linesOf(folder, ['log', '-2', '--format=%s'])).toEqual(['back', 'Restore applications/bot'])
    expect(await gitLine(folder, ['ls-tree', '--name-only', 'HEAD:applications'])).toBe('bot\nother')
  })

  test('moves the folder of a workflow that becomes an evaluator', async () => {
    const api = await createProject()
    const { body } = await api.post('/simple/workflows/', {
      workflow: { slug: 'flow', data: dataOf('x') },
    })
    const folder = await clone(urlOf(api))
    expect(await gitLine(folder, ['ls-tree', '--name-only', 'HEAD'])).toBe('workflows')
    const editAnswer = await api.put(`/workflows/${body.workflow.id}`, {
      workflow: { id: body.workflow.id, flags: { is_evaluator: true } },
    })
    expect(editAnswer.status).toBe(200)
    await git(folder, ['pull', '-q', '--ff-only'])
    expect(await gitLine(folder, ['log', '-1', '--format=%s'])).toBe('Move workflows/flow to evaluators/flow')
    expect(await gitLine(folder, ['ls-tree', '--name-only', 'HEAD'])).toBe('evaluators')
  })

  test('supports shallow clones, deepening and partial clones', async () => {
    const api = await createProject()
    const bot = await createBot(api, 'bot')
    for (const message of ['1', '2', '3']) await save(api, bot, message)
    const shallowClone = await clone(urlOf(api), '--depth', '1')
    expect(await linesOf(shallowClone, ['log', '--format=%s'])).toEqual(['3'])
    await git(shallowClone, ['fetch', '-q', '--deepen', '1'])
    expect(await linesOf(shallowClone, ['log', '--format=%s'])).toEqual(['3', '2'])
    await git(shallowClone, ['fetch', '-q', '--unshallow'])
    await git(shallowClone, ['fsck', '--strict'])
    const projectClone = await clone(urlOf(api))
    expect(await gitLine(shallowClone, ['log', '--format=%H'])).toBe(
      await gitLine(projectClone, ['log', '--format=%H']),
    )
    const partialClone = await clone(urlOf(api), '--filter=blob:none')
    expect(await gitLine(partialClone, ['show', 'HEAD~2:applications/bot/messages/01-system.md'])).toBe('1')
  })

  test('is empty while there is no revision', async () => {
    const api = await createProject()
    const folder = await clone(urlOf(api))
    await createBot(api, 'bot')
    await git(folder, ['pull', '-q'])
    expect(await gitLine(folder, ['ls-files'])).toContain('applications/bot/settings.json')
  })

  test('is not found by keys of other projects, and can be cloned by viewers', async () => {
    const [api, other] = [await createProject(), await createProject()]
    await createBot(api, 'bot')
    await clone(urlOf(await api.as('viewer')))
    const path = `${api.url}/git/${api.projectId}/info/refs?service=git-upload-pack`
    const statusOf = async (authorization?: string): Promise<number> =>
      (await request(path, { method: 'GET', ...(authorization === undefined ? {} : { authorization }) }))
        .status
    const basic = (key: string): string => `Basic ${Buffer.from(`git:${key}`).toString('base64')}`
    expect(await statusOf()).toBe(401)
    expect(await statusOf(basic(other.key))).toBe(404)
    expect(await statusOf(basic(api.key))).toBe(200)
  })
})
