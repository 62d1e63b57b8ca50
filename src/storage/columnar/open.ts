// The columnar store: one SQL text for the ClickHouse engine in this process (chDB) and for a ClickHouse server. Both
// are spoken to through the official client; only the connection differs.
// May import storage/contract.ts and the kernel; nobody imports this folder but main.ts and the tests.
import { mkdirSync } from 'node:fs'
import { createClient, type ClickHouseClient } from '@clickhouse/client'
import { StoreError, type ColumnarStore } from '../contract.ts'

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>

const noAnswer = (error: unknown, advice: string): StoreError =>
  new StoreError(`The trace store does not answer: ${(error as Error).message}. ${advice}`, { cause: error })

async function storeOver(client: ClickHouseClient, advice: string): Promise<ColumnarStore> {
  const ping = async (): Promise<void> => {
    const result = await client.query({ query: 'select 1 as one', format: 'JSONEachRow' })
    await result.json()
  }
  try {
    await ping()
  } catch (error) {
    await client.close()
    throw noAnswer(error, advice)
  }
  return { ping, close: () => client.close() }
}

/** The engine in this process; its directory belongs to one process at a time. */
export async function openEmbedded(directory: string): Promise<ColumnarStore> {
  const advice = `Is another Assay running on ${directory}? A data directory belongs to one server at a time.`
  mkdirSync(directory, { recursive: true })
  // Loaded only here: the library is large, and the server form does without it.
  const { createChdbConnection } = await import('chdb/connection')
  try {
    // The client's hook for this connection is typed more narrowly than what chDB declares; both are the same shape.
    const connection = createChdbConnection({ path: directory }) as unknown as ClientOptions['connection']
    return await storeOver(createClient({ connection } as ClientOptions), advice)
  } catch (error) {
    throw error instanceof StoreError ? error : noAnswer(error, advice)
  }
}

export const openServer = (url: string): Promise<ColumnarStore> =>
  storeOver(createClient({ url }), 'Check ASSAY_CLICKHOUSE_URL and that the server runs.')
