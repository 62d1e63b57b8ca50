import { expect, test } from 'vitest'
import { annotationOf, emptyAnnotation, formReducer, initialForm, type FormAction } from './form-state.ts'

const forms = [
  {
    stepKey: 'tone',
    name: 'Tone',
    schema: {
      properties: {
        helpful: { type: 'boolean' },
        score: { type: 'integer', minimum: 1, maximum: 5 },
        reason: { type: 'string' },
      },
      required: ['helpful'],
    },
  },
] as const

const start = initialForm(forms, emptyAnnotation)
const after = (...actions: readonly FormAction[]) => actions.reduce(formReducer, start)

test('a digit answers the current question and moves to the next one with choices', () => {
  const state = after({ type: 'digit', digit: 2 })
  expect(state.answers['tone helpful']).toBe('false')
  expect(state.currentIndex).toBe(1)
  expect(formReducer(state, { type: 'digit', digit: 4 }).answers['tone score']).toBe('4')
})

test('a digit without a choice changes nothing', () => {
  expect(after({ type: 'digit', digit: 9 })).toBe(start)
})

test('text does not move to another question', () => {
  const state = after({ type: 'focus', index: 2 }, { type: 'write', index: 2, value: 'kind' })
  expect(state.answers['tone reason']).toBe('kind')
  expect(state.currentIndex).toBe(2)
})

test('the current question stays inside the form', () => {
  expect(after({ type: 'step', by: -1 }).currentIndex).toBe(0)
  const last = after({ type: 'step', by: 1 }, { type: 'step', by: 1 }, { type: 'step', by: 1 })
  expect(last.currentIndex).toBe(2)
})

test('errors make the first wrong question the current one', () => {
  const state = after({ type: 'focus', index: 2 }, { type: 'refuse', errors: { 'tone score': 'too large' } })
  expect(state.currentIndex).toBe(1)
  expect(state.errors).toEqual({ 'tone score': 'too large' })
})

test('a complete form is an annotation with a trimmed note; an incomplete one has errors', () => {
  const state = after({ type: 'digit', digit: 1 }, { type: 'note', note: ' clear ' })
  expect(annotationOf(state)).toEqual({
    annotation: { outputs: { tone: { helpful: true } }, note: 'clear' },
  })
  const result = annotationOf(start)
  expect('errors' in result && Object.keys(result.errors)).toEqual(['tone helpful'])
})

test('a stored annotation fills the form', () => {
  const state = initialForm(forms, { outputs: { tone: { helpful: false, score: 3 } }, note: 'so so' })
  expect(state.answers).toEqual({ 'tone helpful': 'false', 'tone score': '3', 'tone reason': '' })
  expect(state.note).toBe('so so')
})
