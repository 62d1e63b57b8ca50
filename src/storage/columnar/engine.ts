// The engine in this process, as the official client speaks to it.
import { createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client'
import { setValues } from './bound-values.ts'

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>
type Connection = NonNullable<ClientOptions['connection']>
type StatementParams = Parameters<Connection['query']>[0]

/**
 * Without the signal: the engine works on when that is aborted, and an answer before it has ended would hand out a
 * connection that is busy.
 */
const withValues = <P extends StatementParams>({ query_params, abort_signal: _, ...rest }: P): P =>
  ({ ...rest, query: setValues(query_params) + rest.query }) as P

/** Settings hold for as long as the connection; with every statement they would each be a statement of their own. */
const setSettings = (settings: ClickHouseSettings): string =>
  `SET ${Object.entries(settings)
    .map(([name, value]) => `${name} = '${String(value)}'`)
    .join(', ')}`

export interface Engine {
  /** A connection runs one statement at a time; those of several run side by side. */
  readonly connect: (settings: ClickHouseSettings) => Promise<ClickHouseClient>
}

/** The directory belongs to one process at a time. */
export async function loadEngine(directory: string): Promise<Engine> {
  // Loaded only here: the library is large, and the server form does without it.
  const { createChdbConnection } = await import('chdb/connection')
  return {
    async connect(settings) {
      // chDB's connection is typed against another copy of the client's types; both are the same shape.
      const chdb = createChdbConnection({ path: directory }) as unknown as Connection
      const connection: Connection = {
        query: (params) => chdb.query(withValues(params)),
        exec: (params) => chdb.exec(withValues(params)),
        command: (params) => chdb.command(withValues(params)),
        insert: (params) => chdb.insert(params),
        ping: (params) => chdb.ping(params),
        close: () => chdb.close(),
      }
      const client = createClient({ connection })
      await client.command({ query: setSettings(settings) })
      return client
    },
  }
}
