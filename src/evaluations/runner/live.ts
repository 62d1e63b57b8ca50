// Live runs: once a minute they take the traces that were stored since, each once. Minutes that were missed while no
// process ran are made up one by one, so that every trace stands at the minute in which it would have been met.
import type { Filter } from '../../tracing/filter/ast.ts'
import { bothFilters } from '../../tracing/filter/ast.ts'
import { readQueryData, type SavedQuery } from '../../tracing/filter/saved-query.ts'
import { parseWindowing } from '../../tracing/filter/windowing.ts'
import { queryTraceIds } from '../../tracing/query/pages.ts'
import type { LiveProgress } from '../following/job-progress.ts'
import { insertItems } from '../records/dispatch.ts'
import { runData } from '../records/run-data.ts'
import { stepsOf } from '../plan/steps.ts'
import { scopeOfJob, timeText, transact, type RunnerParts, type RunnerSettings } from './parts.ts'
import { beingPrepared, putProgress, type Prepared } from './prepared.ts'
import { queryData } from './sources.ts'

/** Traces that become scenarios in one transaction. */
const tracesPerPage = 200

/** When a tick looks, and what was stored by then. */
export interface Tick {
  readonly timestamp: string
  /** Stored after this and not after `to`. */
  readonly from: string
  readonly to: string
}

type TickSettings = Pick<RunnerSettings, 'liveTickMs' | 'liveDelayMs'>

/** The time of the first tick that sees more than the watermark. */
export function nextTickMs({ watermark }: LiveProgress, { liveTickMs, liveDelayMs }: TickSettings): number {
  return (Math.floor((Date.parse(watermark) + liveDelayMs) / liveTickMs) + 1) * liveTickMs
}

/** The tick that is due; undefined: none is. One that is asked for does not wait for its minute. */
export function dueTick(live: LiveProgress, settings: TickSettings, nowMs: number): Tick | undefined {
  const { liveTickMs, liveDelayMs } = settings
  const next = nextTickMs(live, settings)
  if (next > nowMs && live.isAsked !== true) return undefined
  const at = Math.min(next, nowMs)
  const to = timeText(at - liveDelayMs)
  if (to <= live.watermark) return undefined
  return { timestamp: timeText(Math.floor(at / liveTickMs) * liveTickMs), from: live.watermark, to }
}

/** Traces with a root that was stored in this time, whichever of their spans the query is about. */
const storedIn = ({ from, to }: Tick): Filter => {
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

async function tracesOf(
  parts: RunnerParts,
  projectId: string,
  saved: SavedQuery,
  tick: Tick,
): Promise<readonly string[]> {
  const filter = bothFilters(saved.filter, storedIn(tick))
  const rate = saved.windowing?.rate
  const traceIds: string[] = []
  let sent: object | undefined = {
    order: 'ascending',
    limit: 1000,
    ...(rate === undefined ? {} : { rate }),
  }
  while (sent !== undefined) {
    const windowing = parseWindowing(sent, ['windowing'])
    const page = await queryTraceIds(
      parts.engine.spans.queries,
      { projectId },
      { filter, windowing, isWindowed: true },
    )
    traceIds.push(...page.traceIds)
    sent = page.windowing
  }
  return traceIds
}

/** Makes scenarios of those traces that the run has not met. False: the run is not prepared any longer. */
const insertTraces = (
  parts: RunnerParts,
  { job, run }: Prepared,
  found: { readonly stepKey: string; readonly traceIds: readonly string[]; readonly timestamp: string },
): Promise<boolean> =>
  transact(parts, job, async (at) => {
    const now = await beingPrepared(at, run.id)
    if (now === undefined) return false
    const { stepKey, traceIds, timestamp } = found
    const stepKeys = stepsOf(runData(now.run), 'input').map(({ key }) => key)
    const filter = { runIds: [run.id], stepKeys, traceIds }
    const met = await at.tx.evaluationRecords('result', at.scope.projectId, filter)
    const known = new Set(met.map(({ traceId }) => traceId))
    const fresh = traceIds.filter((id) => !known.has(id))
    await insertItems(
      at,
      now.run,
      stepKey,
      fresh.map((traceId) => ({ traceId, timestamp })),
    )
    return true
  })

/** The watermark moves when all traces of the tick are taken: a crash before repeats it, and finds what is new. */
const endTick = (parts: RunnerParts, { job, run }: Prepared, tick: Tick | undefined): Promise<void> =>
  transact(parts, job, async (at) => {
    const now = await beingPrepared(at, run.id)
    if (now?.progress.live === undefined) return
    const { watermark, ticks } = now.progress.live
    const live =
      tick === undefined || tick.from !== watermark
        ? { watermark, ticks }
        : { watermark: tick.to, ticks: [...new Set([...ticks, tick.timestamp])] }
    await putProgress(at, now.job, { ...now.progress, live })
  })

/** Takes the traces of one tick. False: none is due. */
export async function takeTick(parts: RunnerParts, prepared: Prepared): Promise<boolean> {
  const { run, job, progress } = prepared
  const { live } = progress
  const tick = live && dueTick(live, parts.settings, parts.nowMs())
  if (live === undefined || tick === undefined) {
    if (live?.isAsked === true) await endTick(parts, prepared, undefined)
    return false
  }
  const scope = scopeOfJob(parts, job)
  await parts.traceWrites.caughtUp(job.projectId)
  for (const step of stepsOf(runData(run), 'input')) {
    const saved = readQueryData(await queryData(parts.engine, scope, step))
    const traceIds = await tracesOf(parts, job.projectId, saved, tick)
    for (let start = 0; start < traceIds.length; start += tracesPerPage) {
      const some = traceIds.slice(start, start + tracesPerPage)
      const found = { stepKey: step.key, traceIds: some, timestamp: tick.timestamp }
      if (!(await insertTraces(parts, prepared, found))) return false
    }
  }
  await endTick(parts, prepared, tick)
  return true
}
