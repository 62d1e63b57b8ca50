import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatAttributes, keyPieces } from './attributes.ts'

test('values are shown without the marker of their encoding', () => {
  expect(
    flatAttributes({
      b: '@ag.type=json:{"a":1}',
      a: { c: 'text', d: [1, 2] },
      'e.f': 'an @ag.type=json: inside',
    }),
  ).toEqual([
    ['a.c', 'text'],
    ['a.d', '[1,2]'],
    ['b', '{"a":1}'],
    ['e.f', 'an @ag.type=json: inside'],
  ])
})

test('a key breaks between its words alone', () => {
  expect(keyPieces('ag.meta.request.max_tokens')).toEqual(['ag.', 'meta.', 'request.', 'max_', 'tokens'])
  fc.assert(fc.property(fc.string(), (key) => keyPieces(key).join('') === key))
})
