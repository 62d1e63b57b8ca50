// src/commands/move: `assay move`. Imports src/move, src/backup, settings and commands/command.ts. Start with move.ts.
//
// Reads from the flags which stores move, and their targets. The source is the pair of stores in the settings.
import { resolve } from 'node:path'
import { loadConfig, UsageError, type Config } from '../../config.ts'
import type { Options } from '../command.ts'

/** The settings of the target, for each store that moves. */
export interface MovePlan {
  readonly records: Config | undefined
  readonly traces: Config | undefined
}

export const moveOptions = {
  '--database-url': 'PostgreSQL that gets the records.',
  '--clickhouse-url': 'ClickHouse that gets the traces.',
  '--data': 'Empty directory for embedded stores, to move back to them.',
  '--verify': 'Only compare source and target; exit code 1 when they differ.',
} as const

/** Checks the addresses as the settings of a server are checked. */
function requireAddresses(options: Options): void {
  const flags = ['--database-url', '--clickhouse-url'] as const
  loadConfig(
    {},
    new Map(
      flags.flatMap((flag) => {
        const value = options.get(flag)
        return value === undefined ? [] : [[flag, value]]
      }),
    ),
  )
}

/** Refuses another data directory if an embedded store does not move: it stays in its directory. */
function requireSameDirectory(
  config: Config,
  { plan, data }: { readonly plan: MovePlan; readonly data: string },
): void {
  const stayingStores = [
    ...(plan.records === undefined && config.databaseUrl === undefined ? ['records'] : []),
    ...(plan.traces === undefined && config.clickhouseUrl === undefined ? ['traces'] : []),
  ]
  if (stayingStores.length === 0 || resolve(data) === resolve(config.dataDir)) return
  throw new UsageError(
    `The ${stayingStores.join(' and ')} are embedded in '${config.dataDir}' and stay there: pass --data ${config.dataDir}.`,
  )
}

export function planOf(config: Config, options: Options): MovePlan {
  requireAddresses(options)
  const [databaseUrl, clickhouseUrl, data] = ['--database-url', '--clickhouse-url', '--data'].map((flag) =>
    options.get(flag),
  )
  const movesBack = data !== undefined
  const dataDir = data ?? config.dataDir
  const movesRecords = databaseUrl !== undefined || (movesBack && config.databaseUrl !== undefined)
  const movesTraces = clickhouseUrl !== undefined || (movesBack && config.clickhouseUrl !== undefined)
  const plan: MovePlan = {
    records: movesRecords ? { ...config, databaseUrl, dataDir } : undefined,
    traces: movesTraces ? { ...config, clickhouseUrl, dataDir } : undefined,
  }
  if (plan.records === undefined && plan.traces === undefined) {
    throw new UsageError(
      'There is nothing to move. Pass --database-url, --clickhouse-url or both, or --data with an empty directory to move back to embedded stores.',
    )
  }
  if (data !== undefined) requireSameDirectory(config, { plan, data })
  return plan
}
