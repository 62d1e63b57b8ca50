import { expect, test } from 'vitest'
import { contextTokens } from './context-sizes.ts'

test.each([
  ['gpt-4o-mini', 128_000],
  ['gpt-4', 8_192],
  ['gpt-4.1-nano', 1_047_576],
  ['o4-mini', 200_000],
  ['claude-3-5-haiku', 200_000],
  ['gemini-2.5-flash', 1_048_576],
])('%s has a context of %d tokens', (model, tokens) => {
  expect(contextTokens(model)).toBe(tokens)
})

test.each(['my-model', 'text-embedding-3-small', 'gpt-4-32k', 'o100'])('%s has no known context', (model) => {
  expect(contextTokens(model)).toBeUndefined()
})
