// The columnar store: one SQL text for the ClickHouse engine in this process (chDB) and for a ClickHouse server. Both
// are spoken to through the official client; only the connection differs.
// May import storage/contract.ts and the kernel; nobody imports this folder but main.ts and the tests.
// Start with migrations.ts (the tables), then span-store.ts (the statements).
import { mkdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseSettings,
} from '@clickhouse/client'
import { StoreError, type SpanStore } from '../contract.ts'
import { clustered, migrate, single, type Placement } from './migrations.ts'
import { spanStore, type InsertLines } from './span-store.ts'

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>

const noAnswer = (error: unknown, advice: string): StoreError =>
  new StoreError(`The trace store does not answer: ${(error as Error).message}. ${advice}`, { cause: error })

/** Rows may come from clients with any clock: a batch may touch any number of months. */
const insertSettings = {
  max_partitions_per_insert_block: '0',
  input_format_parallel_parsing: 0,
  async_insert: 0,
  // Half of a surrogate pair is kept as its escape; JSON clients do send such texts.
  input_format_json_throw_on_bad_escape_sequence: 0,
} as const satisfies ClickHouseSettings

/** Over HTTP the bytes are the body of the request. */
const overHttp =
  (client: ClickHouseClient): InsertLines =>
  async (table, { bytes }) => {
    const { stream } = await client.exec({
      query: `INSERT INTO ${table} FORMAT JSONEachRow`,
      values: Readable.from([bytes], { objectMode: false }),
      clickhouse_settings: insertSettings,
    })
    for await (const _ of stream) continue
  }

async function storeOver(
  client: ClickHouseClient,
  options: { readonly insert: InsertLines; readonly placement: Placement; readonly advice: string },
): Promise<SpanStore> {
  const store = spanStore(client, options.insert, options.placement)
  try {
    await store.ping()
    await migrate(client, options.placement)
    return store
  } catch (error) {
    await client.close()
    const { cause } = error as Error
    throw noAnswer(cause ?? error, options.advice)
  }
}

/** The engine in this process; its directory belongs to one process at a time. */
export async function openEmbedded(directory: string): Promise<SpanStore> {
  const advice = `Is another Assay running on ${directory}? A data directory belongs to one server at a time.`
  mkdirSync(directory, { recursive: true })
  // Loaded only here: the library is large, and the server form does without it.
  const { createChdbConnection } = await import('chdb/connection')
  try {
    const engine = createChdbConnection({ path: directory })
    // The client's hook for this connection is typed more narrowly than what chDB declares; both are the same shape.
    const connection = engine as unknown as ClientOptions['connection']
    return await storeOver(createClient({ connection } as ClientOptions), {
      // The bytes as they are: through the client they would be copied three times, a third of the main thread.
      insert: async (table, { bytes }) => {
        await engine.chdb.rawInsert({ table, values: bytes, format: 'JSONEachRow', settings: insertSettings })
      },
      placement: single,
      advice,
    })
  } catch (error) {
    throw error instanceof StoreError ? error : noAnswer(error, advice)
  }
}

export function openServer(url: string, cluster: string | undefined): Promise<SpanStore> {
  // Failures are thrown, and logged once by whoever catches them.
  const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } })
  return storeOver(client, {
    insert: overHttp(client),
    placement: cluster === undefined ? single : clustered(cluster),
    advice: 'Check ASSAY_CLICKHOUSE_URL and that the server runs.',
  })
}
