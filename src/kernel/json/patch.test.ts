import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDelta } from './patch.ts'
import type { JsonObject } from './value.ts'

const object = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  .map((value): JsonObject => JSON.parse(JSON.stringify(value)))

describe('a delta', () => {
  test.each([
    [
      'merges objects member by member',
      { a: { b: 1, c: 2 } },
      { set: { a: { c: 3, d: 4 } } },
      { a: { b: 1, c: 3, d: 4 } },
    ],
    ['replaces lists', { a: [1, 2, 3] }, { set: { a: [4] } }, { a: [4] }],
    ['sets nulls', { a: { b: 1 } }, { set: { a: { b: null } } }, { a: { b: null } }],
    ['replaces a scalar by an object', { a: 1 }, { set: { a: { b: 2 } } }, { a: { b: 2 } }],
    ['replaces an object by a scalar', { a: { b: 2 } }, { set: { a: 1 } }, { a: 1 }],
    [
      'removes before it sets',
      { a: { b: 1, c: 2 } },
      { remove: ['a'], set: { a: { d: 3 } } },
      { a: { d: 3 } },
    ],
    ['removes by pointer', { a: { 'b.c': 1 } }, { remove: ['/a/b.c'] }, { a: {} }],
    ['without parts changes nothing', { a: 1 }, {}, { a: 1 }],
  ])('%s', (_, data, delta, expected) => {
    expect(applyDelta(data, delta)).toEqual({ data: expected, missingPaths: [] })
  })

  test('lists the paths that removed nothing, in order', () => {
    expect(applyDelta({ a: 1 }, { remove: ['z', 'a', 'a.b'] })).toEqual({
      data: {},
      missingPaths: ['z', 'a.b'],
    })
  })

  test('keeps the order of members and appends new ones', () => {
    const { data } = applyDelta({ b: 1, a: { y: 1, x: 2 } }, { set: { z: 0, a: { x: 3, w: 4 } } })
    expect(JSON.stringify(data)).toBe('{"b":1,"a":{"y":1,"x":3,"w":4},"z":0}')
  })

  test('treats __proto__ as a key like any other', () => {
    const set = JSON.parse('{"__proto__":{"polluted":true},"a":{"__proto__":[1]}}')
    const { data } = applyDelta({ a: {} }, { set })
    expect(JSON.stringify(data)).toBe('{"a":{"__proto__":[1]},"__proto__":{"polluted":true}}')
    expect('polluted' in {}).toBe(false)
  })

  test('setting an existing value changes nothing, and setting is idempotent', () => {
    fc.assert(
      fc.property(object, object, (data, set) => {
        expect(JSON.stringify(applyDelta(data, { set: data }).data)).toBe(JSON.stringify(data))
        const patchedData = applyDelta(data, { set }).data
        expect(JSON.stringify(applyDelta(patchedData, { set }).data)).toBe(JSON.stringify(patchedData))
      }),
      { numRuns: 200 },
    )
  })
})
