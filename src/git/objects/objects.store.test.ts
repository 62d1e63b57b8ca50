import { expect, test } from 'vitest'
import { decodeCommit, encodeCommit, tagTarget } from './commit.ts'
import { objectId } from './objects.ts'
import { MemoryRepository } from './memory-test-support.ts'
import { git, gitLine, newRepository, tryGit } from './test-support.ts'
import { requireSoundCommit } from './commit-rules.ts'
import { requireSafeTree } from './tree-rules.ts'
import { decodeTree, encodeTree, type TreeEntry } from './tree.ts'

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const blob = { type: 'blob', bytes: Buffer.from('hello\n') } as const

test('a blob has the id that git computes', async () => {
  const folder = await newRepository()
  expect(objectId(blob)).toBe(await gitLine(folder, ['hash-object', '--stdin'], 'hello\n'))
  expect(objectId(encodeTree([]))).toBe(emptyTree)
})

test('a tree has the bytes and the order that git mktree writes', async () => {
  const folder = await newRepository()
  const id = await gitLine(folder, ['hash-object', '-w', '--stdin'], 'hello\n')
  await gitLine(folder, ['mktree'], '')
  const entries = [
    { mode: '40000', name: 'a', id: emptyTree },
    { mode: '100644', name: 'a.b', id },
    { mode: '100644', name: 'a-b', id },
    { mode: '100644', name: 'B', id },
    { mode: '40000', name: 'ä', id: emptyTree },
    { mode: '100644', name: 'z\u{10ffff}', id },
    { mode: '100644', name: 'z\u{ffee}', id },
  ]
  const lines = entries.map(
    ({ mode, name, id: entryId }) =>
      `${mode.padStart(6, '0')} ${mode === '40000' ? 'tree' : 'blob'} ${entryId}\t${name}\0`,
  )
  const gitTreeId = await gitLine(folder, ['mktree', '-z'], lines.join(''))
  const tree = encodeTree(entries)
  expect(objectId(tree)).toBe(gitTreeId)
  expect(Buffer.from(tree.bytes)).toEqual(await git(folder, ['cat-file', 'tree', gitTreeId]))
  expect(encodeTree(decodeTree(tree.bytes))).toEqual(tree)
})

test('decoding a commit and encoding it again gives the bytes that git wrote', async () => {
  const folder = await newRepository()
  const first = await gitLine(folder, ['commit-tree', emptyTree, '-m', 'Erste Änderung'])
  const secondCommit = await gitLine(folder, ['commit-tree', emptyTree, '-p', first, '-m', 'two\n\nlines'])
  const merge = await gitLine(folder, [
    'commit-tree',
    emptyTree,
    '-p',
    first,
    '-p',
    secondCommit,
    '-m',
    'merge',
  ])
  for (const id of [first, secondCommit, merge]) {
    const bytes = await git(folder, ['cat-file', 'commit', id])
    const commit = decodeCommit(bytes)
    expect(encodeCommit(commit)).toEqual({ type: 'commit', bytes })
    expect(objectId(encodeCommit(commit))).toBe(id)
  }
  expect(decodeCommit(await git(folder, ['cat-file', 'commit', merge]))).toMatchObject({
    tree: emptyTree,
    parents: [first, secondCommit],
    author: { name: 'Ada', email: 'ada@example.org', seconds: 1_700_000_000, zone: '+0100' },
    committer: { name: 'Björn', email: 'bjorn@example.org', seconds: 1_700_000_100, zone: '-0330' },
    message: Buffer.from('merge\n'),
  })
})

test('unknown headers are preserved, including those of several lines', async () => {
  const folder = await newRepository()
  const person = '<ada@example.org> 0 +0000'
  const text = `tree ${emptyTree}\nauthor ${person}\ncommitter ${person}\nencoding UTF-8\ngpgsig -----BEGIN\n \n line\n -----END\n\nsigned\n\nbody`
  const commit = decodeCommit(Buffer.from(text))
  expect(commit.headers).toEqual([
    { name: 'encoding', value: 'UTF-8' },
    { name: 'gpgsig', value: '-----BEGIN\n\nline\n-----END' },
  ])
  expect(Buffer.from(encodeCommit(commit).bytes).toString()).toBe(text)
  const id = await gitLine(folder, ['hash-object', '-t', 'commit', '-w', '--stdin'], text)
  expect(objectId(encodeCommit(commit))).toBe(id)
})

test('an annotated tag names its object', async () => {
  const folder = await newRepository()
  const commit = await gitLine(folder, ['commit-tree', emptyTree, '-m', 'one'])
  await git(folder, ['tag', '-a', 'v1', '-m', 'first', commit])
  expect(tagTarget(await git(folder, ['cat-file', 'tag', 'v1']))).toBe(commit)
})

test.each([
  ['tree x\n\n', 'A commit has no valid tree.'],
  [`tree ${emptyTree}\n\nmessage`, 'A commit has no valid author.'],
  [`tree ${emptyTree}\nparent main\nauthor`, 'A commit has no valid parent.'],
  [`tree ${emptyTree}\nauthor Ada <a> 1 +0000\n\n`, 'A commit has no valid committer.'],
  ['', 'A commit has no valid tree.'],
])('the commit %j is refused', (text, message) => {
  expect(() => decodeCommit(Buffer.from(text))).toThrow(message)
})

test.each(['100644', '100644 a', '100644 a\0short', ' a\0', 'a 100644\0'])(
  'the tree %j is refused',
  (text) => {
    expect(() => decodeTree(Buffer.from(`${text}${text.endsWith('\0') ? 'x'.repeat(20) : ''}`))).toThrow(
      'A tree has a malformed entry at byte 0.',
    )
  },
)

const file = (name: string, mode = '100644') => ({ mode, name, id: objectId(blob) })

const unsafeTrees: readonly (readonly [entries: readonly TreeEntry[], message: string])[] = [
  [[file('')], 'The path "dir/" has an empty name.'],
  [[file('..')], 'The path "dir/.." leads to another directory.'],
  [[file('.')], 'The path "dir/." leads to another directory.'],
  [[file('a/b')], 'The path "dir/a/b" has a slash or a backslash in a name.'],
  [[file('a\\b')], 'has a slash or a backslash in a name.'],
  ...['.git', '.GIT', 'git~1', 'GIT~1', '.git ', '.git...', '.git::$INDEX_ALLOCATION', '.g\u200cit'].map(
    (name) => [[file(name)], 'would be a directory of Git itself'] as const,
  ),
  ...['.gitmodules', '.GITMODULES', 'gitmod~1', '.gitmodules .', '.git\u200dmodules'].map(
    (name) => [[file(name)], 'lists submodules, which cannot be stored.'] as const,
  ),
  [[file('link', '120000')], 'The path "dir/link" is a symbolic link, which cannot be stored.'],
  [[file('sub', '160000')], 'The path "dir/sub" is a submodule, which cannot be stored.'],
  [[file('run.sh', '100755')], 'The path "dir/run.sh" is executable, which cannot be stored'],
  [[file('odd', '100664')], 'The path "dir/odd" has the mode 100664, which cannot be stored.'],
  [[file('b'), file('a')], 'The path "dir/a" is not in Git\'s order.'],
  [[file('a'), file('a')], 'The path "dir/a" appears twice in its directory.'],
  [[file('a'), file('a', '40000')], 'The path "dir/a" appears twice in its directory.'],
  [[file('README'), file('readme')], 'The path "dir/readme" differs from "dir/README" only in case'],
  [[file('a\u0308'), file('\u00e4')], 'only in case or in the form of its characters.'],
  [[file('x'.repeat(256))], 'has a name of more than 255 bytes.'],
]

test.each(unsafeTrees)('the tree %j breaks a rule', (entries, message) => {
  expect(() => requireSafeTree(entries, 'dir/')).toThrow(message)
})

const headersOf = (author: string, committer = 'Ada <a@b> 1 +0000'): string =>
  `tree ${emptyTree}\nauthor ${author}\ncommitter ${committer}\n`

test('commits that git reports as broken are refused, and no others', async () => {
  const validCommits = ['Ada <a@b> 0 +0000', 'A B <> 1 -0330', 'Ada  <a@b> 99999999 +9999'].flatMap(
    (person) => [`${headersOf(person)}\nx`, headersOf('Ada <a@b> 1 +0000', person)],
  )
  const people = [
    '<a@b> 1 +0000',
    'Ada<a@b> 1 +0000',
    'Ada <a@b> 01 +0000',
    'Ada <a@b> 1 0000',
    'Ada <a>b> 1 +0000',
    'Ada a@b 1 +0000',
    'Ada\0 <a@b> 1 +0000',
  ]
  const brokenCommits = [
    ...people.map((person) => `${headersOf(person)}\nx`),
    `${headersOf('Ada <a@b> 1 +0000', people[0])}\nx`,
    `${headersOf('Ada <a@b> 1 +0000')}\nx\0`,
    headersOf('Ada <a@b> 1 +0000').slice(0, -1),
  ]
  const folder = await newRepository()
  const ids = new Map<string, string>()
  for (const text of [...validCommits, ...brokenCommits]) {
    const args = ['hash-object', '--literally', '-t', 'commit', '-w', '--stdin']
    ids.set(text, await gitLine(folder, args, text))
  }
  const { stderr } = await tryGit(folder, ['fsck', '--strict'])
  for (const text of validCommits) {
    expect(stderr, text).not.toContain(ids.get(text))
    expect(() => requireSoundCommit(Buffer.from(text)), text).not.toThrow()
  }
  for (const text of brokenCommits) {
    expect(stderr, text).toContain(`in commit ${ids.get(text)}`)
    expect(() => requireSoundCommit(Buffer.from(text)), text).toThrow(/^A commit (has no|contains) /)
  }
})

test('ordinary trees are safe', () => {
  const entries = [file('.gitignore'), file('a.b'), file('a', '40000'), file('git'), file('gità')]
  expect(() => requireSafeTree(entries, '')).not.toThrow()
})

test('the objects of a repository have the ids that git gave them', async () => {
  const folder = await newRepository()
  await git(folder, ['commit', '-q', '--allow-empty', '-m', 'one'])
  const repository = new MemoryRepository()
  await repository.load(folder)
  const { refs } = await repository.refs()
  expect(refs).toEqual([{ name: 'refs/heads/main', id: await gitLine(folder, ['rev-parse', 'HEAD']) }])
  expect(await repository.read(emptyTree)).toEqual({ type: 'tree', bytes: Buffer.alloc(0) })
})
