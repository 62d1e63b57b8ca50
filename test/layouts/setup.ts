// Starts one PostgreSQL for all layouts.
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../support/postgres.ts'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
