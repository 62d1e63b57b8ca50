import { expect, test } from 'vitest'
import { silentMs, silentSince, type FollowedRun } from './run-silence.ts'

const at = '2026-11-18T10:00:00.000000Z'
const run: FollowedRun = {
  status: 'running',
  executor: 'client',
  cells: { waiting: 3, manual: 0 },
  last_change_at: at,
}
const lateMs = Date.parse(at) + silentMs

test('a run of a program is silent five minutes after its last change', () => {
  expect(silentSince(run, lateMs)).toBe(at)
  expect(silentSince(run, lateMs - 1)).toBeUndefined()
})

test('a program that was killed between its last cell and the end of its run is silent, too', () => {
  expect(silentSince({ ...run, cells: { waiting: 0, manual: 0 } }, lateMs)).toBe(at)
})

test.each([
  ['has ended', { status: 'cancelled' }],
  ['is computed by the server', { executor: 'server' }],
  ['waits for people only', { cells: { waiting: 0, manual: 3 } }],
])('a run that %s is not silent', (_, change) => {
  expect(silentSince({ ...run, ...change }, lateMs)).toBeUndefined()
})
