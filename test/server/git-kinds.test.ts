// Every kind as a Git remote: clones have the payloads of the API, and pushes create revisions.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, gitLine, tryGit } from '../../src/git/objects/test-support.ts'
import { backends, newProject, serverOf, type Body } from '../support/api.ts'
import { headOf } from '../support/environments.ts'
import {
  cloneOf as clone,
  commitAll,
  payloadOf,
  remoteOf as urlOf,
  visiblePayload,
  textsOf,
} from '../support/git-clones.ts'
import { commitTo, kindNamed, kindRows, makeVariant } from '../support/kinds.ts'

const code = { runtime: 'python', script: 'def evaluate():\n    return 1\n' }
const messages = [
  { role: 'system', content: 'Be brief.\n' },
  { role: 'user', content: [{ type: 'text', text: '{{question}}' }], name: 'ada' },
]

/** A payload per kind that uses every kind of file. The server adds no members to custom programs. */
const richData: Readonly<Record<string, object>> = {
  workflow: {
    uri: 'user:custom:a:v1',
    schemas: { outputs: { type: 'string' } },
    parameters: { rubric: 'Polite.' },
  },
  application: { uri: 'user:custom:a:v1', parameters: { prompt: { messages, llm_config: { seed: 1e300 } } } },
  evaluator: { uri: 'user:custom:a:v1', ...code, parameters: { threshold: 0.5 } },
  testset: {
    testcases: [{ data: { q: 'ä', n: 0.1 }, tags: { a: 1 } }, { data: { q: 'b', list: [1, null] } }],
  },
  query: { filtering: { field: 'span_name', operator: 'is', value: 'a' }, windowing: { limit: 5 } },
  environment: { references: { 'none.revision': { application_revision: { slug: 'none' } } } },
}

describe.each(backends)('Git remotes on %s', (backend) => {
  test.each(kindRows)('clones of $plural have the payload of each revision', async (kind) => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const { variant } = await makeVariant(api, kind, 'bot')
    const [first] = kind.payloads
    const revisions = [
      await commitTo(api, kind, variant.id, { data: first, message: 'first' }),
      await commitTo(api, kind, variant.id, { data: richData[kind.name], message: 'second' }),
    ]
    const folder = await clone(urlOf(api, `${kind.plural}/bot`))
    expect(await gitLine(folder, ['log', '--format=%s %an', '--reverse'])).toBe(
      revisions.map(({ message, author }) => `${message} ${author}`).join('\n'),
    )
    expect(await gitLine(folder, ['branch', '--show-current'])).toBe('bot.main')
    for (const revision of revisions.toReversed()) {
      expect(await payloadOf(folder, kind)).toEqual(visiblePayload(kind, revision))
      await git(folder, ['checkout', '-q', 'HEAD~1']).catch(() => undefined)
    }
  })

  async function promptProject() {
    const api = await newProject(serverOf(backend))
    const kind = kindNamed('application')
    const { variant } = await makeVariant(api, kind, 'bot')
    const save = (text: string) =>
      commitTo(api, kind, variant.id, {
        data: { parameters: { prompt: { messages: [{ role: 'system', content: text }] } } },
      })
    await save('first')
    const history = async (): Promise<Body[]> =>
      (await api.post('/applications/revisions/log', { application: { application_variant_id: variant.id } }))
        .body.application_revisions
    return { api, save, history, url: urlOf(api, 'applications/bot') }
  }

  test('a push creates revisions of its commits, and a refusal names the file and line', async () => {
    const { api, url, save } = await promptProject()
    const folder = await clone(url)
    await save('by the API')
    await git(folder, ['pull', '-q', '--ff-only'])
    const file = join(folder, 'messages/01-system.md')
    expect(await readFile(file, 'utf8')).toBe('by the API\n')
    await writeFile(file, 'by a push\n')
    await writeFile(join(folder, 'README.md'), 'hello')
    const pushedCommit = await commitAll(folder, 'Be kind\n\nwith a reason')
    await git(folder, ['push', '-q'])
    const { body } = await api.post('/applications/revisions/retrieve', { application_ref: { slug: 'bot' } })
    expect(body.application_revision).toMatchObject({
      message: 'Be kind\n\nwith a reason',
      version: '2',
      meta: { git: { commit: pushedCommit, author: 'Ada <ada@example.org>' } },
      data: { parameters: { prompt: { messages: [{ role: 'system', content: 'by a push' }] } } },
    })
    expect(body.application_revision.author).toBe(body.application_revision.created_by_id)
    const secondClone = await clone(url)
    expect(await gitLine(secondClone, ['rev-parse', 'HEAD'])).toBe(pushedCommit)
    expect(await textsOf(secondClone)).toEqual(await textsOf(folder))

    await writeFile(join(folder, 'settings.json'), '{\n  "parameters": {},\n  "uri": "a b"\n}\n')
    await commitAll(folder, 'bad')
    const { code: status, stderr } = await tryGit(folder, ['push'])
    expect(status).not.toBe(0)
    expect(stderr).toContain('settings.json:3: A uri is provider:kind:key:version')
    expect(await gitLine('/', ['ls-remote', url, 'HEAD'])).toContain(pushedCommit)
  })

  test('a deployment moves a tag, and a pushed tag deploys', async () => {
    const { api, url } = await promptProject()
    const folder = await clone(url)
    const first = await gitLine(folder, ['rev-parse', 'HEAD'])
    await api.post('/applications/revisions/deploy', {
      application_ref: { slug: 'bot' },
      environment_ref: { slug: 'production' },
    })
    await git(folder, ['fetch', '-q', '--tags'])
    expect(await gitLine(folder, ['rev-parse', 'env/production'])).toBe(first)
    await writeFile(join(folder, 'messages/01-system.md'), 'second\n')
    const secondClone = await commitAll(folder, 'second')
    await git(folder, ['tag', '-f', 'env/production'])
    await git(folder, ['tag', 'env/staging'])
    await git(folder, ['push', '-q', '--force', 'origin', 'HEAD', 'env/production', 'env/staging'])
    for (const environment of ['production', 'staging']) {
      const { data } = await headOf(api, environment)
      expect(data.references['bot.revision'].application_revision.version).toBe('1')
    }
    expect(await gitLine('/', ['ls-remote', url, 'refs/tags/env/staging'])).toContain(secondClone)
    await git(folder, ['tag', '-a', '-m', 'annotated', 'env/development'])
    expect((await tryGit(folder, ['push', 'origin', 'env/development'])).stderr).toContain(
      'Push a lightweight tag',
    )
    expect((await tryGit(folder, ['push', 'origin', '--delete', 'env/staging'])).stderr).toContain(
      'cannot be deleted',
    )
  })

  test('of eight concurrent pushes one succeeds, and another one after a rebase', async () => {
    const { url, history } = await promptProject()
    const first = await clone(url)
    const folders = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `${first}-${i}`)
    for (const [i, folder] of folders.entries()) {
      await cp(first, folder, { recursive: true })
      await writeFile(join(folder, `own-${i}.txt`), `${i}`)
      await git(folder, ['add', '-A'])
      await git(folder, ['commit', '-q', '-m', `push ${i}`])
    }
    const outcomes = await Promise.all(folders.map((folder) => tryGit(folder, ['push', '-q'])))
    expect(outcomes.filter(({ code: status }) => status === 0)).toHaveLength(1)
    for (const { code: status, stderr } of outcomes)
      if (status !== 0) expect(stderr).toMatch(/fetch first|rejected/)
    const refusedFolder = folders[outcomes.findIndex(({ code: status }) => status !== 0)] ?? ''
    await git(refusedFolder, ['pull', '-q', '--rebase'])
    await git(refusedFolder, ['push', '-q'])
    expect(await history()).toHaveLength(3)
    const ownFiles = [...(await textsOf(await clone(url))).keys()].filter((path) => path.startsWith('own-'))
    expect(ownFiles).toHaveLength(2)
  })
})
