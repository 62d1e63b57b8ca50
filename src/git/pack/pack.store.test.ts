import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { MemoryRepository } from '../objects/memory-test-support.ts'
import { objectId, type GitObject } from '../objects/objects.ts'
import { git, gitLine, newRepository } from '../objects/test-support.ts'
import { encodeTree } from '../objects/tree.ts'
import { packLimits } from './pack.ts'
import { readPack } from './read-pack.ts'
import { entry, packOf, repositoryWithDeltas, withChecksum } from './test-support.ts'
import { unpackPush } from './unpack.ts'
import { writePack } from './write-pack.ts'

const noBase = async (): Promise<undefined> => undefined
const read = (pack: Buffer, limits = {}) =>
  readPack({ pack, limits: { ...packLimits, ...limits }, readBase: noBase })
const blob = (text: string): GitObject => ({ type: 'blob', bytes: Buffer.from(text) })
const signal = new AbortController().signal

async function* asyncItems(objects: Iterable<GitObject>): AsyncGenerator<GitObject> {
  yield* objects
}

test('git accepts a written pack and finds every object in it', async () => {
  const source = new MemoryRepository()
  await source.load(await repositoryWithDeltas())
  source.objects.set('large', blob('x'.repeat(100_000)))
  source.objects.set('empty', blob(''))
  const chunks = await Array.fromAsync(writePack(source.objects.size, asyncItems(source.objects.values())))
  const folder = await newRepository()
  await git(folder, ['index-pack', '--stdin', '--strict'], Buffer.concat(chunks))
  const copy = new MemoryRepository()
  await copy.load(folder)
  expect([...copy.objects.keys()].toSorted()).toEqual([...source.objects.values()].map(objectId).toSorted())
})

test('git reads small objects of every length with any bytes', async () => {
  const lengths = Array.from({ length: 120 }, (_, i) => i + 1)
  const objects = lengths.flatMap((length): readonly GitObject[] => [
    blob('a'.repeat(length)),
    { type: 'blob', bytes: Buffer.alloc(length, 0xff) },
  ])
  const chunks = await Array.fromAsync(writePack(objects.length, asyncItems(objects)))
  const folder = await newRepository()
  await git(folder, ['index-pack', '--stdin', '--strict'], Buffer.concat(chunks))
  const copy = new MemoryRepository()
  await copy.load(folder)
  expect(new Set(copy.objects.keys())).toEqual(new Set(objects.map(objectId)))
})

test('a pack with another number of objects than announced fails', async () => {
  await expect(Array.fromAsync(writePack(2, asyncItems([blob('one')])))).rejects.toThrow(
    'a pack of 2 objects got 1',
  )
})

test.each([
  ['offsets', ['--delta-base-offset']],
  ['ids', []],
])('deltas by %s resolve to the objects that git packed', async (_, options) => {
  const folder = await repositoryWithDeltas()
  const source = new MemoryRepository()
  await source.load(folder)
  const pack = await git(folder, ['pack-objects', '--all', '--stdout', '--revs', '-q', ...options])
  const objects = await read(pack)
  // The reader computes ids from the bytes, so equal ids are equal objects.
  expect([...objects.keys()].toSorted()).toEqual([...source.objects.keys()].toSorted())
  await expect(read(pack, { deltaDepthMax: 0 })).rejects.toThrow('a chain of more than 0 deltas')
})

test('a thin pack takes its bases from the repository', async () => {
  const folder = await repositoryWithDeltas()
  const source = new MemoryRepository()
  await source.load(folder)
  const thinPack = await git(
    folder,
    ['pack-objects', '--thin', '--stdout', '--revs', '-q'],
    'main\n^main~1\n',
  )
  const tip = await gitLine(folder, ['rev-parse', 'main'])
  const objects = await unpackPush(
    { pack: thinPack, tips: [tip], limits: packLimits },
    { repository: source, signal },
  )
  expect([...objects].map(([id, { bytes }]) => [id, Buffer.from(bytes)])).toEqual(
    [...objects.keys()].map((id) => [id, source.objects.get(id)?.bytes]),
  )
  expect(objects.has(tip)).toBe(true)
  await expect(read(thinPack)).rejects.toThrow('A delta of the pack has a base that does not exist.')
})

const singleEntry = entry({ type: 3, bytes: Buffer.from('one') })
/** A delta for the base `singleEntry` with these instructions. */
const delta = (result: number, ...instructions: readonly number[]) =>
  Buffer.from([3, result, ...instructions])
const deltaOnOne = (bytes: Uint8Array, size?: number) =>
  entry({ type: 6, bytes, base: Buffer.from([singleEntry.length]), ...(size === undefined ? {} : { size }) })
const deltaById = (id: string, bytes: Uint8Array) => entry({ type: 7, bytes, base: Buffer.from(id, 'hex') })
const oneId = objectId(blob('one'))

test('a delta copies and inserts, also before its base', async () => {
  const copyAndInsert = delta(5, 0x90, 3, 2, 0x21, 0x21)
  const pack = packOf([deltaById(oneId, copyAndInsert), singleEntry])
  expect([...(await read(pack)).values()].map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
    'one',
    'one!!',
  ])
})

test.each<readonly [string, Buffer, string]>([
  ['no pack', Buffer.from('hello'), 'The request has no pack.'],
  ['another version', withChecksum(Buffer.from('PACK\0\0\0\x09\0\0\0\0', 'latin1')), 'unknown version 9'],
  [
    'a wrong checksum',
    Buffer.concat([packOf([singleEntry]).subarray(0, -1), Buffer.from('x')]),
    'The checksum',
  ],
  ['a missing object', packOf([singleEntry], 2), 'The pack ends in the middle of an object.'],
  [
    'bytes after the last object',
    packOf([singleEntry, singleEntry], 1),
    'The pack has bytes after its last object.',
  ],
  ['an unknown type', packOf([entry({ type: 5, bytes: Buffer.from('x') })]), 'an object of unknown type 5'],
  ['truncated content', packOf([singleEntry.subarray(0, -6)]), 'An object of the pack cannot be inflated'],
  [
    'more content than declared',
    packOf([entry({ type: 3, bytes: Buffer.alloc(1e6), size: 10 })]),
    'cannot be inflated',
  ],
  [
    'less content than declared',
    packOf([entry({ type: 3, bytes: Buffer.alloc(9), size: 10 })]),
    'another size than',
  ],
  [
    'a declared size beyond all limits',
    packOf([entry({ type: 3, bytes: Buffer.alloc(9), size: 1e14 })]),
    'more than 33554432',
  ],
  [
    'an offset before the pack',
    packOf([entry({ type: 6, bytes: delta(3), base: Buffer.from([100]) })]),
    'outside of the pack',
  ],
  [
    'an offset of zero',
    packOf([entry({ type: 6, bytes: delta(3), base: Buffer.from([0]) })]),
    'outside of the pack',
  ],
  [
    'a very long offset',
    packOf([entry({ type: 6, bytes: delta(3), base: Buffer.alloc(40, 0xff) })]),
    'outside of the pack',
  ],
  [
    'an offset between objects',
    packOf([singleEntry, entry({ type: 6, bytes: delta(3), base: Buffer.from([1]) })]),
    'does not exist',
  ],
  [
    'deltas in a loop',
    packOf([deltaById('a'.repeat(40), delta(3)), deltaById('b'.repeat(40), delta(3))]),
    'does not exist',
  ],
  [
    'a base of another size',
    packOf([singleEntry, deltaOnOne(Buffer.from([4, 3, 0x90, 3]))]),
    'a base of another size',
  ],
  [
    'a copy beyond the base',
    packOf([singleEntry, deltaOnOne(delta(9, 0x90, 9))]),
    'copies bytes beyond the end',
  ],
  [
    'an insertion beyond the delta',
    packOf([singleEntry, deltaOnOne(delta(9, 9, 1))]),
    'copies bytes beyond the end',
  ],
  [
    'a result longer than declared',
    packOf([singleEntry, deltaOnOne(delta(1, 0x90, 3))]),
    'more bytes than it declares',
  ],
  [
    'a result shorter than declared',
    packOf([singleEntry, deltaOnOne(delta(9, 0x90, 3))]),
    'fewer bytes than it declares',
  ],
  ['a reserved instruction', packOf([singleEntry, deltaOnOne(delta(3, 0))]), 'unknown instruction'],
  [
    'a huge result',
    packOf([singleEntry, deltaOnOne(Buffer.from([3, 0xff, 0xff, 0xff, 0xff, 0x7f]))]),
    'more than 33554432',
  ],
  ['an endless size', packOf([singleEntry, deltaOnOne(Buffer.alloc(20, 0xff))]), 'a size that is too long'],
  [
    'an empty delta',
    packOf([singleEntry, deltaOnOne(Buffer.alloc(0))]),
    'ends in the middle of an instruction',
  ],
])('a pack with %s is refused', async (_, pack, message) => {
  await expect(read(pack)).rejects.toThrow(message)
})

test.each([
  ['packBytesMax', 20, 'The pack has more than 20 bytes.'],
  ['objectsMax', 1, 'The push has more than 1 objects.'],
  ['objectBytesMax', 2, 'An object has more than 2 bytes.'],
  ['inflatedBytesMax', 5, 'The objects of the push have more than 5 bytes.'],
])('a pack beyond %s is refused', async (limit, value, message) => {
  const pack = packOf([singleEntry, entry({ type: 3, bytes: Buffer.from('two') })])
  await expect(read(pack, { [limit]: value })).rejects.toThrow(message)
})

const unpack = (objects: readonly GitObject[], repository = new MemoryRepository()) => {
  const types = { commit: 1, tree: 2, blob: 3, tag: 4 }
  const [tip] = objects
  const pack = packOf(objects.map(({ type, bytes }) => entry({ type: types[type], bytes })))
  const tips = tip === undefined ? [] : [objectId(tip)]
  return unpackPush({ pack, tips, limits: packLimits }, { repository, signal })
}

const person = 'Ada <ada@example.org> 1 +0000'
const commitOf = (tree: GitObject): GitObject => ({
  type: 'commit',
  bytes: Buffer.from(`tree ${objectId(tree)}\nauthor ${person}\ncommitter ${person}\n\nx`),
})

test('objects that no tip reaches are dropped', async () => {
  const tree = encodeTree([{ mode: '100644', name: 'a', id: oneId }])
  const objects = await unpack([commitOf(tree), tree, blob('one'), blob('unreached')])
  expect([...objects.keys()]).toEqual([commitOf(tree), tree, blob('one')].map(objectId))
})

test('a push names the path of a missing object and of an unsafe name', async () => {
  const innerTree = encodeTree([{ mode: '100644', name: 'note.md', id: oneId }])
  const tree = encodeTree([{ mode: '40000', name: 'docs', id: objectId(innerTree) }])
  await expect(unpack([commitOf(tree), tree, innerTree])).rejects.toThrow(
    `The push lacks the object ${oneId} of "docs/note.md".`,
  )
  const unsafeTree = encodeTree([{ mode: '40000', name: '.GIT', id: objectId(innerTree) }])
  const outerTree = encodeTree([{ mode: '40000', name: 'a', id: objectId(unsafeTree) }])
  await expect(unpack([commitOf(outerTree), outerTree, unsafeTree, innerTree, blob('one')])).rejects.toThrow(
    'The path "a/.GIT" would be a directory of Git itself on some systems.',
  )
})

test('a link to an object of another type is refused', async () => {
  const tree = encodeTree([{ mode: '40000', name: 'a', id: oneId }])
  await expect(unpack([commitOf(tree), tree, blob('one')])).rejects.toThrow(
    `The object ${oneId} at "a" is a blob where a tree must be.`,
  )
  const repository = new MemoryRepository()
  repository.objects.set(oneId, blob('one'))
  await expect(unpack([commitOf(tree), tree], repository)).rejects.toThrow('a blob where a tree must be')
})

test('an object that exists with different bytes is refused', async () => {
  const repository = new MemoryRepository()
  repository.objects.set(oneId, blob('two'))
  await expect(unpack([blob('one')], repository)).rejects.toThrow(
    `The object ${oneId} exists with different bytes.`,
  )
})

test('a client that disconnects ends the thread', async () => {
  const controller = new AbortController()
  const repository = {
    read: async (): Promise<undefined> => {
      controller.abort(new Error('disconnected'))
      return undefined
    },
  }
  const pack = packOf([deltaById(oneId, delta(3))])
  const work = { pack, tips: [oneId], limits: packLimits }
  await expect(unpackPush(work, { repository, signal: controller.signal })).rejects.toThrow('disconnected')
})
