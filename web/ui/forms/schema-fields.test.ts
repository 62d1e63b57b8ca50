import { expect, test } from 'vitest'
import { selectedValuesOf, fieldsOf, readForm, type FormSchema } from './schema-fields.ts'

const schema: FormSchema = {
  type: 'object',
  required: ['score'],
  properties: {
    score: { type: 'integer', minimum: 1, maximum: 5, title: 'Score' },
    verdict: { enum: ['good', 'bad'] },
    sure: { type: ['boolean', 'null'] },
    comment: { type: 'string', description: 'In your words' },
    parts: { type: 'array' },
  },
}

test('every property has a field of its kind', () => {
  expect(fieldsOf(schema).map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['score', 'integer', true],
    ['verdict', 'choice', false],
    ['sure', 'flag', false],
    ['comment', 'text', false],
    ['parts', 'json', false],
  ])
})

test('values have the types of their fields; empty fields are omitted', () => {
  expect(readForm(schema, { score: '4', verdict: 'bad', sure: 'false', comment: '', parts: '[1]' })).toEqual({
    values: { score: 4, verdict: 'bad', sure: false, parts: [1] },
  })
})

test('invalid input gives an error per field', () => {
  expect(readForm(schema, { parts: '[', score: '' })).toEqual({
    errors: { score: 'This field is required.', parts: 'Invalid JSON.' },
  })
  expect(readForm(schema, { score: '9' })).toEqual({ errors: { score: 'At most 5.' } })
  expect(readForm(schema, { score: '2.5' })).toEqual({ errors: { score: 'Enter a whole number.' } })
})

const conditional: FormSchema = {
  type: 'object',
  properties: {
    good: { type: 'boolean' },
    faults: { type: 'array', items: { type: 'string', enum: ['rude', 'wrong', 'long'] }, uniqueItems: true },
    worst: { type: 'string', enum: ['rude', 'wrong', 'long'] },
  },
  required: ['good'],
  allOf: [
    {
      if: { properties: { good: { const: false } }, required: ['good'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['faults'] },
      else: { properties: { faults: false } },
    },
  ],
}

test('a field with a condition is visible, and required, only if the condition holds', () => {
  expect(readForm(conditional, { good: 'true', faults: '["rude"]' })).toEqual({ values: { good: true } })
  expect(readForm(conditional, { good: 'false' })).toEqual({ errors: { faults: 'This field is required.' } })
  expect(readForm(conditional, { good: 'false', faults: '["rude","long"]' })).toEqual({
    values: { good: false, faults: ['rude', 'long'] },
  })
})

test('the steps of a scale have the labels of its ends', () => {
  const scale = {
    type: 'integer',
    minimum: 1,
    maximum: 3,
    oneOf: [{ const: 1, title: 'bad' }, { const: 2 }, { const: 3 }],
  }
  expect(fieldsOf({ properties: { scale } })[0]?.choices.map(({ name }) => name)).toEqual(['1 bad', '2', '3'])
})

test('a stored text that is not a list has no selected values', () => {
  expect(selectedValuesOf('rude')).toEqual([])
  expect(selectedValuesOf('"rude"')).toEqual([])
})
