// The identity of a span store: an id that is created when the store is first opened. The relational store
// records it, so that a process with another span store is stopped before it writes.
import type { ClickHouseClient } from '@clickhouse/client'
import { asStoreFailure } from './span-store.ts'

/** See `SpanStore.identify`. On a cluster the insert resolves after the shard has stored the row. */
export async function identify(client: ClickHouseClient, newId: string): Promise<readonly string[]> {
  const readIds = async (): Promise<readonly string[]> => {
    const result = await client.query({
      query: 'SELECT DISTINCT toString(id) AS id FROM store_identity ORDER BY id',
      format: 'JSONEachRow',
    })
    return (await result.json<{ readonly id: string }>()).map(({ id }) => id)
  }
  try {
    const ids = await readIds()
    if (ids.length > 0) return ids
    await client.command({
      query: 'INSERT INTO store_identity SELECT toUUID({id:String})',
      query_params: { id: newId },
      clickhouse_settings: { async_insert: 0 },
    })
    return await readIds()
  } catch (error) {
    throw asStoreFailure(error)
  }
}
