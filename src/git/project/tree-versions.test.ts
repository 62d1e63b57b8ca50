import { expect, test } from 'vitest'
import { applyDelta } from '../pack/delta.ts'
import { objectId } from '../objects/objects.ts'
import { directoryMode, encodeTree, fileMode, type TreeEntry } from '../objects/tree.ts'
import type { TreeEdit } from './tree-entries.ts'
import { TreeCursor, TreeVersions } from './tree-versions.ts'

/** Numbers from 0 to 1 by a linear congruential generator. */
const randomSource = (seed: number) => {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}

const idOf = (number: number): string => number.toString(16).padStart(40, '0')

/** Random versions of a tree: names whose order depends on their mode, removals, and several edits at once. */
function randomVersions(count: number) {
  const random = randomSource(81)
  const names = ['a', 'a-b', 'a.b', 'ab', 'b', 'c0', 'zz', `long-${'x'.repeat(200)}`]
  const versions = new TreeVersions()
  const entries = new Map<string, TreeEntry>()
  const trees: { readonly bytes: Uint8Array; readonly id: string }[] = []
  for (let version = 0; version < count; version += 1) {
    const edits = new Map<string, TreeEdit>()
    for (let edit = 0; edit < 1 + random() * 3; edit += 1) {
      const name = names[Math.floor(random() * names.length)] ?? ''
      const mode = random() < 0.5 ? directoryMode : fileMode
      const isRemoved = random() < 0.2 && entries.size > names.length / 2
      edits.set(name, { name, mode, id: isRemoved ? null : idOf(Math.floor(random() * 1e6)) })
    }
    for (const { name, mode, id } of edits.values()) {
      if (id === null) entries.delete(name)
      else entries.set(name, { name, mode, id })
    }
    const tree = encodeTree([...entries.values()])
    trees.push({ bytes: tree.bytes, id: objectId(tree) })
    versions.append([...edits.values()], objectId(tree))
  }
  return { versions, trees }
}

test('every version of a tree has the bytes of Git, in any order of reading', () => {
  const { versions, trees } = randomVersions(300)
  const cursor = new TreeCursor(versions)
  expect(objectId(versions.tip.encode())).toBe(trees.at(-1)?.id)
  for (const position of [299, 0, 150, 151, 149, ...trees.keys()]) {
    expect(objectId(cursor.tree(position)), `version ${position}`).toBe(trees[position]?.id)
  }
})

test('the delta of a version applied to the version before gives the version', () => {
  const { versions, trees } = randomVersions(300)
  const cursor = new TreeCursor(versions)
  let deltas = 0
  for (const position of trees.keys()) {
    const change = versions.changeAt(position)
    if (change?.isDelta !== true) continue
    deltas += 1
    const base = trees[position - 1]
    expect(change.base).toBe(base?.id)
    const result = applyDelta(base?.bytes ?? new Uint8Array(), cursor.delta(position))
    expect(objectId({ type: 'tree', bytes: result }), `version ${position}`).toBe(trees[position]?.id)
  }
  expect(deltas).toBeGreaterThan(280)
})

test('a chain of deltas has at most 50 links', () => {
  const { versions, trees } = randomVersions(300)
  const depthOf = (id: string): number => {
    const change = versions.changeAt(versions.positionOf(id) ?? 0)
    return change?.isDelta === true ? 1 + depthOf(change.base) : 0
  }
  expect(Math.max(...trees.map(({ id }) => depthOf(id)))).toBe(50)
})
