import { expect, test } from 'vitest'
import { answersOf, nextUnansweredQuestion, outputsOf, questionsOf, type StepForm } from './questions.ts'

const forms: readonly StepForm[] = [
  {
    stepKey: 'evaluator-a',
    name: 'helpful',
    schema: {
      type: 'object',
      properties: {
        helpful: { type: 'boolean' },
        tone: { type: 'integer', minimum: 1, maximum: 5 },
        comment: { type: 'string' },
      },
      required: ['helpful'],
    },
  },
  {
    stepKey: 'evaluator-b',
    name: 'kind',
    schema: { properties: { kind: { enum: ['praise', 'complaint'] }, score: { type: 'number' } } },
  },
]
const questions = questionsOf(forms, {})

test('booleans, short scales and enums have choices, other fields are typed', () => {
  expect(
    questions.map(({ field }) => `${field.name} ${field.choices.map(({ name }) => name).join()}`),
  ).toEqual(['helpful Yes,No', 'tone 1,2,3,4,5', 'comment ', 'kind praise,complaint', 'score '])
})

test('the next question with choices and without an answer follows', () => {
  expect(nextUnansweredQuestion({ questions, answers: {} }, 0)).toBe(1)
  expect(nextUnansweredQuestion({ questions, answers: {} }, 1)).toBe(3)
  expect(nextUnansweredQuestion({ questions, answers: {} }, 3)).toBe(3)
  expect(nextUnansweredQuestion({ questions, answers: { 'evaluator-a tone': '4' } }, 0)).toBe(3)
})

test('answers become the outputs of each evaluator, and stored outputs become answers', () => {
  const answers = {
    'evaluator-a helpful': 'false',
    'evaluator-a tone': '4',
    'evaluator-b kind': 'praise',
    'evaluator-b score': '0.5',
  }
  const outputs = {
    'evaluator-a': { helpful: false, tone: 4 },
    'evaluator-b': { kind: 'praise', score: 0.5 },
  }
  expect(outputsOf(forms, answers)).toEqual({ outputs })
  expect(answersOf(forms, outputs)).toEqual({ ...answers, 'evaluator-a comment': '' })
})

test('a missing or wrong answer is an error of its question', () => {
  expect(outputsOf(forms, { 'evaluator-a tone': '9' })).toEqual({
    errors: { 'evaluator-a helpful': 'This field is required.', 'evaluator-a tone': 'At most 5.' },
  })
})
