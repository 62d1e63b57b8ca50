// Starts the thread of a large merge. Only this side reaches the stores: the thread calls them by messages, batch by batch, and
// other work of the main thread is done in between.
import { createFairSemaphore } from '../../kernel/fair-semaphore.ts'
import { runInThread } from '../../kernel/thread.ts'
import type { IdentityScope } from '../identity.ts'
import type { TestsetLimits } from '../limits.ts'
import type { Cuttings } from '../pages/boundaries.ts'
import type { ListRoot } from '../pages/store.ts'
import type { TestsetContext } from '../write.ts'
import type { MergeCounts, MergeInput } from './merge.ts'
import type { MergeConflict } from './resolutions.ts'

export interface MergeWork {
  readonly scope: IdentityScope
  readonly limits: TestsetLimits
  readonly cuttings: Cuttings | undefined
  readonly input: MergeInput
  /** Whether the merged list is stored when nothing is left to decide. */
  readonly commits: boolean
}

/** What the thread asks of the stores. */
const storeCalls = {
  get: ({ pages }: TestsetContext, keys: never) => pages.get(keys),
  getPrints: ({ pages }: TestsetContext, keys: never) => pages.getPrints(keys),
  put: ({ pages }: TestsetContext, records: never) => pages.put(records),
  load: ({ testcases }: TestsetContext, ids: never) => testcases.load(ids),
  known: ({ testcases }: TestsetContext, ids: never) => testcases.known(ids),
  save: ({ testcases }: TestsetContext, records: never) => testcases.save(records),
} as const
export type StoreCall = keyof typeof storeCalls

export interface ThreadMerge {
  readonly status: 'up_to_date' | 'conflicts' | 'mergeable'
  readonly counts: MergeCounts
  /** Those still to decide. */
  readonly open: readonly MergeConflict[]
  /** The merged list, where it was stored. */
  readonly root: ListRoot | undefined
}

/** Few at a time, which the testsets share: a merge holds the rows of three lists. */
const places = createFairSemaphore({ count: 2, reserve: 1 })

export async function mergeInThread(
  context: TestsetContext,
  work: Pick<MergeWork, 'input' | 'commits'>,
): Promise<ThreadMerge> {
  const place = await places.acquire(context.scope.testsetId ?? '')
  try {
    return await inThread(context, work)
  } finally {
    place.release()
  }
}

async function inThread(
  context: TestsetContext,
  work: Pick<MergeWork, 'input' | 'commits'>,
): Promise<ThreadMerge> {
  const { scope, limits } = context
  const full: MergeWork = { scope, limits, cuttings: context.pages.cuttings, ...work }
  const open: MergeConflict[] = []
  const merge = await runInThread<Omit<ThreadMerge, 'open'>>(
    new URL('merge-thread.ts', import.meta.url),
    full,
    new Map<string, (args: never) => unknown>([
      ...Object.entries(storeCalls).map(
        ([name, call]) => [name, (args: never): unknown => call(context, args)] as const,
      ),
      ['conflicts', (conflicts: readonly MergeConflict[]) => void open.push(...conflicts)],
    ]),
  )
  return { ...merge, open }
}
