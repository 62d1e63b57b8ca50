// Settings that keep the promises of the contract on a ClickHouse cluster. They belong to the connection, so that no
// statement can omit one (docs/adr/065-promises-of-a-cluster.md).
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { StoreError } from '../contract/contract.ts'

/** A cluster by name, and how many replicas must store rows before a write is acknowledged. */
export interface ClusterOptions {
  readonly name: string
  /** `auto`: most of the replicas of a shard. */
  readonly insertQuorum: string
}

/**
 * A statement ON CLUSTER waits this long for each machine. Machines that are down run it when they are back, so a dead
 * replica delays a migration but does not stop it.
 */
const ddlSecondsMax = 20
/** How long a write waits for the quorum. After that it fails, and the rows wait in the inbox. */
const quorumMsMax = 20_000

/** Replicas of the largest shard. Throws when the server does not know the cluster. */
export async function replicasOf(client: ClickHouseClient, cluster: string): Promise<number> {
  const result = await client.query({
    query: 'SELECT max(replica_num) AS replicas FROM system.clusters WHERE cluster = {cluster:String}',
    query_params: { cluster },
    format: 'JSONEachRow',
  })
  const [row] = await result.json<{ readonly replicas: number }>()
  const replicas = row?.replicas ?? 0
  if (replicas > 0) return replicas
  throw new StoreError(
    `The ClickHouse server has no cluster '${cluster}'. Check ASSAY_CLICKHOUSE_CLUSTER and remote_servers in its configuration.`,
  )
}

/** Settings of every statement on a cluster. */
export const clusterSettings = (
  { insertQuorum }: Pick<ClusterOptions, 'insertQuorum'>,
  replicas: number,
): ClickHouseSettings => ({
  // An insert into a Distributed table is acknowledged after the shards have stored it, not after it is queued.
  distributed_foreground_insert: 1,
  distributed_ddl_output_mode: 'null_status_on_timeout',
  distributed_ddl_task_timeout: String(ddlSecondsMax),
  ...(replicas > 1 && insertQuorum !== '0' ? replicatedSettings(insertQuorum) : {}),
})

/** The quorum is not parallel: otherwise no replica is guaranteed to have all acknowledged rows. */
const replicatedSettings = (insertQuorum: string): ClickHouseSettings => ({
  insert_quorum: insertQuorum,
  insert_quorum_parallel: 0,
  insert_quorum_timeout: quorumMsMax,
  select_sequential_consistency: '1',
  // Reads and writes prefer the same replica of a shard, which has the rows already.
  load_balancing: 'in_order',
})
