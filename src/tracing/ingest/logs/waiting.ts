// Maintenance of waiting log events: joins those whose span arrived in the meantime, checks those that other processes
// may have overwritten, and drops those whose span does not arrive. Runs in the processes that work on the inbox.
import { setTimeout as sleep } from 'node:timers/promises'
import { millisecondText } from '../../../kernel/clock.ts'
import type { AwaitedSpan } from '../../../storage/contract/contract.ts'
import type { TouchedTraces } from '../rows/batch.ts'
import { factsOf, type TraceWriteParts } from '../write-traces.ts'
import { joinToSpans, joinWaiting, refuseLogs } from './join.ts'

export interface WaitingLimits {
  readonly hoursMax: number
  /** The limit of each project. */
  readonly bytesMax: number
}

const intervalMs = 60_000
/** A process that read a row writes it within its lease of the inbox, or never. */
const recheckAfterMs = 120_000
const spansPerPage = 500
/** Joined events per page. They are read with their content. */
const joinedLogsPerPage = 100
const logsPerPage = 500
/** If the waiting events exceed the limit, the oldest are dropped until they take this share of it. */
const remainingShare = 0.9

const timeBefore = (ms: number): string => millisecondText(Date.now() - ms)

/** The traces of those awaited spans that are stored. */
async function tracesWithSpans(
  { spans }: TraceWriteParts,
  awaitedSpans: readonly AwaitedSpan[],
): Promise<readonly TouchedTraces[]> {
  const storedTraces: TouchedTraces[] = []
  for (const [projectId, projectSpans] of Map.groupBy(awaitedSpans, (span) => span.projectId)) {
    const traceIds = [...new Set(projectSpans.map(({ traceId }) => traceId))]
    const facts = await factsOf(spans, [{ projectId, traceIds }])
    const storedSpans = new Set(facts.map(({ trace_id, span_id }) => trace_id + span_id))
    const arrivedSpans = projectSpans.filter(({ traceId, spanId }) => storedSpans.has(traceId + spanId))
    if (arrivedSpans.length > 0)
      storedTraces.push({ projectId, traceIds: [...new Set(arrivedSpans.map(({ traceId }) => traceId))] })
  }
  return storedTraces
}

/** Joins events whose spans are stored: their process was stopped, or its store was unavailable. */
async function joinAwaited(parts: TraceWriteParts, signal: AbortSignal): Promise<void> {
  let cursor: AwaitedSpan | undefined
  while (!signal.aborted) {
    const page = await parts.store.read.spansAwaited(cursor, spansPerPage)
    await joinWaiting(parts, await tracesWithSpans(parts, page))
    cursor = page.at(-1)
    if (page.length < spansPerPage) return
  }
}

/**
 * Checks events that were joined a while ago: removes them if their span has them, and joins them again if it lost
 * them.
 */
async function recheckJoined(parts: TraceWriteParts, signal: AbortSignal): Promise<void> {
  const { store, mutex } = parts
  const joinedBefore = timeBefore(recheckAfterMs)
  while (!signal.aborted) {
    const page = await store.read.logsTakenBefore(joinedBefore, joinedLogsPerPage)
    // Skip log events whose span has been deleted.
    const logsWithoutSpan = await mutex(() => joinToSpans(parts, page))
    await store.write((tx) => tx.deleteWaitingLogs(logsWithoutSpan.map(({ id }) => id)))
    if (page.length < joinedLogsPerPage) return
  }
}

async function expireOld(
  parts: TraceWriteParts,
  { hoursMax }: WaitingLimits,
  signal: AbortSignal,
): Promise<void> {
  const oldestTime = timeBefore(hoursMax * 3_600_000)
  while (!signal.aborted) {
    const logs = await parts.store.read.logsWaitingSince(oldestTime, logsPerPage)
    await refuseLogs(parts, { logs, reason: `its span did not arrive within ${hoursMax} hours` })
    if (logs.length < logsPerPage) return
  }
}

/** Drops the oldest waiting events of a project above its limit. */
export async function dropBeyondLimit(
  parts: Pick<TraceWriteParts, 'store' | 'clock'>,
  projectId: string,
  { bytesMax }: WaitingLimits,
): Promise<void> {
  const { read } = parts.store
  if ((await read.waitingLogSize(projectId)).bytes <= bytesMax) return
  const logs = await read.logsBeyond(projectId, Math.floor(bytesMax * remainingShare))
  await refuseLogs(parts, {
    logs,
    reason: `more than ${bytesMax} bytes of log events are waiting for their spans`,
  })
}

/** One maintenance round over all waiting events. */
export async function maintainWaitingLogs(
  parts: TraceWriteParts,
  limits: WaitingLimits,
  signal: AbortSignal,
): Promise<void> {
  await joinAwaited(parts, signal)
  await recheckJoined(parts, signal)
  await expireOld(parts, limits, signal)
}

/** Runs maintenance at once, and then every minute. Stopping waits for the current round. */
export function startLogMaintenance(
  parts: TraceWriteParts,
  limits: WaitingLimits,
  onError: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  const stopController = new AbortController()
  const { signal } = stopController
  const runUntilStopped = async (): Promise<void> => {
    while (!signal.aborted) {
      await maintainWaitingLogs(parts, limits, signal).catch(onError)
      await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const loop = runUntilStopped()
  return {
    stop: async () => {
      stopController.abort()
      await loop
    },
  }
}
