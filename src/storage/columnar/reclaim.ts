// Reclaims the space of deleted rows: the engine merges the parts with tombstones and drops the deleted rows.
import type { ClickHouseClient } from '@clickhouse/client'
import type { Placement } from './placement.ts'
import { asStoreFailure } from './span-store.ts'
import type { Summaries } from './summaries.ts'

/** Merges the parts of a table or of one partition and drops deleted rows. */
const cleanUp = ({ local, onCluster }: Placement, table: string, partition?: string): string =>
  `OPTIMIZE TABLE ${local(table)}${onCluster}${partition === undefined ? '' : ` PARTITION ID '${partition}'`} FINAL CLEANUP`

/** `client` has no time limit: one statement merges a month of spans. */
export async function reclaimSpace(
  client: ClickHouseClient,
  {
    placement,
    summaries,
  }: { readonly placement: Placement; readonly summaries: Pick<Summaries, 'isComplete'> },
): Promise<void> {
  try {
    const result = await client.query({
      query: 'SELECT DISTINCT _partition_id AS id FROM spans WHERE is_deleted = 1',
      format: 'JSONEachRow',
    })
    const partitions = await result.json<{ readonly id: string }>()
    for (const { id } of partitions) await client.command({ query: cleanUp(placement, 'spans', id) })
    if (partitions.length > 0) await client.command({ query: cleanUp(placement, 'span_facts') })
    if (!summaries.isComplete()) return
    for (const { id } of partitions) await client.command({ query: cleanUp(placement, 'summary_spans', id) })
  } catch (error) {
    throw asStoreFailure(error)
  }
}
