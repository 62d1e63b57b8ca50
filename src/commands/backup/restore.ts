// `assay restore`: writes a backup into an empty data directory and empty databases.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError, type Archive, type Snapshot } from '../../backup/archive.ts'
import { extractBackup } from '../../backup/restore-backup.ts'
import { isSpansPath, restoredStoreId, restoreSpans } from '../../backup/sources/clickhouse.ts'
import { dumpPath, restorePostgres } from '../../backup/sources/postgres.ts'
import { toolEnvironment, UsageError, type Config } from '../../config.ts'
import { isPaused, pausedAfterRestore, restoringPath } from '../../machine.ts'
import { traceStoreId } from '../../move/target.ts'
import { withStore, type Command, type Program } from '../command.ts'
import { archiveAt, namedSnapshot } from './archive-at.ts'
import { backupLease, printProgress } from './backup.ts'

interface RestoreParts {
  readonly program: Program
  readonly config: Config
  readonly archive: Archive
  readonly snapshot: Snapshot
  /** The id of a restored ClickHouse. */
  readonly storeId: string
}

/** Refuses a data directory that has files, except leftovers of an interrupted restore. */
function requireEmptyDirectory(config: Config): void {
  const names = existsSync(config.dataDir) ? readdirSync(config.dataDir) : []
  const otherNames = names.filter((name) => join(config.dataDir, name) !== restoringPath(config))
  if (otherNames.length > 0) {
    throw new UsageError(
      `The data directory '${config.dataDir}' is not empty (${otherNames[0]}). Restore into an empty one with --data-dir, or move this one away.`,
    )
  }
}

interface BackendCheck {
  /** Whether this part of the backup is from a database server. */
  readonly isServer: boolean
  /** The address of such a server in the settings. */
  readonly url: string | undefined
  readonly part: string
  readonly server: string
  readonly setting: string
}

function requireBackend({ isServer, url, part, server, setting }: BackendCheck): void {
  if (isServer === (url !== undefined)) return
  throw new UsageError(
    isServer
      ? `The ${part} of this backup come from ${server}: set ${setting} to an empty database. To change the backend, run assay move afterwards.`
      : `The ${part} of this backup come from an embedded store: restore without ${setting}. To change the backend, run assay move afterwards.`,
  )
}

function requireBackends({ config, snapshot: { stores } }: RestoreParts): void {
  requireBackend({
    isServer: stores.records === 'postgresql',
    url: config.databaseUrl,
    part: 'records',
    server: 'PostgreSQL',
    setting: 'ASSAY_DATABASE_URL',
  })
  requireBackend({
    isServer: stores.traces === 'clickhouse',
    url: config.clickhouseUrl,
    part: 'traces',
    server: 'ClickHouse',
    setting: 'ASSAY_CLICKHOUSE_URL',
  })
}

/** Refuses databases with data, except a ClickHouse with the id of this restore: an interrupted restore continues. */
async function requireEmptyServers({ program, config, storeId }: RestoreParts): Promise<void> {
  if (config.databaseUrl !== undefined) {
    const tables = await program.openTables(config, 'target')
    try {
      if ((await tables.schema()) > 0) {
        throw new UsageError('The database of ASSAY_DATABASE_URL is not empty. Restore into a new one.')
      }
    } finally {
      await tables.close()
    }
  }
  if (config.clickhouseUrl === undefined) return
  const { isEmpty, ids } = await program.peekColumnar(config)
  if ((isEmpty && ids.length === 0) || ids.includes(storeId)) return
  throw new UsageError('The database of ASSAY_CLICKHOUSE_URL is not empty. Restore into a new one.')
}

/** Files of the data directory, without those that belong to a server. */
const ownFiles = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  files: snapshot.files.filter(({ path }) => path !== dumpPath && !isSpansPath(path)),
})

/** Settings of the restored database: the copy contains the lease of the backup, and ClickHouse gets a new id. */
const settingsOf = ({ config, snapshot, storeId }: RestoreParts): Readonly<Record<string, string>> => ({
  [pausedAfterRestore]: snapshot.point,
  [backupLease]: '',
  ...(config.clickhouseUrl === undefined ? {} : { [traceStoreId]: storeId }),
})

async function restoreTraces(parts: RestoreParts, scratch: string): Promise<void> {
  const { program, config, archive, snapshot, storeId } = parts
  if (config.clickhouseUrl === undefined) return
  const columns = snapshot.stores.spanColumns ?? ''
  const store = await program.openColumnar(config)
  try {
    if (!(await store.identify(storeId)).includes(storeId)) {
      throw new BackupError(
        'The database of ASSAY_CLICKHOUSE_URL was opened by a server. Restore into a new one.',
      )
    }
    const files = snapshot.files.filter(({ path }) => isSpansPath(path))
    const onProgress = printProgress('Restored')
    const bytesTotal = files.reduce((sum, file) => sum + file.bytes, 0)
    let bytes = 0
    for (const [i, file] of files.entries()) {
      await restoreSpans(file, { spans: store.transfer, archive, scratch, columns })
      bytes += file.bytes
      onProgress({ files: i + 1, filesTotal: files.length, bytes, bytesTotal })
    }
  } finally {
    await store.close()
  }
}

/** Restores the records last: no server starts on the restored stores before the records are complete. */
async function restoreRecords(parts: RestoreParts, folder: string): Promise<void> {
  const { program, config, archive, snapshot } = parts
  const settings = settingsOf(parts)
  if (config.databaseUrl === undefined) {
    return withStore(program, { ...config, dataDir: folder }, (store) =>
      store.write(async (tx) => {
        for (const [name, value] of Object.entries(settings)) await tx.setStoreSetting(name, value)
      }),
    )
  }
  const file = snapshot.files.find(({ path }) => path === dumpPath)
  if (file === undefined) throw new BackupError('The backup has no records.')
  const database = { url: config.databaseUrl, env: toolEnvironment() }
  await restorePostgres({ ...database, content: archive.read(file), settings })
}

async function restore(parts: RestoreParts): Promise<void> {
  const { config, archive, snapshot } = parts
  const folder = restoringPath(config)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await extractBackup(
    { snapshot: ownFiles(snapshot), folder },
    { archive, onProgress: printProgress('Restored') },
  )
  await restoreTraces(parts, folder)
  await restoreRecords(parts, folder)
  // A server refuses a folder with this name beside its data, so it sees all of them or none.
  for (const name of readdirSync(folder)) renameSync(join(folder, name), join(config.dataDir, name))
  rmSync(folder, { recursive: true })
}

export const restoreCommand = (program: Program): Command => ({
  isForAnyDirectory: true,
  words: 'restore <target>',
  help: 'Restore a backup into an empty data directory and empty databases. Evaluations, retention and schedules stay paused until assay restore confirm.',
  options: { '--backup': 'Name of the backup; the last one when absent.' },
  run: async (config, { args: [target], options }) => {
    requireEmptyDirectory(config)
    const archive = archiveAt(config, target)
    const name = await namedSnapshot(archive, options.get('--backup'))
    const snapshot = await archive.snapshot(name)
    const parts = { program, config, archive, snapshot, storeId: restoredStoreId(name) }
    requireBackends(parts)
    await requireEmptyServers(parts)
    await restore(parts)
    console.log(`Restored everything that was acknowledged before ${snapshot.point}.`)
    console.log(
      'Start the server and check the data. Evaluations, retention and schedules run again after assay restore confirm and a restart.',
    )
  },
})

export const restoreConfirmCommand = (program: Program): Command => ({
  words: 'restore confirm',
  help: 'Let evaluations, retention and schedules run again after a restore, from the next start of the server.',
  options: {},
  run: (config) =>
    withStore(program, config, async (store) => {
      if (!(await isPaused(store))) throw new UsageError('No restore waits for a confirmation here.')
      await store.write((tx) => tx.setStoreSetting(pausedAfterRestore, ''))
      console.log('Evaluations, retention and schedules run from the next start of the server.')
    }),
})
