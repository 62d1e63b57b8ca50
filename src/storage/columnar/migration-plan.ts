// Finds the pending migrations of a span store and estimates their work, without changing the store.
import { existsSync } from 'node:fs'
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client'
import { StoreError, type MigrationPlan, type MigrationWork } from '../contract/contract.ts'
import { loadEngine } from './engine.ts'
import { requireEngineVersion } from './engine-version.ts'
import { dueMigrations, type MigratedStore } from './migrate.ts'
import { migrations } from './migrations.ts'
import { embeddedAdvice, noAnswerError, serverAdvice } from './open.ts'
import { clustered, single } from './placement.ts'

/** Work by the text of a statement. A new kind of statement needs an entry; without one a test fails. */
const kinds: readonly { readonly pattern: RegExp; readonly kind?: MigrationWork['kind'] }[] = [
  // Stored spans are copied after the start (summaries.ts).
  {
    pattern: /^CREATE MATERIALIZED VIEW IF NOT EXISTS summary_spans_view.* FROM (\w+) AS span/,
    kind: 'background',
  },
  { pattern: /^CREATE (?:TABLE|MATERIALIZED VIEW) IF NOT EXISTS/ },
  { pattern: /^ALTER TABLE (\w+).*? (?:ADD INDEX|MATERIALIZE COLUMN)/, kind: 'background' },
  { pattern: /^ALTER TABLE \w+.*? (?:ADD COLUMN|MODIFY SETTING)/ },
  // Other encodings apply to new parts; stored ones get them when they are merged.
  { pattern: /^ALTER TABLE \w+.*? MODIFY COLUMN \w+ CODEC/ },
  { pattern: /^ALTER TABLE (\w+).*? MODIFY COLUMN/, kind: 'rewrite' },
]

/** The work of a statement; undefined: it touches no stored row. */
export function workOf(statement: string, rows: ReadonlyMap<string, number>): MigrationWork | undefined {
  const text = statement.trim().replaceAll(/\s+/g, ' ')
  for (const { pattern, kind } of kinds) {
    const match = pattern.exec(text)
    if (match === null) continue
    const [, table = ''] = match
    return kind === undefined ? undefined : { kind, table, rows: rows.get(table) ?? 0 }
  }
  throw new Error(`migration-plan.ts has no entry for '${text}'`)
}

/** The number of rows per table; on a cluster those of the machine that answers. */
async function rowsByTable(client: ClickHouseClient): Promise<ReadonlyMap<string, number>> {
  const result = await client.query({
    query: `SELECT name, toUInt32(ifNull(total_rows, 0)) AS rows FROM system.tables WHERE database = currentDatabase()`,
    format: 'JSONEachRow',
  })
  const tables = await result.json<{ readonly name: string; readonly rows: number }>()
  return new Map(tables.map(({ name, rows }) => [name, rows]))
}

async function planMigrations({ client, placement }: MigratedStore): Promise<Omit<MigrationPlan, 'backend'>> {
  await requireEngineVersion(client)
  const { pending, applied, versionMax } = await dueMigrations(client)
  const rows = await rowsByTable(client)
  const pendingMigrations = pending.map(({ name, statements, backgroundStatements, isAdditive = false }) => ({
    name,
    isAdditive,
    work: [...statements(placement), ...(backgroundStatements?.(placement) ?? [])]
      .flatMap((statement) => workOf(statement, rows) ?? [])
      .filter((work) => work.rows > 0),
  }))
  return { applied, versionMax, pending: pendingMigrations }
}

/** Closes the connection and converts failures of it. */
async function planAndClose(
  store: MigratedStore,
  { backend, advice }: { readonly backend: string; readonly advice: string },
): Promise<MigrationPlan> {
  try {
    return { backend, ...(await planMigrations(store)) }
  } catch (error) {
    throw error instanceof StoreError ? error : noAnswerError(error, advice)
  } finally {
    await store.client.close()
  }
}

/** A directory that does not exist is not created. */
export async function planEmbedded(directory: string): Promise<MigrationPlan> {
  const backend = 'chDB'
  if (!existsSync(directory)) {
    const pending = migrations.map(({ name, isAdditive = false }) => ({ name, isAdditive, work: [] }))
    return { backend, applied: 0, versionMax: migrations.length, pending }
  }
  const advice = embeddedAdvice(directory)
  const client = await loadEngine(directory)
    .then(({ connect }) => connect({ max_threads: 1 }))
    .catch((error: unknown) => {
      throw noAnswerError(error, advice)
    })
  return planAndClose({ client, placement: single }, { backend, advice })
}

export function planServer(url: string, cluster: string | undefined): Promise<MigrationPlan> {
  const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } })
  const placement = cluster === undefined ? single : clustered(cluster)
  return planAndClose({ client, placement }, { backend: 'ClickHouse', advice: serverAdvice })
}
