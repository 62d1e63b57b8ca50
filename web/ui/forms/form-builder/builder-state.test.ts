import { expect, test } from 'vitest'
import { builderOf, builderReducer, errorsOf, isComplete, type BuilderAction } from './builder-state.ts'
import { emptyQuestion } from './question-schema.ts'

const empty = builderOf({ questions: [], rest: {} })
const after = (...actions: readonly BuilderAction[]) => actions.reduce(builderReducer, empty)
const namesOf = (state: typeof empty) => state.items.map(({ question }) => question.name)

const setLabel = (id: number, label: string): BuilderAction => ({ type: 'change', id, change: { label } })

test('the name of a new question follows its label and stays unique', () => {
  const state = after(
    { type: 'add' },
    { type: 'add' },
    setLabel(0, 'Is it helpful?'),
    setLabel(1, 'Is it helpful!'),
  )
  expect(namesOf(state)).toEqual(['is_it_helpful', 'is_it_helpful_2'])
})

test('a typed name and the name of a stored question do not follow the label', () => {
  const renamedState = after(
    { type: 'add' },
    { type: 'change', id: 0, change: { name: 'help' } },
    setLabel(0, 'New text'),
  )
  expect(namesOf(renamedState)).toEqual(['help'])
  const storedState = builderOf({ questions: [{ ...emptyQuestion, name: 'tone', label: 'Tone' }], rest: {} })
  expect(namesOf(builderReducer(storedState, setLabel(0, 'Voice')))).toEqual(['tone'])
})

const conditional = after({ type: 'add' }, { type: 'add' }, setLabel(0, 'Good'), setLabel(1, 'Why'), {
  type: 'change',
  id: 1,
  change: { showIf: { field: 'good', value: false } },
})
const showIfOf = (state: typeof empty, id: number) =>
  state.items.find((item) => item.id === id)?.question.showIf

test('a condition follows the new name of its question', () => {
  const state = builderReducer(conditional, setLabel(0, 'Fine'))
  expect(showIfOf(state, 1)).toEqual({ field: 'fine', value: false })
})

test('a condition ends when its question is removed or has another kind of answer', () => {
  expect(showIfOf(builderReducer(conditional, { type: 'remove', id: 0 }), 1)).toBeUndefined()
  const changedState = builderReducer(conditional, { type: 'change', id: 0, change: { kind: 'text' } })
  expect(showIfOf(changedState, 1)).toBeUndefined()
})

test('a restored question returns to its position', () => {
  const state = [{ type: 'remove', id: 0 } as const, { type: 'restore' } as const].reduce(
    builderReducer,
    conditional,
  )
  expect(namesOf(state)).toEqual(['good', 'why'])
})

test('a question moves by one place and stays inside the list', () => {
  const movedState = builderReducer(conditional, { type: 'move', id: 1, by: -1 })
  expect(namesOf(movedState)).toEqual(['why', 'good'])
  expect(builderReducer(movedState, { type: 'move', id: 1, by: -1 })).toBe(movedState)
})

test.each([
  ['no text', { label: '' }, 'label'],
  ['no name', { label: 'A', name: ' ' }, 'name'],
  ['one answer of a list', { label: 'A', kind: 'choice', options: ['a'] }, 'options'],
  ['a scale of 12 steps', { label: 'A', kind: 'scale', minimum: 0, maximum: 11 }, 'bounds'],
  ['numbers in the wrong order', { label: 'A', kind: 'number', minimum: 2, maximum: 1 }, 'bounds'],
] as const)('a question with %s has an error at its field', (_, change, field) => {
  const state = after({ type: 'add' }, { type: 'change', id: 0, change })
  const [item] = state.items
  expect(item === undefined ? [] : Object.keys(errorsOf(state, item))).toEqual([field])
  expect(isComplete(state)).toBe(false)
})

test('two questions with the same name have errors', () => {
  const state = after({ type: 'add' }, { type: 'add' }, setLabel(0, 'A'), setLabel(1, 'B'), {
    type: 'change',
    id: 1,
    change: { name: 'a' },
  })
  expect(state.items.map((item) => errorsOf(state, item).name)).toEqual(
    Array(2).fill('Another question has this name.'),
  )
})
