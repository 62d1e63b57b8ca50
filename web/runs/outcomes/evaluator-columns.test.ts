import { expect, test } from 'vitest'
import { runMetricsOf, partsOf, verdictTone, type Metrics, type Run } from '../run-model.ts'
import { evaluatorColumns, expectedColumn, expectedOf } from './evaluator-columns.ts'

const step = (key: string, type: 'invocation' | 'annotation') => ({
  key,
  type,
  origin: 'auto' as const,
  references: { [type === 'invocation' ? 'application' : 'evaluator']: { slug: key } },
})
const run: Pick<Run, 'data'> = {
  data: { steps: [step('bot', 'invocation'), step('exact', 'annotation'), step('length', 'annotation')] },
}
const binary = { type: 'binary', count: 2, rate: 0.5 }
const numeric = { type: 'numeric', count: 2, mean: 0.5 }
const path = (name: string) => `attributes.ag.data.outputs.${name}`
const metrics: Metrics = {
  exact: { [path('is_short')]: binary, [path('score')]: numeric, [path('success')]: binary },
  length: { [path('length')]: numeric },
}

test('an evaluator has one column: its verdict, with its scores beside it', () => {
  const parts = partsOf(run)
  const columns = evaluatorColumns(parts.evaluators, runMetricsOf(parts, metrics))
  expect(
    columns.map(({ part, headline, otherMetrics }) => [
      part.name,
      headline.name,
      otherMetrics.map(({ name }) => name),
    ]),
  ).toEqual([
    ['exact', 'success', ['score']],
    ['length', 'length', []],
  ])
})

test('a verdict is good or bad; a score is neither', () => {
  expect([1, 0, 0.5, undefined].map((value) => verdictTone(value, 'share'))).toEqual([
    'good',
    'bad',
    'warn',
    undefined,
  ])
  expect(verdictTone(0, 'plain')).toBeUndefined()
})

test('the expected answer is found by the usual names of its column', () => {
  expect(expectedColumn({ question: 'a', Expected: 'b' })).toBe('Expected')
  expect(expectedColumn({ expected: 'a', correct_answer: 'b' })).toBe('correct_answer')
  expect(expectedColumn({ question: 'a' })).toBeUndefined()
  expect(expectedOf({ correct_answer: { city: 'Oslo' } })).toBe('{"city":"Oslo"}')
  expect(expectedOf(undefined)).toBeUndefined()
})
