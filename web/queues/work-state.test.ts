import { expect, test } from 'vitest'
import { emptyAnnotation } from '../ui/forms/questions/form-state.ts'
import {
  initialWork,
  undoTarget,
  workReducer,
  type WorkAction,
  type WorkItem,
  type WorkState,
} from './work-state.ts'

const item = (scenario_id: string, state: WorkItem['state'] = 'open'): WorkItem => ({ scenario_id, state })
const annotation = { outputs: { a: { good: true } }, note: '' }
const after = (...actions: readonly WorkAction<WorkItem>[]) =>
  actions.reduce<WorkState<WorkItem>>(workReducer, initialWork)
const show = (id: string, state: WorkItem['state'] = 'open'): WorkAction<WorkItem> => ({
  type: 'show',
  current: { item: item(id, state), annotation: emptyAnnotation },
})

test('a new item ends the request, its failure and its message', () => {
  const state = after(
    { type: 'start' },
    { type: 'fail', failure: new Error('down') },
    { type: 'report', message: 'last item' },
    show('a'),
  )
  expect(state).toMatchObject({ isBusy: false, failure: undefined, message: '' })
})

test('each undo takes the last finished item that is left', () => {
  const state = after(
    { type: 'finish', item: item('a'), annotation },
    { type: 'finish', item: item('b'), annotation: emptyAnnotation },
    show('c'),
  )
  expect(undoTarget(state)?.item.scenario_id).toBe('b')
  const next = workReducer(state, { type: 'forget', scenarioId: 'b' })
  expect(undoTarget(next)).toEqual({ item: item('a'), annotation })
  expect(undoTarget(workReducer(next, { type: 'forget', scenarioId: 'a' }))).toBeUndefined()
})

test('undo takes the current item if it is annotated or skipped', () => {
  const state = after({ type: 'finish', item: item('a'), annotation }, show('b', 'judged'))
  expect(undoTarget(state)?.item.scenario_id).toBe('b')
})

test('undo works when no item is left', () => {
  const state = after(
    { type: 'finish', item: item('a'), annotation },
    { type: 'show', current: { item: null, annotation: emptyAnnotation } },
  )
  expect(undoTarget(state)?.item.scenario_id).toBe('a')
})
