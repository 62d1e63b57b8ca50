import { describe, expect, test } from 'vitest'
import { utcTime } from './validation.ts'

describe('a time', () => {
  test.each([
    ['2026-02-28T23:30:00-01:00', '2026-03-01T00:30:00.000000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
    ['2000-02-29T12:00Z', '2000-02-29T12:00:00.000000Z'],
    ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.123456789Z', '9999-12-31T23:59:59.123456789Z'],
  ])('%s is %s', (text, utc) => {
    expect(utcTime(text)).toBe(utc)
  })

  test.each(['2026-02-29', '2026-02-31T00:00:00Z', '1900-02-29', '2026-04-31T10:00:00+02:00', '2026-06-31'])(
    '%s is refused: the month does not have this day',
    (text) => {
      expect(utcTime(text)).toBeUndefined()
    },
  )
})
