import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { parsePath, valueAt } from './path.ts'

/** Nested objects, one name of which is itself a dot path. */
const name = fc
  .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 20 })
  .map((parts) => parts.join('.'))
const nestedPath = fc.array(name, { minLength: 1, maxLength: 4 })

describe('the value at a path', () => {
  test('is found under names with any number of dots', () => {
    fc.assert(
      fc.property(nestedPath, (names) => {
        const root = names.reduceRight<Json>((value, member) => ({ [member]: value }), 'found')
        expect(valueAt(root, parsePath(names.join('.')))).toBe('found')
        expect(valueAt(root, parsePath(`${names.join('.')}.c`))).toBeUndefined()
      }),
    )
  })

  test('is the one under the shortest name', () => {
    const longPath = Array.from({ length: 30 }, () => 'a').join('.')
    const object: JsonObject = { [longPath]: { b: 1 }, [`${longPath}.b`]: 2 }
    expect(valueAt(object, parsePath(`${longPath}.b`))).toBe(1)
  })

  test('of a hundred thousand segments is found without a lookup of every prefix', () => {
    const longPath = Array.from({ length: 100_000 }, () => 'a').join('.')
    let lookups = 0
    const beginnings = Array.from({ length: 500 }, (_, i) => [longPath.slice(0, 2 * i + 1), i] as const)
    const countingObject = new Proxy<JsonObject>(
      { ...Object.fromEntries(beginnings), [longPath]: 1 },
      {
        getOwnPropertyDescriptor: (target, key) => {
          lookups += 1
          return Reflect.getOwnPropertyDescriptor(target, key)
        },
      },
    )
    const path = parsePath(longPath)
    // Listing the names also reads each of them.
    void Object.entries(countingObject)
    const listing = lookups
    expect(valueAt(countingObject, path)).toBe(1)
    expect(lookups).toBeLessThan(2 * listing + 100)
  })
})
