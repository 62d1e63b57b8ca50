// Opens the stores that the settings name. The only file that names a store driver.
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { makeDataDir, sqlitePath } from './machine.ts'
import { openEmbedded, openServer } from './storage/columnar/open.ts'
import type { QueryBudget, RelationalStore, SpanStore } from './storage/contract/contract.ts'
import { openSqlite } from './storage/relational/sqlite.ts'

export async function openRelational(
  config: Config,
  logger: Logger,
): Promise<RelationalStore & { readonly migrated: readonly string[] }> {
  if (config.databaseUrl !== undefined) {
    const { openPostgres } = await import('./storage/relational/postgres.ts')
    return openPostgres({
      url: config.databaseUrl,
      connectionsMax: config.databaseConnectionsMax,
      onError: (error) => logger.error({ err: error }, 'an idle PostgreSQL connection failed'),
    })
  }
  makeDataDir(config)
  return openSqlite(sqlitePath(config))
}

const queryBudget = (config: Config): QueryBudget => ({
  secondsMax: config.querySecondsMax,
  memoryBytesMax: config.queryMemoryBytesMax,
  resultBytesMax: config.queryResultBytesMax,
})

export async function openColumnar(config: Config): Promise<SpanStore> {
  if (config.clickhouseUrl !== undefined) {
    return openServer(config.clickhouseUrl, config.clickhouseCluster, queryBudget(config))
  }
  makeDataDir(config)
  return openEmbedded(join(config.dataDir, 'columnar'), queryBudget(config))
}
