// Adapts the embedded engine (chDB) to the interface of the official client.
import { createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client'
import { setValues } from './bound-values.ts'

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>
type Connection = NonNullable<ClientOptions['connection']>
type StatementParams = Parameters<Connection['query']>[0]

/**
 * The signal is not passed on: the engine keeps working after an abort, and an early answer would return a
 * busy connection to the pool.
 */
const withValues = <P extends StatementParams>({ query_params, abort_signal: _, ...rest }: P): P =>
  ({ ...rest, query: setValues(query_params) + rest.query }) as P

/** Settings are set once per connection; with every statement each setting would be an extra statement. */
const setSettings = (settings: ClickHouseSettings): string =>
  `SET ${Object.entries(settings)
    .map(([name, value]) => `${name} = '${String(value)}'`)
    .join(', ')}`

export interface Engine {
  /** A connection runs one statement at a time; several connections run in parallel. */
  readonly connect: (settings: ClickHouseSettings) => Promise<ClickHouseClient>
}

interface Session {
  readonly chdb: Connection
  runningCount: number
  hasFailed: boolean
}

/**
 * Reopens the connection after a failed statement. chDB keeps the partial output of a stopped statement and
 * returns it with the next answer: rows of one client would reach another.
 */
function reopeningConnection(open: () => Promise<Connection>): Connection {
  let sessionPromise: Promise<Session> | undefined
  const openSession = async (): Promise<Session> => ({
    chdb: await open(),
    runningCount: 0,
    hasFailed: false,
  })

  async function current(): Promise<Session> {
    const promise = (sessionPromise ??= openSession())
    try {
      return await promise
    } catch (error) {
      if (sessionPromise === promise) sessionPromise = undefined
      throw error
    }
  }

  async function run<T>(work: (chdb: Connection) => Promise<T>): Promise<T> {
    const session = await current()
    session.runningCount += 1
    try {
      return await work(session.chdb)
    } catch (error) {
      if (!session.hasFailed) sessionPromise = undefined
      session.hasFailed = true
      throw error
    } finally {
      session.runningCount -= 1
      if (session.hasFailed && session.runningCount === 0) await session.chdb.close()
    }
  }

  return {
    query: (params) => run((chdb) => chdb.query(withValues(params))),
    exec: (params) => run((chdb) => chdb.exec(withValues(params))),
    command: (params) => run((chdb) => chdb.command(withValues(params))),
    insert: (params) => run((chdb) => chdb.insert(params)),
    ping: (params) => run((chdb) => chdb.ping(params)),
    close: async () => (await current()).chdb.close(),
  }
}

/** A directory is used by one process at a time. */
export async function loadEngine(directory: string): Promise<Engine> {
  // Loaded lazily: the library is large, and the server backend does not need it.
  const { createChdbConnection } = await import('chdb/connection')
  return {
    async connect(settings) {
      const connection = reopeningConnection(async () => {
        // chDB's connection is typed against another copy of the client's types; both have the same shape.
        const chdb = createChdbConnection({ path: directory }) as unknown as Connection
        await chdb.command({ query: setSettings(settings) })
        return chdb
      })
      const client = createClient({ connection })
      await client.ping({ select: true })
      return client
    },
  }
}
