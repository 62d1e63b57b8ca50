import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce } from '../sliced.ts'
import { countingValues, hasMoreValuesThan } from './value-count.ts'
import type { Json } from './value.ts'

const exceedsLimit = (valuesMax: number, text: string): boolean =>
  hasMoreValuesThan(valuesMax, Buffer.from(text))

function valuesOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, member) => sum + valuesOf(member), 1)
}

test('JSON with too many values is refused, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 20 }), (text, valuesMax) => {
      const values = valuesOf(JSON.parse(text) as Json)
      if (values > valuesMax) expect(exceedsLimit(valuesMax, text)).toBe(true)
      if (2 * values <= valuesMax) expect(exceedsLimit(valuesMax, text)).toBe(false)
    }),
  )
})

test('the limit of members applies to objects at every depth, and not to lists', () => {
  const exceededLimit = (text: string) =>
    atOnce(countingValues({ valuesMax: 100, membersMax: 2 }, Buffer.from(text)))
  expect(exceededLimit('[{"a":{"b":1,"c":[1,2,3,4]},"d":2},1,2,3]')).toBeUndefined()
  expect(exceededLimit('[{"a":{"b":1,"c":2,"d":3}}]')).toBe('membersMax')
  expect(exceededLimit('{"a":{"b":1,"c":2},"d":[1,{"e":1}],"f":3}')).toBe('membersMax')
  expect(exceededLimit(`[${'1,'.repeat(100)}1]`)).toBe('valuesMax')
})

test('commas and brackets in strings are not counted', () => {
  expect(exceedsLimit(2, JSON.stringify(['a,b,[{"\\"', ',,,']))).toBe(true)
  expect(exceedsLimit(3, JSON.stringify(['a,b,[{"\\"', ',,,']))).toBe(false)
})
