// Requirements of a start: a writable data directory and free ports. A refusal names the setting to change.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { environmentName, flagName, UsageError, type Config } from './config.ts'
import type { RelationalStore } from './storage/contract/contract.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Creates the data directory if it is missing; a new one is accessible only to its owner. */
export function makeDataDir({ dataDir }: Config): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(
      `The data directory '${dataDir}' cannot be used: ${reason}. Choose another with --data-dir or ASSAY_DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Refuses a data directory without records, for commands that must not create any. */
export function requireInstallation({ dataDir, databaseUrl }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'assay.sqlite'))) return
  throw new UsageError(
    `There are no data in '${resolve(dataDir)}'. Pass the settings of the server, such as --data-dir; assay serve creates a new installation.`,
  )
}

/** Refuses a data directory whose restore was interrupted. */
export function requireRestored(config: Config): void {
  if (!existsSync(restoringPath(config))) return
  throw new UsageError(
    `The restore into '${config.dataDir}' was interrupted. Run assay restore again, or empty the directory.`,
  )
}

export const sqlitePath = ({ dataDir }: Config): string => join(dataDir, 'assay.sqlite')
export const secretsKeyPath = ({ dataDir }: Config): string => join(dataDir, 'secrets.key')
/** The socket through which commands reach the running server. */
export const controlPath = ({ dataDir }: Config): string => join(dataDir, 'control.sock')
/** Files of a backup that is being written. */
export const backupScratchPath = ({ dataDir }: Config): string => join(dataDir, 'backup')
/** Locked while a backup is written. */
export const backupLockPath = ({ dataDir }: Config): string => join(dataDir, 'backup.lock')
/** Describes the last successful backup. */
export const lastBackupPath = ({ dataDir }: Config): string => join(dataDir, 'backup.json')
/** Files of an unfinished restore. */
export const restoringPath = ({ dataDir }: Config): string => join(dataDir, 'restoring')
/** Files of a running move. */
export const moveScratchPath = ({ dataDir }: Config): string => join(dataDir, 'move')
/** Locked while a move reads the stores of this directory. */
export const moveSourceLockPath = ({ dataDir }: Config): string => join(dataDir, 'move-source.lock')
/** Files of an export of spans that the server is writing. */
export const spanExportPath = ({ dataDir }: Config): string => join(dataDir, 'span-export')
/** Files of an export that a command writes while the server runs. */
export const spanExportCommandPath = ({ dataDir }: Config): string => join(dataDir, 'span-export-command')
/** The setting of the relational store that pauses background work; empty: not paused. */
export const pausedAfterRestore = 'restore.paused'
/** Whether the data was restored from a backup and the restore is not confirmed. */
export const isPaused = async ({ read }: Pick<RelationalStore, 'read'>): Promise<boolean> =>
  ((await read.storeSetting(pausedAfterRestore)) ?? '') !== ''
/** The snapshot of the Python interpreter. */
export const pythonPath = ({ dataDir }: Config): string => join(dataDir, 'python')
export const uploadsPath = ({ dataDir }: Config): string => join(dataDir, 'uploads')

/** Names of files that Assay stores in the data directory. */
const ownNames =
  /^(?:assay\.sqlite(?:-wal|-shm|-journal)?|secrets\.key(?:\.former)?|columnar|uploads|python|control\.sock|backup(?:\.lock|\.json)?|restoring|move(?:\.lock|-source\.lock)?|span-export(?:-command(?:\.lock)?)?)$/
const othersBits = 0o077

/** The result of `restrictDataDirectory`. */
export interface RestrictedFiles {
  /** The number of files whose access was removed. */
  readonly restrictedCount: number
  /** Files that others can still access: the file system or their owner prevents the change, or they are not ours. */
  readonly openPaths: readonly string[]
}

/**
 * Removes access of other users to the data directory and its content, which earlier processes may have allowed by
 * their umask. It changes only files that Assay created: a directory with other files stays as it is, and access to our
 * files in it is removed. A private subdirectory is not scanned, since nobody else can enter it. New files of this
 * process are private from the start (`process.umask`).
 */
export function restrictDataDirectory({ dataDir }: Config): RestrictedFiles {
  let restrictedCount = 0
  const openPaths: string[] = []
  const restrict = (path: string, mode: number): void => {
    try {
      chmodSync(path, mode & 0o700)
      restrictedCount++
    } catch {
      openPaths.push(path)
    }
  }
  const visit = (path: string): void => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined || stats.isSymbolicLink() || (stats.mode & othersBits) === 0) return
    if (stats.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name))
    restrict(path, stats.mode)
  }
  const names = readdirSync(dataDir)
  for (const name of names) if (ownNames.test(name)) visit(join(dataDir, name))
  const { mode } = statSync(dataDir)
  if ((mode & othersBits) === 0) return { restrictedCount, openPaths }
  if (names.every((name) => ownNames.test(name))) restrict(dataDir, mode)
  else openPaths.push(dataDir)
  return { restrictedCount, openPaths }
}

/** The message for a port that cannot be opened; undefined if the machine is not the reason. */
function refusalOfPort(error: unknown, { host, port, otherPort }: PortTexts): string | undefined {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use, perhaps by another Assay. ${otherPort}`
    case 'EACCES':
      return `Port ${port} may not be opened by this user. ${otherPort}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `'${host}' is not an address of this machine. Choose another with --host or ASSAY_HOST.`
    default:
      return undefined
  }
}

interface PortTexts {
  readonly host: string
  readonly port: number
  readonly otherPort: string
}

/** Opens the port of a setting. */
export async function openPort<T>(
  { host }: Config,
  request: { readonly setting: 'port' | 'otlp_http_port' | 'otlp_grpc_port'; readonly port: number },
  open: (address: { readonly host: string; readonly port: number }) => Promise<T>,
): Promise<T> {
  const { setting, port } = request
  try {
    return await open({ host, port })
  } catch (error) {
    const orNone = setting === 'port' ? '' : '; 0 turns it off'
    const otherPort = `Choose another with ${flagName(setting)} or ${environmentName(setting)}${orNone}.`
    const refusal = refusalOfPort(error, { host, port, otherPort })
    throw refusal === undefined ? error : new UsageError(refusal, { cause: error })
  }
}
