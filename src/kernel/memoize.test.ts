import { expect, test, vi } from 'vitest'
import { isSameList, memoize, memoizeLast, memoizeLists, once } from './memoize.ts'

test('once computes a value on its first use only, also when the value is undefined', () => {
  const compute = vi.fn<() => undefined>()
  const value = once(compute)
  expect(compute).not.toHaveBeenCalled()
  value()
  value()
  expect(compute).toHaveBeenCalledOnce()
})

test('memoizeLast computes again when the argument changes', () => {
  const compute = vi.fn<(n: number) => number>((n) => n * 2)
  const double = memoizeLast(compute)
  expect([double(1), double(1), double(2), double(1)]).toEqual([2, 2, 4, 2])
  expect(compute).toHaveBeenCalledTimes(3)
})

test('memoizeLast compares lists by their texts', () => {
  const compute = vi.fn<(texts: readonly string[]) => string>((texts) => texts.join())
  const joined = memoizeLast(compute, isSameList)
  const results = [['a', 'b'], ['a', 'b'], ['a'], ['a', 'b', 'c'], ['b', 'a', 'c']].map(joined)
  expect(results).toEqual(['a,b', 'a,b', 'a', 'a,b,c', 'b,a,c'])
  expect(compute).toHaveBeenCalledTimes(4)
})

test('memoize and memoizeLists return the first result for equal arguments', () => {
  const compute = vi.fn<(text: string) => { text: string }>((text) => ({ text }))
  const byText = memoize(compute)
  expect(byText('a')).toBe(byText('a'))
  expect(compute).toHaveBeenCalledOnce()
  const byList = memoizeLists((texts) => ({ texts }))
  expect(byList(['a', 'b'])).toBe(byList(['a', 'b']))
  expect(byList(['a'])).not.toBe(byList(['a', 'b']))
})
