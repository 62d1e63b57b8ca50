// Starts the thread of a large comparison. Only this side reaches the store: the thread asks for pages and testcases, which are
// read a few at a time between the other work of the main thread.
import { Worker } from 'node:worker_threads'
import { createFairSemaphore } from '../../kernel/fair-semaphore.ts'
import type { Comparison, ComparisonInput, ComparisonSource } from './comparison.ts'
import type { DiffRow } from './diff.ts'

export interface ComparisonWork {
  readonly projectId: string
  readonly input: ComparisonInput
}

export interface ThreadRead {
  readonly method: 'pageTexts' | 'testcases'
  readonly keys: readonly string[]
}

export type FromThread =
  | { readonly kind: 'read'; readonly call: number; readonly read: ThreadRead }
  /** Rows of the answer; they come in parts, because a long message is read at once. */
  | { readonly kind: 'rows'; readonly rows: readonly DiffRow[] }
  | { readonly kind: 'done'; readonly value: Comparison }
  | { readonly kind: 'failed'; readonly message: string }

export type ToThread =
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly failed: true }

/** A comparison of five million rows takes gigabytes: few at a time, which projects share. */
const places = createFairSemaphore({ count: 2, reserve: 1 })

export async function compareInThread(source: ComparisonSource, input: ComparisonInput): Promise<Comparison> {
  const place = await places.acquire(source.projectId)
  try {
    return await inThread(source, input)
  } finally {
    place.release()
  }
}

async function inThread({ reads, projectId }: ComparisonSource, input: ComparisonInput): Promise<Comparison> {
  const workerData: ComparisonWork = { projectId, input }
  const thread = new Worker(new URL('comparison-thread.ts', import.meta.url), { workerData, execArgv: [] })
  const { promise, resolve, reject } = Promise.withResolvers<Comparison>()
  const rows: DiffRow[] = []
  const answer = async (call: number, { method, keys }: ThreadRead): Promise<void> => {
    try {
      const value =
        method === 'pageTexts'
          ? await reads.pageTexts(projectId, keys)
          : await reads.testcases(projectId, keys)
      thread.postMessage({ call, value } satisfies ToThread, [])
    } catch (error) {
      // The failure of the store is the answer of the request; the thread only has to end.
      reject(error)
      thread.postMessage({ call, failed: true } satisfies ToThread, [])
    }
  }
  thread.on('message', (message: FromThread) => {
    if (message.kind === 'read') void answer(message.call, message.read)
    else if (message.kind === 'rows') rows.push(...message.rows)
    else if (message.kind === 'failed') reject(new Error(message.message))
    else resolve(message.value.rows === undefined ? message.value : { ...message.value, rows })
  })
  thread.once('error', reject)
  thread.once('exit', () => reject(new Error('the thread of a comparison ended without an answer')))
  try {
    return await promise
  } finally {
    await thread.terminate()
  }
}
