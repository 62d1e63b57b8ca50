import { expect, test } from 'vitest'
import { prefetch } from './prefetch.ts'

test('exactly one part is read ahead of the current one', async () => {
  const begun: number[] = []
  const read = (item: number): Promise<string> => {
    begun.push(item)
    return Promise.resolve(`part ${item}`)
  }
  const seen: unknown[] = []
  for await (const [item, part] of prefetch([1, 2, 3], read)) seen.push([item, part, [...begun]])
  expect(seen).toEqual([
    [1, 'part 1', [1, 2]],
    [2, 'part 2', [1, 2, 3]],
    [3, 'part 3', [1, 2, 3]],
  ])
})

test('a failed read rejects at its position, and the failure of an unused part is ignored', async () => {
  const read = (item: number): Promise<number> =>
    item === 2 ? Promise.reject(new Error('lost')) : Promise.resolve(item)
  const seen: number[] = []
  const all = async (): Promise<void> => {
    for await (const [, part] of prefetch([1, 2, 3], read)) seen.push(part)
  }
  await expect(all()).rejects.toThrow('lost')
  expect(seen).toEqual([1])
  for await (const [, part] of prefetch([1, 2], read)) {
    expect(part).toBe(1)
    break
  }
})
