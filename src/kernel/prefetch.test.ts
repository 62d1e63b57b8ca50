import { expect, test } from 'vitest'
import { prefetch } from './prefetch.ts'

test('exactly one part after the current one is prefetched', async () => {
  const startedItems: number[] = []
  const read = (item: number): Promise<string> => {
    startedItems.push(item)
    return Promise.resolve(`part ${item}`)
  }
  const parts: unknown[] = []
  for await (const [item, part] of prefetch([1, 2, 3], read)) parts.push([item, part, [...startedItems]])
  expect(parts).toEqual([
    [1, 'part 1', [1, 2]],
    [2, 'part 2', [1, 2, 3]],
    [3, 'part 3', [1, 2, 3]],
  ])
})

test('a failed read rejects at its position, and the failure of an unused part is ignored', async () => {
  const read = (item: number): Promise<number> =>
    item === 2 ? Promise.reject(new Error('lost')) : Promise.resolve(item)
  const parts: number[] = []
  const readAll = async (): Promise<void> => {
    for await (const [, part] of prefetch([1, 2, 3], read)) parts.push(part)
  }
  await expect(readAll()).rejects.toThrow('lost')
  expect(parts).toEqual([1])
  for await (const [, part] of prefetch([1, 2], read)) {
    expect(part).toBe(1)
    break
  }
})
