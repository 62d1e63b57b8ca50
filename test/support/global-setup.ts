// Started once for the whole run: a PostgreSQL, and one server on each form of the relational store. Tests take the
// addresses from here and make projects of their own, so that they do not see each other.
import type { TestProject } from 'vitest/node'
import { removeDataDir, startServer } from './process.ts'
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
  const sqlite = await startServer()
  const server = await startServer({ env: { ASSAY_DATABASE_URL: `${postgres.url}/postgres` } })
  project.provide('postgresUrl', postgres.url)
  project.provide('sqliteServer', sqlite.url)
  project.provide('postgresServer', server.url)
  return async () => {
    for (const running of [sqlite, server]) {
      await running.stop()
      removeDataDir(running)
    }
    await postgres.stop()
  }
}
