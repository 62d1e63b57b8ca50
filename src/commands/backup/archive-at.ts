// Finds the archive and the backup that a command names, and the record of the last backup.
import { Archive } from '../../backup/archive.ts'
import { isFileTarget, newFileTarget, openFileTarget } from '../../backup/file-target.ts'
import type { BackupRecord } from '../../backup/last-backup.ts'
import { parseS3Url, s3Target } from '../../backup/s3-target.ts'
import { folderTarget, type BackupTarget } from '../../backup/target.ts'
import { environmentName, toolEnvironment, UsageError, type Config } from '../../config.ts'
import { backupScratchPath, lastBackupPath } from '../../machine.ts'

const missingTarget =
  'Pass the target of the backups: a folder such as /backup/assay, s3://bucket/prefix, or a file such as assay.tar.'

const s3Settings = (config: Config) => ({
  endpoint: config.backupS3Endpoint,
  region: config.backupS3Region,
  accessKey: config.backupS3AccessKey,
  secretKey: config.backupS3SecretKey,
  sessionToken: config.backupS3SessionToken,
})

/** A folder or object storage; `spool` is for large files of the latter. */
export function directoryAt(
  config: Config,
  { target, spool }: { readonly target: string; readonly spool: string },
): BackupTarget {
  const s3 = parseS3Url(target)
  return s3 === undefined ? folderTarget(target) : s3Target(s3, { settings: s3Settings(config), spool })
}

const targetAt = (config: Config, target: string): BackupTarget =>
  isFileTarget(target)
    ? openFileTarget(target)
    : directoryAt(config, { target, spool: backupScratchPath(config) })

/** The environment of a child process that writes a backup with these settings. */
export function backupEnvironment(config: Config): Readonly<Record<string, string>> {
  const values = {
    data_dir: config.dataDir,
    database_url: config.databaseUrl,
    clickhouse_url: config.clickhouseUrl,
    clickhouse_cluster: config.clickhouseCluster,
    clickhouse_insert_quorum: config.clickhouseInsertQuorum,
    backup_key: config.backupKey,
    backup_s3_endpoint: config.backupS3Endpoint,
    backup_s3_region: config.backupS3Region,
    backup_s3_access_key: config.backupS3AccessKey,
    backup_s3_secret_key: config.backupS3SecretKey,
    backup_s3_session_token: config.backupS3SessionToken,
  }
  const variables = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[environmentName(name), value]],
  )
  return { ...toolEnvironment(), ...Object.fromEntries(variables) }
}

const keyOf = ({ backupKey }: Config): Buffer | undefined =>
  backupKey === undefined ? undefined : Buffer.from(backupKey, 'hex')

export function archiveAt(config: Config, target: string | undefined): Archive {
  if (target === undefined) throw new UsageError(missingTarget)
  return new Archive(targetAt(config, target), keyOf(config))
}

/** The archive for a new backup. A target that is a single file starts empty. */
export function newArchiveAt(config: Config, target: string | undefined): Archive {
  if (target === undefined || !isFileTarget(target)) return archiveAt(config, target)
  return new Archive(newFileTarget(target, backupScratchPath(config)), keyOf(config))
}

/** The location of the record of the last backup, and the schedule, from the settings. */
export const backupRecord = (config: Config): BackupRecord => ({
  dataDir: config.dataDir,
  path: lastBackupPath(config),
  everyHours: config.backupTarget === undefined ? undefined : config.backupHours,
})

/** The backup with this name, else the last one. */
export async function namedSnapshot(archive: Archive, name: string | undefined): Promise<string> {
  const names = await archive.snapshots()
  const snapshot = name === undefined ? names.at(-1) : names.find((candidate) => candidate.endsWith(name))
  if (snapshot !== undefined) return snapshot
  throw new UsageError(
    names.length === 0
      ? 'There is no backup in this target.'
      : `There is no backup '${name}'. See assay backup list.`,
  )
}
