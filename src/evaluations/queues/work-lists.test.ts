import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { progressOf } from '../following/progress.ts'
import { assignments, workList } from './work-lists.ts'

const scenarios = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `s${i}`)

describe('work lists', () => {
  const users = [['a', 'b']]

  test('batches go to the users in turn', () => {
    const of = (data: object, isSequential = false) =>
      [
        ...assignments({ user_ids: users, ...data }, scenarios(5), { isSequential, repeatIdx: 0 }).values(),
      ].join('')
    expect(of({})).toBe('ababa')
    expect(of({ batch_size: 2 })).toBe('aabba')
    expect(of({ batch_offset: 1 })).toBe('babab')
    expect(of({}, true)).toBe('aaabb')
  })

  test('a user sees his own scenarios, nobody in particular sees all', () => {
    const data = { user_ids: users }
    expect(workList(data, scenarios(3), { isSequential: false, userIds: ['b'] })).toEqual(['s1'])
    expect(workList(data, scenarios(3), { isSequential: false, userIds: ['c'] })).toEqual([])
    expect(workList(data, scenarios(3), { isSequential: false })).toEqual(scenarios(3))
    expect(workList({}, scenarios(3), { isSequential: false, userIds: ['b'] })).toEqual(scenarios(3))
  })

  test('only scenarios that the queue names, in the order of the run', () => {
    const data = { scenario_ids: ['s2', 's0', 'other'] }
    expect(workList(data, scenarios(3), { isSequential: false })).toEqual(['s0', 's2'])
  })

  test('every scenario has one user in each repeat, and shares are even', () => {
    const shape = fc.record({
      count: fc.integer({ min: 0, max: 40 }),
      people: fc.integer({ min: 1, max: 6 }),
      isSequential: fc.boolean(),
    })
    fc.assert(
      fc.property(shape, ({ count, people, isSequential }) => {
        const user_ids = [Array.from({ length: people }, (_, i) => `u${i}`)]
        const given = [
          ...assignments({ user_ids }, scenarios(count), { isSequential, repeatIdx: 0 }).values(),
        ]
        expect(given).toHaveLength(count)
        const shares = user_ids.flat().map((user) => given.filter((one) => one === user).length)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(count)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
        const changes = given.filter((user, i) => i > 0 && user !== given[i - 1]).length
        expect(!isSequential || changes < people).toBe(true)
      }),
    )
  })
})

describe('progress', () => {
  const base = {
    runId: 'r',
    status: 'running',
    isActive: true,
    executor: 'server',
    scenarios: { running: 2, success: 1 },
    cells: { success: 10, failure: 1, running: 2, queued: 8 },
    manual: 3,
    lately: { ended: 10, ms: 1000 },
    startedAt: '1970-01-01T00:00:00.000000Z',
    finishedAt: undefined,
    nowMs: 1000,
  } as const

  test('counts what is done and says when the rest will be', () => {
    expect(progressOf(base)).toEqual({
      run_id: 'r',
      status: 'running',
      is_active: true,
      executor: 'server',
      scenarios: { total: 3, running: 2, success: 1 },
      cells: { total: 24, done: 10, failed: 1, running: 2, waiting: 8, manual: 3 },
      started_at: '1970-01-01T00:00:00.000000Z',
      estimated_end: '1970-01-01T00:00:02.000000Z',
    })
  })

  test('guesses nothing before the first cell, and nothing once it has ended', () => {
    expect(progressOf({ ...base, lately: { ended: 0, ms: 1000 } })).not.toHaveProperty('estimated_end')
    const ended = progressOf({ ...base, status: 'errors', isActive: false, finishedAt: 'then' })
    expect(ended).not.toHaveProperty('estimated_end')
    expect(ended['finished_at']).toBe('then')
    expect(progressOf({ ...base, finishedAt: 'then' })).not.toHaveProperty('finished_at')
  })
})
