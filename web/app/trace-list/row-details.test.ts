import { expect, test } from 'vitest'
import { asSpan } from '../spans/span.ts'
import {
  annotationsByRow,
  asRowAnnotation,
  judgementOf,
  judgementsOf,
  judgementText,
  modelsByRow,
} from './row-details.ts'

const judged = (evaluator: string, outputs: unknown, span_id = 's1') =>
  asRowAnnotation({
    data: { outputs },
    references: { evaluator: { slug: evaluator } },
    links: { invocation: { trace_id: 't1', span_id } },
  })

test('annotations are in the row of their trace, and in a list of spans in the row of their span', () => {
  const annotations = [judged('helpful', { score: 1 }), judged('helpful', { score: 0 }, 's2')]
  expect(annotationsByRow(annotations, false).get('t1')).toHaveLength(2)
  expect(annotationsByRow(annotations, true).get('t1/s2')).toEqual([annotations[1]])
})

test('several numbers are averaged; of other values the newest is shown', () => {
  const annotations = [
    judged('helpful', { score: 1, label: 'good' }),
    judged('helpful', { score: 0, label: 'bad' }),
  ]
  expect(judgementOf(annotations, 'helpful', 'score')).toBe(0.5)
  expect(judgementOf(annotations, 'helpful', 'label')).toBe('good')
  expect(judgementOf(annotations, 'other', 'score')).toBeUndefined()
  expect(judgementOf(annotations, 'helpful', 'constructor')).toBeUndefined()
})

test('a row names each output once; a single output has the name of its evaluator', () => {
  const annotations = [
    judged('helpful', { score: 0.25 }),
    judged('feedback', { correct: false, comment: 'x'.repeat(100), tone: 'rude' }),
    judged('plain', true),
  ]
  expect(judgementsOf(annotations).map(({ name, value }) => `${name} ${judgementText(value)}`)).toEqual([
    'helpful 0.25',
    'feedback.correct no',
    'feedback.tone rude',
    'plain yes',
  ])
})

test('models are named once, in the order of their first call', () => {
  const call = (model: string) =>
    asSpan({ trace_id: 't', span_id: 's', attributes: { ag: { meta: { request: { model } } } } })
  expect(modelsByRow([call('b'), call('a'), call('b')], false).get('t')).toEqual(['b', 'a'])
})
