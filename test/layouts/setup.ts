// Builds the pages, and starts one PostgreSQL for all layouts.
import { spawnSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../support/postgres.ts'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, ['scripts/ensure-built.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the pages could not be built')
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
