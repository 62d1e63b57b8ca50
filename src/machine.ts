// What a start asks of the machine: a directory it may write and ports it may open. A refusal is said in the words of the
// settings that ask for it.
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { environmentName, flagName, UsageError, type Config } from './config.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Makes the data directory unless it is there; a new one is closed to other users of the machine. */
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

export const sqlitePath = ({ dataDir }: Config): string => join(dataDir, 'assay.sqlite')
export const secretsKeyPath = ({ dataDir }: Config): string => join(dataDir, 'secrets.key')
export const uploadsPath = ({ dataDir }: Config): string => join(dataDir, 'uploads')

/** What Assay keeps in the data directory. */
const ownNames = /^(?:assay\.sqlite(?:-wal|-shm|-journal)?|secrets\.key|columnar|uploads)$/
const othersBits = 0o077

/** What was found open to other users of the machine. */
export interface ClosedFiles {
  /** Closed now. */
  readonly closed: number
  /** Still open: the file system or its owner does not let us, or they are not ours. */
  readonly open: readonly string[]
}

/**
 * Closes the data directory and what is in it to other users of the machine, whatever mask earlier processes had. Only
 * what Assay made is touched: a directory that holds other files too stays as it is, and what is ours in it is closed.
 * A directory inside that is closed is not looked into, for nobody else can look into it either: what this process makes
 * is closed from the start (`process.umask`).
 */
export function closeDataDir({ dataDir }: Config): ClosedFiles {
  let closed = 0
  const open: string[] = []
  const close = (path: string, mode: number): void => {
    try {
      chmodSync(path, mode & 0o700)
      closed++
    } catch {
      open.push(path)
    }
  }
  const visit = (path: string): void => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined || found.isSymbolicLink() || (found.mode & othersBits) === 0) return
    if (found.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name))
    close(path, found.mode)
  }
  const names = readdirSync(dataDir)
  for (const name of names) if (ownNames.test(name)) visit(join(dataDir, name))
  const { mode } = statSync(dataDir)
  if ((mode & othersBits) === 0) return { closed, open }
  if (names.every((name) => ownNames.test(name))) close(dataDir, mode)
  else open.push(dataDir)
  return { closed, open }
}

/** What is said of a port that cannot be opened; undefined: it is not the machine that refuses it. */
function refusalOfPort(error: unknown, { host, port, otherPort }: PortWords): string | undefined {
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

interface PortWords {
  readonly host: string
  readonly port: number
  readonly otherPort: string
}

/** Opens the port that a setting names. */
export async function openPort<T>(
  { host }: Config,
  wanted: { readonly setting: 'port' | 'otlp_http_port' | 'otlp_grpc_port'; readonly port: number },
  open: (address: { readonly host: string; readonly port: number }) => Promise<T>,
): Promise<T> {
  const { setting, port } = wanted
  try {
    return await open({ host, port })
  } catch (error) {
    const orNone = setting === 'port' ? '' : '; 0 turns it off'
    const otherPort = `Choose another with ${flagName(setting)} or ${environmentName(setting)}${orNone}.`
    const refusal = refusalOfPort(error, { host, port, otherPort })
    throw refusal === undefined ? error : new UsageError(refusal, { cause: error })
  }
}
