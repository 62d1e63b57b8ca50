// Partitions of spans, one per month, and the space of deleted rows. A month in which everything has expired is
// dropped, which deletes files and rewrites none. Other deleted rows are removed by rewriting their month when a large
// enough share of it is deleted.
import type { ClickHouseClient } from '@clickhouse/client'
import { deletionSteps, type Partition, type SpanStore } from '../contract/contract.ts'
import type { Placement } from './placement.ts'
import { convertFailures } from './span-store.ts'
import type { Summaries } from './summaries.ts'

export interface PartitionParts {
  /** Has no time limit: one statement may merge a month of spans. */
  readonly maintenanceClient: ClickHouseClient
  readonly placement: Placement
  readonly summaries: Pick<Summaries, 'isComplete'>
}

type PartitionStore = Pick<SpanStore, 'partitionsBefore' | 'dropPartition' | 'reclaim'>

const monthStart = (year: number, month: number): string =>
  `${new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)} 00:00:00.000000000`

/** The month of a partition id such as `202611`. */
function rangeOf(id: string): Pick<Partition, 'from' | 'to'> {
  const [year, month] = [Number(id.slice(0, 4)), Number(id.slice(4)) - 1]
  return { from: monthStart(year, month), to: monthStart(year, month + 1) }
}

/** Merges the parts of a table or of one partition and drops deleted rows. */
const cleanUpSql = ({ local, onCluster }: Placement, table: string, partition?: string): string =>
  `OPTIMIZE TABLE ${local(table)}${onCluster}${partition === undefined ? '' : ` PARTITION ID '${partition}'`} FINAL CLEANUP`

const dropSql = ({ local, onCluster }: Placement, table: string, partition: string): string =>
  `ALTER TABLE ${local(table)}${onCluster} DROP PARTITION ID '${partition}' SETTINGS max_partition_size_to_drop = 0`

/** Facts are ordered by trace and have no partitions, so those of a month get tombstones. */
const factTombstones = `
INSERT INTO span_facts (project_id, trace_id, span_id, start_time, version, is_deleted)
SELECT project_id, trace_id, span_id, start_time, version + ${deletionSteps}, 1 FROM span_facts FINAL
WHERE start_time >= {from:DateTime64(9, 'UTC')} AND start_time < {to:DateTime64(9, 'UTC')}`

interface DeletedShare {
  readonly id: string
  readonly share: number
}

function deletedSharesSql(table: 'spans' | 'span_facts'): string {
  const id = table === 'spans' ? '_partition_id' : "''"
  return `SELECT ${id} AS id, countIf(is_deleted = 1) / count() AS share FROM ${table} GROUP BY id HAVING share > 0`
}

async function select<Row>(
  { maintenanceClient }: Pick<PartitionParts, 'maintenanceClient'>,
  { query, params = {} }: { readonly query: string; readonly params?: Readonly<Record<string, unknown>> },
): Promise<Row[]> {
  const result = await maintenanceClient.query({ query, query_params: { ...params }, format: 'JSONEachRow' })
  return result.json<Row>()
}

async function hasLiveRows(parts: PartitionParts, id: string): Promise<boolean> {
  const query = `SELECT 1 FROM spans FINAL WHERE _partition_id = {id:String} LIMIT 1
    SETTINGS do_not_merge_across_partitions_select_final = 1`
  return (await select(parts, { query, params: { id } })).length > 0
}

/** Drops the copies first: if it is interrupted, the next attempt still finds the spans and drops them. */
async function dropAll({ maintenanceClient, placement }: PartitionParts, id: string): Promise<void> {
  await maintenanceClient.command({ query: dropSql(placement, 'summary_spans', id) })
  await maintenanceClient.command({ query: dropSql(placement, 'spans', id) })
}

async function reclaimMonth(parts: PartitionParts, id: string): Promise<void> {
  const { maintenanceClient, placement, summaries } = parts
  if (summaries.isComplete() && !(await hasLiveRows(parts, id))) return dropAll(parts, id)
  await maintenanceClient.command({ query: cleanUpSql(placement, 'spans', id) })
  // The tombstones of copied days must outlive the backfill.
  if (summaries.isComplete())
    await maintenanceClient.command({ query: cleanUpSql(placement, 'summary_spans', id) })
}

async function reclaim(parts: PartitionParts, { shareMin }: { readonly shareMin: number }): Promise<void> {
  const shares = await select<DeletedShare>(parts, { query: deletedSharesSql('spans') })
  for (const { id } of shares.filter(({ share }) => share >= shareMin)) await reclaimMonth(parts, id)
  const [facts] = await select<DeletedShare>(parts, { query: deletedSharesSql('span_facts') })
  if (facts === undefined || facts.share < shareMin) return
  await parts.maintenanceClient.command({ query: cleanUpSql(parts.placement, 'span_facts') })
}

async function partitionsBefore(parts: PartitionParts, time: string): Promise<readonly Partition[]> {
  const { local, everywhere } = parts.placement
  const ids = await select<{ readonly id: string }>(parts, {
    query: `SELECT DISTINCT partition_id AS id FROM ${everywhere('system.parts')}
            WHERE database = currentDatabase() AND table = {table:String} AND active ORDER BY id`,
    params: { table: local('spans') },
  })
  const partitions: Partition[] = []
  for (const { id } of ids) {
    const range = rangeOf(id)
    if (range.to > time) continue
    const projects = await select<{ readonly project_id: string }>(parts, {
      query: 'SELECT DISTINCT project_id FROM spans WHERE _partition_id = {id:String}',
      params: { id },
    })
    partitions.push({ id, ...range, projectIds: projects.map(({ project_id }) => project_id) })
  }
  return partitions
}

async function dropPartition(parts: PartitionParts, { id, from, to }: Partition): Promise<number> {
  if (!parts.summaries.isComplete()) return 0
  const [row] = await select<{ readonly rows: string }>(parts, {
    query: 'SELECT toString(count()) AS rows FROM spans WHERE _partition_id = {id:String}',
    params: { id },
  })
  await parts.maintenanceClient.command({
    query: factTombstones,
    query_params: { from, to },
    clickhouse_settings: { async_insert: 0 },
  })
  await dropAll(parts, id)
  return Number(row?.rows ?? 0)
}

export const partitionStore = (parts: PartitionParts): PartitionStore => ({
  partitionsBefore: (time) => convertFailures(partitionsBefore(parts, time)),
  dropPartition: (partition) => convertFailures(dropPartition(parts, partition)),
  reclaim: (options) => convertFailures(reclaim(parts, options)),
})
