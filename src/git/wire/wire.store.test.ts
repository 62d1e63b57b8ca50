// The real `git` as the client of a repository in memory, in both versions of the protocol.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { amount } from '../../../test/support/tier.ts'
import { MemoryRepository } from '../objects/memory-test-support.ts'
import { git, gitLine, newRepository, temporaryFolder, tryGit } from '../objects/test-support.ts'
import { repositoryWithDeltas } from '../pack/test-support.ts'
import { serveRepository } from './test-support.ts'

interface Remote {
  /** The folder that the repository in memory was filled from. */
  readonly source: string
  readonly repository: MemoryRepository
  readonly url: string
}

/** Five commits on main, an annotated and a light tag. */
async function createRemote(): Promise<Remote> {
  const source = await repositoryWithDeltas()
  await git(source, ['tag', '-a', 'v1', '-m', 'first', 'main~2'])
  await git(source, ['tag', 'light', 'main~1'])
  const repository = new MemoryRepository()
  await repository.load(source)
  return { source, repository, url: await serveRepository(repository) }
}

async function cloneOf(url: string, options: readonly string[] = []): Promise<string> {
  const folder = join(await temporaryFolder(), 'clone')
  await git('/', [...options.slice(0, 2), 'clone', '-q', ...options.slice(2), url, folder])
  return folder
}

const countCommits = async (folder: string, ref: string): Promise<number> =>
  Number(await gitLine(folder, ['rev-list', '--count', ref]))
const fsck = (folder: string): Promise<Buffer> => git(folder, ['fsck', '--strict', '--no-dangling'])

// Version 2 is the default of git.
describe.each(['2', '0'].slice(0, amount(1, 2)))('protocol version %s', (version) => {
  const protocol = ['-c', `protocol.version=${version}`]
  const clone = (url: string, ...options: readonly string[]): Promise<string> =>
    cloneOf(url, [...protocol, ...options])
  const run = (folder: string, ...args: readonly string[]): Promise<string> =>
    gitLine(folder, [...protocol, ...args])

  test('a clone has all commits, files, branches and tags', async () => {
    const { source, url } = await createRemote()
    const folder = await clone(url)
    await fsck(folder)
    expect(await run(folder, 'rev-parse', 'HEAD')).toBe(await run(source, 'rev-parse', 'main'))
    expect(await run(folder, 'symbolic-ref', 'refs/remotes/origin/HEAD')).toBe('refs/remotes/origin/main')
    expect(await run(folder, 'show-ref', '--tags', '-d')).toBe(await run(source, 'show-ref', '--tags', '-d'))
    expect(await run(folder, 'status', '--porcelain')).toBe('')
  })

  test('a fetch receives only new objects', async () => {
    const { source, repository, url } = await createRemote()
    const folder = await clone(url)
    const before = await run(folder, 'count-objects', '-v')
    await git(
      source,
      ['fast-import', '--quiet', '--force'],
      `commit refs/heads/main\ncommitter A <a@b> 1700000900 +0000\ndata 1\nx\nfrom refs/heads/main^0\nM 100644 inline new.txt\ndata 3\nnew\n`,
    )
    await repository.load(source)
    await run(folder, 'fetch', '-q')
    await fsck(folder)
    expect(await run(folder, 'rev-parse', 'origin/main')).toBe(await run(source, 'rev-parse', 'main'))
    const objects = (text: string): number =>
      [...text.matchAll(/^(?:count|in-pack): (\d+)/gm)].reduce((sum, [, number]) => sum + Number(number), 0)
    expect(objects(await run(folder, 'count-objects', '-v')) - objects(before)).toBe(3)
  })

  test('an empty repository can be cloned', async () => {
    const repository = new MemoryRepository()
    repository.head = 'refs/heads/first'
    const folder = await clone(await serveRepository(repository))
    expect(await run(folder, 'for-each-ref')).toBe('')
    const unbornBranch = version === '2' ? 'refs/heads/first' : 'refs/heads/main'
    expect(await run(folder, 'symbolic-ref', 'HEAD')).toBe(unbornBranch)
  })

  test('a shallow clone is deepened and completed', async () => {
    const { url } = await createRemote()
    const folder = await clone(url, '--depth=1')
    expect(await countCommits(folder, 'HEAD')).toBe(1)
    await run(folder, 'fetch', '-q', '--depth=2')
    expect(await countCommits(folder, 'HEAD')).toBe(2)
    await run(folder, 'fetch', '-q', '--deepen=1')
    expect(await countCommits(folder, 'HEAD')).toBe(3)
    await fsck(folder)
    await run(folder, 'fetch', '-q', '--unshallow')
    expect(await countCommits(folder, 'HEAD')).toBe(5)
    expect(await run(folder, 'rev-parse', '--is-shallow-repository')).toBe('false')
    await fsck(folder)
  })

  test('a shallow clone starts at a date or after a ref', async () => {
    const { url } = await createRemote()
    const byDate = await clone(url, '--shallow-since=1700000003 +0000')
    expect(await countCommits(byDate, 'HEAD')).toBe(2)
    const byRef = await clone(url, '--shallow-exclude=v1')
    expect(await countCommits(byRef, 'HEAD')).toBe(2)
    await Promise.all([byDate, byRef].map(fsck))
  })

  test('new commits reach a shallow clone', async () => {
    const { source, repository, url } = await createRemote()
    const folder = await clone(url, '--depth=1')
    await git(
      source,
      ['fast-import', '--quiet', '--force'],
      `commit refs/heads/main\ncommitter A <a@b> 1700000900 +0000\ndata 1\nx\nfrom refs/heads/main^0\nM 100644 inline new.txt\ndata 3\nnew\n`,
    )
    await repository.load(source)
    await run(folder, 'pull', '-q', '--ff-only')
    expect(await countCommits(folder, 'HEAD')).toBe(2)
    await fsck(folder)
  })

  test.each(['blob:none', 'blob:limit=100', 'tree:0'])(
    'a clone with the filter %s fetches missing objects when it needs them',
    async (filter) => {
      const { source, url } = await createRemote()
      const folder = await clone(url, '--no-checkout', `--filter=${filter}`)
      const missingObjects = await run(folder, 'rev-list', '--objects', '--all', '--missing=print')
      expect(missingObjects).toMatch(/^\?/m)
      await run(folder, 'checkout', '-q', 'main')
      expect(await run(folder, 'cat-file', '-p', 'main~3:dir/file.txt')).toBe(
        await run(source, 'cat-file', '-p', 'main~3:dir/file.txt'),
      )
      await fsck(folder)
    },
  )

  test('a fetch of an id that does not exist is refused as not our ref', async () => {
    const { url } = await createRemote()
    const folder = await clone(url)
    const { code, stderr } = await tryGit(folder, [...protocol, 'fetch', 'origin', 'a'.repeat(40)])
    expect(code).not.toBe(0)
    expect(stderr).toContain(`upload-pack: not our ref ${'a'.repeat(40)}`)
  })

  test('a client with commits of its own negotiates', async () => {
    const { source, repository, url } = await createRemote()
    const folder = await clone(url)
    for (let round = 0; round < 40; round += 1)
      await run(folder, 'commit', '-q', '--allow-empty', '-m', `own ${round}`)
    await git(source, ['commit', '-q', '--allow-empty', '-m', 'theirs'])
    await repository.load(source)
    await run(folder, 'fetch', '-q')
    expect(await run(folder, 'rev-parse', 'origin/main')).toBe(await run(source, 'rev-parse', 'main'))
    await fsck(folder)
  })

  test('a push changes the repository, and a thin pack uses its objects', async () => {
    const { repository, url } = await createRemote()
    const folder = await clone(url)
    const path = join(folder, 'dir', 'file.txt')
    const text = await git(folder, ['cat-file', '-p', 'main:dir/file.txt'])
    await writeFile(path, Buffer.concat([text, Buffer.from('one more line\n')]))
    await run(folder, 'commit', '-q', '-a', '-m', 'longer')
    await run(folder, 'push', '-q', '--thin', 'origin', 'main', 'main:refs/heads/other', '--atomic')
    const tip = await run(folder, 'rev-parse', 'main')
    expect(repository.tips.get('refs/heads/main')).toBe(tip)
    expect(repository.tips.get('refs/heads/other')).toBe(tip)
    await fsck(await clone(url))
  })
})

test('a rewritten branch is pushed with force, and tags with their objects', async () => {
  const { repository, url } = await createRemote()
  const folder = await cloneOf(url, ['-c', 'protocol.version=2'])
  await git(folder, ['commit', '-q', '--amend', '-m', 'rewritten'])
  const tip = await gitLine(folder, ['rev-parse', 'main'])
  expect((await tryGit(folder, ['push', 'origin', 'main'])).stderr).toContain('rejected')
  await git(folder, ['push', '-q', '--force', 'origin', 'main'])
  expect(repository.tips.get('refs/heads/main')).toBe(tip)
  await git(folder, ['tag', '-a', 'v2', '-m', 'second'])
  await git(folder, ['push', '-q', '-o', 'ignored', 'origin', 'v2'])
  expect(repository.objects.get(repository.tips.get('refs/tags/v2') ?? '')?.type).toBe('tag')
})

test('the client prints why a ref or a pack was refused', async () => {
  const { repository, url } = await createRemote()
  const folder = await cloneOf(url, ['-c', 'protocol.version=2'])
  const before = new Map(repository.tips)
  const deletion = await tryGit(folder, ['push', 'origin', ':main'])
  expect(deletion.code).not.toBe(0)
  expect(deletion.stderr).toContain('Refs cannot be deleted.')
  const blob = await gitLine(folder, ['hash-object', '-w', '--stdin'], 'x')
  const tree = await gitLine(folder, ['mktree'], `120000 blob ${blob}\tlink\n`)
  const commit = await gitLine(folder, ['commit-tree', tree, '-m', 'link'])
  const outcome = await tryGit(folder, ['push', 'origin', `${commit}:refs/heads/link`])
  expect(outcome.code).not.toBe(0)
  expect(outcome.stderr).toContain('The path "link" is a symbolic link, which cannot be stored.')
  expect(repository.tips).toEqual(before)
})

test('a shallow clone cannot push', async () => {
  const { url } = await createRemote()
  const folder = await cloneOf(url, ['-c', 'protocol.version=2', '--depth=1'])
  await git(folder, ['commit', '-q', '--allow-empty', '-m', 'on top'])
  const { code, stderr } = await tryGit(folder, ['push', 'origin', 'main'])
  expect(code).not.toBe(0)
  expect(stderr).toContain('A shallow clone cannot push')
})

test('a large push arrives in chunks', async () => {
  const { repository, url } = await createRemote()
  const folder = await newRepository()
  // Incompressible, so that the pack exceeds the buffer of the client.
  const noise = Buffer.alloc(3_000_000)
  for (let at = 0, state = 78; at < noise.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    noise[at] = state >>> 24
  }
  await writeFile(join(folder, 'noise'), noise)
  await git(folder, ['add', '.'])
  await git(folder, ['commit', '-q', '-m', 'noise'])
  await git(folder, ['push', '-q', url, 'main:refs/heads/noise'])
  const tip = await gitLine(folder, ['rev-parse', 'main'])
  expect(repository.tips.get('refs/heads/noise')).toBe(tip)
  const clone = await cloneOf(url, ['-c', 'protocol.version=2', '--branch=noise'])
  await fsck(clone)
})
