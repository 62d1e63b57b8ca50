// Runs a large merge in a worker thread. Only the main thread has access to the stores: the worker calls them by
// messages, batch by batch, and the main thread does other work in between.
import { createFairSemaphore } from '../../kernel/fair-semaphore.ts'
import { runInThread } from '../../kernel/thread.ts'
import type { IdentityScope } from '../identity.ts'
import type { TestsetLimits } from '../limits.ts'
import type { ChunkSizes } from '../pages/boundaries.ts'
import type { ListRoot } from '../pages/store.ts'
import type { TestsetContext } from '../write.ts'
import type { MergeCounts, MergeInput } from './merge.ts'
import type { MergeConflict } from './resolutions.ts'

export interface MergeWork {
  readonly scope: IdentityScope
  readonly limits: TestsetLimits
  readonly chunkSizes: ChunkSizes | undefined
  /** The thread asks for the resolutions, in chunks: the main thread sends a message without a pause. */
  readonly input: Omit<MergeInput, 'resolutions'>
  /** Whether the merged list is stored when no conflict is open. */
  readonly shouldCommit: boolean
}

/** The store methods that the worker may call. */
const storeCalls = {
  get: ({ pages }: TestsetContext, keys: never) => pages.get(keys),
  getFingerprints: ({ pages }: TestsetContext, keys: never) => pages.getFingerprints(keys),
  put: ({ pages }: TestsetContext, records: never) => pages.put(records),
  load: ({ testcases }: TestsetContext, ids: never) => testcases.load(ids),
  existing: ({ testcases }: TestsetContext, ids: never) => testcases.existingIds(ids),
  save: ({ testcases }: TestsetContext, records: never) => testcases.save(records),
} as const
export type StoreCall = keyof typeof storeCalls

export interface ThreadMerge {
  readonly status: 'up_to_date' | 'conflicts' | 'mergeable'
  readonly counts: MergeCounts
  /** The unresolved conflicts. */
  readonly openConflicts: readonly MergeConflict[]
  /** The merged list, if it was stored. */
  readonly root: ListRoot | undefined
}

interface MergeJob extends Pick<MergeWork, 'shouldCommit'> {
  readonly input: MergeInput
}

const resolutionsAtOnce = 1000

/** A merge holds the rows of three lists in memory, so testsets share two slots. */
const slots = createFairSemaphore({ count: 2, reserve: 1 })

export async function mergeInThread(context: TestsetContext, work: MergeJob): Promise<ThreadMerge> {
  const slot = await slots.acquire(context.scope.testsetId ?? '')
  try {
    return await mergeInWorker(context, work)
  } finally {
    slot.release()
  }
}

async function mergeInWorker(
  context: TestsetContext,
  { input, shouldCommit }: MergeJob,
): Promise<ThreadMerge> {
  const { scope, limits } = context
  const { resolutions, ...rest } = input
  const fullWork: MergeWork = {
    scope,
    limits,
    chunkSizes: context.pages.chunkSizes,
    input: rest,
    shouldCommit,
  }
  const openConflicts: MergeConflict[] = []
  const merge = await runInThread<Omit<ThreadMerge, 'openConflicts'>>(
    new URL('merge-thread.ts', import.meta.url),
    fullWork,
    new Map<string, (args: never) => unknown>([
      ...Object.entries(storeCalls).map(
        ([name, call]) => [name, (args: never): unknown => call(context, args)] as const,
      ),
      ['resolutions', (from: number) => resolutions.slice(from, from + resolutionsAtOnce)],
      ['conflicts', (conflicts: readonly MergeConflict[]) => void openConflicts.push(...conflicts)],
    ]),
  )
  return { ...merge, openConflicts }
}
