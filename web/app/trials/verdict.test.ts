import { expect, test } from 'vitest'
import { verdictOf } from './verdict.ts'

test('a verdict has a score, success, reasoning and the rest', () => {
  expect(verdictOf({ score: 0.5, success: false, reasoning: 'Half of it.', difference: 2 })).toEqual({
    score: 0.5,
    success: false,
    reasoning: 'Half of it.',
    rest: { difference: 2 },
  })
})

test('unknown outputs are the rest', () => {
  expect(verdictOf({ score: 'good', comment: 3 })).toMatchObject({
    score: undefined,
    reasoning: undefined,
    rest: { score: 'good', comment: 3 },
  })
  expect(verdictOf('fine')).toMatchObject({ rest: { value: 'fine' } })
})
