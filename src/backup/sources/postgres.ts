// Backups of PostgreSQL with its own tools: pg_dump reads one snapshot, and psql restores it in one transaction.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { maskUserInfo } from '../../kernel/user-info.ts'
import { BackupError } from '../archive.ts'
import type { StoreSource } from './source.ts'

/** The path of the records in a backup. */
export const dumpPath = 'postgresql.dump'

export interface PostgresDatabase {
  readonly url: string
  /** The variables of the tools, PATH among them. */
  readonly env: Readonly<Record<string, string>>
}

const clientTools =
  'Install the client tools of PostgreSQL (Debian: postgresql-client) with the version of the server or a newer one.'

/** Arguments are visible to every user of the machine, so the password is a variable. */
function connectionOf({ url, env }: PostgresDatabase) {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return {
    address: address.href,
    // The messages are parsed below, so they must be in English.
    env: { ...env, LC_ALL: 'C', ...(password === '' ? {} : { PGPASSWORD: password }) },
  }
}

interface Tool {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  /** Rejects when the tool cannot start or ends with an error. */
  readonly exit: Promise<void>
}

function startTool(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  { args, env }: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> },
): Tool {
  const child = spawn(name, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-2000)))
  // The reason is in the message of the tool, not in a broken pipe to it.
  child.stdin.on('error', () => undefined)
  const exit = new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new BackupError(`${name} is not in PATH. ${clientTools}`)))
    child.once('close', (code) => {
      if (code === 0) return resolve()
      const text = maskUserInfo(output.trim().replaceAll('\n', ' '))
      const advice = /version mismatch|unsupported version/.test(text) ? ` ${clientTools}` : ''
      reject(new BackupError(`${name} ended with ${code}: ${text}${advice}`))
    })
  })
  // It is awaited after the output.
  exit.catch(() => undefined)
  return { child, exit }
}

/** The output of a tool; fails at its end if the tool failed. */
async function* outputOf({ child, exit }: Tool): AsyncGenerator<Buffer> {
  try {
    yield* child.stdout
    await exit
  } finally {
    child.kill()
  }
}

function dump(database: PostgresDatabase): Readable {
  const { address, env } = connectionOf(database)
  // The archive compresses the files. Owners and privileges belong to the server, not to the data.
  const args = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', '--dbname', address]
  return Readable.from(outputOf(startTool('pg_dump', { args, env })))
}

/** The dump is compressed while it is read and never stored uncompressed. */
export const postgresSource =
  (database: PostgresDatabase): StoreSource =>
  async () => ({
    files: [
      {
        path: dumpPath,
        bytes: 0,
        isUnchanged: () => false,
        store: (archive) => archive.putContent(dump(database), { path: dumpPath, modifiedMs: 0 }),
      },
    ],
    links: [],
    release: async () => undefined,
  })

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Settings of the restored store, in the transaction of its rows: no server sees the rows without them. */
const settingsScript = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(
      ([name, value]) =>
        `INSERT INTO store_settings (name, value) VALUES (${quote(name)}, ${quote(value)})
         ON CONFLICT (name) DO UPDATE SET value = excluded.value;\n`,
    )
    .join('')

export interface RestoredDump extends PostgresDatabase {
  readonly content: AsyncIterable<Buffer>
  readonly settings: Readonly<Record<string, string>>
}

/** The script of a dump inside a transaction. Without the last line psql rolls everything back. */
async function* transaction({ content, settings, env }: RestoredDump): AsyncGenerator<Buffer | string> {
  const converter = startTool('pg_restore', { args: ['--file=-', '--no-owner', '--no-privileges'], env })
  const input = pipeline(Readable.from(content), converter.child.stdin)
  input.catch(() => undefined)
  yield 'BEGIN;\n'
  yield* outputOf(converter)
  await input
  yield `\nRESET search_path;\n${settingsScript(settings)}COMMIT;\n`
}

/** Restores a dump into an empty database, completely or not at all. */
export async function restorePostgres(dump: RestoredDump): Promise<void> {
  const { address, env } = connectionOf(dump)
  const args = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null', '--dbname', address]
  const psql = startTool('psql', { args, env })
  psql.child.stdout.resume()
  const [inputResult, exitResult] = await Promise.allSettled([
    pipeline(Readable.from(transaction({ ...dump, env })), psql.child.stdin),
    psql.exit,
  ])
  // When psql fails, it closes its input, too. The reason is in the message of psql.
  if (
    exitResult.status === 'rejected' &&
    !(inputResult.status === 'rejected' && inputResult.reason instanceof BackupError)
  ) {
    throw exitResult.reason
  }
  if (inputResult.status === 'rejected') throw inputResult.reason
}
