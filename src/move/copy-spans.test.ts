import { expect, test } from 'vitest'
import { chunksOf, type MinuteRows } from './copy-spans.ts'

const minute = (slot: string, rows: number, isDue = true): MinuteRows => ({ slot, rows, isDue })

test('consecutive minutes share a chunk up to 10,000 rows', () => {
  expect(chunksOf([minute('09:00', 6_000), minute('09:01', 4_000), minute('09:02', 1)])).toEqual([
    { from: '09:00', to: '09:01', share: { index: 0, of: 1 } },
    { from: '09:02', to: '09:02', share: { index: 0, of: 1 } },
  ])
})

test('a minute with more rows is divided', () => {
  expect(chunksOf([minute('09:00', 25_000)]).map(({ share }) => share)).toEqual([
    { index: 0, of: 3 },
    { index: 1, of: 3 },
    { index: 2, of: 3 },
  ])
})

test('a minute that is already copied is in no chunk', () => {
  expect(chunksOf([minute('09:00', 1), minute('09:01', 1, false), minute('09:02', 1)])).toEqual([
    { from: '09:00', to: '09:00', share: { index: 0, of: 1 } },
    { from: '09:02', to: '09:02', share: { index: 0, of: 1 } },
  ])
})
