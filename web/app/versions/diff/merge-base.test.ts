import { expect, test } from 'vitest'
import type { GraphRevision } from '../history/graph-layout.ts'
import { mergeBase } from './merge-base.ts'

/** A revision `variant.version`; a fork copies another one. */
const revision = (id: string, originalId?: string): GraphRevision => {
  const [variant = '', version = ''] = id.split('.')
  return {
    id,
    variant_id: variant,
    version,
    author: 'a',
    date: '2026-01-01',
    ...(originalId === undefined ? {} : { copied_from_revision_id: originalId }),
  }
}

const revisions = [
  revision('main.1'),
  revision('main.2'),
  revision('main.10'),
  revision('short.1', 'main.1'),
  revision('short.2', 'main.2'),
  revision('short.3'),
  revision('fork.1', 'short.1'),
  revision('fork.2', 'short.2'),
  revision('fork.3', 'short.3'),
  revision('alone.1'),
]
const baseOf = (ours: string, theirs: string) => mergeBase(revisions, { ours, theirs })?.id

test('the base is the newest revision before the fork, in either direction', () => {
  expect(baseOf('main', 'short')).toBe('main.2')
  expect(baseOf('short', 'main')).toBe('short.2')
})

test('a fork of a fork shares the history of both', () => {
  expect(baseOf('fork', 'short')).toBe('fork.3')
  expect(baseOf('fork', 'main')).toBe('fork.2')
  expect(baseOf('main', 'fork')).toBe('main.2')
})

test('two variants without a common revision have no base', () => {
  expect(baseOf('main', 'alone')).toBeUndefined()
})

test('the base is the merged revision after a merge', () => {
  const merge = { ...revision('main.11'), merged_revision_id: 'short.3' }
  const laterRevisions = [...revisions, merge, revision('main.12'), revision('short.4')]
  expect(mergeBase(laterRevisions, { ours: 'main', theirs: 'short' })?.id).toBe('short.3')
  expect(mergeBase(laterRevisions, { ours: 'main', theirs: 'fork' })?.id).toBe('short.3')
})
