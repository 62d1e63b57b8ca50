// Revisions as commits on both backends, checked by the real git: their files, their ids, and the content of a clone.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { textOfFile } from '../files/files.ts'
import { gitLine } from '../objects/test-support.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import { testcasesOfRows } from '../../testsets/reading/wire-rows.ts'
import { readRange } from '../../testsets/pages/read.ts'
import { listOf, listReads } from '../../testsets/stored/stored-list.ts'
import { commit, createInitialRevision } from '../../versioning/commit.ts'
import { createArtifact, createVariant } from '../../versioning/create.ts'
import { editRecord } from '../../versioning/edit.ts'
import { deploy } from '../../versioning/environments/deploy.ts'
import { fork } from '../../versioning/fork.ts'
import { kinds } from '../../versioning/kinds.ts'
import { storedData } from '../../versioning/payload.ts'
import { cloneOf, fetchInto, pushFrom } from './test-support.ts'
import { commitFiles, headOf, newArtifact, prompt } from './artifact-test-support.ts'

/** Numbers from 0 to 1 by a linear congruential generator. */
const randomSource = (seed: number) => {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}

describe.each(backends)('a repository of an artifact on %s', (backend) => {
  let store: RelationalStore
  let close: () => Promise<void>
  beforeAll(async () => ({ store, close } = await openFreshStore(backend)))
  afterAll(() => close())

  test('revisions of the interface are commits with stable ids', async () => {
    const bot = await newArtifact(store, kinds.application)
    await bot.save(prompt('Be brief.'), 'first')
    const folder = await cloneOf(await bot.open())
    const first = await gitLine(folder, ['rev-parse', 'HEAD'])
    const secondRevision = await bot.save(prompt('Be kind.'), 'second\n\nwith a reason')
    await editRecord(bot, { level: 'revision', input: { id: secondRevision.id, edit: { name: 'Renamed' } } })
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
    const bot = await newArtifact(store, kinds.application)
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

  test('a merge of the interface has two parents', async () => {
    const bot = await newArtifact(store, kinds.application)
    const first = await bot.save(prompt('a'))
    const side = await fork(bot, { references: { revision: { id: first.id } }, header: { slug: 'side' } })
    const mergeRevision = await commit(bot, { variantId: side.id, header: {}, data: prompt('b'), loc: [] })
    await commit(bot, {
      variantId: bot.variant.id,
      header: {},
      data: prompt('b'),
      mergedRevisionId: mergeRevision.revision.id,
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

  test('a payload file replaces a file of the client at its path', async () => {
    const bot = await newArtifact(store, kinds.application)
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

  test('a removed file of the client stays removed', async () => {
    const bot = await newArtifact(store, kinds.application)
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

  test('a revision without a payload is an empty tree, and the first push gives the payload', async () => {
    const bot = await newArtifact(store, kinds.application)
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

  test('references that the server completes are fetched back as they were pushed', async () => {
    const environment = await newArtifact(store, kinds.environment)
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

  test('rows of a testset are lines, and long lists are chunks that an edit mostly keeps', async () => {
    const bot = await newArtifact(store, kinds.testset)
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
    const storedTestcases = await testcasesOfRows(
      source,
      await readRange(pages, { root: listOf(head), from: 0, limit: 9 }),
    )
    expect(storedTestcases.map(({ data }) => (data as JsonObject)['text'] ?? null)).toEqual([
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
    const editedId = await commitFiles(folder, {
      message: 'one row',
      files: {
        'testcases/000002.jsonl': chunk.replace(/"row (\d+)"/, '"row $1 edited"'),
      },
    })
    expect(
      await pushFrom({ folder, repository: await bot.open() }, main({ before, after: editedId })),
    ).toEqual([{ name: 'refs/heads/main' }])
    expect(await gitLine(await cloneOf(await bot.openFresh()), ['rev-parse', 'HEAD'])).toBe(editedId)
    const invalidCommit = await commitFiles(folder, {
      message: 'bad',
      files: { 'testcases/000002.jsonl': '{"a":1}\n\n{oops}\n' },
    })
    const [result] = await pushFrom(
      { folder, repository: await bot.open() },
      main({ before: editedId, after: invalidCommit }),
    )
    expect(result?.refusal).toMatch(/^testcases\/000002\.jsonl:3: /)
    expect(await bot.revisions()).toHaveLength(4)
  })

  test('random revisions of the interface and of pushes: every clone has the payloads, and ids never change', async () => {
    const bot = await newArtifact(store, kinds.application)
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
})
