// Reads and writes all rows of a PostgreSQL database.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import {
  StoreError,
  UniqueConflict,
  type Cell,
  type CellKind,
  type RecordTables,
  type TableRow,
} from '../../contract/contract.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { columnKinds, columnList, keyKinds, onConflict, recordReads, setSettingText } from './record-reads.ts'

const arrayTypes: Readonly<Record<CellKind, string>> = {
  text: 'text[]',
  integer: 'bigint[]',
  real: 'double precision[]',
  bytes: 'bytea[]',
}
const uniqueViolation = '23505'

/** The driver returns long numbers as text. */
const cellReader =
  (kinds: readonly CellKind[]) =>
  (row: readonly unknown[]): TableRow =>
    row.map((value, i) => (kinds[i] === 'integer' && value !== null ? Number(value) : (value as Cell)))

/** One parameter per column: the values of all rows. */
const unnestedValues = (kinds: readonly CellKind[]): string =>
  `select * from unnest(${kinds.map((kind, i) => `$${i + 1}::${arrayTypes[kind]}`).join(', ')})`
const byColumn = (kinds: readonly CellKind[], rows: readonly TableRow[]): readonly (readonly Cell[])[] =>
  kinds.map((_, i) => rows.map((row) => row[i] ?? null))

/** Sessions of other clients on this database. Names of sessions of other users are visible to every user. */
const otherSessions = `
select 1 from pg_stat_activity
where datname = current_database() and usename is not null and pid <> pg_backend_pid()`

/** A lock that the session holds. Any number works if every Assay uses the same one. */
const moveLock = 'select pg_try_advisory_lock(7268146)'

const [checksMax, checkEveryMs] = [10, 200]

/** Sessions of a process that has just ended stay for a moment. */
async function eventually(condition: () => Promise<boolean>): Promise<boolean> {
  for (let check = 1; check < checksMax; check++) {
    if (await condition()) return true
    await sleep(checkEveryMs)
  }
  return condition()
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // Without a listener a lost connection would end the process; the next statement fails.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new StoreError(`PostgreSQL cannot be reached: ${messageOf(error)}`, { cause: error })
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === uniqueViolation

type Values = readonly (Cell | readonly Cell[])[]

const queryOver =
  (client: Client) =>
  async (text: string, values: Values = []): Promise<readonly (readonly unknown[])[]> => {
    try {
      return (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows
    } catch (error) {
      throw isUniqueViolation(error) ? new UniqueConflict(messageOf(error), { cause: error }) : error
    }
  }

export async function openPostgresTables(url: string): Promise<RecordTables> {
  const client = await connect(url)
  const query = queryOver(client)
  return {
    ...recordReads(
      async ({ text, values }, kinds) => (await query(text, values)).map(cellReader(kinds)),
      'select count(*) from pg_tables where schemaname = current_schema() and tablename = $1',
    ),
    isAlone: () => eventually(async () => (await query(otherSessions)).length === 0),
    lock: () => eventually(async () => (await query(moveLock))[0]?.[0] === true),
    async read(work) {
      await query('begin isolation level repeatable read read only')
      try {
        return await work()
      } finally {
        await query('commit')
      }
    },
    put: async (table, rows) => {
      const kinds = columnKinds(table)
      const text = `insert into ${table.name} (${columnList(table)}) ${unnestedValues(kinds)} ${onConflict(table)}`
      await query(text, byColumn(kinds, rows))
    },
    remove: async (table, keys) => {
      const kinds = keyKinds(table)
      const text = `delete from ${table.name} where (${table.key.join(', ')}) in (${unnestedValues(kinds)})`
      await query(text, byColumn(kinds, keys))
    },
    setSetting: async (name, value) => void (await query(setSettingText, [name, value])),
    // The planner has no statistics of the new rows yet.
    finish: async () => void (await query('analyze')),
    close: () => client.end(),
  }
}
