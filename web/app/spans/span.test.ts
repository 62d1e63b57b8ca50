import { expect, test } from 'vitest'
import { timeMs } from './span.ts'

test('times keep fractions of a millisecond', () => {
  expect(timeMs('2026-11-15T09:00:00.000250Z') - timeMs('2026-11-15T09:00:00Z')).toBeCloseTo(0.25, 3)
})
