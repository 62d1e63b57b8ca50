// A copy of the database file at one moment, complete and compact, while other processes write.
import { DatabaseSync } from 'node:sqlite'

/** Everything that was committed before the call is in the copy. Blocks this thread; `to` must not exist. */
export function copySqlite(path: string, to: string): void {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    db.exec('pragma busy_timeout = 30000')
    db.prepare('vacuum into ?').run(to)
  } finally {
    db.close()
  }
}
