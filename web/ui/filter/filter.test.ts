import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnOf, completionAt, operatorsFor, applySuggestion, type Field } from './completion.ts'
import { conditionsOf, expectedAfter, quote, relations, textOf, tokensOf, withCondition } from './language.ts'
import { signs, wordOperators } from './operators.ts'

const fields: readonly Field[] = [
  { name: 'span_type', description: '', type: 'word', values: ['chat', 'tool'] },
  { name: 'span_name', description: '', type: 'text' },
  { name: 'attributes.ag.metrics.costs.cumulative.total', description: '', type: 'number' },
]

const labelsAt = (text: string): readonly string[] =>
  completionAt(text, text.length, fields).suggestions.map(({ label }) => label)

test('an empty filter suggests fields, a field its operators, an operator the values of the field', () => {
  expect(labelsAt('')).toContain('span_type')
  expect(labelsAt('span_type ')).toEqual(['=', '!=', 'in', 'not_in'])
  expect(labelsAt('span_type = ')).toEqual(['chat', 'tool'])
  expect(labelsAt('span_type = chat ')).toEqual(['and', 'or'])
})

test('typed text narrows the suggestions; any part of a name matches', () => {
  expect(labelsAt('cost')).toEqual(['attributes.ag.metrics.costs.cumulative.total'])
  expect(labelsAt('span_type = to')).toEqual(['tool'])
})

test('relations and lists have their own suggestions', () => {
  expect(labelsAt('child(span_type ')).toEqual(['=', '!=', 'in', 'not_in'])
  expect(labelsAt('span_type in (chat, ')).toEqual(['chat', 'tool'])
  expect(labelsAt('span_type in (chat, tool) ')).toEqual(['and', 'or'])
  expect(labelsAt('not ')).toContain('span_name')
})

test('a suggestion replaces the word under the caret and keeps the rest', () => {
  const text = 'span_ty = chat'
  const completion = completionAt(text, 7, fields)
  const [first] = completion.suggestions
  expect(first?.label).toBe('span_type')
  expect(applySuggestion(text, completion, first ?? { label: '', insert: '', note: '' })).toEqual([
    'span_type = chat',
    10,
  ])
})

test('a key in brackets belongs to its field', () => {
  expect(expectedAfter(tokensOf('attributes["a.b"] '))).toEqual({
    kind: 'operator',
    field: 'attributes["a.b"]',
  })
})

const conditions = fc.array(
  fc.record(
    {
      relation: fc.constantFrom(...relations),
      field: fc.constantFrom('span_type', 'span_name', 'attributes.ag.tags.team', 'start_time'),
      operator: fc.constantFrom('=', '!=', '>', 'contains', 'in', 'like'),
      value: fc.oneof(
        fc.string({ minLength: 1 }).map((text) => JSON.stringify(text)),
        fc.integer().map(String),
        fc.constantFrom(
          'chat',
          '(chat, tool)',
          '["a b", 3]',
          '2026-11-15T09:00:00Z',
          '0db4076d6a20174a',
          '0.01',
        ),
      ),
    },
    { requiredKeys: ['field', 'operator', 'value'] },
  ),
  { minLength: 1, maxLength: 5 },
)

test('every operator of the language is available for some field', () => {
  const types = ['text', 'number', 'time', 'id', 'word', 'list'] as const
  const availableOperators = types.flatMap((type) =>
    operatorsFor('f', [{ name: 'f', description: '', type }]),
  )
  expect([...new Set(availableOperators)].toSorted()).toEqual([...signs, ...wordOperators].toSorted())
  expect(operatorsFor('unknown', [])).toEqual([...signs, ...wordOperators])
})

test('conditions survive a round trip through text', () => {
  fc.assert(
    fc.property(conditions, (list) => {
      expect(conditionsOf(textOf(list))).toEqual(list)
    }),
  )
})

test('a filter that is more than a list of conditions has no chips', () => {
  for (const text of [
    'a = 1 or b = 2',
    'not a = 1',
    'child(a = 1 and b = 2)',
    'child(a = 1',
    'trace(a = 1)',
    '(a = 1) and b = 2',
    'a =',
    'a = 1 b = 2',
  ]) {
    expect([text, conditionsOf(text)]).toEqual([text, undefined])
  }
})

test('a condition added to an alternative applies to all of it', () => {
  const addition = { field: 'span_type', operator: '=', value: 'chat' }
  expect(withCondition('', addition)).toBe('span_type = chat')
  expect(withCondition('a = 1', addition)).toBe('a = 1 and span_type = chat')
  expect(withCondition('a = 1 or b = 2', addition)).toBe('(a = 1 or b = 2) and span_type = chat')
})

test('values are quoted if they are not plain words', () => {
  expect(['chat', '12.5', 'two words', 'null'].map(quote)).toEqual(['chat', '12.5', '"two words"', 'null'])
})

test('the column of an error message is found', () => {
  expect(columnOf("Expected 'and', 'or' or the end, but found span_id. (column 15)")).toBe(15)
  expect(columnOf('Something else.')).toBeUndefined()
})
