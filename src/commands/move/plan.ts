// src/commands/move: `assay move`. Imports src/move, src/backup, settings and commands/command.ts. Start with move.ts.
//
// Reads the flags: which stores move, and where to. The source are the stores of the settings.
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
  '--data': 'The way back: an empty directory for embedded stores.',
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

/** A store without a target stays, and an embedded one stays in its directory. */
function requireSameDirectory(
  config: Config,
  { plan, data }: { readonly plan: MovePlan; readonly data: string },
): void {
  const staying = [
    ...(plan.records === undefined && config.databaseUrl === undefined ? ['records'] : []),
    ...(plan.traces === undefined && config.clickhouseUrl === undefined ? ['traces'] : []),
  ]
  if (staying.length === 0 || resolve(data) === resolve(config.dataDir)) return
  throw new UsageError(
    `The ${staying.join(' and ')} are embedded in '${config.dataDir}' and stay there: pass --data ${config.dataDir}.`,
  )
}

export function planOf(config: Config, options: Options): MovePlan {
  requireAddresses(options)
  const [databaseUrl, clickhouseUrl, data] = ['--database-url', '--clickhouse-url', '--data'].map((flag) =>
    options.get(flag),
  )
  const isBack = data !== undefined
  const dataDir = data ?? config.dataDir
  const records = databaseUrl !== undefined || (isBack && config.databaseUrl !== undefined)
  const traces = clickhouseUrl !== undefined || (isBack && config.clickhouseUrl !== undefined)
  const plan: MovePlan = {
    records: records ? { ...config, databaseUrl, dataDir } : undefined,
    traces: traces ? { ...config, clickhouseUrl, dataDir } : undefined,
  }
  if (plan.records === undefined && plan.traces === undefined) {
    throw new UsageError(
      'Nothing moves. Pass --database-url, --clickhouse-url or both, or --data with an empty directory to leave the servers of the settings.',
    )
  }
  if (data !== undefined) requireSameDirectory(config, { plan, data })
  return plan
}
