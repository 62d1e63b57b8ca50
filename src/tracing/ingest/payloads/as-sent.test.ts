import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyAttributes } from '../../canonical/attributes.fixture.ts'
import { options, otlpSpan } from '../../canonical/span.fixture.ts'
import { spanRecord } from '../../canonical/record.ts'
import { canonicalSpan, type CanonicalSpan } from '../../canonical/span.ts'
import { isObject, valueText, type ValueObject } from '../../value.ts'
import { asSentText, flatAttributes, sentAttributes } from './as-sent.ts'

/** The record of a response. */
const recordOf = (span: CanonicalSpan): unknown => JSON.parse(valueText(spanRecord(span)))

/** If a key has a plain value and is a prefix of another, adapters use the last one sent; nesting loses this order. */
const hasPlainPrefix = (attributes: ValueObject): boolean =>
  Object.keys(attributes).some((key) =>
    Object.entries(attributes).some(([above, value]) => key.startsWith(`${above}.`) && !isObject(value)),
  )

test('a remap of any attributes yields the same result', () => {
  fc.assert(
    fc.property(anyAttributes, (attributes) => {
      fc.pre(!hasPlainPrefix(attributes))
      const once = canonicalSpan(otlpSpan({ attributes }), options)
      const { ag: _, ...foreign } = JSON.parse(valueText(once.attributes)) as ValueObject
      const restoredAttributes = sentAttributes(foreign, asSentText(attributes))
      expect(recordOf(canonicalSpan(otlpSpan({ attributes: restoredAttributes }), options))).toEqual(
        recordOf(once),
      )
    }),
    { numRuns: 500 },
  )
})

test('most spans need no note on their sent form', () => {
  expect(asSentText({ 'gen_ai.request.model': 'm', 'gen_ai.response.finish_reasons': ['stop'] })).toBe('')
})

test('containers that longer keys extend are stored with these keys, at any depth', () => {
  const mergedKeys = { a: { x: 1 }, 'a.b': { y: 1 }, 'a.b.c.d': 1, 'a.list': [{}], 'a.list.0': 2 }
  const attributes = { ...mergedKeys, ab: { x: 1 }, 'ab2.c': 1, plain: 1, 'plain.b': 1 }
  const text = asSentText(attributes)
  expect(JSON.parse(text)).toEqual({ whole: ['a', 'a.b', 'a.list', 'ab'], merged: mergedKeys })
})

test('a client may send any number of keys with objects', () => {
  const names = Array.from({ length: 60_000 }, (_, i) => `key${i}`)
  const attributes = Object.fromEntries(names.map((name) => [name, { name }]))
  expect(JSON.parse(asSentText(attributes))).toEqual({ whole: names })
})

test('flat attributes are those that were nested', () => {
  expect(
    flatAttributes({ a: { b: 1, 'b.c': 2 }, list: [{ x: 1 }, { x: 2 }], plain: ['a'], empty: {} }),
  ).toEqual({
    'a.b': 1,
    'a.b.c': 2,
    'list.0.x': 1,
    'list.1.x': 2,
    plain: ['a'],
    empty: {},
  })
})
