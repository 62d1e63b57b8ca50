// src/commands/backup: `backup` and `restore`.
// Imports src/backup, settings and commands/command.ts. Start with backup.ts.
//
// `assay backup`: copies of both stores, while servers run or not.
import { existsSync } from 'node:fs'
import { BackupError, type Archive } from '../../backup/archive.ts'
import { isFileTarget } from '../../backup/file-target.ts'
import { freezeInServer } from '../../backup/frozen-traces.ts'
import { lastBackupName, lastBackupText, writeLastBackup, type LastBackup } from '../../backup/last-backup.ts'
import { withLease } from '../../backup/lease.ts'
import { verifyBackup } from '../../backup/restore-backup.ts'
import { clickhouseSource } from '../../backup/sources/clickhouse.ts'
import { embeddedTraceSource, sqliteSource, type Freeze } from '../../backup/sources/embedded.ts'
import { postgresSource } from '../../backup/sources/postgres.ts'
import type { StoreSource } from '../../backup/sources/source.ts'
import { writeBackup, type BackupProgress, type BackupSource } from '../../backup/write-backup.ts'
import { toolEnvironment, UsageError, type Config } from '../../config.ts'
import {
  backupLockPath,
  backupScratchPath,
  controlPath,
  lastBackupPath,
  makeDataDir,
  secretsKeyPath,
} from '../../machine.ts'
import { frozenByCommand } from '../../storage/contract/contract.ts'
import {
  throttledPrinter,
  withScratch,
  withStore,
  type Command,
  type Options,
  type Program,
} from '../command.ts'
import { archiveAt, namedSnapshot, newArchiveAt } from './archive-at.ts'

const gibibyte = 1024 ** 3
export const sizeText = (bytes: number): string =>
  bytes >= gibibyte ? `${(bytes / gibibyte).toFixed(2)} GiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`

/** Prints a line every few seconds. */
export function printProgress(verb: string): (progress: BackupProgress) => void {
  const print = throttledPrinter()
  return ({ files, filesTotal, bytes, bytesTotal }) =>
    print(() => `${verb} ${files} of ${filesTotal} files, ${sizeText(bytes)} of ${sizeText(bytesTotal)}`)
}

/**
 * Freezes the traces in the running server. Without a server this process opens the trace store, and closes it before
 * the files are copied, so that a server can start meanwhile.
 */
async function freezeTraces(program: Program, config: Config): ReturnType<Freeze> {
  const inServer = await freezeInServer(controlPath(config))
  if (inServer !== undefined) return inServer
  const spans = await program.openColumnar(config)
  const { copies } = spans
  const name = `${frozenByCommand}${program.clock.hex(24)}`
  try {
    if (copies === undefined) throw new BackupError('The trace store is not embedded.')
    return { ...(await copies.freeze(name)), release: () => copies.release(name) }
  } finally {
    await spans.close()
  }
}

interface BackupParts {
  readonly program: Program
  readonly config: Config
  readonly archive: Archive
  readonly scratch: string
}

/** Opens ClickHouse when the records are copied, and closes it with the release of its spans. */
const clickhouseTraces =
  ({ program, config, archive, scratch }: BackupParts): StoreSource =>
  async (formerFiles) => {
    const spans = await program.openColumnar(config)
    try {
      const copy = await clickhouseSource({ spans: spans.transfer, archive, scratch })(formerFiles)
      const release = async (): Promise<void> => {
        try {
          await copy.release()
        } finally {
          await spans.close()
        }
      }
      return { ...copy, release }
    } catch (error) {
      await spans.close()
      throw error
    }
  }

function sourceOf(parts: BackupParts): Omit<BackupSource, 'extraFiles'> {
  const { program, config, scratch } = parts
  const { databaseUrl: url, clickhouseUrl } = config
  return {
    stores: {
      records: url === undefined ? 'sqlite' : 'postgresql',
      traces: clickhouseUrl === undefined ? 'embedded' : 'clickhouse',
    },
    records:
      url === undefined
        ? sqliteSource({ copy: (to) => program.copyRelational(config, to), scratch })
        : postgresSource({ url, env: toolEnvironment() }),
    traces:
      clickhouseUrl === undefined
        ? embeddedTraceSource(() => freezeTraces(program, config))
        : clickhouseTraces(parts),
  }
}

export const backupLease = 'backup.lease'

/** Runs `work` under a lease of the PostgreSQL database: only one machine at a time backs it up. */
async function withDatabaseLease(
  { program, config }: Pick<BackupParts, 'program' | 'config'>,
  work: () => Promise<void>,
): Promise<void> {
  if (config.databaseUrl === undefined) return work()
  await withStore(program, config, async (store) => {
    const lease = { name: backupLease, holder: program.clock.id() }
    const nowMs = (): number => Date.parse(program.clock.now())
    if ((await withLease({ store, nowMs, ...lease }, work)) === undefined) {
      throw new UsageError('Another assay backup of this database is running. Wait until it has ended.')
    }
  })
}

/** Records the last backup in the data directory and, on PostgreSQL, also in the database that several machines share. */
async function recordLast(
  { program, config }: Pick<BackupParts, 'program' | 'config'>,
  last: LastBackup,
): Promise<void> {
  writeLastBackup(lastBackupPath(config), last)
  if (config.databaseUrl === undefined) return
  await withStore(program, config, (store) =>
    store.write((tx) => tx.setStoreSetting(lastBackupName, lastBackupText(last))),
  )
}

/** The scratch folder that all backups of a data directory share. */
const scratchOf = (config: Config) => ({
  path: backupScratchPath(config),
  lockPath: backupLockPath(config),
  busyMessage: `Another assay backup of '${config.dataDir}' is running. Wait until it has ended.`,
})

/** Writes one backup and reports it. */
async function backUp(parts: BackupParts): Promise<void> {
  const { program, config, archive } = parts
  const keyPath = secretsKeyPath(config)
  const includesKey = config.backupKey !== undefined && existsSync(keyPath)
  const { name, snapshot } = await writeBackup(
    { ...sourceOf(parts), extraFiles: includesKey ? { 'secrets.key': keyPath } : {} },
    {
      archive,
      program: program.version,
      now: () => program.clock.now(),
      onProgress: printProgress('Copied'),
    },
  )
  const bytes = snapshot.files.reduce((sum, file) => sum + file.bytes, 0)
  await recordLast(parts, { point: snapshot.point, target: archive.name, bytes })
  console.log(`${name}: ${snapshot.files.length} files, ${sizeText(bytes)}, as of ${snapshot.point}`)
  if (!includesKey && existsSync(keyPath)) {
    console.log(
      'The backup does not contain the secrets key, because it is not encrypted. Keep a copy of the key elsewhere.',
    )
  }
}

async function removeOlder({
  program,
  archive,
  keep,
}: Pick<BackupParts, 'program' | 'archive'> & { readonly keep: number }): Promise<void> {
  const removal = await archive.prune({ keep, nowMs: Date.parse(program.clock.now()) })
  console.log(`Removed ${removal.backups} older backup(s) and ${removal.files} file(s) that no other needs.`)
}

export const backupCommand = (program: Program): Command => ({
  words: 'backup <target>',
  help: 'Copy both stores at one point into a folder or s3://bucket/prefix, while the server runs; files that the target has are not copied again. A target that ends in .tar or .assay-backup is one file, and every backup writes all of it.',
  options: { '--keep': 'Number of backups to keep in the target; older ones are removed.' },
  run: async (config, { args: [target], options }) => {
    const keep = keepOption(options)
    if (keep !== undefined && isFileTarget(target ?? '')) {
      throw new UsageError('--keep needs a folder or s3://bucket/prefix: a file has one backup.')
    }
    const archive = newArchiveAt(config, target)
    makeDataDir(config)
    await withScratch(scratchOf(config), (scratch) =>
      // The lease includes the removal: a backup that starts meanwhile could use a file that is being removed.
      withDatabaseLease({ program, config }, async () => {
        await backUp({ program, config, archive, scratch })
        if (keep !== undefined) await removeOlder({ program, archive, keep })
      }),
    )
  },
})

function keepOption(options: Options): number | undefined {
  const text = options.get('--keep')
  if (text === undefined) return undefined
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new UsageError(`--keep must be a number from 1, not '${text}'.`)
}

export const backupListCommand = (): Command => ({
  isForAnyDirectory: true,
  words: 'backup list <target>',
  help: 'List the backups of a target, the oldest first.',
  options: {},
  run: async (config, { args: [target] }) => {
    const archive = archiveAt(config, target)
    for (const name of await archive.snapshots()) {
      const { point, program, files } = await archive.snapshot(name)
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
      console.log(`${name}  as of ${point}  ${files.length} files  ${sizeText(bytes)}  Assay ${program}`)
    }
  },
})

export const backupVerifyCommand = (): Command => ({
  isForAnyDirectory: true,
  words: 'backup verify <target>',
  help: 'Read all of a backup and compare every file with its checksum.',
  options: { '--backup': 'Name of the backup; the last one when absent.' },
  run: async (config, { args: [target], options }) => {
    const archive = archiveAt(config, target)
    const name = await namedSnapshot(archive, options.get('--backup'))
    const snapshot = await archive.snapshot(name)
    await verifyBackup(snapshot, { archive, onProgress: printProgress('Read') })
    console.log(`${name}: all ${snapshot.files.length} files match their checksums.`)
  },
})
