// A lock between processes. The operating system releases it when the process ends, also after a crash.
import { DatabaseSync } from 'node:sqlite'

export interface ProcessLock {
  readonly release: () => void
}

const sqliteBusy = 5
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy

/**
 * Undefined: another process has the lock. Node has no file locks, so SQLite locks the file. The file is never removed:
 * a lock on a removed file excludes nobody.
 */
export function takeProcessLock(path: string): ProcessLock | undefined {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (isBusy(error)) return undefined
    throw error
  }
  return { release: () => file.close() }
}
