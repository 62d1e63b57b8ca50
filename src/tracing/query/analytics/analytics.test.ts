import { expect, test } from 'vitest'
import { AssayError } from '../../../kernel/errors.ts'
import { readAnalytics } from './analytics.ts'

const spec = { type: 'numeric/continuous', path: 'attributes.ag.metrics.duration.cumulative' }
const read = (specs: readonly object[]) => readAnalytics({ specs }, new Date(0))

test('twenty specs are accepted at once, one more is refused', () => {
  expect(read(Array.from({ length: 20 }, () => spec)).specs).toHaveLength(20)
  try {
    read(Array.from({ length: 21 }, () => spec))
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(AssayError)
    expect((error as AssayError).detail).toMatchObject([
      { type: 'too_long', loc: ['body', 'specs'], msg: 'At most 20 specs are summed up at once.' },
    ])
  }
})

test('a path of a million parts is refused', () => {
  expect(() => read([{ ...spec, path: `attributes.${'a.'.repeat(1_000_000)}` }])).toThrow(
    /more than 4000 characters/,
  )
})
