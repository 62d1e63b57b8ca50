// The layout of the tables: on one server, or on all shards and replicas of a cluster.

export interface Placement {
  /** The table that stores the rows: `spans_local` on a cluster, `spans` elsewhere. */
  readonly local: (table: string) => string
  /** The clause ` ON CLUSTER …` of a statement for all servers of a cluster; '' elsewhere. */
  readonly onCluster: string
  /** The engine of a table: on a cluster its replicated form. */
  readonly engine: (engine: string) => string
  /** Statements for the Distributed table over all shards; none without a cluster. */
  readonly distributed: (table: string, shardingKey?: string) => readonly string[]
  /** A system table of the engine, on every machine. */
  readonly everywhere: (table: string) => string
  /** All tables with the columns of a table: on a cluster the local one and the Distributed one. */
  readonly tables: (table: string) => readonly string[]
}

export const single: Placement = {
  local: (table) => table,
  onCluster: '',
  engine: (engine) => engine,
  distributed: () => [],
  everywhere: (table) => table,
  tables: (table) => [table],
}

/** All spans of a trace are on one shard, so that they are rolled up and deleted together. */
export const clustered = (cluster: string): Placement => ({
  local: (table) => `${table}_local`,
  onCluster: ` ON CLUSTER \`${cluster}\``,
  engine: (engine) =>
    `Replicated${engine.replace('(', `('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', `)}`,
  distributed: (table, shardingKey = 'cityHash64(trace_id)') => [
    `CREATE TABLE IF NOT EXISTS ${table} ON CLUSTER \`${cluster}\` AS ${table}_local
     ENGINE = Distributed(\`${cluster}\`, currentDatabase(), ${table}_local, ${shardingKey})`,
  ],
  everywhere: (table) => `clusterAllReplicas('${cluster}', ${table})`,
  tables: (table) => [`${table}_local`, table],
})
