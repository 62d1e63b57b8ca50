// Starts the thread of a large merge. Only this side reaches the stores: the thread calls them by messages, batch by batch, and
// other work of the main thread is done in between.
import { Worker } from 'node:worker_threads'
import { AssayError, type ErrorCode, type ErrorDetail } from '../../kernel/errors.ts'
import { createFairSemaphore } from '../../kernel/fair-semaphore.ts'
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
export const storeCalls = {
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

export type FromMerge =
  | { readonly kind: 'call'; readonly call: number; readonly name: StoreCall; readonly args: unknown }
  /** A part of the conflicts. The thread waits for an answer: messages that are there already are read in one turn. */
  | { readonly kind: 'conflicts'; readonly call: number; readonly conflicts: readonly MergeConflict[] }
  | { readonly kind: 'done'; readonly value: Omit<ThreadMerge, 'open'> }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: ErrorDetail }
  | { readonly kind: 'failed'; readonly message: string }

export type ToMerge =
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly failed: true }

/** Few at a time, which the testsets share: a merge holds the rows of three lists. */
const places = createFairSemaphore({ count: 2, reserve: 1 })

export async function mergeInThread(
  context: TestsetContext,
  input: MergeInput,
  options: { readonly commits: boolean },
): Promise<ThreadMerge> {
  const place = await places.acquire(context.scope.testsetId ?? '')
  try {
    return await inThread(context, { input, ...options })
  } finally {
    place.release()
  }
}

async function inThread(
  context: TestsetContext,
  work: Pick<MergeWork, 'input' | 'commits'>,
): Promise<ThreadMerge> {
  const { scope, limits } = context
  const workerData: MergeWork = { scope, limits, cuttings: context.pages.cuttings, ...work }
  const thread = new Worker(new URL('merge-thread.ts', import.meta.url), { workerData, execArgv: [] })
  const { promise, resolve, reject } = Promise.withResolvers<ThreadMerge>()
  const open: MergeConflict[] = []
  const answer = async (call: number, name: StoreCall, args: unknown): Promise<void> => {
    try {
      thread.postMessage(
        { call, value: await storeCalls[name](context, args as never) } satisfies ToMerge,
        [],
      )
    } catch (error) {
      // The failure of the store is the answer of the request; the thread only has to end.
      reject(error)
      thread.postMessage({ call, failed: true } satisfies ToMerge, [])
    }
  }
  thread.on('message', (message: FromMerge) => {
    if (message.kind === 'call') void answer(message.call, message.name, message.args)
    else if (message.kind === 'conflicts') {
      open.push(...message.conflicts)
      thread.postMessage({ call: message.call, value: undefined } satisfies ToMerge, [])
    } else if (message.kind === 'refused') reject(new AssayError(message.code, message.detail))
    else if (message.kind === 'failed') reject(new Error(message.message))
    else resolve({ ...message.value, open })
  })
  thread.once('error', reject)
  thread.once('exit', () => reject(new Error('the thread of a merge ended without an answer')))
  try {
    return await promise
  } finally {
    await thread.terminate()
  }
}
