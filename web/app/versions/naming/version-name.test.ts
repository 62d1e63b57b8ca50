import { expect, test } from 'vitest'
import { namingOf, versionPhrase } from './version-name.ts'

const naming = namingOf([
  { id: '1', slug: 'chat', artifactId: 'a', name: 'Chat' },
  { id: '2', slug: 'chat-short', artifactId: 'a' },
  { id: '3', slug: 'search', artifactId: 'b', name: 'Search' },
])

test('a version names its variant where the application has several', () => {
  expect(naming({ version: '3', variant: 'chat' })).toBe('Chat@3')
  expect(naming({ version: '3', variant: 'chat-short' })).toBe('chat-short@3')
  expect(naming({ version: '3', variant: '1' })).toBe('Chat@3')
})

test('a version of the only variant, or of an unknown one, is a number', () => {
  expect(naming({ version: '3', variant: 'search' })).toBe('v3')
  expect(naming({ version: '3', variant: 'constructor' })).toBe('v3')
  expect(naming({ version: '3' })).toBe('v3')
})

test('in a sentence a version without a variant is written out', () => {
  expect(versionPhrase(naming, { version: '3', variant: 'chat' })).toBe('Chat@3')
  expect(versionPhrase(naming, { version: '3', variant: 'search' })).toBe('version 3')
})
