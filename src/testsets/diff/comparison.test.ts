import { describe, expect, test } from 'vitest'
import { rowFromJson } from '../incoming.ts'
import type { ListRoot } from '../pages/store.ts'
import { memoryContext, memorySource, testsetId, type MemoryContext } from '../test-support.ts'
import { writeList } from '../write.ts'
import { compareInThread } from './comparison-work.ts'
import { compareLists, type ComparisonInput, type ComparisonSource } from './comparison.ts'

const otherId = '11a1dcad-5b73-7a53-bd9e-6ee629d85857'

const listOf = (context: MemoryContext, rows: number, extraText: string): Promise<ListRoot> =>
  writeList(
    context,
    Array.from({ length: rows }, (_, i) =>
      rowFromJson({
        data: { question: `${i}${i % 1000 === 0 ? extraText : ''}`, testcase_dedup_id: `row ${i}` },
      }),
    ),
  )

async function lists(
  rows: number,
): Promise<{ readonly source: ComparisonSource; readonly input: ComparisonInput }> {
  const context = memoryContext()
  const base = await listOf(context, rows, '')
  const target = await listOf({ ...context, scope: { testsetId: otherId } }, rows, ' edited')
  return {
    source: memorySource(context),
    input: {
      base,
      target,
      otherTestsetId: testsetId,
      salt: '',
      kinds: ['added', 'removed', 'edited', 'moved'],
      includeRows: true,
      from: 0,
      limit: 1000,
    },
  }
}

/** The most processor time that the main thread spends in one iteration of the event loop. */
async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let isDone = false
  const threadCpuMs = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = threadCpuMs()
  const measure = (): void => {
    const now = threadCpuMs()
    longestMs = Math.max(longestMs, now - before)
    before = now
    if (!isDone) setImmediate(measure)
  }
  setImmediate(measure)
  await work()
  isDone = true
  measure()
  return longestMs
}

describe('a comparison in a thread', () => {
  test('gives the same result as on the main thread', async () => {
    const { source, input } = await lists(3000)
    const localResult = await compareLists(source, input)
    expect(localResult.counts).toMatchObject({ edited: 3, unchanged: 2997 })
    expect(await compareInThread(source, input)).toEqual(localResult)
    const counts = { ...input, includeRows: false }
    expect(await compareInThread(source, counts)).toEqual(await compareLists(source, counts))
  })

  test('does not block the main thread', async () => {
    const { source, input } = await lists(40_000)
    const threadBlockMs = await longestBlockMs(() => compareInThread(source, input))
    const localBlockMs = await longestBlockMs(() => compareLists(source, input))
    expect(threadBlockMs).toBeLessThan(localBlockMs / 2)
  })

  test('fails with the error of the store', async () => {
    const { source, input } = await lists(10)
    const reads = { ...source.reads, testcases: () => Promise.reject(new Error('the disk is full')) }
    await expect(compareInThread({ ...source, reads }, input)).rejects.toThrow('the disk is full')
  })
})
