// Once for the whole run: builds the server, and starts a PostgreSQL and a server on each relational backend. Tests get the addresses from
// here and create separate projects, so that they do not interfere. Vitest sets its projects up one after the other, the root
// last: the stores of `isolated` and `stores` start beside the set-up of `web`, and the root waits for them.
import { spawnSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { detectIsolation } from '../../src/kernel/work/isolation.ts'
import { createPythonSnapshot } from '../../src/programs/sandbox/python-snapshot.ts'
import { pythonDirectory } from './children.ts'
import { removeDataDir, startServer, type RunningServer } from './process.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Without a database name. */
    readonly postgresUrl: string
    readonly sqliteServer: string
    readonly postgresServer: string
  }
}

interface Stores {
  readonly postgresUrl: string
  readonly sqliteServer: string
  readonly postgresServer: string
  readonly stop: () => Promise<void>
}

/** Each project may load this file for itself. */
const run = globalThis as { assayStores?: Promise<Stores> | undefined }

/** Once for a build of the server: all tests and their servers start Python from it. */
async function buildPythonSnapshot(): Promise<void> {
  const snapshot = createPythonSnapshot({ isolation: await detectIsolation(), directory: pythonDirectory })
  await snapshot.open()
  await snapshot.close()
}

async function startStores(): Promise<Stores> {
  const build = spawnSync(process.execPath, ['scripts/ensure-built.mjs', 'server'], { stdio: 'inherit' })
  if (build.status !== 0) throw new Error('The server could not be built.')
  const [postgres] = await Promise.all([startPostgres(), buildPythonSnapshot()])
  const servers: RunningServer[] = []
  const start = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const server = await startServer({ env })
    servers.push(server)
    return server.url
  }
  const stop = async (): Promise<void> => {
    for (const server of servers.splice(0)) {
      await server.stop()
      removeDataDir(server)
    }
    await postgres.stop()
  }
  const urls = [start({}), start({ ASSAY_DATABASE_URL: `${postgres.url}/postgres` })] as const
  await Promise.allSettled(urls)
  try {
    const [sqliteServer, postgresServer] = await Promise.all(urls)
    return { postgresUrl: postgres.url, sqliteServer, postgresServer, stop }
  } catch (error) {
    // The run ends here without a teardown: stop everything.
    await stop()
    throw error
  }
}

async function provide(project: TestProject, starting: Promise<Stores>): Promise<Stores> {
  const stores = await starting
  project.provide('postgresUrl', stores.postgresUrl)
  project.provide('sqliteServer', stores.sqliteServer)
  project.provide('postgresServer', stores.postgresServer)
  return stores
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.isRootProject()) return (await run.assayStores)?.stop
  run.assayStores = provide(project, run.assayStores ?? startStores())
  // The root reports a failure.
  run.assayStores.catch(() => undefined)
  return undefined
}
