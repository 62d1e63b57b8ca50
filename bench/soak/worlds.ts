// The set-ups of a soak; fleet.ts has another one. Embedded: one server on SQLite and chDB, on a small disk. Servers:
// two of them on one PostgreSQL and one ClickHouse. Both have a sequence of faults under load. Steady: one embedded
// server without faults.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startClickHouse } from '../../test/support/clickhouse.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { startServer, type RunningServer } from '../../test/support/process.ts'
import type { Fleet } from './client.ts'

export interface Fault {
  readonly name: string
  /** Causes the fault and ends it; afterwards all servers are up again. */
  readonly happen: () => Promise<void>
}

/** A process that was killed, and when. */
export interface Kill {
  readonly pid: number
  readonly atMs: number
}

/** An outage of the database: no result could be stored. */
export interface Outage {
  readonly fromMs: number
  readonly toMs: number
}

export interface World extends Fleet {
  readonly faults: readonly Fault[]
  /** The faults that this machine cannot cause, with the reason. */
  readonly skipped: readonly string[]
  /** The servers that were killed so far, in a world that counts the calls of the program. */
  readonly kills?: readonly Kill[]
  readonly outages?: readonly Outage[]
  /** The process whose resources are sampled, in a world without kills. */
  readonly sampledPid?: () => number
  /** Servers that ended by themselves. */
  readonly ended: () => readonly string[]
  stop(): Promise<void>
}

const hourMs = 3_600_000
const sleepBetween = (from: number, to: number): Promise<void> =>
  sleep((from + Math.random() * (to - from)) * 1000)

interface RestartableServerOptions {
  readonly dataDir: string
  readonly clockFile: string
  readonly env: Readonly<Record<string, string>>
  readonly logs?: string | undefined
}

/** A server that is killed and started again, with a clock that can be set. */
export class RestartableServer {
  readonly clockFile: string
  readonly #env: Readonly<Record<string, string>>
  readonly #logs: string | undefined
  #running: RunningServer | undefined
  readonly endings: string[] = []

  /** The output of each process is written to a file in the folder `logs`. */
  constructor({ dataDir, clockFile, env, logs }: RestartableServerOptions) {
    this.clockFile = clockFile
    this.#logs = logs
    this.#env = {
      ...env,
      ASSAY_DATA_DIR: dataDir,
      SOAK_CLOCK: clockFile,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock.ts')}`,
      ASSAY_EVALUATIONS_LEASE_SECONDS: '10',
      ASSAY_CHECK_ANSWERS: 'false',
    }
    writeFileSync(clockFile, '0')
  }

  url(): string | undefined {
    const server = this.#running
    if (server === undefined) return undefined
    const { exitCode, signalCode } = server.process
    if (exitCode === null && signalCode === null) return server.url
    this.#log(server)
    this.endings.push(`a server ended by itself: ${server.output().slice(-1500)}`)
    this.#running = undefined
    return undefined
  }

  pid(): number {
    return this.#running?.process.pid ?? 0
  }

  async start(): Promise<void> {
    if (this.url() === undefined) this.#running = await startServer({ env: this.#env })
  }

  async kill(): Promise<void> {
    const server = this.#running
    this.#running = undefined
    await server?.kill()
    this.#log(server)
  }

  async stop(): Promise<void> {
    const server = this.#running
    this.#running = undefined
    await server?.stop()
    this.#log(server)
  }

  #log(server: RunningServer | undefined): void {
    if (server === undefined || this.#logs === undefined) return
    mkdirSync(this.#logs, { recursive: true })
    writeFileSync(join(this.#logs, `${server.process.pid}.log`), server.output())
  }
}

const killFault = (servers: readonly RestartableServer[]): Fault => ({
  name: 'kill -9',
  happen: async () => {
    const server = servers[Math.floor(Math.random() * servers.length)]
    await server?.kill()
    await server?.start()
    await sleepBetween(1, 4)
  },
})

/** Sets the clock wrong by `ms`, then right again; the server is killed while the clock is wrong. */
const clockJump = (server: RestartableServer, ms: number): Fault => ({
  name: ms > 0 ? 'clock an hour ahead' : 'clock an hour back',
  happen: async () => {
    writeFileSync(server.clockFile, String(ms))
    await sleepBetween(2, 4)
    await server.kill()
    await server.start()
    await sleepBetween(2, 4)
    writeFileSync(server.clockFile, '0')
    await sleepBetween(2, 4)
  },
})

const diskMiB = 600

/** Fills the disk for some seconds. */
const fillDisk = (directory: string): Fault => ({
  name: 'full disk',
  happen: async () => {
    const filler = join(directory, 'filler')
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' })
    } catch {
      // Expected: it fails when the disk is full.
    }
    await sleepBetween(3, 6)
    rmSync(filler, { force: true })
    await sleepBetween(3, 5)
  },
})

function mountSmallDisk(directory: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMiB}m`, 'tmpfs', directory], { stdio: 'pipe' })
    return undefined
  } catch {
    return 'full disk: a small file system can be mounted by root only'
  }
}

export async function embeddedWorld(): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-soak-'))
  const disk = join(directory, 'disk')
  mkdirSync(disk)
  const refusal = mountSmallDisk(disk)
  const server = new RestartableServer({
    dataDir: join(disk, 'data'),
    clockFile: join(directory, 'clock'),
    env: {},
  })
  await server.start()
  return {
    urls: () => [server.url()].filter((url) => url !== undefined),
    faults: [
      killFault([server]),
      killFault([server]),
      clockJump(server, hourMs),
      killFault([server]),
      ...(refusal === undefined ? [fillDisk(disk)] : []),
      clockJump(server, -hourMs),
    ],
    skipped: refusal === undefined ? [] : [refusal],
    ended: () => server.endings,
    stop: async () => {
      await server.stop()
      if (refusal === undefined) execFileSync('umount', [disk])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** One server with embedded stores and no faults: its memory, descriptors and threads should stay flat. */
export async function steadyWorld(): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-soak-'))
  const server = new RestartableServer({
    dataDir: join(directory, 'data'),
    clockFile: join(directory, 'clock'),
    env: {},
  })
  await server.start()
  return {
    urls: () => [server.url()].filter((url) => url !== undefined),
    faults: [{ name: 'ten seconds of load', happen: () => sleepBetween(10, 10) }],
    skipped: [],
    sampledPid: () => server.pid(),
    ended: () => server.endings,
    stop: async () => {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export async function serversWorld(): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-soak-'))
  // With syncs: a crash of the database must not lose acknowledged writes.
  const postgres = await startPostgres([])
  let clickhouse = await startClickHouse()
  const env = { ASSAY_DATABASE_URL: `${postgres.url}/postgres`, ASSAY_CLICKHOUSE_URL: clickhouse.url }
  const servers = [0, 1].map(
    (i) =>
      new RestartableServer({
        dataDir: join(directory, `data-${i}`),
        clockFile: join(directory, `clock-${i}`),
        env,
      }),
  )
  for (const server of servers) await server.start()
  const [first] = servers
  return {
    urls: () => servers.map((server) => server.url()).filter((url) => url !== undefined),
    faults: [
      killFault(servers),
      {
        name: 'killed PostgreSQL',
        happen: async () => {
          await postgres.crash()
          await sleepBetween(1, 4)
          await postgres.resume()
          await sleepBetween(2, 4)
        },
      },
      killFault(servers),
      {
        name: 'killed ClickHouse',
        happen: async () => {
          const { directory: data, port } = clickhouse
          await clickhouse.kill()
          await sleepBetween(1, 3)
          clickhouse = await startClickHouse({ directory: data, port })
          await sleepBetween(2, 4)
        },
      },
      ...(first === undefined ? [] : [clockJump(first, hourMs), clockJump(first, -hourMs)]),
    ],
    skipped: [],
    ended: () => servers.flatMap(({ endings }) => endings),
    stop: async () => {
      for (const server of servers) await server.stop()
      await clickhouse.remove()
      await postgres.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
