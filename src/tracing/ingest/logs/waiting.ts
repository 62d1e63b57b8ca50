// Looks after log events that wait: those whose span came while nobody joined them, those that other processes may have
// overwritten, and those whose span does not come. Runs in the processes that work on the inbox.
import { setTimeout as sleep } from 'node:timers/promises'
import { microsecondText } from '../../../kernel/clock.ts'
import type { AwaitedSpan } from '../../../storage/contract/contract.ts'
import type { TouchedTraces } from '../rows/batch.ts'
import { factsOf, type TraceWriting } from '../write-traces.ts'
import { joinThese, joinWaiting, refuseLogs } from './join.ts'

export interface WaitingLimits {
  readonly hoursMax: number
  /** Of each project. */
  readonly bytesMax: number
}

const passEveryMs = 60_000
/** A process that read a row writes it within its lease of the inbox, or not at all. */
const looksAgainAfterMs = 120_000
const spansPerPage = 500
/** These are read with what they say. */
const takenPerPage = 100
const logsPerPage = 500
/** Where too much waits, as much of it gives way at once that this part of the limit is left. */
const leftOfLimit = 0.9

const before = (ms: number): string => microsecondText((Date.now() - ms) * 1000)

/** Those of the spans that are stored. */
async function storedOf(
  { spans }: TraceWriting,
  awaited: readonly AwaitedSpan[],
): Promise<readonly TouchedTraces[]> {
  const stored: TouchedTraces[] = []
  for (const [projectId, ofProject] of Map.groupBy(awaited, (span) => span.projectId)) {
    const traceIds = [...new Set(ofProject.map(({ traceId }) => traceId))]
    const facts = await factsOf(spans, [{ projectId, traceIds }])
    const known = new Set(facts.map(({ trace_id, span_id }) => trace_id + span_id))
    const found = ofProject.filter(({ traceId, spanId }) => known.has(traceId + spanId))
    if (found.length > 0)
      stored.push({ projectId, traceIds: [...new Set(found.map(({ traceId }) => traceId))] })
  }
  return stored
}

/** Joins events whose spans are there: their process was stopped, or its store was away. */
async function joinAwaited(writing: TraceWriting, signal: AbortSignal): Promise<void> {
  let after: AwaitedSpan | undefined
  while (!signal.aborted) {
    const page = await writing.store.read.spansAwaited(after, spansPerPage)
    await joinWaiting(writing, await storedOf(writing, page))
    after = page.at(-1)
    if (page.length < spansPerPage) return
  }
}

/** Events that were taken a while ago: held by their span they go, and where it has lost them they are joined again. */
async function lookAgain(writing: TraceWriting, signal: AbortSignal): Promise<void> {
  const { store, mutex } = writing
  const taken = before(looksAgainAfterMs)
  while (!signal.aborted) {
    const page = await store.read.logsTakenBefore(taken, takenPerPage)
    // Spans that were removed meanwhile want them no more.
    const spanless = await mutex(() => joinThese(writing, page))
    await store.write((tx) => tx.deleteWaitingLogs(spanless.map(({ id }) => id)))
    if (page.length < takenPerPage) return
  }
}

async function giveUpOld(
  writing: TraceWriting,
  { hoursMax }: WaitingLimits,
  signal: AbortSignal,
): Promise<void> {
  const since = before(hoursMax * 3_600_000)
  while (!signal.aborted) {
    const logs = await writing.store.read.logsWaitingSince(since, logsPerPage)
    await refuseLogs(writing, { logs, reason: `its span did not come within ${hoursMax} hours` })
    if (logs.length < logsPerPage) return
  }
}

/** Of the waiting events of a project the oldest give way. */
export async function giveUpBeyond(
  writing: Pick<TraceWriting, 'store' | 'clock'>,
  projectId: string,
  { bytesMax }: WaitingLimits,
): Promise<void> {
  const { read } = writing.store
  if ((await read.waitingLogSize(projectId)).bytes <= bytesMax) return
  const logs = await read.logsBeyond(projectId, Math.floor(bytesMax * leftOfLimit))
  await refuseLogs(writing, {
    logs,
    reason: `more than ${bytesMax} bytes of log events wait for their spans`,
  })
}

/** One look at everything that waits. */
export async function lookAfterWaiting(
  writing: TraceWriting,
  limits: WaitingLimits,
  signal: AbortSignal,
): Promise<void> {
  await joinAwaited(writing, signal)
  await lookAgain(writing, signal)
  await giveUpOld(writing, limits, signal)
}

/** Looks now and from then on every minute. Stopping waits for the look under way. */
export function startLookingAfter(
  writing: TraceWriting,
  limits: WaitingLimits,
  onError: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await lookAfterWaiting(writing, limits, signal).catch(onError)
      await sleep(passEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
