import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatAttributes, groupedAttributes, keyPieces } from './attributes.ts'

test('values are shown without the marker of their encoding, at any depth', () => {
  const rows = flatAttributes({
    b: '@ag.type=json:{"a":1}',
    a: { c: 'text', d: ['@ag.type=json:[1]', { e: '@ag.type=json:2' }] },
    'e.f': 'an @ag.type=json: inside',
  })
  expect(rows.map(({ key, text }) => [key, text])).toEqual([
    ['a.c', 'text'],
    ['a.d', '["[1]",{"e":"2"}]'],
    ['b', '{"a":1}'],
    ['e.f', 'an @ag.type=json: inside'],
  ])
})

test('attributes are grouped by prefix, and a search looks at keys and values', () => {
  const rows = flatAttributes({
    zone: 'EU',
    ag: { metrics: { costs: 1, tokens: 2 }, type: 'chat' },
    gen_ai: { request: { model: 'gpt-4o' } },
  })
  const groupsFor = (search: string) =>
    groupedAttributes(rows, search).map(({ prefix, attributes }) => [
      prefix,
      attributes.map(({ key }) => key),
    ])
  expect(groupsFor('')).toEqual([
    ['', ['zone']],
    ['ag', ['ag.type']],
    ['ag.metrics', ['ag.metrics.costs', 'ag.metrics.tokens']],
    ['gen_ai', ['gen_ai.request.model']],
  ])
  expect(groupsFor('GPT')).toEqual([['gen_ai', ['gen_ai.request.model']]])
  expect(groupsFor('cost')).toEqual([['ag.metrics', ['ag.metrics.costs']]])
  expect(groupsFor('nowhere')).toEqual([])
})

test('a key breaks only between its words', () => {
  expect(keyPieces('ag.meta.request.max_tokens')).toEqual(['ag.', 'meta.', 'request.', 'max_', 'tokens'])
  fc.assert(fc.property(fc.string(), (key) => keyPieces(key).join('') === key))
})
