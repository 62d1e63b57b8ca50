// Group commit of traces: a write waits for a sync of the store, and cells finish in bursts. Traces that arrive during
// a write go into the next one, each with its own outcome.
import { setTimeout as sleep } from 'node:timers/promises'
import { AssayError } from '../../kernel/errors.ts'
import type { ValueObject } from '../../tracing/value.ts'
import type { Author, TraceWrites } from '../../tracing/writes/trace-writes.ts'

interface PendingWrite {
  readonly author: Author
  readonly records: readonly ValueObject[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface TraceGroup {
  /** All or nothing for these records; they are readable when it resolves. */
  write(author: Author, records: readonly ValueObject[]): Promise<void>
}

/** The most traces per write: a few thousand spans are fine, but responses of models are long. */
const tracesMax = 200

export interface TraceGroupOptions {
  /**
   * How long the first trace of a group waits for others. Cells that start together end together: without a pause the
   * first would be written alone. In runs of ten cells at a time the pause halves the writes.
   */
  readonly gatherMs: number
}

/** Removes the first of the queue and others of the same author. */
function takeGroup(pendingWrites: PendingWrite[]): readonly PendingWrite[] {
  const [first] = pendingWrites
  if (first === undefined) return []
  const { projectId, actorId } = first.author
  const group = pendingWrites
    .filter(({ author }) => author.projectId === projectId && author.actorId === actorId)
    .slice(0, tracesMax)
  for (const item of group) pendingWrites.splice(pendingWrites.indexOf(item), 1)
  return group
}

export function createTraceGroup(
  traceWrites: Pick<TraceWrites, 'write'>,
  { gatherMs }: TraceGroupOptions,
): TraceGroup {
  const pendingWrites: PendingWrite[] = []
  let isWriting = false

  const writeGroup = (author: Author, group: readonly PendingWrite[]): Promise<void> =>
    traceWrites.write(author, async () => ({ records: group.flatMap(({ records }) => records) }))

  const writeAlone = async (item: PendingWrite): Promise<void> => {
    try {
      await writeGroup(item.author, [item])
      item.resolve()
    } catch (error) {
      item.reject(error)
    }
  }
  const writeTogether = async (author: Author, group: readonly PendingWrite[]): Promise<void> => {
    try {
      await writeGroup(author, group)
      for (const { resolve } of group) resolve()
    } catch (error) {
      // A trace that cannot be stored must not fail the others.
      const isRefused = error instanceof AssayError && error.code === 'trace_invalid'
      if (isRefused && group.length > 1) for (const item of group) await writeAlone(item)
      else for (const { reject } of group) reject(error)
    }
  }
  const drain = async (): Promise<void> => {
    if (isWriting) return
    isWriting = true
    try {
      if (gatherMs > 0) await sleep(gatherMs)
      for (let group = takeGroup(pendingWrites); group[0] !== undefined; group = takeGroup(pendingWrites)) {
        await writeTogether(group[0].author, group)
      }
    } finally {
      isWriting = false
    }
  }

  return {
    write: ({ projectId, actorId }, records) =>
      new Promise((resolve, reject) => {
        pendingWrites.push({ author: { projectId, actorId }, records, resolve, reject })
        void drain()
      }),
  }
}
