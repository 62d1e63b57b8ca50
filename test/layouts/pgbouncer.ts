// A PgBouncer in transaction mode: each transaction may get another connection of the server.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/postgres.ts'

export interface PgBouncer {
  /** Without a database name: append one. */
  readonly url: string
  readonly stop: () => Promise<void>
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** In front of the server at `postgresUrl`, with fewer connections to it than its clients open. */
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
  const child = spawn('pgbouncer', [...user, settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let ended: string | undefined
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      ended = `${error.message}. Is Debian's package pgbouncer installed?`
      resolve()
    })
    child.once('exit', (code) => {
      ended ??= `it ended with ${code}:\n${output}`
      resolve()
    })
  })
  while (!(await accepts(port))) {
    if (ended !== undefined) throw new Error(`PgBouncer did not start: ${ended}`)
    await sleep(20)
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
