import { expect, test } from 'vitest'
import type { EvaluationResult, QueueAssignment } from '../../storage/contract/contract.ts'
import { itemsOf, selectItem, type QueueState } from './items.ts'

const result = (scenarioId: string, repeatIdx: number, userId: string): EvaluationResult =>
  ({ scenarioId, repeatIdx, stepKey: 'judge', status: 'success', updatedById: userId }) as EvaluationResult

const assignment = (
  scenarioId: string,
  userId: string,
  overrides: Partial<QueueAssignment> = {},
): QueueAssignment => ({
  queueId: 'q',
  scenarioId,
  repeatIdx: 0,
  userId,
  state: 'held',
  at: '2026-01-01T01:00',
  ...overrides,
})

const queue = (
  overrides: Partial<QueueState> = {},
  users: readonly (readonly string[])[] = [],
): QueueState => ({
  scenarioIds: ['a', 'b', 'c', 'd'],
  repeats: 1,
  distribution: { userIds: users, batchSize: 1, batchOffset: 0, isSequential: false },
  stepKeys: ['judge'],
  results: [],
  assignments: [],
  now: '2026-01-01T00:00',
  ...overrides,
})

const visibleItems = (state: QueueState, userId: string): readonly string[] =>
  itemsOf(state, userId).map((item) => `${item.scenarioId}${item.repeatIdx} ${item.state}`)

test('a queue without users offers everybody the items that nobody else annotated or reserved', () => {
  const state = queue({
    results: [result('a', 0, 'ann'), result('b', 0, 'bob')],
    assignments: [assignment('c', 'bob')],
  })
  expect(visibleItems(state, 'ann')).toEqual(['a0 judged', 'd0 open'])
  expect(visibleItems(state, 'bob')).toEqual(['b0 judged', 'c0 open', 'd0 open'])
})

test('an expired reservation frees its item', () => {
  const lateQueue = queue({ assignments: [assignment('a', 'bob')], now: '2026-01-01T01:00' })
  expect(visibleItems(lateQueue, 'ann')).toContain('a0 open')
})

test('nobody annotates a scenario twice, however many repeats it has', () => {
  const state = queue({
    scenarioIds: ['a', 'b'],
    repeats: 2,
    results: [result('a', 1, 'ann')],
    assignments: [assignment('b', 'bob')],
  })
  expect(visibleItems(state, 'ann')).toEqual(['a1 judged', 'b1 open'])
  expect(visibleItems(state, 'bob')).toEqual(['a0 open', 'b0 open'])
  const fullQueue = queue({
    scenarioIds: ['a'],
    repeats: 2,
    results: [result('a', 0, 'ann'), result('a', 1, 'bob')],
  })
  expect(visibleItems(fullQueue, 'cid')).toEqual([])
})

test('distributed items are visible only to their assignees', () => {
  const state = queue({}, [['ann', 'bob']])
  expect(visibleItems(state, 'ann')).toEqual(['a0 open', 'c0 open'])
  expect(visibleItems(state, 'bob')).toEqual(['b0 open', 'd0 open'])
  expect(visibleItems(state, 'cid')).toEqual([])
  const queueOfTwo = queue({ scenarioIds: ['a'], repeats: 2 }, [['ann'], ['bob']])
  expect([visibleItems(queueOfTwo, 'ann'), visibleItems(queueOfTwo, 'bob')]).toEqual([
    ['a0 open'],
    ['a1 open'],
  ])
})

test('an item is annotated when all of its steps are', () => {
  const steps = { stepKeys: ['judge', 'tone'], scenarioIds: ['a'] }
  expect(visibleItems(queue({ ...steps, results: [result('a', 0, 'ann')] }), 'ann')).toEqual(['a0 open'])
  const allResults = [result('a', 0, 'ann'), { ...result('a', 0, 'ann'), stepKey: 'tone' }]
  expect(visibleItems(queue({ ...steps, results: allResults }), 'ann')).toEqual(['a0 judged'])
})

test('the next item is the first open one; adjacent items are returned in any state', () => {
  const state = queue({
    results: [result('a', 0, 'ann')],
    assignments: [assignment('b', 'ann', { state: 'skipped' })],
  })
  const items = itemsOf(state, 'ann')
  expect(selectItem(items, {})?.scenarioId).toBe('c')
  expect(selectItem(items, { scenarioId: 'c', move: 'previous' })).toMatchObject({
    scenarioId: 'b',
    place: 1,
  })
  expect(selectItem(items, { scenarioId: 'a', move: 'previous' })).toBeUndefined()
  expect(selectItem(items, { scenarioId: 'd' })?.scenarioId).toBe('d')
  expect(selectItem(items, { scenarioId: 'gone', move: 'next' })?.scenarioId).toBe('c')
  expect(visibleItems(state, 'bob')).toEqual(['b0 open', 'c0 open', 'd0 open'])
})
