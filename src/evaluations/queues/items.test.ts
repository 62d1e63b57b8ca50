import { expect, test } from 'vitest'
import type { EvaluationResult, QueueTurn } from '../../storage/contract/contract.ts'
import { itemsOf, wantedItem, type QueueState } from './items.ts'

const result = (scenarioId: string, repeatIdx: number, by: string): EvaluationResult =>
  ({ scenarioId, repeatIdx, stepKey: 'judge', status: 'success', updatedById: by }) as EvaluationResult

const turn = (scenarioId: string, userId: string, over: Partial<QueueTurn> = {}): QueueTurn => ({
  queueId: 'q',
  scenarioId,
  repeatIdx: 0,
  userId,
  state: 'held',
  at: '2026-01-01T01:00',
  ...over,
})

const queue = (over: Partial<QueueState> = {}, users: readonly (readonly string[])[] = []): QueueState => ({
  scenarioIds: ['a', 'b', 'c', 'd'],
  repeats: 1,
  dealing: { userIds: users, batchSize: 1, batchOffset: 0, isSequential: false },
  stepKeys: ['judge'],
  results: [],
  turns: [],
  now: '2026-01-01T00:00',
  ...over,
})

const shown = (state: QueueState, userId: string): readonly string[] =>
  itemsOf(state, userId).map((item) => `${item.scenarioId}${item.repeatIdx} ${item.state}`)

test('in a queue without users everybody has what nobody else has judged or holds', () => {
  const state = queue({ results: [result('a', 0, 'ann'), result('b', 0, 'bob')], turns: [turn('c', 'bob')] })
  expect(shown(state, 'ann')).toEqual(['a0 judged', 'd0 open'])
  expect(shown(state, 'bob')).toEqual(['b0 judged', 'c0 open', 'd0 open'])
})

test('what was held for too long is free again', () => {
  const late = queue({ turns: [turn('a', 'bob')], now: '2026-01-01T01:00' })
  expect(shown(late, 'ann')).toContain('a0 open')
})

test('nobody judges a scenario twice, however many are to judge it', () => {
  const state = queue({
    scenarioIds: ['a', 'b'],
    repeats: 2,
    results: [result('a', 1, 'ann')],
    turns: [turn('b', 'bob')],
  })
  expect(shown(state, 'ann')).toEqual(['a1 judged', 'b1 open'])
  expect(shown(state, 'bob')).toEqual(['a0 open', 'b0 open'])
  const full = queue({
    scenarioIds: ['a'],
    repeats: 2,
    results: [result('a', 0, 'ann'), result('a', 1, 'bob')],
  })
  expect(shown(full, 'cid')).toEqual([])
})

test('what is dealt out is met by those it was dealt to alone', () => {
  const state = queue({}, [['ann', 'bob']])
  expect(shown(state, 'ann')).toEqual(['a0 open', 'c0 open'])
  expect(shown(state, 'bob')).toEqual(['b0 open', 'd0 open'])
  expect(shown(state, 'cid')).toEqual([])
  const both = queue({ scenarioIds: ['a'], repeats: 2 }, [['ann'], ['bob']])
  expect([shown(both, 'ann'), shown(both, 'bob')]).toEqual([['a0 open'], ['a1 open']])
})

test('an item is judged when all of its steps are', () => {
  const steps = { stepKeys: ['judge', 'tone'], scenarioIds: ['a'] }
  expect(shown(queue({ ...steps, results: [result('a', 0, 'ann')] }), 'ann')).toEqual(['a0 open'])
  const all = [result('a', 0, 'ann'), { ...result('a', 0, 'ann'), stepKey: 'tone' }]
  expect(shown(queue({ ...steps, results: all }), 'ann')).toEqual(['a0 judged'])
})

test('the next item is the first that is open; those beside one are met in any state', () => {
  const state = queue({
    results: [result('a', 0, 'ann')],
    turns: [turn('b', 'ann', { state: 'skipped' })],
  })
  const items = itemsOf(state, 'ann')
  expect(wantedItem(items, {})?.scenarioId).toBe('c')
  expect(wantedItem(items, { scenarioId: 'c', move: 'previous' })).toMatchObject({
    scenarioId: 'b',
    place: 1,
  })
  expect(wantedItem(items, { scenarioId: 'a', move: 'previous' })).toBeUndefined()
  expect(wantedItem(items, { scenarioId: 'd' })?.scenarioId).toBe('d')
  expect(wantedItem(items, { scenarioId: 'gone', move: 'next' })?.scenarioId).toBe('c')
  expect(shown(state, 'bob')).toEqual(['b0 open', 'c0 open', 'd0 open'])
})
