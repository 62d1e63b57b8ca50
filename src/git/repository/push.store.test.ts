// Pushes to an artifact on both backends, by the real git: commits as revisions, refusals, branches and tags.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothBackends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import type { Scope } from '../../access/scope.ts'
import { gitLine, newRepository } from '../objects/test-support.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import { createArtifact } from '../../versioning/create.ts'
import { fork } from '../../versioning/fork.ts'
import { kinds } from '../../versioning/kinds.ts'
import { storedData } from '../../versioning/payload.ts'
import { cloneOf, fetchInto, pushFrom } from './test-support.ts'
import { commitFiles, type FileChanges, headOf, newArtifact, prompt } from './artifact-test-support.ts'

describe.each(bothBackends)('a push to an artifact on %s', (backend) => {
  let store: RelationalStore
  let close: () => Promise<void>
  beforeAll(async () => ({ store, close } = await openFreshStore(backend)))
  afterAll(() => close())

  test('pushed commits become revisions, one each, and are fetched back with the same ids', async () => {
    const bot = await newArtifact(store, kinds.application)
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
    const [newest, ...olderRevisions] = await bot.revisions()
    expect([newest, ...olderRevisions].map((revision) => revision?.message)).toEqual([
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

  test('a variant without revisions takes a commit without parents', async () => {
    const bot = await newArtifact(store, kinds.query)
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
    const invalidCommit = await commitFiles(folder, {
      message: 'bad',
      files: { 'query.txt': 'span_name = "a" and' },
    })
    const [result] = await pushFrom({ folder, repository: await bot.open() }, [
      { name: 'refs/heads/main', before: after, after: invalidCommit },
    ])
    expect(result?.refusal).toMatch(/^query\.txt:1: .*column/)
  })

  test('a refused push names file and line and stores nothing', async () => {
    const bot = await newArtifact(store, kinds.application)
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

  test('commits that share a large file are refused together, and nothing is stored', async () => {
    const bot = await newArtifact(store, kinds.application)
    await bot.save(prompt('a'))
    const folder = await cloneOf(await bot.open())
    const before = await headOf(bot)
    const files = { 'messages/01-system.md': 'x'.repeat(15 * 1024 * 1024) }
    let after = before
    for (const message of ['1', '2', '3', '4', '5']) after = await commitFiles(folder, { message, files })
    const [result] = await pushFrom({ folder, repository: await bot.open() }, [
      { name: 'refs/heads/main', before, after },
    ])
    expect(result?.refusal).toContain('more than 64 MiB together. Push fewer commits at once.')
    expect(await headOf(bot)).toBe(before)
  })

  test('only fast-forwards are accepted, and a stale push must fetch first', async () => {
    const bot = await newArtifact(store, kinds.application)
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
    const bot = await newArtifact(store, kinds.application)
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
    const bot = await newArtifact(store, kinds.application)
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
      const lockOrder: string[] = []
      const recordResource: Scope['recordResource'] = (_, id) => void lockOrder.push(id)
      const repository = await bot.open({ ...bot.scope, recordResource })
      const after = await commitFiles(folder, { message: text, files: { 'messages/01-system.md': text } })
      await gitLine(folder, ['reset', '-q', '--hard', before])
      return async () => ({
        locked: lockOrder,
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
    const [main, side, lateVariant] = variants
    expect(winners[0]?.locked).toEqual([lateVariant, main, side])
    const loser = outcomes.find((outcome) => outcome !== winners[0])
    expect(loser?.results.map(({ refusal }) => refusal)).toContain('fetch first')
    for (const id of variants) expect(await bot.revisions(id)).toHaveLength(2)
  })

  test('a new branch is a fork, a merge names the merged revision, and a fast-forward repeats commits', async () => {
    const bot = await newArtifact(store, kinds.application)
    await bot.save(prompt('a'))
    const folder = await cloneOf(await bot.open())
    const before = await headOf(bot)
    await gitLine(folder, ['checkout', '-q', '-b', 'try'])
    const tryCommit = await commitFiles(folder, {
      message: 'try',
      files: { 'messages/01-system.md': 'tried' },
    })
    const push = async (name: string, change: { readonly before?: string; readonly after: string }) =>
      expect(await pushFrom({ folder, repository: await bot.open() }, [{ name, ...change }])).toEqual([
        { name },
      ])
    await push('refs/heads/try', { after: tryCommit })
    await gitLine(folder, ['checkout', '-q', 'main'])
    await commitFiles(folder, { message: 'own', files: { 'README.md': 'x' } })
    await gitLine(folder, ['merge', '-q', '--no-ff', '-m', 'merge try', 'try'])
    const mergeId = await gitLine(folder, ['rev-parse', 'HEAD'])
    await push('refs/heads/main', { before, after: mergeId })
    expect(
      await pushFrom({ folder, repository: await bot.open() }, [
        { name: 'refs/heads/try', before: tryCommit, after: mergeId },
      ]),
    ).toMatchObject([{ refusal: expect.stringContaining('second parent of a merge') as string }])
    await push('refs/heads/later', { after: before })
    await push('refs/heads/later', { before, after: tryCommit })
    const [newest] = await bot.revisions()
    const variant = await bot.scope.store.read.variant(bot.scope.projectId, 'workflow', { slug: 'try' })
    expect(variant?.forkedFromRevisionId).toBeDefined()
    expect(newest?.mergedRevisionId).toBe(variant?.headRevisionId)
    const clone = await cloneOf(await bot.openFresh())
    expect(await gitLine(clone, ['rev-parse', 'origin/main'])).toBe(mergeId)
    expect(await gitLine(clone, ['rev-parse', 'origin/try'])).toBe(tryCommit)
    expect(await gitLine(clone, ['rev-parse', 'origin/later'])).toBe(tryCommit)
  })

  test('a tag deploys where the role allows it', async () => {
    const bot = await newArtifact(store, kinds.application)
    await bot.save(prompt('a'))
    const environment = { ...bot, kind: kinds.environment }
    await createArtifact(environment, {
      header: { slug: 'production', flags: { is_guarded: true } },
      id: undefined,
    })
    const folder = await cloneOf(await bot.open())
    const after = await gitLine(folder, ['rev-parse', 'HEAD'])
    const name = 'refs/tags/env/production'
    const push = async (caller?: Scope) =>
      (await pushFrom({ folder, repository: await bot.open(caller) }, [{ name, after }]))[0]
    expect(await push({ ...bot.scope, role: 'editor' })).toMatchObject({
      refusal: expect.stringContaining('is guarded') as string,
    })
    expect(await push({ ...bot.scope, role: 'viewer' })).toMatchObject({
      refusal: expect.stringContaining('role editor') as string,
    })
    expect(await push()).toEqual({ name })
    expect((await (await bot.open()).refs()).refs).toContainEqual({ name, id: after })
  })
})
