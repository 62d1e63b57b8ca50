// The check of backups of `assay doctor`: the last one, and whether the schedule is met.
import { statSync } from 'node:fs'
import { lastBackupName, parseLastBackup, readLastBackup, type LastBackup } from '../../backup/last-backup.ts'
import type { Config } from '../../config.ts'
import { lastBackupPath } from '../../machine.ts'
import { sizeText } from '../backup/backup.ts'
import { withStore, type Program } from '../command.ts'

const hourMs = 3_600_000

export interface BackupCheck {
  readonly now: string
  /** The last one of any machine. */
  readonly shared: LastBackup | undefined
}

/** The last backup of a PostgreSQL database, also from another machine. */
export async function sharedBackup(program: Program, config: Config): Promise<LastBackup | undefined> {
  if (config.databaseUrl === undefined) return undefined
  const text = await withStore(program, config, (store) => store.read.storeSetting(lastBackupName))
  return text === undefined ? undefined : parseLastBackup(text)
}

/** A schedule is late at twice its interval: one failed backup is tried again before. */
export function backupSentence(config: Config, { now, shared }: BackupCheck): string {
  const { backupTarget, backupHours } = config
  const own = readLastBackup(lastBackupPath(config))
  const last = (shared?.point ?? '') > (own?.point ?? '') ? shared : own
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
