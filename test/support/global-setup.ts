// Started once for the whole run: a PostgreSQL, and one server on each relational backend. Tests get the addresses from
// here and create separate projects, so that they do not interfere.
import type { TestProject } from 'vitest/node'
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

export async function setup(project: TestProject): Promise<() => Promise<void>> {
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
