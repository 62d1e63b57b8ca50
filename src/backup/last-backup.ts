// The last successful backup, in a small file of the data directory and in PostgreSQL: for `assay doctor`,
// `GET /api/stores` and the metrics. `assay backup` records it, by hand or by the schedule.
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { maskUserInfo } from '../kernel/user-info.ts'
import type { RelationalStore } from '../storage/contract/contract.ts'

const lastBackup = z.object({
  /** Everything acknowledged before this time is in it. */
  point: z.string(),
  /** The address without user and password. */
  target: z.string(),
  /** The size of all files before compression. */
  bytes: z.number(),
})
export type LastBackup = z.infer<typeof lastBackup>

/** The setting of the relational store for backups of PostgreSQL. */
export const lastBackupName = 'backup.last'
export const lastBackupText = ({ target, ...rest }: LastBackup): string =>
  JSON.stringify({ ...rest, target: maskUserInfo(target) })
const parseLastBackup = (text: string): LastBackup => lastBackup.parse(JSON.parse(text))

export function writeLastBackup(path: string, last: LastBackup): void {
  const partialPath = `${path}.partial`
  writeFileSync(partialPath, lastBackupText(last), { mode: 0o600 })
  renameSync(partialPath, path)
}

/** Undefined: there was none. */
function readLastBackup(path: string): LastBackup | undefined {
  try {
    return parseLastBackup(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The last backup of a PostgreSQL database, also from another machine. */
export async function sharedBackup({ read }: Pick<RelationalStore, 'read'>): Promise<LastBackup | undefined> {
  const text = await read.storeSetting(lastBackupName)
  return text === undefined ? undefined : parseLastBackup(text)
}

export interface BackupRecord {
  readonly dataDir: string
  /** The file of the last backup. */
  readonly path: string
  /** Undefined: there is no schedule. */
  readonly everyHours: number | undefined
}

export interface BackupState {
  readonly last: LastBackup | undefined
  readonly everyHours: number | undefined
  /** The last backup is older than twice the interval: one failed backup was tried again before. */
  readonly isLate: boolean
}

const hourMs = 3_600_000

/** The last backup of any machine, and whether the schedule is met. */
export function backupState(
  { dataDir, path, everyHours }: BackupRecord,
  { now, storedBackup }: { readonly now: string; readonly storedBackup: LastBackup | undefined },
): BackupState {
  const localBackup = readLastBackup(path)
  const last = (storedBackup?.point ?? '') > (localBackup?.point ?? '') ? storedBackup : localBackup
  const sinceMs = last === undefined ? statSync(dataDir).birthtimeMs : Date.parse(last.point)
  const isLate = everyHours !== undefined && Date.parse(now) - sinceMs > 2 * everyHours * hourMs
  return { last, everyHours, isLate }
}
