// The archive of a project contains its pushed commits: clones from both servers have the same commit ids.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, gitLine, temporaryFolder } from '../../src/git/objects/test-support.ts'
import { apiOf, backends, newProject, serverOf, type Api } from '../support/api.ts'
import {
  archiveFrom,
  archiveOf,
  filesOf,
  manifestOf,
  rewriteArchive,
  upload,
} from '../support/project-archives.ts'

type Remote = Pick<Api, 'url' | 'key' | 'projectId'>

/** Clones an artifact or, without a path, the project. */
async function clone({ url, key, projectId }: Remote, path = ''): Promise<string> {
  const folder = join(await temporaryFolder(), 'clone')
  const remote = `${url.replace('://', `://x:${key}@`)}/git/${projectId}`
  await git('/', ['clone', '-q', path === '' ? remote : `${remote}/${path}`, folder])
  await git(folder, ['fsck', '--strict'])
  return folder
}

const commitsOf = (folder: string): Promise<string> =>
  gitLine(folder, ['log', '--all', '--format=%H %T %an %s', '--topo-order'])

/** A project with pushed commits of an application and a testset, which have files outside of the payload. */
async function pushedProject(url: string): Promise<Api> {
  const api = await newProject(url)
  await api.post('/simple/applications/', {
    application: { slug: 'bot', data: { parameters: { text: 'Hello' } } },
  })
  await api.post('/simple/testsets/', {
    testset: { slug: 'rows', data: { testcases: [{ data: { q: 'a' } }, { data: { q: 'b' } }] } },
  })
  const { body: key } = await api.post('/keys', { name: 'nightly build', role: 'editor' })
  const build = apiOf(api.url, api.projectId, String(key))
  await build.post('/simple/applications/', {
    application: { slug: 'built', data: { parameters: { text: 'Built' } } },
  })
  for (const path of ['apps/bot', 'testsets/rows']) {
    const folder = await clone(api, path)
    await writeFile(join(folder, 'NOTES.txt'), 'ours alone\n')
    await git(folder, ['add', '.'])
    await git(folder, ['commit', '-q', '-m', 'notes'])
    await git(folder, ['push', '-q'])
  }
  return api
}

describe.each(backends)('a project of %s', (backend) => {
  const url = serverOf(backend)
  const otherUrl = serverOf(backend === 'sqlite' ? 'postgres' : 'sqlite')

  test('has the same commits after an import, and accepts further pushes', async () => {
    const api = await pushedProject(url)
    const { status, body } = await upload(otherUrl, { bytes: (await archiveOf(api)).bytes })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.counts).toMatchObject({ 'git-commits': 2 })
    const importedApi = { url: otherUrl, key: body.key, projectId: body.project.id }
    for (const path of ['apps/bot', 'testsets/rows']) {
      const [before, after] = [await clone(api, path), await clone(importedApi, path)]
      expect(await commitsOf(after), path).toBe(await commitsOf(before))
      expect(await gitLine(after, ['show', 'HEAD:NOTES.txt'])).toBe('ours alone')
    }
    // The commits of the project are created again, with the names of the authors.
    const authorsIn = async (remote: Remote): Promise<readonly string[]> =>
      (await gitLine(await clone(remote), ['log', '--format=%an <%ae> %s'])).split('\n').toSorted()
    const authors = await authorsIn(api)
    expect(authors).toContainEqual(expect.stringMatching(/^nightly build <.*> applications\/built/))
    expect(await authorsIn(importedApi)).toEqual(authors)
    const folder = await clone(importedApi, 'apps/bot')
    await writeFile(join(folder, 'NOTES.txt'), 'more\n')
    await git(folder, ['commit', '-q', '-a', '-m', 'more notes'])
    await git(folder, ['push', '-q'])
    expect(await commitsOf(await clone(importedApi, 'apps/bot'))).toBe(await commitsOf(folder))
  })
})

test('an archive without pushed commits is imported; an archive with changed commits is refused', async () => {
  const { bytes } = await archiveOf(await pushedProject(serverOf('sqlite')))
  const target = serverOf('postgres')
  const changedArchive = await rewriteArchive(bytes, 'git-commits/000001.jsonl', (text) =>
    text.replaceAll(/"commit_id":"[^"]*"/g, `"commit_id":"${'0'.repeat(40)}"`),
  )
  const { status, body } = await upload(target, { bytes: changedArchive })
  expect([status, JSON.stringify(body.detail)]).toEqual([400, expect.stringContaining('differs from its id')])
  // Programs without pushed commits wrote this format.
  const files = (await filesOf(bytes)).slice(0, -1).filter(({ name }) => !name.startsWith('git-'))
  const answer = await upload(target, { bytes: archiveFrom([...files, manifestOf(files)]) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
})
