import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../sliced.ts'
import { canonicalJson, contentHash, hashingContent } from './canonical.ts'
import type { Json } from './value.ts'

describe('canonical JSON', () => {
  test.each([
    ['sorts keys and escapes non-ASCII characters', '{"b":1,"a":"é"}', '{"a":"\\u00e9","b":1}'],
    [
      'writes numbers in ECMAScript form',
      '{"n":1.5e-7,"big":1e21,"m":-0.0,"i":100,"h":0.1}',
      '{"big":1e+21,"h":0.1,"i":100,"m":0,"n":1.5e-7}',
    ],
    [
      'sorts at every level and keeps nulls and empty objects',
      '{"question":"2+2?","options":[3,4.0,5],"meta":{"b":null,"a":{}}}',
      '{"meta":{"a":{},"b":null},"options":[3,4,5],"question":"2+2?"}',
    ],
    ['writes astral characters as two escapes', '"😀"', '"\\ud83d\\ude00"'],
    ['leaves slash and DEL alone and escapes controls', '"/\u007f\\n\\u0001"', '"/\u007f\\n\\u0001"'],
  ])('%s', (_, text, expected) => {
    expect(canonicalJson(JSON.parse(text))).toBe(expected)
  })

  test('a text becomes ASCII JSON with the escapes of JSON.stringify', () => {
    const text = fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(text, (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toBe(value)
        expect(text).toBe(
          JSON.stringify(value).replace(
            /[\u0080-\uffff]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          ),
        )
      }),
    )
  })

  test('hashing in time slices gives the same hash, up to the length of the JSON text', () => {
    const longList = Array.from({ length: 1000 }, (_, i) => ({ [`é"${i}`]: [i, `a\n${i}`, {}, [], null] }))
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.constant(longList)), (value) => {
        const { length } = JSON.stringify(value)
        const hashOf = (charactersMax?: number) => atOnce(hashingContent(value as Json, charactersMax))
        expect(hashOf()).toBe(contentHash(value as Json))
        expect(hashOf(length)).toBe(contentHash(value as Json))
        expect(hashOf(length - 1)).toBeUndefined()
      }),
    )
  })

  test('equal values have equal hashes whatever their key order', () => {
    expect(contentHash({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(contentHash({ b: [{ d: 3, c: 2 }], a: 1 }))
  })

  test('the content hash is BLAKE2b with 32 bytes of output', () => {
    // printf '{}' | b2sum -l 256
    expect(contentHash({})).toBe('c09da522dac261c3d2566230bed10d2f3ef13f8e7654576c12e857e07f786098')
  })
})
