import { expect, test } from 'vitest'
import { PageSize } from './page-size.ts'

const spansOf = (count: number) => Array.from({ length: count }, () => ({ facts: 'x'.repeat(1024) }))

test('pages of small items grow to the largest size', () => {
  const size = new PageSize(50)
  const sizes = Array.from({ length: 4 }, () => {
    size.adapt(spansOf(size.next))
    return size.next
  })
  expect(sizes).toEqual([20, 40, 50, 50])
})

test('a page of traces with many spans is followed by one with fewer traces', () => {
  const size = new PageSize(200)
  size.adapt(spansOf(16 * 1024), 10)
  expect(size.next).toBe(5)
  size.adapt(spansOf(64 * 1024), 5)
  expect(size.next).toBe(1)
})
