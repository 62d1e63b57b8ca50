// The check of backups of `assay doctor`: the last one, and whether the schedule is met.
import { statSync } from 'node:fs'
import { readLastBackup } from '../../backup/last-backup.ts'
import type { Config } from '../../config.ts'
import { lastBackupPath } from '../../machine.ts'
import { sizeText } from '../backup/backup.ts'

const hourMs = 3_600_000

/** A schedule is late at twice its interval: one failed backup is tried again before. */
export function backupSentence(config: Config, now: string): string {
  const { backupTarget, backupHours } = config
  const last = readLastBackup(lastBackupPath(config))
  const schedule =
    backupTarget === undefined ? 'no schedule is set' : `every ${backupHours} hour(s) by the schedule`
  const sentence =
    last === undefined
      ? `none yet; ${schedule}`
      : `the last one is of ${last.point}, ${sizeText(last.bytes)} in ${last.target}; ${schedule}`
  const sinceMs = last === undefined ? statSync(config.dataDir).birthtimeMs : Date.parse(last.point)
  const ageMs = Date.parse(now) - sinceMs
  if (backupTarget !== undefined && ageMs > 2 * backupHours * hourMs) {
    throw new Error(`${sentence}. It is late: the log of the server has the reason.`)
  }
  return sentence
}
