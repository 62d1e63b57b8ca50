import { expect, test } from 'vitest'
import { asSpan } from '../spans/span.ts'
import { mappingBody, proposedMapping, repeatedColumn, sourceFields, sourceValue } from './mapping.ts'

const span = (inputs: unknown, outputs: unknown) =>
  asSpan({ attributes: { ag: { data: { inputs, outputs } } } })
const spans = [span({ question: 'Why?', 'a.b': 1 }, { answer: 'Because.' }), span({ lang: 'en' }, 'Plain')]
const fields = sourceFields(spans)

test('each part of any span can fill a column', () => {
  expect(fields.map(({ name }) => name)).toEqual([
    'inputs.question',
    'inputs.a.b',
    'inputs.lang',
    'inputs',
    'outputs.answer',
    'outputs',
  ])
  expect(sourceFields([span(undefined, undefined)])).toEqual([])
})

test('a new testset gets a column for each input, and the outputs', () => {
  expect(proposedMapping([], fields).map(({ column }) => column)).toEqual([
    'question',
    'a.b',
    'lang',
    'outputs',
  ])
  expect(proposedMapping([], sourceFields([span('Hello', 'Hi')])).map(({ column }) => column)).toEqual([
    'inputs',
    'outputs',
  ])
})

test('columns of a testset are filled by name, and the expected answer by the outputs', () => {
  const mapping = proposedMapping(['Question', 'expected_output', 'difficulty'], fields)
  expect(mappingBody(mapping)).toEqual({
    Question: 'attributes.ag.data.inputs.question',
    expected_output: 'attributes.ag.data.outputs',
  })
  expect(mappingBody([{ column: ' ', path: 'x' }])).toBeUndefined()
})

test('the preview reads the same values as the server, also under names with dots', () => {
  const path = fields.find(({ name }) => name === 'inputs.a.b')?.path ?? ''
  expect(path).toBe(String.raw`attributes.ag.data.inputs.a\.b`)
  expect(spans.map((one) => sourceValue(one, path))).toEqual([1, undefined])
  expect(spans.map((one) => sourceValue(one, 'attributes.ag.data.outputs'))).toEqual([
    { answer: 'Because.' },
    'Plain',
  ])
})

test('a repeated column name is reported', () => {
  const mapping = ['a', 'b', ' a'].map((column) => ({ column, path: 'x' }))
  expect(repeatedColumn(mapping)).toBe('a')
  expect(repeatedColumn(mapping.slice(0, 2))).toBeUndefined()
})
