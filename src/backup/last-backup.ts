// The last successful backup of a data directory, in a small file of it: for `assay doctor`.
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

export function writeLastBackup(path: string, { target, ...rest }: LastBackup): void {
  const written = `${path}.partial`
  writeFileSync(written, JSON.stringify({ ...rest, target: maskUserInfo(target) }), { mode: 0o600 })
  renameSync(written, path)
}

/** Undefined: there was none. */
export function readLastBackup(path: string): LastBackup | undefined {
  try {
    return lastBackup.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
