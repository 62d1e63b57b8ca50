// Scheduled work of a server: backups and exports of spans, each to the target of its setting.
import { mkdirSync, rmSync } from 'node:fs'
import type { Logger } from 'pino'
import { withLease } from './backup/lease.ts'
import { scheduleBackups } from './backup/schedule.ts'
import { archiveAt, backupEnvironment, directoryAt } from './commands/backup/archive-at.ts'
import type { Config } from './config.ts'
import type { Metrics } from './http/metrics/metrics.ts'
import type { Clock } from './kernel/clock.ts'
import type { Resources } from './kernel/resources.ts'
import { isPaused, spanExportPath } from './machine.ts'
import { isExpiredDay } from './span-export/expired-day.ts'
import { exportSpans } from './span-export/export-days.ts'
import { scheduleSpanExport } from './span-export/schedule.ts'
import type { RelationalStore, SpanStore } from './storage/contract/contract.ts'

export interface ScheduleParts {
  readonly config: Config
  readonly clock: Clock
  readonly logger: Logger
  readonly resources: Resources
  readonly metrics: Metrics
  readonly store: RelationalStore
  readonly spans: SpanStore
}

/** Starts backups by the schedule of the settings, if there is one. */
function startBackups({ config, clock, logger, resources, metrics, store }: ScheduleParts): void {
  const { backupTarget: target, backupKeep, backupHours } = config
  if (target === undefined) return
  const main = process.argv[1] ?? ''
  const nowMs = (): number => Date.parse(clock.now())
  const backups = scheduleBackups({
    archive: archiveAt(config, target),
    everyMs: backupHours * 3_600_000,
    command: [process.execPath, ...process.execArgv, main, 'backup', target, '--keep', String(backupKeep)],
    env: backupEnvironment(config),
    nowMs,
    runUnderLease: (work) => withLease({ store, nowMs, name: 'backup.schedule', holder: clock.id() }, work),
    onSuccess: (timeMs) => {
      logger.info({ time: new Date(timeMs).toISOString(), target }, 'the last backup meets the schedule')
    },
    onError: (error) => {
      metrics.onBackupFailed()
      logger.error({ err: error, target }, 'the scheduled backup failed; it will be tried again')
    },
  })
  resources.add(backups, () => backups.stop())
}

/** Starts exports of spans by the settings, if there is a target. */
function startSpanExport(parts: ScheduleParts): void {
  const { config, clock, logger, resources, metrics, store, spans } = parts
  const { spanExportTarget: target, spanExportDelayHours: delayHours } = config
  if (target === undefined || config.role === 'api') return
  const scratch = spanExportPath(config)
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { mode: 0o700 })
  const files = directoryAt(config, { target, spool: scratch })
  const nowMs = (): number => Date.parse(clock.now())
  const isExpired = isExpiredDay({ store, retentionDays: config.retentionDays, nowMs })
  const exports = scheduleSpanExport({
    store,
    holder: clock.id(),
    target,
    delayHours,
    nowMs,
    run: async (due, signal) => {
      await files.removeAbandoned?.(nowMs())
      return exportSpans({ days: spans.days, target: files, scratch, signal }, { ...due, isExpired })
    },
    onSuccess: (timeMs, exported) => {
      metrics.onSpanExportSucceeded(timeMs)
      if (exported !== undefined) logger.info({ ...exported, target }, 'exported spans')
    },
    onError: (error) => {
      metrics.onSpanExportFailed()
      logger.error({ err: error, target }, 'the export of spans failed; it will be tried again')
    },
  })
  resources.add(exports, () => exports.stop())
}

/** A restored copy writes to no target before it is confirmed: the original may still write there. */
export async function startSchedules(parts: ScheduleParts): Promise<void> {
  if (await isPaused(parts.store)) return
  startBackups(parts)
  startSpanExport(parts)
}
