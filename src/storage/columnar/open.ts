// Opens the columnar store: one SQL text for the embedded ClickHouse engine (chDB) and for a ClickHouse
// server. Both are used through the official client; only the connection differs.
// May import storage/contract/contract.ts and the kernel; only stores.ts and the tests import this folder.
// Start with migrations.ts (the tables), then span-store.ts (the statements).
import { messageOf } from '../../kernel/errors.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseSettings,
} from '@clickhouse/client'
import {
  StoreError,
  type QueryBudget,
  type SpanStore,
  type StoreCopies,
  type StoreSize,
} from '../contract/contract.ts'
import { columnNames } from '../contract/rows/span-rows.ts'
import { bytesOnDisk, checkSpanStore } from './check.ts'
import { clusterSettings, replicasOf, type ClusterOptions } from './cluster.ts'
import { requireEngineVersion } from './engine-version.ts'
import { loadEngine } from './engine.ts'
import { freeze, InsertGate, release, releaseAbandoned } from './freeze.ts'
import { checkSpans } from './integrity.ts'
import { identify } from './identity.ts'
import { migrate, type MigrateOptions } from './migrate.ts'
import { clustered, single, type Placement } from './placement.ts'
import { createReader, readSettings, filterParserLimits } from './reader.ts'
import { partitionStore } from './partitions.ts'
import { spanDays } from './span-days.ts'
import { spanQueries } from './span-queries.ts'
import { fileInserts } from './file-inserts.ts'
import { engineCode, spanStore, type InsertRows } from './span-store.ts'
import { startSummaries, type Summaries } from './summaries.ts'
import { engineFiles, serverFiles, spanTransfer, type RowFiles } from './transfer.ts'

const MiB = 1024 * 1024

/** Defaults for commands and tests; the server passes its settings. */
const defaultBudget: QueryBudget = {
  secondsMax: 15,
  memoryBytesMax: 2048 * MiB,
  resultBytesMax: 256 * MiB,
}

export const noAnswerError = (error: unknown, advice: string): StoreError =>
  new StoreError(`The trace store does not answer: ${messageOf(error)}. ${advice}`, { cause: error })

/**
 * Clients may send times of any clock, so a batch may touch any number of months. The engine does not merge the
 * rows of a block with each other: it would copy them one by one, for 18 µs per span
 * (docs/adr/091-insert-blocks-as-they-are.md).
 */
const insertSettings = {
  max_partitions_per_insert_block: '0',
  async_insert: 0,
  optimize_on_insert: 0,
} as const satisfies ClickHouseSettings

/** Error code: the insert of another process has not reached its quorum yet. */
const quorumBusy = '286'
const quorumRetriesMax = 20
const quorumRetryMs = 100

/** Over HTTP the bytes are the body of the request. */
const httpInserts =
  (client: ClickHouseClient): InsertRows =>
  async (chunks) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const { stream } = await client.exec({
          query: `INSERT INTO spans (${columnNames.join(', ')}) FORMAT Native`,
          values: Readable.from(chunks, { objectMode: false }),
          clickhouse_settings: insertSettings,
        })
        for await (const _ of stream) continue
        return
      } catch (error) {
        if (engineCode(error) !== quorumBusy || attempt > quorumRetriesMax) throw error
        await sleep(quorumRetryMs)
      }
    }
  }

interface StoreParts {
  readonly form: StoreSize['form']
  readonly insert: InsertRows
  readonly placement: Placement
  readonly advice: string
  readonly budget: QueryBudget
  /** Opens another connection for client queries. */
  readonly connect: () => ClickHouseClient | Promise<ClickHouseClient>
  /** The number of client queries that run in parallel. */
  readonly statementsMax: number
  /** Settings that readers send with every statement. */
  readonly statementSettings: ClickHouseSettings
  /** A connection that stops queries. */
  readonly control: ClickHouseClient
  /** A connection for statements without a time limit. */
  readonly maintenanceClient: ClickHouseClient
  readonly migration?: MigrateOptions | undefined
  readonly copies?: StoreCopies
  readonly files: RowFiles
}

/** A store with the names of the migrations that were applied when it was opened. */
export type OpenedSpanStore = SpanStore & { readonly appliedMigrations: readonly string[] }

async function storeOver(client: ClickHouseClient, options: StoreParts): Promise<OpenedSpanStore> {
  const { statementsMax, statementSettings, control, maintenanceClient, budget, placement } = options
  const store = spanStore({ client, maintenanceClient, insertRows: options.insert })
  const clients = new Set([control, maintenanceClient, client])
  const connect = async (): Promise<ClickHouseClient> => {
    const readClient = await options.connect()
    clients.add(readClient)
    return readClient
  }
  const { onCluster } = placement
  const reader = createReader({ connect, statementsMax, statementSettings, control, budget, onCluster })
  let summaries: Summaries | undefined
  const closeAll = async (): Promise<void> => {
    await summaries?.stop()
    for (const openClient of clients) await openClient.close()
  }
  try {
    await requireEngineVersion(client)
    const appliedMigrations = await migrate({ client, placement }, options.migration)
    const startedSummaries = await startSummaries(maintenanceClient)
    summaries = startedSummaries
    const queries = spanQueries(reader, {
      sharded: placement !== single,
      tableFor: startedSummaries.tableFor,
      budget,
    })
    return {
      ...store,
      appliedMigrations,
      queries,
      slots: reader.slots,
      identify: (newId) => identify(control, newId),
      ...partitionStore({ maintenanceClient, placement, summaries: startedSummaries }),
      check: () => checkSpanStore({ control, reader }, placement),
      size: async () => ({ form: options.form, bytes: await bytesOnDisk(control, placement) }),
      integrity: () => checkSpans(maintenanceClient),
      transfer: spanTransfer({ maintenanceClient, placement, files: options.files }),
      days: spanDays({ maintenanceClient, placement, files: options.files }),
      ...(options.copies === undefined ? {} : { copies: options.copies }),
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    if (error instanceof StoreError) throw error
    const { cause } = error as Error
    throw noAnswerError(cause ?? error, options.advice)
  }
}

/**
 * The number of parallel client queries: two for one project and one reserved for others. Each may use the memory of
 * a query and runs on a thread of the runtime's pool (main.ts). The pool has the same number of threads for
 * statements that cannot be stopped, and three for the writer, maintenance and control.
 */
const embeddedQueriesMax = 3

export const embeddedAdvice = (directory: string): string =>
  `Is another Assay running on ${directory}? A data directory belongs to one server at a time.`

/** The embedded engine. A directory is used by one process at a time. */
export async function openEmbedded(
  directory: string,
  budget: QueryBudget = defaultBudget,
): Promise<OpenedSpanStore> {
  const advice = embeddedAdvice(directory)
  mkdirSync(directory, { recursive: true })
  try {
    const { connect } = await loadEngine(directory)
    const writer = await connect(filterParserLimits)
    const control = await connect(filterParserLimits)
    const gate = new InsertGate()
    await releaseAbandoned(directory, 'server')
    const maintenanceClient = await connect(filterParserLimits)
    return await storeOver(writer, {
      form: 'chDB',
      insert: gate.guard(await fileInserts(writer, join(directory, 'incoming'), insertSettings)),
      copies: {
        freeze: (name) => freeze({ client: control, directory, gate }, name),
        release: (name) => release(directory, name),
      },
      placement: single,
      advice,
      budget,
      connect: () => connect(readSettings(budget)),
      statementsMax: embeddedQueriesMax,
      statementSettings: {},
      control,
      maintenanceClient,
      files: engineFiles(maintenanceClient, insertSettings),
    })
  } catch (error) {
    throw error instanceof StoreError ? error : noAnswerError(error, advice)
  }
}

const serverQueriesMax = 32
const maintenanceMsMax = 6 * 3_600_000

export const serverAdvice = 'Check ASSAY_CLICKHOUSE_URL and that the server runs.'

/** The settings of all connections. */
async function settingsOf(
  connection: { readonly url: string },
  cluster: ClusterOptions | undefined,
): Promise<ClickHouseSettings> {
  if (cluster === undefined) return {}
  const client = createClient(connection)
  try {
    return clusterSettings(cluster, await replicasOf(client, cluster.name))
  } catch (error) {
    throw error instanceof StoreError ? error : noAnswerError(error, serverAdvice)
  } finally {
    await client.close()
  }
}

export interface ServerOptions {
  /** Absent: a single server. */
  readonly cluster?: ClusterOptions | undefined
  readonly migration?: MigrateOptions | undefined
}

export async function openServer(
  url: string,
  { cluster, migration }: ServerOptions = {},
  budget: QueryBudget = defaultBudget,
): Promise<OpenedSpanStore> {
  const connection = {
    url,
    // Failures are thrown; the code that catches them logs them once.
    log: { level: ClickHouseLogLevel.OFF },
  }
  const settings = await settingsOf(connection, cluster)
  const client = createClient({
    ...connection,
    clickhouse_settings: settings,
    // Long lists of bound values do not fit into a URL.
    use_multipart_params_auto: true,
    max_open_connections: serverQueriesMax + 8,
    // A query ends by its budget; this limit is for a server that no longer responds.
    request_timeout: (budget.secondsMax + 15) * 1000,
  })
  const maintenanceClient = createClient({
    ...connection,
    request_timeout: maintenanceMsMax,
    // The server sends progress regularly, so that proxies do not close an idle connection.
    clickhouse_settings: {
      ...settings,
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: '20000',
    },
  })
  return storeOver(client, {
    form: 'ClickHouse',
    insert: httpInserts(client),
    budget,
    connect: () => client,
    statementsMax: serverQueriesMax,
    statementSettings: readSettings(budget),
    control: client,
    maintenanceClient,
    files: serverFiles(maintenanceClient, insertSettings),
    placement: cluster === undefined ? single : clustered(cluster.name),
    migration,
    advice: serverAdvice,
  })
}
