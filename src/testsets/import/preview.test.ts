import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/value.ts'
import { previewOf } from './preview.ts'

test('short values are complete; nested ones are their JSON text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const json = JSON.stringify(value)
      fc.pre(json.length <= 200)
      const isNested = typeof value === 'object' && value !== null
      expect(previewOf({ value: value as Json })).toEqual({ value: isNested ? json : value })
    }),
  )
})

test('the start of a long value is shown, and the first 50 columns', () => {
  const deep = Array.from({ length: 100_000 }).reduce<Json>((inner) => [inner], 1)
  const wideRow = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at]))
  const preview = previewOf({ long: 'x'.repeat(1_000_000), deep, wide: wideRow })
  for (const value of Object.values(preview)) expect(value).toMatch(/^.{200}…$/)
  const manyColumns = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`c${at}`, at]))
  expect(Object.keys(previewOf(manyColumns))).toHaveLength(50)
})
