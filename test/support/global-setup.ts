// Once for the whole run: builds the server, and starts a PostgreSQL and a server on each relational backend. Tests get the addresses from
// here and create separate projects, so that they do not interfere.
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

/** Once for a build of the server: all tests and their servers start Python from it. */
async function buildPythonSnapshot(): Promise<void> {
  const snapshot = createPythonSnapshot({ isolation: await detectIsolation(), directory: pythonDirectory })
  await snapshot.open()
  await snapshot.close()
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const build = spawnSync(process.execPath, ['scripts/ensure-built.mjs', 'server'], { stdio: 'inherit' })
  if (build.status !== 0) throw new Error('The server could not be built.')
  await buildPythonSnapshot()
  const postgres = await startPostgres()
  const servers: RunningServer[] = []
  const stop = async (): Promise<void> => {
    for (const server of servers) {
      await server.stop()
      removeDataDir(server)
    }
    await postgres.stop()
  }
  const start = async (env: Readonly<Record<string, string>>): Promise<string> => {
    // Tests wait for their spans one after the other, so a shorter interval ends them earlier.
    const server = await startServer({ env: { ASSAY_INGEST_INTERVAL_MS: '50', ...env } })
    servers.push(server)
    return server.url
  }
  try {
    project.provide('postgresUrl', postgres.url)
    project.provide('sqliteServer', await start({}))
    project.provide('postgresServer', await start({ ASSAY_DATABASE_URL: `${postgres.url}/postgres` }))
  } catch (error) {
    // The run ends here without a teardown: stop everything.
    await stop()
    throw error
  }
  return stop
}
