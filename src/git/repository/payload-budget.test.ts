import { describe, expect, test } from 'vitest'
import { PayloadBudget, payloadLimits } from './payload-budget.ts'

const KiB = 1024
const limits = {
  ...payloadLimits,
  bytesMax: 10 * KiB,
  commitBytesMax: 4 * KiB,
  valuesMax: 10,
  rowBytesMax: 4 * KiB,
}

describe('the budget of a push', () => {
  test('refuses a commit that is too large, and commits that are too large together', () => {
    const budget = new PayloadBudget(limits)
    expect(() => budget.takeFiles([3 * KiB, KiB])).toThrow('The payload of the commit has more than')
    for (const sizes of [[2 * KiB], [3 * KiB, 0]]) budget.takeFiles(sizes)
    expect(() => budget.takeFiles([3 * KiB + 512])).not.toThrow()
    expect(() => budget.takeFiles([3 * KiB])).toThrow('Push fewer commits at once.')
  })

  test('counts empty files, too', () => {
    const budget = new PayloadBudget(limits)
    expect(() => budget.takeFiles(Array.from({ length: 17 }, () => 0))).toThrow('The payload of the commit')
  })

  test('counts the values of a file in every commit that has it', async () => {
    const budget = new PayloadBudget(limits)
    const file = Buffer.from('[1, {"a": 2}, 3]')
    for (const _ of ['first', 'second']) await budget.takeValues('a', file)
    await expect(budget.takeValues('a', file)).rejects.toThrow('more than 10 values together')
  })

  test('counts rows of all commits', () => {
    const budget = new PayloadBudget(limits)
    budget.takeRows(Buffer.alloc(3 * KiB))
    expect(() => budget.takeRows(Buffer.alloc(KiB))).toThrow('The rows of the commits')
  })
})
