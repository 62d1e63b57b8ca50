// A lock between processes: the operating system releases it when its process ends, however that happens.
import { DatabaseSync } from 'node:sqlite'

export interface ProcessLock {
  readonly release: () => void
}

const sqliteBusy = 5
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy

/**
 * Undefined: another process has it. Node has no call for locks of files, SQLite does; the file stays, since a lock on a
 * removed file would exclude nobody.
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
