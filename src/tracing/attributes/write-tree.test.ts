import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Value } from '../value.ts'
import { fullyNested, nestedAttributes } from './write-tree.ts'

test('the fast path of nesting keys returns the same object as the full path', () => {
  const name = fc.constantFrom('a', 'b', 'ab', '0', '1', '', 'constructor', '__proto__')
  const key = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('.'))
  const value: fc.Arbitrary<Value> = fc.oneof(
    fc.string(),
    fc.constant(null),
    fc.constant([]),
    fc.constant({ a: 1 }),
    fc.constant({}),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value)), (entries) => {
      const attributes = Object.fromEntries(entries)
      // Compared as texts, because the order of members matters too.
      expect(JSON.stringify(nestedAttributes(attributes))).toBe(JSON.stringify(fullyNested(attributes)))
    }),
    { numRuns: 2_000 },
  )
})
