import { expect, test } from 'vitest'
import { objectId } from '../objects/objects.ts'
import { derivedCommit } from './derived-commit.ts'
import { derivedTree } from './history.ts'
import { branchOf, namedRef } from './ref-names.ts'

const revision = {
  author: '11111111-1111-7111-8111-111111111111',
  date: '2026-03-02T09:00:00.999999Z',
  message: 'Be kind\n\nwith a reason' as string | undefined,
  version: 3,
}
const blob = 'ce013625030ba8dba906f756967f9e9ca394464a'
const file = (path: string) => ({ id: blob, revisionId: 'r', path })
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

// Clients have fetched commits with these ids: other ids would be a rewritten history.
test('the ids of trees and commits never change', () => {
  expect(derivedTree([], new Map()).id).toBe(emptyTree)
  const files = [file('settings.json'), file('messages/01-system.md'), file('messages/02-user.md')]
  const tree = derivedTree(files, new Map([['README.md', blob]]))
  expect([...tree.trees.keys()]).toEqual([
    '66fb1a6854403477a1a06c9bed2e5da889d9b987',
    'a31d6b4f5f06bf8094808e1f8476b2da41e101f0',
  ])
  expect(objectId(derivedCommit(revision, { tree: emptyTree, parents: [] }))).toBe(
    '6dd2211d04da0eb7bb181e1df15f5ef321b399c3',
  )
  const parents = [blob, emptyTree]
  expect(objectId(derivedCommit(revision, { tree: tree.id, parents }))).toBe(
    'bcc27a086d8690ae2ef81d07262050381632fd9d',
  )
  expect(objectId(derivedCommit({ ...revision, message: undefined }, { tree: tree.id, parents }))).toBe(
    'b33db3b8c3ec51cf934ea800c646c887d7c905f8',
  )
})

test('a commit has the author, the time and the message of its revision', () => {
  const text = Buffer.from(derivedCommit(revision, { tree: emptyTree, parents: [blob] }).bytes).toString()
  const signature = `${revision.author} <${revision.author}@keys.assay.invalid> 1772442000 +0000`
  expect(text).toBe(
    `tree ${emptyTree}\nparent ${blob}\nauthor ${signature}\ncommitter ${signature}\n\nBe kind\n\nwith a reason\n`,
  )
  const commit = derivedCommit({ ...revision, message: 'a\0b' }, { tree: emptyTree, parents: [] })
  expect(Buffer.from(commit.bytes).toString()).toContain('\n\na\u{fffd}b\n')
})

const variantsOf = (...slugs: readonly string[]) => slugs.map((slug) => ({ id: `id of ${slug}`, slug }))
const branchesOf = (...slugs: readonly string[]): readonly string[] => {
  const variants = variantsOf(...slugs)
  return variants.map((variant) => branchOf(variant, variants).replace('refs/heads/', ''))
}

test('a default variant with a generated slug is main, even if another variant has that slug', () => {
  expect(branchesOf('d09c553e7821')).toEqual(['main'])
  expect(branchesOf('d09c553e7821', 'main', 'other')).toEqual(['main', '%6dain', 'other'])
  expect(namedRef('refs/heads/%6dain')).toEqual({ kind: 'branch', slug: 'main' })
})

test('other variants have their slug, with dots escaped where Git refuses them', () => {
  expect(branchesOf('bot.main', 'd09c553e7821', 'main')).toEqual(['bot.main', 'd09c553e7821', 'main'])
  expect(branchesOf('a..b')).toEqual(['a%2e%2eb'])
  expect(namedRef('refs/heads/a%2e%2eb')).toEqual({ kind: 'branch', slug: 'a..b' })
})
