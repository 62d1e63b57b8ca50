import { expect, test } from 'vitest'
import { charsOf, isLarge, pruneLarge } from './marker.ts'

function prune(value: unknown): { readonly value: unknown; readonly large: readonly unknown[] } {
  const large: unknown[] = []
  return { value: pruneLarge(value, (part) => large.push(part)), large }
}

test('a small value stays as it is', () => {
  const value = { a: [1, 'two', null], b: { c: true } }
  expect(prune(value)).toEqual({ value, large: [] })
})

test('a long text and a long list are replaced by markers; other members stay', () => {
  const text = 'x'.repeat(300_000)
  const list = Array.from({ length: 5000 }, (_, at) => ({ at, text: 'y'.repeat(60) }))
  const { value, large } = prune({ name: 'span', data: { inputs: list, outputs: { text } } })
  const { name, data } = value as { name: string; data: { inputs: unknown; outputs: { text: unknown } } }
  expect(name).toBe('span')
  expect([isLarge(data.inputs), isLarge(data.outputs.text)]).toEqual([true, true])
  expect(large).toEqual([list, text])
  expect(data.inputs).toMatchObject({ kind: 'list', length: 5000 })
})

test('a large object of many members is replaced, a large object of few small members is not', () => {
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`name ${at}`, 'z'.repeat(1000)]))
  const narrow = { few: ['a'.repeat(150_000), 'b'.repeat(150_000)], small: [1, 2] }
  const { value, large } = prune({ wide, narrow })
  expect(large).toEqual([wide])
  expect((value as { narrow: unknown }).narrow).toEqual(narrow)
})

test('the size of a marker is about that of the JSON', () => {
  const value = { list: Array.from({ length: 1000 }, (_, at) => ({ name: `row ${at}`, ok: true })) }
  expect(charsOf(value) / JSON.stringify(value).length).toBeCloseTo(1, 0)
})
