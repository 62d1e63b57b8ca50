import { expect, test } from 'vitest'
import { namingOf } from './version-name.ts'

const naming = namingOf([
  { slug: 'chat', artifactId: 'a', name: 'Chat' },
  { slug: 'chat-short', artifactId: 'a' },
  { slug: 'search', artifactId: 'b', name: 'Search' },
])

test('a version names its variant where the application has several', () => {
  expect(naming({ version: '3', variant: 'chat' })).toBe('Chat@3')
  expect(naming({ version: '3', variant: 'chat-short' })).toBe('chat-short@3')
})

test('a version of the only variant, or of an unknown one, is a number', () => {
  expect(naming({ version: '3', variant: 'search' })).toBe('v3')
  expect(naming({ version: '3', variant: 'constructor' })).toBe('v3')
  expect(naming({ version: '3' })).toBe('v3')
})
