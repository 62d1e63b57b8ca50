import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyAttributes } from '../../canonical/attributes.fixture.ts'
import { options, otlpSpan } from '../../canonical/span.fixture.ts'
import { spanRecord } from '../../canonical/record.ts'
import { canonicalSpan, type CanonicalSpan } from '../../canonical/span.ts'
import { isObject, valueText, type ValueObject } from '../../value.ts'
import { asSentText, flatAttributes, sentAttributes } from './as-sent.ts'

/** As it is answered. */
const recordOf = (span: CanonicalSpan): unknown => JSON.parse(valueText(spanRecord(span)))

/** Of a key with a plain value and a longer one, adapters take the last that was sent; nesting keeps no order. */
const hasPlainPrefix = (attributes: ValueObject): boolean =>
  Object.keys(attributes).some((key) =>
    Object.entries(attributes).some(([above, value]) => key.startsWith(`${above}.`) && !isObject(value)),
  )

test('attributes are mapped again to what they were mapped to, whatever they are', () => {
  fc.assert(
    fc.property(anyAttributes, (attributes) => {
      fc.pre(!hasPlainPrefix(attributes))
      const once = canonicalSpan(otlpSpan({ attributes }), options)
      const { ag: _, ...foreign } = JSON.parse(valueText(once.attributes)) as ValueObject
      const sent = sentAttributes(foreign, asSentText(attributes))
      expect(recordOf(canonicalSpan(otlpSpan({ attributes: sent }), options))).toEqual(recordOf(once))
    }),
    { numRuns: 500 },
  )
})

test('most spans need no note of what was sent', () => {
  expect(asSentText({ 'gen_ai.request.model': 'm', 'gen_ai.response.finish_reasons': ['stop'] })).toBe('')
})

test('what longer keys run on from is kept with them, at any depth', () => {
  const merged = { a: { x: 1 }, 'a.b': { y: 1 }, 'a.b.c.d': 1, 'a.list': [{}], 'a.list.0': 2 }
  const sent = { ...merged, ab: { x: 1 }, 'ab2.c': 1, plain: 1, 'plain.b': 1 }
  const text = asSentText(sent)
  expect(JSON.parse(text)).toEqual({ whole: ['a', 'a.b', 'a.list', 'ab'], merged })
})

test('keys with objects are as many as a client likes', () => {
  const names = Array.from({ length: 60_000 }, (_, i) => `key${i}`)
  const sent = Object.fromEntries(names.map((name) => [name, { name }]))
  expect(JSON.parse(asSentText(sent))).toEqual({ whole: names })
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
