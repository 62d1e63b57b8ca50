// A PgBouncer in transaction mode: each transaction may get another connection of the server.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/postgres.ts'
import { startProgram } from './program.ts'

export interface PgBouncer {
  /** Without a database name: append one. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts it in front of the server at `postgresUrl`, with fewer connections to the server than its clients open. */
export async function startPgBouncer(postgresUrl: string, connectionsMax: number): Promise<PgBouncer> {
  const { hostname, port: postgresPort } = new URL(postgresUrl)
  const directory = mkdtempSync(join(tmpdir(), 'assay-pgbouncer-'))
  chmodSync(directory, 0o755)
  const port = await freePort()
  const settings = join(directory, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${postgresPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connectionsMax}
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
`,
  )
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const stop = await startProgram({
    command: 'pgbouncer',
    args: [...user, settings],
    port,
    debianPackage: 'pgbouncer',
  })
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    stop: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
