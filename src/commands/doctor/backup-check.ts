// The check of backups for `assay doctor`: reports the last backup, and whether it is late.
import { backupState, sharedBackup, type LastBackup } from '../../backup/last-backup.ts'
import type { Config } from '../../config.ts'
import { backupRecord } from '../backup/archive-at.ts'
import { sizeText } from '../backup/backup.ts'
import { withStore, type Program } from '../command.ts'

/** The last backup recorded in the database, if several machines may share it. */
export async function databaseBackup(program: Program, config: Config): Promise<LastBackup | undefined> {
  return config.databaseUrl === undefined ? undefined : withStore(program, config, sharedBackup)
}

export function backupSentence(
  config: Config,
  { now, storedBackup }: { readonly now: string; readonly storedBackup: LastBackup | undefined },
): string {
  const { last, everyHours, isLate } = backupState(backupRecord(config), { now, storedBackup })
  const schedule =
    everyHours === undefined ? 'no schedule is set' : `every ${everyHours} hour(s) by the schedule`
  const sentence =
    last === undefined
      ? `none yet; ${schedule}`
      : `the last one is from ${last.point}, ${sizeText(last.bytes)} in ${last.target}; ${schedule}`
  if (isLate) throw new Error(`${sentence}. It is late: the log of the server has the reason.`)
  return sentence
}
