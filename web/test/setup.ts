// Started once for all tests of pages: the pages are built, a server serves them, and a project is filled.
import { spawnSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { firstKey, removeDataDir, startServer } from '../../test/support/process.ts'
import { seedTraces } from './seed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly pagesServer: string
  }
}

export const seededTraces = 120

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, ['scripts/ensure-built.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the pages could not be built')
  const server = await startServer()
  const stop = async (): Promise<void> => {
    await server.stop()
    // A 500 that a page met has its cause here and nowhere else.
    const failures = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    if (failures.length > 0) console.error(failures.join('\n'))
    removeDataDir(server)
  }
  try {
    await seedTraces(server.url, firstKey, seededTraces)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('pagesServer', server.url)
  return stop
}
