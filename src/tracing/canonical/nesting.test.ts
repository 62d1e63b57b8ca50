import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueText, type ValueObject } from '../value.ts'
import { nestedAttributes } from '../attributes/write-tree.ts'

describe('nesting at dots', () => {
  test.each<[string, ValueObject, unknown]>([
    ['splits keys', { 'a.b.c': 1, 'a.d': 2 }, { a: { b: { c: 1 }, d: 2 } }],
    ['turns names 0..n−1 into a list, in any order', { 'a.1': 'y', 'a.0': 'x' }, { a: ['x', 'y'] }],
    ['keeps gaps as names', { 'a.0': 'x', 'a.2': 'y' }, { a: { 0: 'x', 2: 'y' } }],
    [
      'keeps numbers as names if other names are present',
      { 'a.0': 'x', 'a.b': 'y' },
      { a: { 0: 'x', b: 'y' } },
    ],
    ['never turns the root into a list', { 0: 'x' }, { 0: 'x' }],
    [
      'puts a longer key beside a plain value',
      { 'db.system': 'x', 'db.system.name': 'y' },
      { db: { system: 'x', 'system.name': 'y' } },
    ],
    [
      'in any order',
      { 'db.system.name': 'y', 'db.system': 'x' },
      { db: { system: 'x', 'system.name': 'y' } },
    ],
    ['puts a key with several more segments beside it too', { a: 1, 'a.b.c': 2 }, { a: 1, 'a.b.c': 2 }],
    [
      'merges a longer key into an object, whose own members win',
      { a: { b: 1 }, 'a.c': 2, 'a.b': 3 },
      { a: { b: 1, c: 2 } },
    ],
    ['leaves dots inside values alone', { a: { 'b.c': 1 } }, { a: { 'b.c': 1 } }],
    [
      'keeps a key named __proto__',
      JSON.parse('{"__proto__.x":1}') as ValueObject,
      JSON.parse('{"__proto__":{"x":1}}'),
    ],
  ])('%s', (_, flatAttributes, expected) => {
    expect(valueText(nestedAttributes(flatAttributes))).toBe(JSON.stringify(expected))
  })

  test('loses no value for any keys', () => {
    const key = fc
      .array(fc.constantFrom('a', 'b', '0', '1', ''), { minLength: 1, maxLength: 4 })
      .map((s) => s.join('.'))
    fc.assert(
      fc.property(
        fc.dictionary(
          key,
          fc.nat().map((n) => `v${n}`),
        ),
        (flatAttributes) => {
          const leaves: string[] = []
          JSON.stringify(nestedAttributes(flatAttributes), (_, value: unknown) => {
            if (typeof value === 'string') leaves.push(value)
            return value
          })
          expect(leaves.sort()).toEqual(Object.values(flatAttributes).sort())
        },
      ),
    )
  })

  test('a key of many segments nests only to the limit', () => {
    expect(() => JSON.stringify(nestedAttributes({ [Array(100_000).fill('a').join('.')]: 1 }))).not.toThrow()
  })
})
