import { expect, test } from 'vitest'
import { reasonsOf } from './failure-reasons.ts'

test('failures are counted by reason, the most frequent first, consequences of others last', () => {
  const cell = (step_key: string, code?: string, message?: string) => ({
    step_key,
    ...(code === undefined ? {} : { error: { code, ...(message === undefined ? {} : { message }) } }),
  })
  expect(
    reasonsOf([
      cell('exact', 'upstream_failed'),
      cell('short', 'upstream_failed'),
      cell('exact', 'upstream_failed'),
      cell('exact', 'missing_expected'),
      cell('chat', 'timeout', 'No answer in 60 s.'),
      cell('chat', 'timeout', 'No answer in 61 s.'),
      cell('chat'),
    ]).map(({ code, total, steps, example }) => [code, total, steps, example]),
  ).toEqual([
    ['timeout', 2, ['chat'], 'No answer in 60 s.'],
    ['missing_expected', 1, ['exact'], undefined],
    ['', 1, ['chat'], undefined],
    ['upstream_failed', 3, ['exact', 'short'], undefined],
  ])
})
