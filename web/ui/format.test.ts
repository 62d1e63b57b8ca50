import { expect, test } from 'vitest'
import { ago, bytes, duration, money, shortId } from './format.ts'

test('durations have three significant digits and never exceed their unit', () => {
  const cases = [0, 0.0421, 0.9, 4.2, 42.31, 421.7, 999.7, 4217, 59_999, 61_000, 3_599_000, 7_260_000]
  expect(cases.map(duration)).toEqual([
    '0 ms',
    '42.1 µs',
    '900 µs',
    '4.20 ms',
    '42.3 ms',
    '422 ms',
    '1.00 s',
    '4.22 s',
    '1m 0s',
    '1m 1s',
    '59m 59s',
    '2h 1m',
  ])
})

test('small amounts of money keep two significant digits', () => {
  expect([0, 12.345, 0.25, 0.0123, 0.000287].map(money)).toEqual([
    '$0',
    '$12.35',
    '$0.25',
    '$0.012',
    '$0.00029',
  ])
})

test('times have their largest unit, in the past and future', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  const at = (seconds: number): string => ago(now - seconds * 1000, now)
  expect([1, 30, 90, 7200, 200_000, 5_000_000, -600].map(at)).toEqual([
    'now',
    '30s ago',
    '1m ago',
    '2h ago',
    '2d ago',
    '1mo ago',
    'in 10m',
  ])
})

test('long ids are shortened in the middle; short ids are complete', () => {
  expect(shortId('0db4076d6a20174a720af586dc588c6c')).toBe('0db40…8c6c')
  expect(shortId('u-7')).toBe('u-7')
})

test('sizes change their unit at a thousand', () => {
  expect([999, 1000, 20_480_000].map(bytes)).toEqual(['999 B', '1.0 kB', '20.5 MB'])
})
