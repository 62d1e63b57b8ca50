// Maintenance of waiting log events: joins those whose span arrived in the meantime, checks those that other processes
// may have overwritten, and drops those whose span does not arrive. Runs in the processes that work on the inbox.
import { setTimeout as sleep } from 'node:timers/promises'
import { microsecondText } from '../../../kernel/clock.ts'
import type { AwaitedSpan } from '../../../storage/contract/contract.ts'
import type { TouchedTraces } from '../rows/batch.ts'
import { factsOf, type TraceWriting } from '../write-traces.ts'
import { joinThese, joinWaiting, refuseLogs } from './join.ts'

export interface WaitingLimits {
  readonly hoursMax: number
  /** The limit of each project. */
  readonly bytesMax: number
}

const passEveryMs = 60_000
/** A process that read a row writes it within its lease of the inbox, or never. */
const recheckAfterMs = 120_000
const spansPerPage = 500
/** Joined events per page. They are read with their content. */
const takenPerPage = 100
const logsPerPage = 500
/** If too much waits, events are dropped until this part of the limit remains. */
const remainingShare = 0.9

const timeBefore = (ms: number): string => microsecondText((Date.now() - ms) * 1000)

/** Filters events whose spans are stored. */
async function storedOf(
  { spans }: TraceWriting,
  awaited: readonly AwaitedSpan[],
): Promise<readonly TouchedTraces[]> {
  const storedTraces: TouchedTraces[] = []
  for (const [projectId, ofProject] of Map.groupBy(awaited, (span) => span.projectId)) {
    const traceIds = [...new Set(ofProject.map(({ traceId }) => traceId))]
    const facts = await factsOf(spans, [{ projectId, traceIds }])
    const storedSpans = new Set(facts.map(({ trace_id, span_id }) => trace_id + span_id))
    const withSpan = ofProject.filter(({ traceId, spanId }) => storedSpans.has(traceId + spanId))
    if (withSpan.length > 0)
      storedTraces.push({ projectId, traceIds: [...new Set(withSpan.map(({ traceId }) => traceId))] })
  }
  return storedTraces
}

/** Joins events whose spans are stored: their process was stopped, or its store was unavailable. */
async function joinAwaited(writing: TraceWriting, signal: AbortSignal): Promise<void> {
  let cursor: AwaitedSpan | undefined
  while (!signal.aborted) {
    const page = await writing.store.read.spansAwaited(cursor, spansPerPage)
    await joinWaiting(writing, await storedOf(writing, page))
    cursor = page.at(-1)
    if (page.length < spansPerPage) return
  }
}

/**
 * Checks events that were joined a while ago: removes them if their span has them, and joins them again if it lost
 * them.
 */
async function recheckJoined(writing: TraceWriting, signal: AbortSignal): Promise<void> {
  const { store, mutex } = writing
  const joinedBefore = timeBefore(recheckAfterMs)
  while (!signal.aborted) {
    const page = await store.read.logsTakenBefore(joinedBefore, takenPerPage)
    // Skip log events whose span has been deleted.
    const spanless = await mutex(() => joinThese(writing, page))
    await store.write((tx) => tx.deleteWaitingLogs(spanless.map(({ id }) => id)))
    if (page.length < takenPerPage) return
  }
}

async function expireOld(
  writing: TraceWriting,
  { hoursMax }: WaitingLimits,
  signal: AbortSignal,
): Promise<void> {
  const oldestTime = timeBefore(hoursMax * 3_600_000)
  while (!signal.aborted) {
    const logs = await writing.store.read.logsWaitingSince(oldestTime, logsPerPage)
    await refuseLogs(writing, { logs, reason: `its span did not arrive within ${hoursMax} hours` })
    if (logs.length < logsPerPage) return
  }
}

/** Drops the oldest waiting events of a project above its limit. */
export async function dropBeyondLimit(
  writing: Pick<TraceWriting, 'store' | 'clock'>,
  projectId: string,
  { bytesMax }: WaitingLimits,
): Promise<void> {
  const { read } = writing.store
  if ((await read.waitingLogSize(projectId)).bytes <= bytesMax) return
  const logs = await read.logsBeyond(projectId, Math.floor(bytesMax * remainingShare))
  await refuseLogs(writing, {
    logs,
    reason: `more than ${bytesMax} bytes of log events are waiting for their spans`,
  })
}

/** One maintenance round over all waiting events. */
export async function maintainWaitingLogs(
  writing: TraceWriting,
  limits: WaitingLimits,
  signal: AbortSignal,
): Promise<void> {
  await joinAwaited(writing, signal)
  await recheckJoined(writing, signal)
  await expireOld(writing, limits, signal)
}

/** Runs maintenance now and then every minute. Stopping waits for the current round. */
export function startLogMaintenance(
  writing: TraceWriting,
  limits: WaitingLimits,
  onError: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const runUntilStopped = async (): Promise<void> => {
    while (!signal.aborted) {
      await maintainWaitingLogs(writing, limits, signal).catch(onError)
      await sleep(passEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const loop = runUntilStopped()
  return {
    stop: async () => {
      stopping.abort()
      await loop
    },
  }
}
