// Writing traces together: a write waits for a sync of the store, and cells finish in numbers. Those that finish while
// one write is under way go with the next one, each with its own outcome.
import { setTimeout as sleep } from 'node:timers/promises'
import { AssayError } from '../../kernel/errors.ts'
import type { ValueObject } from '../../tracing/value.ts'
import type { Author, TraceWrites } from '../../tracing/writes/trace-writes.ts'

interface Waiting {
  readonly author: Author
  readonly records: readonly ValueObject[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface TraceGroup {
  /** All or nothing for these records; they can be read when it resolves. */
  write(author: Author, records: readonly ValueObject[]): Promise<void>
}

/** One write takes a few thousand spans without trouble; answers of models are long. */
const tracesMax = 200

export interface TraceGroupOptions {
  /**
   * How long the first of a group waits for company. Cells that are started together end together: without a pause the
   * first would be written alone, and the others after it. In runs of ten cells at a time that halves the writes.
   */
  readonly gatherMs: number
}

export function createTraceGroup(
  traceWrites: Pick<TraceWrites, 'write'>,
  { gatherMs }: TraceGroupOptions,
): TraceGroup {
  const waiting: Waiting[] = []
  let writing = false

  const written = (author: Author, group: readonly Waiting[]): Promise<void> =>
    traceWrites.write(author, async () => ({ records: group.flatMap(({ records }) => records) }))

  const alone = async (one: Waiting): Promise<void> => {
    try {
      await written(one.author, [one])
      one.resolve()
    } catch (error) {
      one.reject(error)
    }
  }
  const together = async (author: Author, group: readonly Waiting[]): Promise<void> => {
    try {
      await written(author, group)
      for (const { resolve } of group) resolve()
    } catch (error) {
      // One that cannot be stored must not fail the others.
      const isRefused = error instanceof AssayError && error.code === 'trace_invalid'
      if (isRefused && group.length > 1) for (const one of group) await alone(one)
      else for (const { reject } of group) reject(error)
    }
  }
  /** The first in the queue and those of the same author behind it. */
  const nextGroup = (): readonly Waiting[] => {
    const [first] = waiting
    if (first === undefined) return []
    const { projectId, actorId } = first.author
    const group = waiting
      .filter(({ author }) => author.projectId === projectId && author.actorId === actorId)
      .slice(0, tracesMax)
    for (const one of group) waiting.splice(waiting.indexOf(one), 1)
    return group
  }
  const drain = async (): Promise<void> => {
    if (writing) return
    writing = true
    try {
      if (gatherMs > 0) await sleep(gatherMs)
      for (let group = nextGroup(); group[0] !== undefined; group = nextGroup()) {
        await together(group[0].author, group)
      }
    } finally {
      writing = false
    }
  }

  return {
    write: ({ projectId, actorId }, records) =>
      new Promise((resolve, reject) => {
        waiting.push({ author: { projectId, actorId }, records, resolve, reject })
        void drain()
      }),
  }
}
