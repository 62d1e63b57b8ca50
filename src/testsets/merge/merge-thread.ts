// The worker thread of merge-work.ts. It calls the stores through the main thread.
import { chunks } from '../../kernel/chunks.ts'
import { answerFromThread, type CallMain } from '../../kernel/thread.ts'
import type { TestsetContext } from '../write.ts'
import type { MergeWork, StoreCall, ThreadMerge } from './merge-work.ts'
import { mergeLists } from './merge.ts'
import type { Resolution } from './resolutions.ts'

/** The main thread reads this many without a pause. */
const testcasesAtOnce = 250
/** The main thread receives a message without a pause. */
const conflictsAtOnce = 100

type Testcases = TestsetContext['testcases']

const loader =
  (call: CallMain): Testcases['load'] =>
  async (ids) => {
    const loadedTestcases: Awaited<ReturnType<Testcases['load']>>[] = []
    for (const part of chunks(ids, testcasesAtOnce)) loadedTestcases.push(await call('load', part))
    return new Map(loadedTestcases.flatMap((part) => [...part]))
  }

async function resolutionsOf(call: CallMain): Promise<readonly Resolution[]> {
  const resolutions: Resolution[] = []
  for (;;) {
    const part: readonly Resolution[] = await call('resolutions', resolutions.length)
    if (part.length === 0) return resolutions
    resolutions.push(...part)
  }
}

await answerFromThread(async (work, call) => {
  const { scope, limits, chunkSizes, input, shouldCommit } = work as MergeWork
  const store =
    (name: StoreCall) =>
    (args: unknown): Promise<never> =>
      call(name, args)
  const context: TestsetContext = {
    scope,
    limits,
    pages: {
      ...(chunkSizes === undefined ? {} : { chunkSizes }),
      get: store('get'),
      getFingerprints: store('getFingerprints'),
      put: store('put'),
    },
    testcases: { load: loader(call), existingIds: store('existing'), save: store('save') },
  }
  const outcome = await mergeLists(context, { ...input, resolutions: await resolutionsOf(call) })
  const openConflicts = outcome.status === 'conflicts' ? outcome.openConflicts : []
  for (const conflicts of chunks(openConflicts, conflictsAtOnce)) await call('conflicts', conflicts)
  const root = shouldCommit && outcome.status === 'mergeable' ? await outcome.commit() : undefined
  return { status: outcome.status, counts: outcome.counts, root } satisfies Omit<ThreadMerge, 'openConflicts'>
})
