import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasMoreValuesThan } from './value-count.ts'
import type { Json } from './value.ts'

const more = (valuesMax: number, text: string): boolean => hasMoreValuesThan(valuesMax, Buffer.from(text))

function valuesOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, each) => sum + valuesOf(each), 1)
}

test('JSON with too many values is refused, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 20 }), (text, valuesMax) => {
      const values = valuesOf(JSON.parse(text) as Json)
      if (values > valuesMax) expect(more(valuesMax, text)).toBe(true)
      if (2 * values <= valuesMax) expect(more(valuesMax, text)).toBe(false)
    }),
  )
})

test('commas and brackets in strings are not counted', () => {
  expect(more(2, JSON.stringify(['a,b,[{"\\"', ',,,']))).toBe(true)
  expect(more(3, JSON.stringify(['a,b,[{"\\"', ',,,']))).toBe(false)
})
