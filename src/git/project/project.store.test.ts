// A project as a repository on both backends, checked by the real git.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import { newProjectScope, realEngine } from '../../../test/support/engine.ts'
import type { Scope } from '../../access/scope.ts'
import { microsecondText } from '../../kernel/clock.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import { commit } from '../../versioning/commit.ts'
import { createArtifact, createVariant } from '../../versioning/create.ts'
import type { Engine } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'
import { gitLine, newRepository } from '../objects/test-support.ts'
import { Histories } from '../repository/history.ts'
import { cloneOf, fetchInto, pushFrom, repositorySettings } from '../repository/test-support.ts'
import { createProjectRepositories } from './project-repository.ts'

const engine = realEngine()
const settings = repositorySettings(engine)

/** A writer whose clock is wrong by this much. */
const engineWithClock = (offsetMs: number): Engine => ({
  ...engine,
  clock: { ...engine.clock, now: () => microsecondText((Date.now() + offsetMs) * 1000) },
})

const hour = 3_600_000

describe.each(backends)('the repository of a project on %s', (backend) => {
  let store: RelationalStore
  let close: () => Promise<void>
  beforeAll(async () => ({ store, close } = await openFreshStore(backend)))
  afterAll(() => close())

  /** Reads like another process: its caches are empty. */
  const newProcess = () => createProjectRepositories({ store, histories: new Histories(), settings })

  async function newProject() {
    const scope = await newProjectScope(store, `git ${crypto.randomUUID()}`)
    const at = { engine, scope, kind: kinds.query }
    const create = async (slug: string) => {
      const artifact = await createArtifact(at, { header: { slug }, id: undefined })
      await createVariant(at, { header: {}, artifactId: artifact.id })
      return artifact.id
    }
    const save = async (
      artifactId: string,
      { limit, by = engine }: { readonly limit: number; readonly by?: Engine },
    ) => {
      const input = {
        artifactId,
        header: {},
        message: `limit ${limit}`,
        data: { windowing: { limit } },
        loc: [],
      }
      await commit({ ...at, engine: by }, input)
    }
    return { at, scope, create, save }
  }

  const logOf = (folder: string): Promise<string> =>
    gitLine(folder, ['log', '--format=%H %s', '--reverse', 'origin/main'])

  test('has the same commits in every process and after a restart', async () => {
    const { scope, create, save } = await newProject()
    const [a, b] = [await create('a'), await create('b')]
    const processes = [newProcess(), newProcess()]
    const folders = [await newRepository(), await newRepository()]
    for (let round = 0; round < 6; round += 1) {
      await save(round % 2 === 0 ? a : b, { limit: round + 1 })
      for (const [i, process] of processes.entries()) {
        if ((round + i) % 3 === 0) await fetchInto(folders[i] ?? '', process.open(scope))
      }
    }
    for (const [i, process] of processes.entries()) await fetchInto(folders[i] ?? '', process.open(scope))
    const clone = await cloneOf(newProcess().open(scope))
    expect((await logOf(clone)).split('\n')).toHaveLength(6)
    for (const folder of folders) expect(await logOf(folder)).toBe(await logOf(clone))
  })

  test('appends a revision that a slow clock dates before known commits, and rewrites no commit', async () => {
    const { scope, create, save } = await newProject()
    const [a, b] = [await create('a'), await create('b')]
    await save(a, { limit: 1 })
    const folder = await cloneOf(newProcess().open(scope))
    const earlierLog = await logOf(folder)
    await save(b, { limit: 2, by: engineWithClock(-hour) })
    await save(a, { limit: 3, by: engineWithClock(hour) })
    await save(a, { limit: 4, by: engineWithClock(-2 * hour) })
    await fetchInto(folder, newProcess().open(scope))
    const log = await logOf(folder)
    expect(log.startsWith(`${earlierLog}\n`)).toBe(true)
    expect(log.split('\n').map((line) => line.slice(41))).toEqual([
      'limit 1',
      'limit 2',
      'limit 3',
      'limit 4',
    ])
  })

  test('has one history when several processes and writers work at the same time', async () => {
    const { scope, create, save } = await newProject()
    const bots = await Promise.all(['a', 'b', 'c'].map(create))
    const processes = [newProcess(), newProcess(), newProcess()]
    const heads: string[] = []
    const write = async (bot: string): Promise<void> => {
      for (let limit = 1; limit <= 8; limit += 1) await save(bot, { limit })
    }
    const fetch = async (process: (typeof processes)[number]): Promise<void> => {
      for (let round = 0; round < 8; round += 1) {
        const { refs } = await process.open(scope).refs()
        for (const { id } of refs) heads.push(id)
      }
    }
    await Promise.all([...bots.map(write), ...processes.map(fetch)])
    const commits = (await logOf(await cloneOf(newProcess().open(scope)))).split('\n')
    expect(commits).toHaveLength(24)
    const ids = new Set(commits.map((line) => line.slice(0, 40)))
    expect(heads.filter((id) => !ids.has(id))).toEqual([])
  })

  test('follows another default variant with a new commit', async () => {
    const { at, scope, create, save } = await newProject()
    const bot = await create('bot')
    await save(bot, { limit: 1 })
    await save(bot, { limit: 2 })
    const folder = await cloneOf(newProcess().open(scope))
    const sourceCommits = { ...at, engine: engineWithClock(-hour) }
    const olderVariant = await createVariant(sourceCommits, { header: { slug: 'older' }, artifactId: bot })
    await commit(at, {
      variantId: olderVariant.id,
      header: {},
      message: 'other',
      data: { windowing: { limit: 9 } },
      loc: [],
    })
    await fetchInto(folder, newProcess().open(scope))
    await save(bot, { limit: 10 })
    await fetchInto(folder, newProcess().open(scope))
    expect((await logOf(folder)).split('\n').map((line) => line.slice(41))).toEqual([
      'limit 1',
      'limit 2',
      'other',
      'limit 10',
    ])
  })

  test('refuses a push when another commit was appended first', async () => {
    const { scope, create, save } = await newProject()
    const [a, b] = [await create('a'), await create('b')]
    for (const id of [a, b]) await save(id, { limit: 1 })
    const process = newProcess()
    const folder = await cloneOf(process.open(scope))
    const before = await gitLine(folder, ['rev-parse', 'HEAD'])
    await writeFile(join(folder, 'queries/a/settings.json'), '{"windowing":{"limit":2}}\n')
    await gitLine(folder, ['commit', '-qam', 'mine'])
    const after = await gitLine(folder, ['rev-parse', 'HEAD'])
    const overtakenScope: Scope = {
      ...scope,
      store: {
        ...scope.store,
        write: async (work) => {
          await save(b, { limit: 3 })
          await process.open(scope).refs()
          return scope.store.write(work)
        },
      },
    }
    const name = 'refs/heads/main'
    const repository = process.open(overtakenScope)
    expect(await pushFrom({ folder, repository }, [{ name, before, after }])).toEqual([
      { name, refusal: 'fetch first' },
    ])
    expect((await logOf(await cloneOf(newProcess().open(scope)))).split('\n')).toHaveLength(3)
  })

  test('reads no payload when nothing is new', async () => {
    const { scope, create, save } = await newProject()
    await save(await create('a'), { limit: 1 })
    const process = newProcess()
    await process.open(scope).refs()
    const statements: string[] = []
    const read = new Proxy(store.read, {
      get: (reads, name, receiver) => {
        if (typeof name === 'string') statements.push(name)
        return Reflect.get(reads, name, receiver) as unknown
      },
    })
    const watchedRepositories = createProjectRepositories({
      store: { ...store, read },
      histories: new Histories(),
      settings,
    })
    await watchedRepositories.open(scope).refs()
    expect(statements).toEqual(['projectCommits', 'artifactHeads'])
  })
})
