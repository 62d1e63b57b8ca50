// The longest block of the main thread while large testsets are compared and merged, in processor time, with stores in
// memory: `npm run bench:testset-turns -- 300000`. bench/testsets.ts measures the stores.
import { compareInThread } from '../src/testsets/diff/comparison-work.ts'
import { rowFromJson } from '../src/testsets/incoming.ts'
import { mergeInThread } from '../src/testsets/merge/merge-work.ts'
import type { ListRoot } from '../src/testsets/pages/store.ts'
import { memoryContext, memorySource, testsetId } from '../src/testsets/test-support.ts'
import { ListWriter, assignIdsToBatch } from '../src/testsets/write.ts'

const rows = Number(process.argv[2] ?? '300000')
const context = memoryContext()
const source = memorySource(context)

async function list(scopeId: string, textOf: (i: number) => string): Promise<ListRoot> {
  const listContext = { ...context, scope: { testsetId: scopeId } }
  const writer = new ListWriter(listContext)
  for (let from = 0; from < rows; from += 1000) {
    const batch = Array.from({ length: Math.min(1000, rows - from) }, (_, i) =>
      rowFromJson({
        data: { question: textOf(from + i), answer: 'x'.repeat(40), testcase_dedup_id: `row ${from + i}` },
      }),
    )
    await writer.add(await assignIdsToBatch(listContext, batch))
  }
  return writer.finish()
}

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function measureBlock(name: string, work: () => Promise<unknown>): Promise<void> {
  let longest = 0
  let isOver = false
  const start = threadMs()
  let before = start
  const sampleLoop = (): void => {
    const now = threadMs()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(sampleLoop)
  }
  setImmediate(sampleLoop)
  await work()
  isOver = true
  sampleLoop()
  console.log(
    `${name.padEnd(50)} longest slice ${longest.toFixed(0)} ms, all slices ${(threadMs() - start).toFixed(0)} ms`,
  )
}

const base = await list(testsetId, (i) => `${i}`)
const oursId = await list(testsetId, (i) => (i % 3 === 0 ? `${i} ours` : `${i}`))
const theirsId = await list(testsetId, (i) => (i % 3 === 1 ? `${i} theirs` : `${i}`))
const conflictingId = await list(testsetId, (i) => (i % 3 === 0 ? `${i} theirs` : `${i}`))
const otherId = await list('11a1dcad-5b73-7a53-bd9e-6ee629d85857', (i) =>
  i % 100 === 0 ? `${i} other` : `${i}`,
)

const window = {
  salt: '',
  kinds: ['added', 'removed', 'edited', 'moved'],
  includeRows: true,
  from: 0,
  limit: 10_000,
} as const
await measureBlock('diff of two testsets', () =>
  compareInThread(source, { ...window, base, target: otherId, otherTestsetId: testsetId }),
)
await measureBlock('diff within one testset', () =>
  compareInThread(source, { ...window, base, target: oursId, otherTestsetId: undefined }),
)
const merge = { base, ours: oursId, resolutions: [], resolutionsLoc: [] }
await measureBlock('merge without conflicts', () =>
  mergeInThread(context, { input: { ...merge, theirs: theirsId }, shouldCommit: true }),
)
await measureBlock('merge with a conflict in every third row', () =>
  mergeInThread(context, { input: { ...merge, theirs: conflictingId }, shouldCommit: true }),
)
