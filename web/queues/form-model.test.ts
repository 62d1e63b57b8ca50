import { expect, test } from 'vitest'
import { afterChoice, answersOf, choiceOfDigit, judgedBy, questionsOf, type StepForm } from './form-model.ts'

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
const questions = questionsOf(forms)

test('yes and no, short scales and lists are answered by digits, the rest by typing', () => {
  expect(
    questions.map(({ field, choices }) => `${field.name} ${choices.map(({ name }) => name).join()}`),
  ).toEqual(['helpful Yes,No', 'tone 1,2,3,4,5', 'comment ', 'kind praise,complaint', 'score '])
  const [helpful, tone] = questions
  expect(helpful && choiceOfDigit(helpful, 2)?.value).toBe('false')
  expect(tone && choiceOfDigit(tone, 5)?.value).toBe('5')
  expect(helpful && choiceOfDigit(helpful, 3)).toBeUndefined()
})

test('after a digit the next question that digits answer has its turn', () => {
  expect(afterChoice(questions, {}, 0)).toBe(1)
  expect(afterChoice(questions, {}, 1)).toBe(3)
  expect(afterChoice(questions, {}, 3)).toBe(3)
  expect(afterChoice(questions, { 'evaluator-a tone': '4' }, 0)).toBe(3)
})

test('answers become the outputs of each evaluator, and come back as answers', () => {
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
  expect(judgedBy(forms, answers)).toEqual({ outputs })
  expect(answersOf(forms, outputs)).toEqual({ ...answers, 'evaluator-a comment': '' })
})

test('what is missing or wrong is said of its question', () => {
  expect(judgedBy(forms, { 'evaluator-a tone': '9' })).toEqual({
    faults: { 'evaluator-a helpful': 'This is needed.', 'evaluator-a tone': 'At most 5.' },
  })
})
