// Live runs take the traces stored since the last tick, once a minute and each trace once. Ticks missed during downtime
// run one by one, so that every trace gets the minute in which it would have been taken. A tick with too many traces,
// or one that is too old, skips the rest and counts them.
import { millisecondText } from '../../kernel/clock.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { Filter } from '../../tracing/filter/ast.ts'
import { bothFilters } from '../../tracing/filter/ast.ts'
import { readQueryData, type SavedQuery } from '../../tracing/filter/saved-query.ts'
import { parseWindowing } from '../../tracing/filter/windowing.ts'
import { queryTraceIds } from '../../tracing/query/pages.ts'
import type { LiveProgress } from '../records/jobs/job-progress.ts'
import { insertItems } from '../records/jobs/dispatch.ts'
import { runData } from '../records/run-data.ts'
import { stepsOf } from '../plan/steps.ts'
import { scopeOfJob, transact, type RunnerParts, type RunnerSettings } from './parts.ts'
import { lockPreparingRun, putProgress, type PreparingRun } from './preparing-run.ts'
import { queryData } from './sources.ts'

/** Traces that become scenarios in one transaction. */
const tracesPerPage = 200

/** The time of a tick and the range of storage times that it covers. */
export interface Tick {
  readonly timestamp: string
  /** Exclusive; `to` is inclusive. */
  readonly from: string
  readonly to: string
}

type TickSettings = Pick<RunnerSettings, 'liveTickMs' | 'liveDelayMs'>

/** The time of the first tick beyond the watermark. */
export function nextTickMs({ watermark }: LiveProgress, { liveTickMs, liveDelayMs }: TickSettings): number {
  return (Math.floor((Date.parse(watermark) + liveDelayMs) / liveTickMs) + 1) * liveTickMs
}

/** The tick that is due, or undefined. A requested tick does not wait for its minute. */
export function dueTick(
  live: LiveProgress,
  { settings, nowMs }: { readonly settings: TickSettings; readonly nowMs: number },
): Tick | undefined {
  const { liveTickMs, liveDelayMs } = settings
  const next = nextTickMs(live, settings)
  if (next > nowMs && live.isAsked !== true) return undefined
  const tickMs = Math.min(next, nowMs)
  const to = millisecondText(tickMs - liveDelayMs)
  if (to <= live.watermark) return undefined
  return {
    timestamp: millisecondText(Math.floor(tickMs / liveTickMs) * liveTickMs),
    from: live.watermark,
    to,
  }
}

/** Matches traces whose root was stored in the range, whichever of their spans the query matches. */
const storageTimeFilter = ({ from, to }: Tick): Filter => {
  const subject = { kind: 'field', field: 'created_at' } as const
  const nanoseconds = (time: string): bigint =>
    BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1_000_000n + BigInt(time.slice(20, 26)) * 1000n
  return {
    kind: 'related',
    relation: 'root',
    filter: {
      kind: 'group',
      operator: 'and',
      filters: [
        { kind: 'compare', subject, operator: 'gt', value: nanoseconds(from) },
        { kind: 'compare', subject, operator: 'lte', value: nanoseconds(to) },
      ],
    },
  }
}

/** The limit of traces for a tick: none when the run is too far behind. */
const tracesMaxOf = (
  tick: Tick,
  {
    settings: { liveTracesMax, liveBacklogMs },
    nowMs,
  }: { readonly settings: Pick<RunnerSettings, 'liveTracesMax' | 'liveBacklogMs'>; readonly nowMs: number },
): number => (nowMs - Date.parse(tick.to) > liveBacklogMs ? 0 : liveTracesMax)

/** The oldest traces of a tick, and the number of the others. */
async function tracesOf(
  parts: RunnerParts,
  {
    projectId,
    savedQuery,
    tick,
    tracesMax,
  }: {
    readonly projectId: string
    readonly savedQuery: SavedQuery
    readonly tick: Tick
    readonly tracesMax: number
  },
): Promise<{ readonly traceIds: readonly string[]; readonly skipped: number }> {
  const filter = bothFilters(savedQuery.filter, storageTimeFilter(tick))
  const rate = savedQuery.windowing?.rate
  const traceIds: string[] = []
  let skippedCount = 0
  let nextPage: object | undefined = {
    order: 'ascending',
    limit: 1000,
    ...(rate === undefined ? {} : { rate }),
  }
  while (nextPage !== undefined) {
    const windowing = parseWindowing(nextPage, ['windowing'])
    const page = await queryTraceIds(
      parts.engine.spans.queries,
      { projectId },
      { filter, windowing, isWindowed: true },
    )
    const batch = page.traceIds.slice(0, tracesMax - traceIds.length)
    traceIds.push(...batch)
    skippedCount += page.traceIds.length - batch.length
    nextPage = page.windowing
  }
  return { traceIds, skipped: skippedCount }
}

/** Creates scenarios for the traces that the run has not taken yet. False: the run is no longer in preparation. */
const insertTraces = (
  parts: RunnerParts,
  {
    preparingRun: { job, run },
    batch,
  }: {
    readonly preparingRun: PreparingRun
    readonly batch: {
      readonly stepKey: string
      readonly traceIds: readonly string[]
      readonly timestamp: string
    }
  },
): Promise<boolean> =>
  transact(parts, {
    job,
    work: async (txContext) => {
      const current = await lockPreparingRun(txContext, run.id)
      if (current === undefined) return false
      const { stepKey, traceIds, timestamp } = batch
      const stepKeys = stepsOf(runData(current.run), 'input').map(({ key }) => key)
      const filter = { runIds: [run.id], stepKeys, traceIds }
      const results = await txContext.tx.evaluationRecords('result', txContext.scope.projectId, filter)
      const knownIds = new Set(results.map(({ traceId }) => traceId))
      const newTraceIds = traceIds.filter((id) => !knownIds.has(id))
      await insertItems(txContext, {
        run: current.run,
        sourceStepKey: stepKey,
        items: newTraceIds.map((traceId) => ({ traceId, timestamp })),
      })
      return true
    },
  })

/**
 * The watermark moves after all traces of the tick are taken: a crash before that repeats the tick and takes only new
 * traces.
 */
const endTick = (
  parts: RunnerParts,
  {
    preparingRun: { job, run },
    tick,
    skipped = 0,
  }: {
    readonly preparingRun: PreparingRun
    readonly tick: Tick | undefined
    readonly skipped?: number
  },
): Promise<void> =>
  transact(parts, {
    job,
    work: async (txContext) => {
      const current = await lockPreparingRun(txContext, run.id)
      if (current?.progress.live === undefined) return
      const { isAsked: _, ...before } = current.progress.live
      const live =
        tick === undefined || tick.from !== before.watermark
          ? before
          : {
              watermark: tick.to,
              ticks: [...new Set([...before.ticks, tick.timestamp])],
              skipped: (before.skipped ?? 0) + skipped,
            }
      await putProgress(txContext, { job: current.job, progress: { ...current.progress, live } })
    },
  })

/** Takes the traces of one tick. False: no tick is due. */
export async function takeTick(parts: RunnerParts, preparingRun: PreparingRun): Promise<boolean> {
  const { run, job, progress } = preparingRun
  const { live } = progress
  const tick = live && dueTick(live, { settings: parts.settings, nowMs: parts.nowMs() })
  if (live === undefined || tick === undefined) {
    if (live?.isAsked === true) await endTick(parts, { preparingRun, tick: undefined })
    return false
  }
  const scope = scopeOfJob(parts, job)
  await parts.engine.waitForIngest(job.projectId)
  let tracesMax = tracesMaxOf(tick, { settings: parts.settings, nowMs: parts.nowMs() })
  let skippedCount = 0
  for (const step of stepsOf(runData(run), 'input')) {
    const savedQuery = readQueryData(await queryData({ engine: parts.engine, scope }, step))
    const traces = await tracesOf(parts, { projectId: job.projectId, savedQuery, tick, tracesMax })
    const { traceIds } = traces
    tracesMax -= traceIds.length
    skippedCount += traces.skipped
    for (const chunk of chunks(traceIds, tracesPerPage)) {
      const batch = { stepKey: step.key, traceIds: chunk, timestamp: tick.timestamp }
      if (!(await insertTraces(parts, { preparingRun, batch }))) return false
    }
  }
  await endTick(parts, { preparingRun, tick, skipped: skippedCount })
  return true
}
