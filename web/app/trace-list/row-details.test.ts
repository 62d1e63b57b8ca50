import { expect, test } from 'vitest'
import { asSpan } from '../spans/span.ts'
import {
  annotationsByRow,
  asRowAnnotation,
  outputValue,
  annotationOutputs,
  outputText,
  modelsByRow,
} from './row-details.ts'

const annotationOf = (evaluator: string, outputs: unknown, span_id = 's1') =>
  asRowAnnotation({
    data: { outputs },
    references: { evaluator: { slug: evaluator } },
    links: { invocation: { trace_id: 't1', span_id } },
  })

test('annotations are in the row of their trace, and in a list of spans in the row of their span', () => {
  const annotations = [annotationOf('helpful', { score: 1 }), annotationOf('helpful', { score: 0 }, 's2')]
  expect(annotationsByRow(annotations, false).get('t1')).toHaveLength(2)
  expect(annotationsByRow(annotations, true).get('t1/s2')).toEqual([annotations[1]])
})

test('several numbers are averaged; for other values the newest counts', () => {
  const annotations = [
    annotationOf('helpful', { score: 1, label: 'good' }),
    annotationOf('helpful', { score: 0, label: 'bad' }),
  ]
  expect(outputValue(annotations, 'helpful', 'score')).toBe(0.5)
  expect(outputValue(annotations, 'helpful', 'label')).toBe('good')
  expect(outputValue(annotations, 'other', 'score')).toBeUndefined()
  expect(outputValue(annotations, 'helpful', 'constructor')).toBeUndefined()
})

test('a row names each output once; a single output has the name of its evaluator', () => {
  const annotations = [
    annotationOf('helpful', { score: 0.25 }),
    annotationOf('feedback', { correct: false, comment: 'x'.repeat(100), tone: 'rude' }),
    annotationOf('plain', true),
  ]
  expect(annotationOutputs(annotations).map(({ name, value }) => `${name} ${outputText(value)}`)).toEqual([
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
