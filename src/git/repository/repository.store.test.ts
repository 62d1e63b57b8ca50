// Revisions as commits on both backends, checked by the real git.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import { newProjectScope, realEngine } from '../../../test/support/engine.ts'
import type { Scope } from '../../access/scope.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { textOfFile } from '../files/files.ts'
import { gitLine, newRepository } from '../objects/test-support.ts'
import type { RelationalStore, Revision } from '../../storage/contract/contract.ts'
import { testcasesOfRows } from '../../testsets/reading/wire-rows.ts'
import { readRange } from '../../testsets/pages/read.ts'
import { listOf, listReads } from '../../testsets/stored/stored-list.ts'
import { commit, createInitialRevision } from '../../versioning/commit.ts'
import { createArtifact, createVariant } from '../../versioning/create.ts'
import { editRecord } from '../../versioning/edit.ts'
import { deploy } from '../../versioning/environments/deploy.ts'
import { fork } from '../../versioning/fork.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import { log } from '../../versioning/log.ts'
import { storedData } from '../../versioning/payload.ts'
import { createRepositories } from './repository.ts'
import { cloneOf, fetchInto, pushFrom, repositorySettings } from './test-support.ts'

const engine = realEngine()
const settings = repositorySettings(engine)

/** Numbers from 0 to 1 by a linear congruential generator. */
const randomSource = (seed: number) => {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}

const prompt = (text: string): JsonObject => ({
  uri: 'agenta:builtin:chat:v0',
  parameters: { prompt: { messages: [{ role: 'system', content: text }], llm_config: { model: 'gpt-5' } } },
})

type FileChanges = Readonly<Record<string, string | undefined>>

async function write(folder: string, files: FileChanges): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await (text === undefined ? rm(file) : writeFile(file, text))
  }
}

/** Commits files; returns the id of the commit. */
async function commitFiles(
  folder: string,
  { message, files }: { readonly message: string; readonly files: FileChanges },
): Promise<string> {
  await write(folder, files)
  await gitLine(folder, ['add', '-A'])
  await gitLine(folder, ['commit', '-q', '--allow-empty', '-m', message])
  return gitLine(folder, ['rev-parse', 'HEAD'])
}

describe.each(backends)('a repository of an artifact on %s', (backend) => {
  let store: RelationalStore
  let close: () => Promise<void>
  beforeAll(async () => ({ store, close } = await openFreshStore(backend)))
  afterAll(() => close())

  /** An artifact with one variant `main-…` in a project of its own. */
  async function newArtifact(kind: Kind) {
    const scope = await newProjectScope(store, `git ${crypto.randomUUID()}`)
    const at = { engine, scope, kind }
    const artifact = await createArtifact(at, { header: { slug: 'bot' }, id: undefined })
    const variant = await createVariant(at, { header: { slug: 'main' }, artifactId: artifact.id })
    const save = async (data: JsonObject, message?: string): Promise<Revision> =>
      (await commit(at, { variantId: variant.id, header: {}, message, data, loc: [] })).revision
    const repositories = createRepositories(settings)
    const open = (as: Scope = scope) => repositories.open({ scope: as, kind }, 'bot')
    /** As another process would: nothing is cached. */
    const openFresh = () => createRepositories(settings).open({ scope, kind }, 'bot')
    const revisions = (variantId = variant.id) => log({ scope, kind }, { variantId, withData: true })
    return { ...at, artifact, variant, save, open, openFresh, revisions }
  }

  const headOf = async (bot: Awaited<ReturnType<typeof newArtifact>>): Promise<string> => {
    const { refs } = await (await bot.open()).refs()
    return refs.find(({ name }) => name === 'refs/heads/main')?.id ?? 'none'
  }

  test('revisions of the interface are commits with stable ids', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save(prompt('Be brief.'), 'first')
    const folder = await cloneOf(await bot.open())
    const first = await gitLine(folder, ['rev-parse', 'HEAD'])
    const second = await bot.save(prompt('Be kind.'), 'second\n\nwith a reason')
    await editRecord(bot, { level: 'revision', input: { id: second.id, edit: { name: 'Renamed' } } })
    await fetchInto(folder, await bot.open())
    expect(await gitLine(folder, ['log', '--format=%an|%B', '--reverse'])).toBe(
      `${bot.scope.actorId}|first\n\n${bot.scope.actorId}|second\n\nwith a reason`,
    )
    expect(await gitLine(folder, ['rev-parse', 'HEAD~1'])).toBe(first)
    expect(await readFile(join(folder, 'messages/01-system.md'), 'utf8')).toBe('Be kind.\n')
    expect(await gitLine(await cloneOf(await bot.openFresh()), ['rev-parse', 'HEAD'])).toBe(
      await gitLine(folder, ['rev-parse', 'HEAD']),
    )
  })

  test('a fork shares the commits of its source, and a deployment is a tag', async () => {
    const bot = await newArtifact(kinds.application)
    const first = await bot.save(prompt('1'))
    await bot.save(prompt('2'))
    await fork(bot, { references: { revision: { id: first.id } }, header: { slug: 'try' } })
    const environment = { ...bot, kind: kinds.environment }
    await createArtifact(environment, { header: { slug: 'production' }, id: undefined })
    await deploy(bot, {
      references: { revision: { id: first.id } },
      environment: { artifact: { slug: 'production' } },
      key: undefined,
      message: undefined,
    })
    const folder = await cloneOf(await bot.open())
    const base = await gitLine(folder, ['rev-parse', 'origin/main~1'])
    expect(await gitLine(folder, ['rev-parse', 'origin/try'])).toBe(base)
    expect(await gitLine(folder, ['rev-parse', 'refs/tags/env/production'])).toBe(base)
  })

  test('pushed commits become revisions, one each, and are fetched back with the same ids', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save(prompt('Be brief.'))
    const folder = await cloneOf(await bot.open())
    const before = await headOf(bot)
    await commitFiles(folder, { message: 'edit', files: { 'messages/01-system.md': 'Be kind.\n' } })
    await commitFiles(folder, {
      message: 'own files',
      files: { 'README.md': 'hello', 'docs/a/b.txt': 'x\n' },
    })
    await commitFiles(folder, {
      message: 'other form',
      files: {
        'settings.json':
          '{"parameters": {"prompt": {"llm_config": {"model": "gpt-5"}}}, "uri": "agenta:builtin:chat:v0"}',
      },
    })
    const after = await commitFiles(folder, { message: 'nothing', files: {} })
    expect(
      await pushFrom({ folder, repository: await bot.open() }, [{ name: 'refs/heads/main', before, after }]),
    ).toEqual([{ name: 'refs/heads/main' }])
    const [newest, ...older] = await bot.revisions()
    expect([newest, ...older].map((revision) => revision?.message)).toEqual([
      'nothing',
      'other form',
      'own files',
      'edit',
      undefined,
    ])
    expect(newest).toMatchObject({ author: bot.scope.actorId, version: 4 })
    expect(newest?.meta).toEqual({ git: { commit: after, author: 'Ada <ada@example.org>' } })
    expect(storedData(newest ?? { dataText: undefined })).toEqual(prompt('Be kind.'))
    const clone = await cloneOf(await bot.openFresh())
    expect(await gitLine(clone, ['rev-parse', 'HEAD'])).toBe(after)
    await bot.save(prompt('Be short.'), 'by the interface')
    await fetchInto(clone, await bot.openFresh())
    expect(await gitLine(clone, ['rev-parse', 'HEAD~1'])).toBe(after)
    expect(await readFile(join(clone, 'README.md'), 'utf8')).toBe('hello')
    expect(await readFile(join(clone, 'messages/01-system.md'), 'utf8')).toBe('Be short.\n')
  })

  test('a file of the client at the place of the payload gives way', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save({ parameters: { a: 1 } })
    const folder = await cloneOf(await bot.open())
    const before = await headOf(bot)
    const after = await commitFiles(folder, {
      message: 'own',
      files: { schemas: 'a file', 'rubric.md/notes.txt': 'a folder', 'rubric/notes.txt': 'stays' },
    })
    expect(
      await pushFrom({ folder, repository: await bot.open() }, [{ name: 'refs/heads/main', before, after }]),
    ).toEqual([{ name: 'refs/heads/main' }])
    await bot.save({ schemas: { inputs: {} }, parameters: { rubric: 'r' } })
    const clone = await cloneOf(await bot.openFresh())
    expect((await gitLine(clone, ['ls-files'])).split('\n')).toEqual([
      'rubric.md',
      'rubric/notes.txt',
      'schemas/inputs.json',
      'settings.json',
    ])
  })

  test('random revisions of the interface and of pushes: every clone has the payloads, and ids never change', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save(prompt('start'))
    const folder = await cloneOf(await bot.open())
    const random = randomSource(79)
    const ids = new Map<string, string>()
    for (let step = 0; step < 6; step++) {
      if (random() < 0.5) await bot.save(prompt(`interface ${step} ${random()}`), `interface ${step}`)
      else {
        await fetchInto(folder, await bot.open())
        const before = await headOf(bot)
        const files: Record<string, string | undefined> = {
          'messages/01-system.md': `push ${step} ${random()}\n`,
        }
        if (random() < 0.4) files[`own-${step % 3}/x.txt`] = `own ${step}`
        if (random() < 0.3)
          files['settings.json'] = '{"parameters":{"prompt":{"llm_config":{"model":"gpt-5"}}}}'
        const after = await commitFiles(folder, { message: `push ${step}`, files })
        const results = await pushFrom({ folder, repository: await bot.open() }, [
          { name: 'refs/heads/main', before, after },
        ])
        expect(results).toEqual([{ name: 'refs/heads/main' }])
      }
      const repository = await (random() < 0.5 ? bot.openFresh() : bot.open())
      const clone = await cloneOf(repository)
      const [head] = await bot.revisions()
      const text = textOfFile(await readFile(join(clone, 'messages/01-system.md'), 'utf8'))
      expect(storedData(head ?? { dataText: undefined })).toMatchObject({
        parameters: { prompt: { messages: [{ role: 'system', content: text }] } },
      })
      const log = (await gitLine(clone, ['log', '--format=%H', '--reverse'])).split('\n')
      for (const [version, id] of log.entries()) {
        expect(ids.get(String(version)) ?? id).toBe(id)
        ids.set(String(version), id)
      }
      expect(log).toHaveLength((head?.version ?? 0) + 1)
    }
  })

  test('a revision without a payload is an empty tree, and the first push gives the payload', async () => {
    const bot = await newArtifact(kinds.application)
    await createInitialRevision(bot, { variantId: bot.variant.id, header: {}, loc: [] })
    const folder = await cloneOf(await bot.open())
    expect(await gitLine(folder, ['ls-files'])).toBe('')
    const before = await headOf(bot)
    const after = await commitFiles(folder, { message: 'start', files: { 'messages/01-user.md': '{{x}}' } })
    const results = await pushFrom({ folder, repository: await bot.open() }, [
      { name: 'refs/heads/main', before, after },
    ])
    expect(results).toEqual([{ name: 'refs/heads/main' }])
    const [head] = await bot.revisions()
    expect(storedData(head ?? { dataText: undefined })).toEqual({
      parameters: { prompt: { messages: [{ role: 'user', content: '{{x}}' }] } },
    })
    expect(await gitLine(await cloneOf(await bot.openFresh()), ['rev-parse', 'HEAD'])).toBe(after)
  })

  test('a variant without revisions takes a commit without parents', async () => {
    const bot = await newArtifact(kinds.query)
    const folder = await newRepository()
    const after = await commitFiles(folder, { message: 'root', files: { 'query.txt': 'span_name = "a"' } })
    const push = async (name: string) => pushFrom({ folder, repository: await bot.open() }, [{ name, after }])
    expect(await push('refs/heads/other')).toMatchObject([
      { refusal: expect.stringContaining('no commit') as string },
    ])
    expect(await push('refs/heads/main')).toEqual([{ name: 'refs/heads/main' }])
    const [head] = await bot.revisions()
    expect(storedData(head ?? { dataText: undefined })).toEqual({
      filtering: { field: 'span_name', operator: 'is', value: 'a' },
    })
    expect(await gitLine(await cloneOf(await bot.openFresh()), ['rev-parse', 'HEAD'])).toBe(after)
    const bad = await commitFiles(folder, { message: 'bad', files: { 'query.txt': 'span_name = "a" and' } })
    const [result] = await pushFrom({ folder, repository: await bot.open() }, [
      { name: 'refs/heads/main', before: after, after: bad },
    ])
    expect(result?.refusal).toMatch(/^query\.txt:1: .*column/)
  })

  test('a merge of the interface has two parents', async () => {
    const bot = await newArtifact(kinds.application)
    const first = await bot.save(prompt('a'))
    const side = await fork(bot, { references: { revision: { id: first.id } }, header: { slug: 'side' } })
    const merged = await commit(bot, { variantId: side.id, header: {}, data: prompt('b'), loc: [] })
    await commit(bot, {
      variantId: bot.variant.id,
      header: {},
      data: prompt('b'),
      mergedRevisionId: merged.revision.id,
      loc: [],
    })
    const folder = await cloneOf(await bot.open())
    const [, ...parents] = (await gitLine(folder, ['rev-list', '--parents', '-1', 'HEAD'])).split(' ')
    expect(parents).toEqual([
      await gitLine(folder, ['rev-parse', 'HEAD~1']),
      await gitLine(folder, ['rev-parse', 'origin/side']),
    ])
    expect(parents[0]).toBe(await gitLine(folder, ['rev-parse', 'origin/side~1']))
  })

  test('references that the server completes are fetched back as they were pushed', async () => {
    const environment = await newArtifact(kinds.environment)
    const application = { ...environment, kind: kinds.application }
    const { id: artifactId } = await createArtifact(application, { header: { slug: 'app' }, id: undefined })
    const variant = await createVariant(application, { header: { slug: 'app-main' }, artifactId })
    const { revision } = await commit(application, {
      variantId: variant.id,
      header: {},
      data: prompt('a'),
      loc: [],
    })
    await environment.save({ references: {} })
    const folder = await cloneOf(await environment.open())
    const before = await headOf(environment)
    const text = JSON.stringify({ 'app.revision': { application_revision: { id: revision.id } } })
    const after = await commitFiles(folder, { message: 'deploy', files: { 'environment.json': text } })
    const results = await pushFrom({ folder, repository: await environment.open() }, [
      { name: 'refs/heads/main', before, after },
    ])
    expect(results).toEqual([{ name: 'refs/heads/main' }])
    const [head] = await environment.revisions()
    expect(storedData(head ?? { dataText: undefined })).toMatchObject({
      references: {
        'app.revision': { application: { slug: 'app' }, application_revision: { version: '0' } },
      },
    })
    const clone = await cloneOf(await environment.openFresh())
    expect(await gitLine(clone, ['rev-parse', 'HEAD'])).toBe(after)
    expect(await readFile(join(clone, 'environment.json'), 'utf8')).toBe(text)
  })

  test('a removed file of the client stays removed', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save(prompt('a'))
    const folder = await cloneOf(await bot.open())
    const before = await headOf(bot)
    await commitFiles(folder, { message: 'add', files: { 'README.md': 'hello' } })
    const after = await commitFiles(folder, { message: 'remove', files: { 'README.md': undefined } })
    await pushFrom({ folder, repository: await bot.open() }, [{ name: 'refs/heads/main', before, after }])
    await bot.save(prompt('b'))
    const clone = await cloneOf(await bot.openFresh())
    expect(await gitLine(clone, ['ls-files'])).toBe('messages/01-system.md\nsettings.json')
  })

  test('a refused push names file and line and stores nothing', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save(prompt('a'))
    const folder = await cloneOf(await bot.open())
    const before = await headOf(bot)
    await commitFiles(folder, { message: 'good', files: { 'messages/01-system.md': 'b' } })
    const refusalOf = async (files: FileChanges) => {
      const after = await commitFiles(folder, { message: 'bad', files: files })
      const [result] = await pushFrom({ folder, repository: await bot.open() }, [
        { name: 'refs/heads/main', before, after },
      ])
      await gitLine(folder, ['reset', '-q', '--hard', 'HEAD~1'])
      return result?.refusal
    }
    expect(await refusalOf({ 'settings.json': '{\n  "uri": }' })).toBe(
      'settings.json:2: The file is not valid JSON.',
    )
    expect(
      await refusalOf({ 'settings.json': '{\n  "a": 1,\n  "uri": "agenta:builtin:no:v0"\n}' }),
    ).toContain("settings.json:3: data.uri 'agenta:builtin:no:v0' names no built-in.")
    expect(await refusalOf({ 'settings.json': undefined, 'messages/01-system.md': undefined })).toContain(
      'The commit has none of the files',
    )
    expect(await bot.revisions()).toHaveLength(1)
    expect(await headOf(bot)).toBe(before)
  })

  test('only fast-forwards are accepted, and a stale push must fetch first', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save(prompt('a'))
    const folder = await cloneOf(await bot.open())
    const before = await headOf(bot)
    const root = await gitLine(folder, ['rev-parse', 'HEAD'])
    const after = await commitFiles(folder, { message: 'mine', files: { 'messages/01-system.md': 'mine' } })
    await bot.save(prompt('theirs'))
    const current = await headOf(bot)
    const push = async (command: { before?: string; after?: string }, name = 'refs/heads/main') =>
      (await pushFrom({ folder, repository: await bot.open() }, [{ name, ...command }]))[0]?.refusal
    expect(await push({ before, after })).toBe('fetch first')
    expect(await push({ before: current, after })).toBe('non-fast-forward')
    expect(await push({ before: root })).toContain('cannot be deleted')
    expect(await push({ after }, 'refs/heads/feature/x')).toContain('slug of a variant')
    expect(await push({ after }, 'refs/tags/v1')).toContain('other refs are not stored')
    expect(await bot.revisions()).toHaveLength(2)
  })

  test('of eight pushes at the same time one wins, and the others must fetch first', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save(prompt('a'))
    const before = await headOf(bot)
    const folder = await cloneOf(await bot.open())
    const pushes: string[] = []
    for (let i = 0; i < 8; i++) {
      pushes.push(
        await commitFiles(folder, { message: `push ${i}`, files: { 'messages/01-system.md': `push ${i}` } }),
      )
      await gitLine(folder, ['reset', '-q', '--hard', before])
    }
    const repository = await bot.open()
    const results = await Promise.all(
      pushes.map((after) => pushFrom({ folder, repository }, [{ name: 'refs/heads/main', before, after }])),
    )
    const refusals = results.map(([result]) => result?.refusal)
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1)
    expect(refusals.filter((refusal) => refusal === 'fetch first')).toHaveLength(7)
    expect(await bot.revisions()).toHaveLength(2)
  })

  test('two pushes of the same branches in opposite order lock them in one order, and one of them wins', async () => {
    const bot = await newArtifact(kinds.application)
    const first = await bot.save(prompt('a'))
    const source = { references: { revision: { id: first.id } } }
    const variants = [
      bot.variant.id,
      (await fork(bot, { ...source, header: { slug: 'side' } })).id,
      (await fork(bot, { ...source, header: { slug: 'late' } })).id,
    ]
    const names = ['refs/heads/main', 'refs/heads/side', 'refs/heads/late']
    const folder = await cloneOf(await bot.open())
    const before = await headOf(bot)
    const attempt = async (text: string, order: readonly string[]) => {
      const locked: string[] = []
      const touched: Scope['touched'] = (_, id) => void locked.push(id)
      const repository = await bot.open({ ...bot.scope, touched })
      const after = await commitFiles(folder, { message: text, files: { 'messages/01-system.md': text } })
      await gitLine(folder, ['reset', '-q', '--hard', before])
      return async () => ({
        locked,
        results: await pushFrom(
          { folder, repository },
          order.map((name) => ({ name, before, after })),
        ),
      })
    }
    const attempts = [await attempt('one', names), await attempt('two', names.toReversed())]
    const outcomes = await Promise.all(attempts.map((push) => push()))
    const winners = outcomes.filter(({ results }) => results.every(({ refusal }) => refusal === undefined))
    expect(winners).toHaveLength(1)
    const [main, side, late] = variants
    expect(winners[0]?.locked).toEqual([late, main, side])
    const loser = outcomes.find((outcome) => outcome !== winners[0])
    expect(loser?.results.map(({ refusal }) => refusal)).toContain('fetch first')
    for (const id of variants) expect(await bot.revisions(id)).toHaveLength(2)
  })

  test('a new branch is a fork, a merge names the merged revision, and a fast-forward repeats commits', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save(prompt('a'))
    const folder = await cloneOf(await bot.open())
    const before = await headOf(bot)
    await gitLine(folder, ['checkout', '-q', '-b', 'try'])
    const tried = await commitFiles(folder, { message: 'try', files: { 'messages/01-system.md': 'tried' } })
    const push = async (name: string, change: { readonly before?: string; readonly after: string }) =>
      expect(await pushFrom({ folder, repository: await bot.open() }, [{ name, ...change }])).toEqual([
        { name },
      ])
    await push('refs/heads/try', { after: tried })
    await gitLine(folder, ['checkout', '-q', 'main'])
    await commitFiles(folder, { message: 'own', files: { 'README.md': 'x' } })
    await gitLine(folder, ['merge', '-q', '--no-ff', '-m', 'merge try', 'try'])
    const merged = await gitLine(folder, ['rev-parse', 'HEAD'])
    await push('refs/heads/main', { before, after: merged })
    expect(
      await pushFrom({ folder, repository: await bot.open() }, [
        { name: 'refs/heads/try', before: tried, after: merged },
      ]),
    ).toMatchObject([{ refusal: expect.stringContaining('second parent of a merge') as string }])
    await push('refs/heads/later', { after: before })
    await push('refs/heads/later', { before, after: tried })
    const [newest] = await bot.revisions()
    const variant = await bot.scope.store.read.variant(bot.scope.projectId, 'workflow', { slug: 'try' })
    expect(variant?.forkedFromRevisionId).toBeDefined()
    expect(newest?.mergedRevisionId).toBe(variant?.headRevisionId)
    const clone = await cloneOf(await bot.openFresh())
    expect(await gitLine(clone, ['rev-parse', 'origin/main'])).toBe(merged)
    expect(await gitLine(clone, ['rev-parse', 'origin/try'])).toBe(tried)
    expect(await gitLine(clone, ['rev-parse', 'origin/later'])).toBe(tried)
  })

  test('a tag deploys where the role allows it', async () => {
    const bot = await newArtifact(kinds.application)
    await bot.save(prompt('a'))
    const environment = { ...bot, kind: kinds.environment }
    await createArtifact(environment, {
      header: { slug: 'production', flags: { is_guarded: true } },
      id: undefined,
    })
    const folder = await cloneOf(await bot.open())
    const after = await gitLine(folder, ['rev-parse', 'HEAD'])
    const name = 'refs/tags/env/production'
    const push = async (as?: Scope) =>
      (await pushFrom({ folder, repository: await bot.open(as) }, [{ name, after }]))[0]
    expect(await push({ ...bot.scope, role: 'editor' })).toMatchObject({
      refusal: expect.stringContaining('is guarded') as string,
    })
    expect(await push({ ...bot.scope, role: 'viewer' })).toMatchObject({
      refusal: expect.stringContaining('role editor') as string,
    })
    expect(await push()).toEqual({ name })
    expect((await (await bot.open()).refs()).refs).toContainEqual({ name, id: after })
  })

  test('rows of a testset are lines, and long lists are chunks that an edit mostly keeps', async () => {
    const bot = await newArtifact(kinds.testset)
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        data: { n: i, text: `row ${i}` },
        tags: { even: i % 2 === 0 },
      }))
    await bot.save({ testcases: rows(3) })
    const folder = await cloneOf(await bot.open())
    const text = await readFile(join(folder, 'testcases.jsonl'), 'utf8')
    expect(text.split('\n')[1]).toMatch(
      /^\{"n":1,"text":"row 1","testcase_dedup_id":"[0-9a-f]{12}","__tags__":\{"even":false\}\}$/,
    )
    let before = await headOf(bot)
    const after = await commitFiles(folder, {
      message: 'new rows',
      files: {
        'testcases.jsonl': `${text.replace('"row 1"', '"edited"')}{"n":3}\r\n`,
      },
    })
    const main = (change: { readonly before: string; readonly after: string }) => [
      { name: 'refs/heads/main', after: change.after, before: change.before },
    ]
    expect(await pushFrom({ folder, repository: await bot.open() }, main({ before, after }))).toEqual([
      { name: 'refs/heads/main' },
    ])
    const source = { reads: store.read, projectId: bot.scope.projectId }
    const pages = listReads(store.read, bot.scope.projectId)
    const [head] = await bot.revisions()
    const stored = await testcasesOfRows(
      source,
      await readRange(pages, { root: listOf(head), from: 0, limit: 9 }),
    )
    expect(stored.map(({ data }) => (data as JsonObject)['text'] ?? null)).toEqual([
      'row 0',
      'edited',
      'row 2',
      null,
    ])
    expect(await gitLine(await cloneOf(await bot.openFresh()), ['rev-parse', 'HEAD'])).toBe(after)

    await bot.save({ testcases: rows(5000) })
    await fetchInto(folder, await bot.open())
    before = await headOf(bot)
    const chunks = (await gitLine(folder, ['ls-files'])).split('\n')
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks[0]).toBe('testcases/000001.jsonl')
    const chunk = await readFile(join(folder, 'testcases/000002.jsonl'), 'utf8')
    const edited = await commitFiles(folder, {
      message: 'one row',
      files: {
        'testcases/000002.jsonl': chunk.replace(/"row (\d+)"/, '"row $1 edited"'),
      },
    })
    expect(await pushFrom({ folder, repository: await bot.open() }, main({ before, after: edited }))).toEqual(
      [{ name: 'refs/heads/main' }],
    )
    expect(await gitLine(await cloneOf(await bot.openFresh()), ['rev-parse', 'HEAD'])).toBe(edited)
    const bad = await commitFiles(folder, {
      message: 'bad',
      files: { 'testcases/000002.jsonl': '{"a":1}\n\n{oops}\n' },
    })
    const [result] = await pushFrom(
      { folder, repository: await bot.open() },
      main({ before: edited, after: bad }),
    )
    expect(result?.refusal).toMatch(/^testcases\/000002\.jsonl:3: /)
    expect(await bot.revisions()).toHaveLength(4)
  })
})
