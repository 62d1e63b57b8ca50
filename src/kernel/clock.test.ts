import { expect, test } from 'vitest'
import { microsecondText, systemClock } from './clock.ts'

test('times are UTC text with six digits, never the same twice and never backwards', () => {
  const clock = systemClock()
  const times = Array.from({ length: 5000 }, () => clock.now())
  expect(times.every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(time))).toBe(true)
  expect(times).toEqual(times.toSorted())
  expect(new Set(times).size).toBe(times.length)
})

test('the clock follows the clock of the machine', () => {
  const before = Date.now()
  const now = Date.parse(systemClock().now())
  expect(now).toBeGreaterThanOrEqual(before - 1000)
  expect(now).toBeLessThanOrEqual(Date.now() + 1000)
})

test('ids are UUIDs of version 7 that sort in the order of their creation', () => {
  const clock = systemClock()
  const ids = Array.from({ length: 5000 }, () => clock.id())
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(ids.filter((id) => !shape.test(id))).toEqual([])
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

test('the first 48 bits of an id are the milliseconds of its time', () => {
  const clock = systemClock()
  const before = Date.now()
  const ms = Number.parseInt(clock.id().replaceAll('-', '').slice(0, 12), 16)
  expect(ms).toBeGreaterThanOrEqual(before - 1000)
  expect(ms).toBeLessThanOrEqual(Date.now() + 1000)
})

test('ids of two clocks differ, though they share their time', () => {
  const [firstClock, secondClock] = [systemClock(), systemClock()]
  const ids = Array.from({ length: 1000 }, () => [firstClock.id(), secondClock.id()]).flat()
  expect(new Set(ids).size).toBe(ids.length)
})

test.each([1, 2, 7, 12, 64])('hex returns %i random hexadecimal digits', (digits) => {
  const clock = systemClock()
  expect(clock.hex(digits)).toMatch(new RegExp(`^[0-9a-f]{${digits}}$`))
  expect(new Set(Array.from({ length: 50 }, () => clock.hex(16))).size).toBe(50)
})

test('microseconds become text without loss', () => {
  expect(microsecondText(0)).toBe('1970-01-01T00:00:00.000000Z')
  expect(microsecondText(1_767_323_704_120_331)).toBe('2026-01-02T03:15:04.120331Z')
  expect(microsecondText(999_999)).toBe('1970-01-01T00:00:00.999999Z')
})
