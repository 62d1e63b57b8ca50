// The real `git` pushes to the remote of a project.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, gitLine, temporaryFolder, tryGit } from '../../src/git/objects/test-support.ts'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'

const dataOf = (text: string) => ({
  uri: 'agenta:builtin:chat:v0',
  parameters: { prompt: { messages: [{ role: 'system', content: text }], llm_config: { model: 'gpt-5' } } },
})

const urlOf = ({ url, key, projectId }: Api, path = ''): string =>
  `${url.replace('://', `://x:${key}@`)}/git/${projectId}${path}`

async function clone(url: string): Promise<string> {
  const folder = join(await temporaryFolder(), 'clone')
  await git('/', ['clone', '-q', url, folder])
  await git(folder, ['fsck', '--strict'])
  return folder
}

const systemMessage = 'messages/01-system.md'

/** Commits files of a clone. */
async function commitFiles(
  folder: string,
  { message, files }: { readonly message: string; readonly files: Readonly<Record<string, string>> },
): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await git(folder, ['add', '-A'])
  await git(folder, ['commit', '-q', '--allow-empty', '-m', message])
  return gitLine(folder, ['rev-parse', 'HEAD'])
}

describe.each(backends)('a push to a project on %s', (backend) => {
  /** A project with two applications and a testset, and a clone of it. */
  async function createProjectClone() {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    for (const slug of ['bot', 'other'])
      await api.post('/simple/applications/', { application: { slug, data: dataOf(`Be ${slug}.`) } })
    await api.post('/simple/testsets/', {
      testset: { slug: 'rows', data: { testcases: [{ data: { q: 'a' } }] } },
    })
    return { api, folder: await clone(urlOf(api)) }
  }

  const head = async (api: Api, slug: string) =>
    (await api.post('/applications/revisions/retrieve', { application_ref: { slug } })).body
      .application_revision

  const textOf = async (api: Api, slug: string): Promise<string> =>
    (await head(api, slug)).data.parameters.prompt.messages[0].content

  const pushError = async (folder: string, ...args: readonly string[]): Promise<string> => {
    const { code, stderr } = await tryGit(folder, [
      'push',
      '-q',
      'origin',
      ...(args.length > 0 ? args : ['main']),
    ])
    expect(code).not.toBe(0)
    return stderr
  }

  test('creates a revision of each artifact that a commit changes, and clones have the same bytes', async () => {
    const { api, folder } = await createProjectClone()
    const firstCommit = await commitFiles(folder, {
      message: 'Both are kind',
      files: {
        [`applications/bot/${systemMessage}`]: 'Kind.\n',
        [`applications/other/${systemMessage}`]: 'Kind, too.\n',
      },
    })
    const secondCommit = await commitFiles(folder, {
      message: 'One is kinder',
      files: {
        [`applications/bot/${systemMessage}`]: 'Kinder.\n',
        'testsets/rows/testcases.jsonl': '{"q":"b"}\n{"q":"c"}\n',
      },
    })
    await git(folder, ['push', '-q', 'origin', 'main'])
    expect([await textOf(api, 'bot'), await textOf(api, 'other')]).toEqual(['Kinder.', 'Kind, too.'])
    expect(await head(api, 'bot')).toMatchObject({ version: '3', message: 'One is kinder' })
    expect(await head(api, 'other')).toMatchObject({ version: '2', message: 'Both are kind' })
    const freshClone = await clone(urlOf(api))
    expect(await gitLine(freshClone, ['log', '-2', '--format=%H'])).toBe(`${secondCommit}\n${firstCommit}`)
    const artifactClone = await clone(urlOf(api, '/applications/bot'))
    expect(await gitLine(artifactClone, ['log', '--format=%an %s'])).toMatch(
      /^Ada One is kinder\nAda Both are kind\n/,
    )
    expect(await gitLine(artifactClone, ['rev-parse', 'HEAD^{tree}'])).toBe(
      await gitLine(folder, ['rev-parse', 'HEAD:applications/bot']),
    )
    expect(await readFile(join(freshClone, 'testsets/rows/testcases.jsonl'), 'utf8')).toBe(
      '{"q":"b"}\n{"q":"c"}\n',
    )
  })

  test('is refused after new revisions, and succeeds after a fetch', async () => {
    const { api, folder } = await createProjectClone()
    await commitFiles(folder, {
      message: 'mine',
      files: { [`applications/bot/${systemMessage}`]: 'Mine.\n' },
    })
    const { application_id } = await head(api, 'other')
    await api.post('/applications/revisions/commit', {
      application_revision: { application_id, message: 'theirs', data: dataOf('Theirs.') },
    })
    expect(await pushError(folder)).toContain('fetch first')
    expect(await textOf(api, 'bot')).toBe('Be bot.')
    await git(folder, ['pull', '-q', '--rebase'])
    await git(folder, ['push', '-q', 'origin', 'main'])
    expect([await textOf(api, 'bot'), await textOf(api, 'other')]).toEqual(['Mine.', 'Theirs.'])
    await git(await clone(urlOf(api)), [
      'merge-base',
      '--is-ancestor',
      await gitLine(folder, ['rev-parse', 'HEAD']),
      'HEAD',
    ])
  })

  test('stores files outside of artifacts, and copies of files of other artifacts', async () => {
    const { api, folder } = await createProjectClone()
    await commitFiles(folder, {
      message: 'notes',
      files: {
        'README.md': '# Prompts\n',
        '.github/workflows/check.yml': 'on: push\n',
        'applications/NOTES.md': 'All of them.\n',
        'applications/bot/NOTES.md': 'Only this.\n',
      },
    })
    await git(folder, ['push', '-q', 'origin', 'main'])
    await cp(join(folder, 'applications/bot/NOTES.md'), join(folder, 'applications/other/NOTES.md'))
    await cp(join(folder, 'applications/bot/NOTES.md'), join(folder, 'COPY.md'))
    await rm(join(folder, 'README.md'))
    const pushedCommit = await commitFiles(folder, { message: 'copies', files: {} })
    await git(folder, ['push', '-q', 'origin', 'main'])
    const freshClone = await clone(urlOf(api))
    expect(await gitLine(freshClone, ['rev-parse', 'HEAD'])).toBe(pushedCommit)
    expect(await gitLine(freshClone, ['ls-files', '*.md', '*.yml', ':!:**/messages/*'])).toBe(
      [
        '.github/workflows/check.yml',
        'COPY.md',
        'applications/NOTES.md',
        'applications/bot/NOTES.md',
        'applications/other/NOTES.md',
      ].join('\n'),
    )
    await clone(urlOf(api, '/applications/other'))
  })

  test('with one invalid file is refused completely, with file and line', async () => {
    const { api, folder } = await createProjectClone()
    await commitFiles(folder, {
      message: 'half of it is wrong',
      files: {
        [`applications/bot/${systemMessage}`]: 'Fine.\n',
        'applications/other/settings.json': '{\n  "uri": \n}\n',
      },
    })
    expect(await pushError(folder)).toMatch(/applications\/other\/settings\.json:\d+: /)
    expect(await textOf(api, 'bot')).toBe('Be bot.')
    expect((await head(api, 'bot')).version).toBe('1')
  })

  test('cannot create or delete artifacts, and cannot contain merges, other branches or tags', async () => {
    const { api, folder } = await createProjectClone()
    await git(folder, ['branch', 'start'])
    await commitFiles(folder, { message: 'new', files: { 'applications/new/settings.json': '{}\n' } })
    expect(await pushError(folder)).toContain('applications/new: There is no such artifact.')
    await git(folder, ['reset', '-q', '--hard', 'start'])
    await rm(join(folder, 'applications/other'), { recursive: true })
    await commitFiles(folder, { message: 'gone', files: {} })
    expect(await pushError(folder)).toContain(
      'applications/other: A push does not delete artifacts; archive it in Assay.',
    )
    await git(folder, ['reset', '-q', '--hard', 'start'])
    await commitFiles(folder, { message: 'side', files: { 'a.md': 'a\n' } })
    await git(folder, ['branch', 'side'])
    await git(folder, ['reset', '-q', '--hard', 'start'])
    await commitFiles(folder, { message: 'main', files: { 'b.md': 'b\n' } })
    await git(folder, ['merge', '-q', '-m', 'both', 'side'])
    expect(await pushError(folder)).toContain('the history of a project is a line')
    expect(await pushError(folder, 'side')).toContain('A project has only the branch main.')
    expect(await pushError(folder, 'HEAD:refs/tags/env/live')).toContain(
      'A project has only the branch main.',
    )
    await git(folder, ['reset', '-q', '--hard', 'start'])
    await git(folder, ['commit', '-q', '--amend', '-m', 'rewritten'])
    expect(await pushError(folder, '-f', 'main')).toContain('non-fast-forward')
    expect(await gitLine(await clone(urlOf(api)), ['log', '--format=%H'])).toBe(
      await gitLine(folder, ['log', '--format=%H', 'start']),
    )
  })

  test('needs a key with role editor', async () => {
    const { api, folder } = await createProjectClone()
    await commitFiles(folder, { message: 'x', files: { [`applications/bot/${systemMessage}`]: 'X.\n' } })
    await git(folder, ['remote', 'set-url', 'origin', urlOf(await api.as('viewer'))])
    expect(await pushError(folder)).toMatch(/role editor|403/)
    expect(await textOf(api, 'bot')).toBe('Be bot.')
  })

  test('that races with another push is refused, and succeeds after a fetch', async () => {
    const { api, folder } = await createProjectClone()
    const otherClone = await clone(urlOf(api))
    await commitFiles(folder, { message: 'one', files: { [`applications/bot/${systemMessage}`]: 'One.\n' } })
    await commitFiles(otherClone, {
      message: 'two',
      files: { [`applications/other/${systemMessage}`]: 'Two.\n' },
    })
    const outcomes = await Promise.all(
      [folder, otherClone].map((folderPath) => tryGit(folderPath, ['push', '-q', 'origin', 'main'])),
    )
    expect(outcomes.filter(({ code }) => code === 0)).toHaveLength(1)
    const refusedFolder = outcomes[0]?.code === 0 ? otherClone : folder
    await git(refusedFolder, ['pull', '-q', '--rebase'])
    await git(refusedFolder, ['push', '-q', 'origin', 'main'])
    expect([await textOf(api, 'bot'), await textOf(api, 'other')]).toEqual(['One.', 'Two.'])
  })
})
