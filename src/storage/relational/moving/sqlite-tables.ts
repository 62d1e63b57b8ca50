// Reads and writes all rows of a SQLite database.
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { UniqueConflict, type Cell, type RecordTables, type TableRow } from '../../contract/contract.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { takeProcessLock, type ProcessLock } from '../../../kernel/process-lock.ts'
import { columnList, onConflict, recordReads, setSettingText, type Statement } from './record-reads.ts'

const errorCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
const busyCode = 5
/** The codes of a conflict in a unique index or a primary key. */
const uniqueCodes: ReadonlySet<number> = new Set([2067, 1555])

/**
 * Undefined: another process has the database open. In the WAL mode every connection holds a lock on the file that
 * excludes this one.
 */
function openExclusively(path: string): DatabaseSync | undefined {
  const db = new DatabaseSync(path)
  try {
    db.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin immediate; commit')
    return db
  } catch (error) {
    db.close()
    if ((errorCode(error) & 0xff) !== busyCode) throw error
    return undefined
  }
}

const bind = (values: readonly Cell[]): SQLInputValue[] => [...values]

function selectAll(db: DatabaseSync, { text, values }: Statement): readonly TableRow[] {
  const statement = db.prepare(text.replaceAll('$', '?'))
  statement.setReturnArrays(true)
  return statement.all(...bind(values)) as unknown as readonly TableRow[]
}

/** Runs a statement once for each list of values, in one transaction. */
function runForEach(
  db: DatabaseSync,
  { text, lists }: { readonly text: string; readonly lists: readonly TableRow[] },
): void {
  const statement = db.prepare(text.replaceAll('$', '?'))
  db.exec('begin immediate')
  try {
    for (const values of lists) statement.run(...bind(values))
    db.exec('commit')
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    if (uniqueCodes.has(errorCode(error))) throw new UniqueConflict(messageOf(error), { cause: error })
    throw error
  }
}

/** A source is opened exclusively if no other process has it open. The file must exist. */
export function openSqliteTables(path: string, { asSource }: { readonly asSource: boolean }): RecordTables {
  const exclusiveDb = asSource ? openExclusively(path) : undefined
  const db = exclusiveDb ?? new DatabaseSync(path)
  db.exec('pragma busy_timeout = 30000; pragma synchronous = normal; pragma foreign_keys = on')
  let moveLock: ProcessLock | undefined
  return {
    ...recordReads(
      async (statement) => selectAll(db, statement),
      'select count(*) from sqlite_schema where name = $1',
    ),
    isAlone: async () => exclusiveDb !== undefined,
    lock: async () => (moveLock ??= takeProcessLock(join(dirname(path), 'move.lock'))) !== undefined,
    async read(work) {
      db.exec('begin')
      try {
        return await work()
      } finally {
        if (db.isTransaction) db.exec('commit')
      }
    },
    put: async (table, rows) => {
      const placeholders = table.columns.map((_, i) => `$${i + 1}`).join(', ')
      const text = `insert into ${table.name} (${columnList(table)}) values (${placeholders}) ${onConflict(table)}`
      runForEach(db, { text, lists: rows })
    },
    remove: async ({ name, key }, keys) => {
      const keyCondition = key.map((column, i) => `${column} = $${i + 1}`).join(' and ')
      runForEach(db, { text: `delete from ${name} where ${keyCondition}`, lists: keys })
    },
    setSetting: async (name, value) => {
      // A synced commit makes all commits before it durable: the log is written in order.
      db.exec('pragma synchronous = full')
      runForEach(db, { text: setSettingText, lists: [[name, value]] })
      db.exec('pragma synchronous = normal')
    },
    finish: async () => db.exec('pragma optimize'),
    close: async () => {
      db.close()
      moveLock?.release()
    },
  }
}
