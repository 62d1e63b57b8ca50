// The setup of all page tests, once: builds the pages, starts a server and a browser, fills a project, and signs in to it
// as an admin and as a viewer.
import { spawnSync } from 'node:child_process'
import { request } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { admin } from '../../test/support/api.ts'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../../test/support/process.ts'
import { serveBrowser, type BrowserState } from './browser.ts'
import { seedTraces } from './seed.ts'
import { seedTestsets } from './seed-testsets.ts'
import { seedVersions } from './seed-versions.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly pagesServer: string
    readonly pagesBrowser: string
    readonly pagesStates: { readonly admin: BrowserState; readonly viewer: BrowserState }
  }
}

const seededTraces = 120

async function stopServer(server: RunningServer): Promise<void> {
  await server.stop()
  // The log is the only place with the cause of a 500.
  const failures = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
  if (failures.length > 0) console.error(failures.join('\n'))
  removeDataDir(server)
}

async function viewerKey(url: string): Promise<string> {
  const { body } = await admin(url, 'GET', '/projects/')
  const { projects } = body as { projects: readonly { id: string; is_default: boolean }[] }
  const id = projects.find((one) => one.is_default)?.id
  const answer = await admin(url, 'POST', `/projects/${id}/keys/`, { key: { name: 'eyes', role: 'viewer' } })
  return (answer.body as { key: { secret: string } }).key.secret
}

/** The state of a browser that is signed in. */
async function stateOf(url: string, key: string): Promise<BrowserState> {
  const context = await request.newContext()
  await context.post(`${url}/api/session`, { headers: { Authorization: `ApiKey ${key}` } })
  const state = await context.storageState()
  await context.dispose()
  return state
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, ['scripts/ensure-built.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The pages could not be built.')
  const [server, browser] = await Promise.all([startServer(), serveBrowser()])
  const stop = async (): Promise<void> => {
    await browser.close()
    await stopServer(server)
  }
  try {
    await Promise.all([
      seedTraces(server.url, firstKey, seededTraces),
      seedVersions(server.url, firstKey),
      seedTestsets(server.url, firstKey),
    ])
    project.provide('pagesServer', server.url)
    project.provide('pagesBrowser', browser.wsEndpoint())
    project.provide('pagesStates', {
      admin: await stateOf(server.url, firstKey),
      viewer: await stateOf(server.url, await viewerKey(server.url)),
    })
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
