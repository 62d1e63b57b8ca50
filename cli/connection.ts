// Selects the server and its key: by flags, then environment variables, then the login file of `assay login`.
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Assay } from '../sdk/client.ts'
import { Refusal, UsageError, type Environment } from './command.ts'
import { exitCodes } from './failures.ts'

export const urlDefault = 'http://127.0.0.1:8700'

/** The login file: the default server, and a key per server. A key is sent to its own server only. */
export interface Logins {
  readonly current?: string
  readonly servers: Readonly<Record<string, string>>
}

/** The configuration folder, by the XDG base directory specification. */
export function configDir(environment: Environment): string {
  const base = environment['XDG_CONFIG_HOME']
  if (base !== undefined && base.startsWith('/')) return join(base, 'assay')
  return join(environment['HOME'] ?? '.', '.config', 'assay')
}

const loginsPath = (dir: string): string => join(dir, 'login.json')

export function readLogins(dir: string): Logins {
  let text: string
  try {
    text = readFileSync(loginsPath(dir), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { servers: {} }
    throw error
  }
  try {
    const { current, servers } = JSON.parse(text) as Partial<Logins>
    return {
      servers: { ...servers },
      ...(typeof current === 'string' ? { current } : {}),
    }
  } catch {
    throw new Refusal(`${loginsPath(dir)} cannot be read: remove it, and run \`assay login\` again.`)
  }
}

/** Writes the login file atomically, readable by its owner only. */
export function writeLogins(dir: string, logins: Logins): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const temporaryPath = `${loginsPath(dir)}.${process.pid}`
  writeFileSync(temporaryPath, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
  chmodSync(temporaryPath, 0o600)
  renameSync(temporaryPath, loginsPath(dir))
}

const emptyToUndefined = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

/** Normalizes the address: without a trailing slash or /api. */
export function cleanUrl(address: string): string {
  if (!URL.canParse(address) || !/^https?:/.test(address)) {
    throw new UsageError(`The address of the server must be one like ${urlDefault}, not '${address}'.`)
  }
  return address.replace(/\/+$/, '').replace(/\/api$/, '')
}

export interface Server {
  readonly url: string
  readonly key: string | undefined
}

export function resolveServer(
  flags: { readonly url: string | undefined; readonly key: string | undefined },
  { environment, dir }: { readonly environment: Environment; readonly dir: string },
): Server {
  const logins = readLogins(dir)
  const url = cleanUrl(
    flags.url ?? emptyToUndefined(environment['ASSAY_URL']) ?? logins.current ?? urlDefault,
  )
  const storedKey = Object.hasOwn(logins.servers, url) ? logins.servers[url] : undefined
  return { url, key: flags.key ?? emptyToUndefined(environment['ASSAY_API_KEY']) ?? storedKey }
}

/** A client whose calls are cancelled when the user interrupts. */
export function connect({ url, key }: Server, signal: AbortSignal): Assay {
  if (key === undefined) {
    throw new Refusal(
      `There is no key for ${url}: run \`assay login ${url}\`, pass --key, or set ASSAY_API_KEY.`,
      exitCodes.unauthorized,
    )
  }
  return new Assay({ url, key, signal })
}
