// The last successful backup, in a small file of the data directory and in PostgreSQL: for `assay doctor`.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { maskUserInfo } from '../kernel/user-info.ts'

const lastBackup = z.object({
  /** Everything acknowledged before this time is in it. */
  point: z.string(),
  /** Without user and password. */
  target: z.string(),
  /** Of all of its files, before they were compressed. */
  bytes: z.number(),
})
export type LastBackup = z.infer<typeof lastBackup>

/** The setting of the relational store for backups of PostgreSQL. */
export const lastBackupName = 'backup.last'
export const lastBackupText = ({ target, ...rest }: LastBackup): string =>
  JSON.stringify({ ...rest, target: maskUserInfo(target) })
export const parseLastBackup = (text: string): LastBackup => lastBackup.parse(JSON.parse(text))

export function writeLastBackup(path: string, last: LastBackup): void {
  const written = `${path}.partial`
  writeFileSync(written, lastBackupText(last), { mode: 0o600 })
  renameSync(written, path)
}

/** Undefined: there was none. */
export function readLastBackup(path: string): LastBackup | undefined {
  try {
    return parseLastBackup(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
