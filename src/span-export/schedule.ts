// Scheduled exports: each day is exported once, some hours after its end, by one of several processes.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { withLease } from '../backup/lease.ts'
import type { RelationalStore } from '../storage/contract/contract.ts'
import type { DueDays, ExportedFiles } from './export-days.ts'

export interface ExportSchedule {
  readonly store: Pick<RelationalStore, 'read' | 'write'>
  /** The id of this process. */
  readonly holder: string
  /** The address of the target. A new target has no files yet. */
  readonly target: string
  readonly delayHours: number
  readonly nowMs: () => number
  readonly run: (due: Pick<DueDays, 'through'>, signal: AbortSignal) => Promise<ExportedFiles>
  /** The time of the last export, also by another process. */
  readonly onSuccess: (timeMs: number, files?: ExportedFiles) => void
  readonly onError: (error: unknown) => void
}

const hourMs = 3_600_000
const retryMs = 15 * 60_000
/** How often a process checks whether a day is due, or whether another process has exported it. */
const pollMs = 5 * 60_000

/** The last day that ended at least this number of hours ago. */
export const lastDueDay = (nowMs: number, delayHours: number): string =>
  new Date(nowMs - (24 + delayHours) * hourMs).toISOString().slice(0, 10)

const lastExport = z.object({ target: z.string(), through: z.string(), timeMs: z.number() })
type LastExport = z.infer<typeof lastExport>
const lastExportName = 'span_export.last'
const leaseName = 'span_export.lease'

async function readLast({ store }: ExportSchedule): Promise<LastExport | undefined> {
  const lastExportText = await store.read.storeSetting(lastExportName)
  return lastExportText === undefined ? undefined : lastExport.parse(JSON.parse(lastExportText))
}

/** Exports the days that are due, unless they were exported already. Undefined: another process does it now. */
async function exportDue(
  schedule: ExportSchedule,
  stopSignal: AbortSignal,
): Promise<{ readonly timeMs: number; readonly files?: ExportedFiles } | undefined> {
  const { store, target, nowMs, holder } = schedule
  const through = lastDueDay(nowMs(), schedule.delayHours)
  const last = await readLast(schedule)
  if (last?.target === target && last.through >= through) return { timeMs: last.timeMs }
  const outcome = await withLease({ store, holder, nowMs, name: leaseName }, async (leaseLoss) => {
    const signal = AbortSignal.any([leaseLoss, stopSignal])
    const files = await schedule.run({ through }, signal)
    if (signal.aborted) return undefined
    const lastExport: LastExport = { target, through, timeMs: nowMs() }
    await store.write((tx) => tx.setStoreSetting(lastExportName, JSON.stringify(lastExport)))
    return { timeMs: lastExport.timeMs, files }
  })
  return outcome?.result
}

/** Stopping waits for the file that is being written; the next process continues with the one after it. */
export function scheduleSpanExport(schedule: ExportSchedule): { readonly stop: () => Promise<void> } {
  const controller = new AbortController()
  const { signal } = controller

  async function run(): Promise<void> {
    while (!signal.aborted) {
      let waitMs = pollMs
      try {
        const outcome = await exportDue(schedule, signal)
        if (outcome !== undefined) schedule.onSuccess(outcome.timeMs, outcome.files)
      } catch (error) {
        waitMs = retryMs
        if (!signal.aborted) schedule.onError(error)
      }
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const loop = run()
  return {
    stop: async () => {
      controller.abort()
      await loop
    },
  }
}
