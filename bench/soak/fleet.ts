// A production set-up: four servers on one PostgreSQL and one ClickHouse, behind a PgBouncer in transaction mode and
// an nginx as documented. Every ten seconds one of them is killed; PostgreSQL restarts and the trace store is
// unreachable once in two minutes. Needs Debian's nginx and pgbouncer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { documentedServers, startNginx } from '../../test/layouts/nginx.ts'
import { startPgBouncer } from '../../test/layouts/pgbouncer.ts'
import { startClickHouse } from '../../test/support/clickhouse.ts'
import { freePort, startPostgres, type Postgres } from '../../test/support/postgres.ts'
import { RestartableServer, type Fault, type Kill, type Outage, type World } from './worlds.ts'

const serverCount = 4
const killEveryMs = 10_000
const storeAwayMs = 10_000
/** The number of running servers that a kill requires: on a busy machine a start takes longer than ten seconds. */
const serversUpMin = 3
/** Connections of PgBouncer to PostgreSQL, shared by all servers. */
const connectionsMax = 12

/** The servers with a process manager, which starts them again. */
class Fleet {
  readonly kills: Kill[] = []
  readonly servers: readonly RestartableServer[]
  #starting: Promise<unknown> = Promise.resolve()
  #turn = 0

  constructor(servers: readonly RestartableServer[]) {
    this.servers = servers
  }

  /** Kills the next server that runs, while others do; it starts again in the background. */
  async killNext(): Promise<void> {
    const running = (): readonly RestartableServer[] =>
      this.servers.filter((server) => server.url() !== undefined)
    while (running().length < serversUpMin) await sleep(100)
    const server = this.servers[this.#turn++ % serverCount]
    if (server === undefined || !running().includes(server)) return this.killNext()
    this.kills.push({ pid: server.pid(), atMs: performance.now() })
    await server.kill()
    this.#starting = Promise.all([this.#starting, startUntilUp(server)])
  }

  /** Resolves when all killed servers are up again. */
  async settle(): Promise<void> {
    await this.#starting
  }
}

/** A start may fail while PostgreSQL is down; a process manager repeats it. */
async function startUntilUp(server: RestartableServer): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.start()
    } catch (error) {
      if (attempt === 60) throw error
      await sleep(1000)
    }
  }
}

interface Outages {
  readonly fleet: Fleet
  readonly postgres: Postgres
  readonly storeAway: () => Promise<void>
  readonly databaseUrl: string
  /** The outages of PostgreSQL, from the view of the servers. */
  readonly outages: Outage[]
}

/** Resolves when PostgreSQL answers through PgBouncer, which waits before it connects again. */
async function waitUntilAnswered(url: string): Promise<void> {
  for (;;) {
    const client = new Client(url)
    client.on('error', () => undefined)
    const answer = await client
      .connect()
      .then(() => client.query('select 1'))
      .catch(() => undefined)
    await client.end().catch(() => undefined)
    if (answer !== undefined) return
    await sleep(200)
  }
}

/** Kills one server every ten seconds, some of them during another fault. Twelve kills take two minutes. */
function faultsOf({ fleet, postgres, storeAway, databaseUrl, outages }: Outages): readonly Fault[] {
  const killFault = (name: string, otherFault: () => Promise<void>): Fault => ({
    name,
    happen: async () => {
      await Promise.all([fleet.killNext(), otherFault()])
      await sleep(killEveryMs)
    },
  })
  const kill = killFault('kill -9', async () => undefined)
  const restart = killFault('kill -9, and a restart of PostgreSQL', async () => {
    await sleep(2000)
    const fromMs = performance.now()
    await postgres.halt()
    await postgres.resume()
    await waitUntilAnswered(databaseUrl)
    outages.push({ fromMs, toMs: performance.now() })
  })
  const outage = killFault('kill -9, and the trace store away for ten seconds', storeAway)
  return [kill, kill, kill, restart, kill, kill, kill, outage, kill, kill, kill, kill]
}

export async function fleetWorld(logs: string | undefined): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-soak-'))
  // With syncs: a restart must not lose acknowledged writes.
  const postgres = await startPostgres([])
  const bouncer = await startPgBouncer(postgres.url, connectionsMax)
  let clickhouse = await startClickHouse()
  const listen = await freePort()
  const ports = await Promise.all(Array.from({ length: serverCount }, () => freePort()))
  const env = {
    ASSAY_DATABASE_URL: `${bouncer.url}/postgres`,
    ASSAY_DATABASE_PREPARED_STATEMENTS: 'false',
    ASSAY_CLICKHOUSE_URL: clickhouse.url,
    ASSAY_PUBLIC_URL: `http://127.0.0.1:${listen}`,
    ASSAY_TRUST_PROXY: '1',
  }
  const fleet = new Fleet(
    ports.map(
      (port, i) =>
        new RestartableServer({
          dataDir: join(directory, `data-${i}`),
          clockFile: join(directory, `clock-${i}`),
          // nginx knows them by their ports.
          env: { ...env, ASSAY_PORT: String(port) },
          logs,
        }),
    ),
  )
  await Promise.all(fleet.servers.map((server) => server.start()))
  const serverUrls = ports.map((port) => `http://127.0.0.1:${port}`)
  const nginx = await startNginx(documentedServers().ownHost, { listen, serverUrls })
  const storeAway = async (): Promise<void> => {
    const { directory: data, port } = clickhouse
    await clickhouse.kill()
    await sleep(storeAwayMs)
    clickhouse = await startClickHouse({ directory: data, port })
  }
  const outages: Outage[] = []
  return {
    urls: () => [nginx.url],
    faults: faultsOf({
      fleet,
      postgres,
      storeAway,
      databaseUrl: env.ASSAY_DATABASE_URL,
      outages,
    }),
    outages,
    skipped: [],
    kills: fleet.kills,
    ended: () => fleet.servers.flatMap(({ endings }) => endings),
    stop: async () => {
      await fleet.settle()
      await nginx.stop()
      for (const server of fleet.servers) await server.stop()
      await bouncer.stop()
      await clickhouse.remove()
      await postgres.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
