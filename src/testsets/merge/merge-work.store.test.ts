import { describe, expect, test } from 'vitest'
import { rowFromJson } from '../incoming.ts'
import type { ListRoot } from '../pages/store.ts'
import { memoryContext, rowsOf, type MemoryContext } from '../test-support.ts'
import { writeList } from '../write.ts'
import { mergeInThread } from './merge-work.ts'
import { mergeLists, type MergeInput } from './merge.ts'

const listOf = (context: MemoryContext, textOf: (i: number) => string): Promise<ListRoot> =>
  writeList(
    context,
    Array.from({ length: 2000 }, (_, i) =>
      rowFromJson({ data: { question: textOf(i), testcase_dedup_id: `row ${i}` } }),
    ),
  )

async function merge(oneIn: { readonly ours: number; readonly theirs: number }) {
  const context = memoryContext()
  const input: MergeInput = {
    base: await listOf(context, String),
    ours: await listOf(context, (i) => (i % oneIn.ours === 0 ? `${i} ours` : `${i}`)),
    theirs: await listOf(context, (i) => (i % oneIn.theirs === 1 ? `${i} theirs` : `${i}`)),
    resolutions: [],
    resolutionsLoc: ['body', 'resolutions'],
  }
  return { context, input }
}

describe('a merge in a thread', () => {
  test('stores the same list as on the main thread', async () => {
    const { context, input } = await merge({ ours: 4, theirs: 4 })
    const localMerge = await mergeLists(context, input)
    if (localMerge.status !== 'mergeable') throw new Error(localMerge.status)
    const threadMerge = await mergeInThread(context, { input, shouldCommit: true })
    expect(threadMerge).toMatchObject({ status: 'mergeable', counts: localMerge.counts, openConflicts: [] })
    expect(threadMerge.root).toEqual(await localMerge.commit())
    expect(await rowsOf(context.pages, threadMerge.root ?? input.base)).toHaveLength(2000)
  })

  test('stores nothing in a dry run', async () => {
    const { context, input } = await merge({ ours: 4, theirs: 4 })
    const saves = context.testcases.counts.saves
    expect((await mergeInThread(context, { input, shouldCommit: false })).root).toBeUndefined()
    expect(context.testcases.counts.saves).toBe(saves)
  })

  test('reports all conflicts, and refuses resolutions as on the main thread', async () => {
    const { context, input } = await merge({ ours: 1, theirs: 4 })
    const localMerge = await mergeLists(context, input)
    const threadMerge = await mergeInThread(context, { input, shouldCommit: true })
    expect(threadMerge).toEqual({
      status: 'conflicts',
      counts: localMerge.counts,
      openConflicts: localMerge.status === 'conflicts' ? localMerge.openConflicts : [],
      root: undefined,
    })
    const wrongInput = {
      ...input,
      resolutions: [{ dedupId: 'none', occurrence: 1, choice: 'ours' as const }],
    }
    await expect(mergeInThread(context, { input: wrongInput, shouldCommit: true })).rejects.toMatchObject({
      code: 'validation_failed',
      detail: [{ loc: ['body', 'resolutions', 0] }],
    })
  })
})
