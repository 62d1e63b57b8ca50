// The real `git` against a running server: an artifact as a remote.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, gitLine, temporaryFolder, tryGit } from '../../src/git/objects/test-support.ts'
import { admin, backends, newProject, request, serverOf, type Api, type Body } from '../support/api.ts'

const dataOf = (text: string) => ({
  uri: 'agenta:builtin:chat:v0',
  parameters: { prompt: { messages: [{ role: 'system', content: text }], llm_config: { model: 'gpt-5' } } },
})

describe.each(backends)('a Git remote on %s', (backend) => {
  async function createBot(): Promise<Api> {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const { status } = await api.post('/simple/applications/', {
      application: { slug: 'bot', name: 'Bot', data: dataOf('Be brief.') },
    })
    expect(status).toBe(200)
    return api
  }

  const urlOf = ({ url, key, projectId }: Api, path = 'apps/bot'): string =>
    `${url.replace('://', `://x:${key}@`)}/git/${projectId}/${path}`

  async function clone(url: string): Promise<string> {
    const folder = join(await temporaryFolder(), 'clone')
    await git('/', ['clone', '-q', url, folder])
    await git(folder, ['fsck', '--strict'])
    return folder
  }

  const head = async (api: Api) => {
    const { body } = await api.post('/applications/revisions/retrieve', { application_ref: { slug: 'bot' } })
    return body.application_revision
  }

  test('can be cloned from every address of the artifact', async () => {
    const api = await createBot()
    const folder = await clone(urlOf(api))
    const tip = await gitLine(folder, ['rev-parse', 'HEAD'])
    expect(await gitLine(folder, ['log', '--format=%H'])).toContain(tip)
    for (const path of ['applications/bot', 'application/bot', 'apps/bot.git', 'workflows/bot']) {
      expect(await gitLine(await clone(urlOf(api, path)), ['rev-parse', 'HEAD']), path).toBe(tip)
    }
    const { body } = await admin(api.url, 'GET', '/projects/')
    const { slug } = body.projects.find((project: { readonly id: string }) => project.id === api.projectId)
    const bySlug = urlOf({ ...api, projectId: slug })
    expect(await gitLine('/', ['ls-remote', bySlug, 'HEAD'])).toContain(tip)
    const asUser = urlOf(api).replace('x:', '')
    expect(await gitLine('/', ['ls-remote', asUser, 'HEAD'])).toContain(tip)
  })

  test('has the revisions of the API, and pushes create revisions', async () => {
    const api = await createBot()
    const folder = await clone(urlOf(api))
    const { id } = await head(api)
    const commitAnswer = await api.post('/applications/revisions/commit', {
      application_revision_commit: { revision_id: id, message: 'kinder', data: dataOf('Be kind.') },
    })
    expect(commitAnswer.status).toBe(200)
    await git(folder, ['pull', '-q', '--ff-only'])
    expect(await gitLine(folder, ['log', '-1', '--format=%s'])).toBe('kinder')
    const files = (await gitLine(folder, ['grep', '-l', 'Be kind.'])).split('\n')
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8')
      await writeFile(join(folder, file), text.replaceAll('Be kind.', 'Be exact.'))
    }
    await git(folder, ['commit', '-q', '-a', '-m', 'more exact'])
    await git(folder, ['push', '-q'])
    expect(await head(api)).toMatchObject({ message: 'more exact', data: dataOf('Be exact.') })
    const tip = await gitLine(folder, ['rev-parse', 'HEAD'])
    expect(await gitLine(await clone(urlOf(api)), ['rev-parse', 'HEAD'])).toBe(tip)
    const audit = await api.post('/audit/query', {})
    const operations: readonly string[] = audit.body.entries.map(({ operation }: Body) => operation)
    expect(operations).toContain('push_git_commits')
    // Two clones and a pull have entries; requests for lists of refs have none.
    expect(operations.filter((operation) => operation === 'fetch_git_objects')).toHaveLength(3)
  })

  test('names the branch of the default variant main; an archived artifact can be cloned but accepts no push', async () => {
    const api = await createBot()
    const folder = await clone(urlOf(api))
    expect(await gitLine(folder, ['branch', '--show-current'])).toBe('main')
    const { application_variant_id: variantId } = await head(api)
    const { body } = await api.get(`/applications/variants/${variantId}`)
    const { slug } = body.application_variant
    await git(folder, ['commit', '-q', '--allow-empty', '-m', 'by its slug'])
    const refusedPush = await tryGit(folder, ['push', 'origin', `HEAD:refs/heads/${slug}`])
    expect(refusedPush.stderr).toContain(`The branch of the variant ${slug} is main.`)
    await git(folder, ['push', '-q', 'origin', 'HEAD:main'])
    const { message, application_id: artifactId } = await head(api)
    expect(message).toBe('by its slug')
    await api.post(`/applications/${artifactId}/archive`)
    expect(await gitLine(await clone(urlOf(api)), ['log', '-1', '--format=%s'])).toBe(message)
    await git(folder, ['commit', '-q', '--allow-empty', '-m', 'too late'])
    expect((await tryGit(folder, ['push', 'origin', 'HEAD:main'])).stderr).toContain('archived')
  })

  test('can be cloned by a viewer; a refused push has a reason', async () => {
    const api = await createBot()
    const viewer = await api.as('viewer')
    const folder = await clone(urlOf(viewer))
    await git(folder, ['commit', '-q', '--allow-empty', '-m', 'empty'])
    const { code, stderr } = await tryGit(folder, ['push'])
    expect(code).not.toBe(0)
    expect(stderr).toContain('This request needs a key with role editor; this key has role viewer.')
    await writeFile(join(folder, 'link'), 'x')
    const link = await gitLine(folder, ['hash-object', '-w', '--stdin'], 'target')
    await git(folder, ['update-index', '--add', '--cacheinfo', `120000,${link},link`])
    await git(folder, ['commit', '-q', '-m', 'link'])
    const refusedPush = await tryGit(folder, ['push', urlOf(api), 'HEAD'])
    expect(refusedPush.stderr).toContain('The path "link" is a symbolic link')
  })

  test('requests a key, and is not found by keys of other projects', async () => {
    const [api, other] = [await createBot(), await createBot()]
    const path = `/git/${api.projectId}/apps/bot/info/refs?service=git-upload-pack`
    const answerWithoutKey = await request(`${api.url}${path}`, { method: 'GET' })
    expect(answerWithoutKey.status).toBe(401)
    expect(answerWithoutKey.headers.get('WWW-Authenticate')).toBe('Basic realm="Assay"')
    const basic = (key: string): string => `Basic ${Buffer.from(`git:${key}`).toString('base64')}`
    const statusOf = async (address: string, key: string): Promise<number> =>
      (await request(`${api.url}${address}`, { method: 'GET', authorization: basic(key) })).status
    expect(await statusOf(path, api.key)).toBe(200)
    expect(await statusOf(path, 'wrong')).toBe(401)
    expect(await statusOf(path, other.key)).toBe(404)
    expect(await statusOf(path.replace('/bot/', '/nobody/'), api.key)).toBe(404)
    expect(await statusOf(path.replace('/apps/', '/prompts/'), api.key)).toBe(404)
  })
})
