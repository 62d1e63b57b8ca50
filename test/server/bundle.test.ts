// The built program: every thread and process of the server runs a built file, and the sources run without a build.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtFile, builtFolder, programSources, root } from '../../scripts/built-programs.ts'
import { newProject } from '../support/api.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { childPids } from '../support/work.ts'

const servers: RunningServer[] = []
afterAll(async () => {
  for (const server of servers) {
    await server.stop()
    removeDataDir(server)
  }
})

const evaluators = {
  javascript: 'function evaluate() { return 1 }',
  python: 'def evaluate(): return 1',
}

/** A server that has started isolated processes of its pools. */
async function workingServer({
  runtimes,
  ...options
}: Parameters<typeof startServer>[0] & {
  readonly runtimes: readonly (keyof typeof evaluators)[]
}): Promise<RunningServer> {
  const server = await startServer(options)
  servers.push(server)
  const api = await newProject(server.url)
  for (const runtime of runtimes) {
    const code = evaluators[runtime]
    const data = { parameters: { code, runtime }, inputs: {}, outputs: '1' }
    const { body } = await api.post('/services/auto_custom_code_run/v0/invoke', { data })
    expect(body).toMatchObject({ data: { outputs: { success: true } } })
  }
  const schema = { type: 'object' }
  const data = { parameters: { schema }, inputs: {}, outputs: '{"a": 1}' }
  const { body } = await api.post('/services/auto_contains_json/v0/invoke', { data })
  expect(body).toMatchObject({ data: { outputs: { success: true } } })
  return server
}

const programsOf = (server: RunningServer): readonly string[] =>
  childPids(server.process.pid).map(
    (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').at(-2) ?? '',
  )

test('every program that the sources start by its URL is a file of the bundle', () => {
  const sources = programSources()
  expect(sources.length).toBeGreaterThan(6)
  expect(sources.filter((source) => !existsSync(builtFile(source)))).toEqual([])
})

test('no file of the bundle starts a source', () => {
  const urls = globSync('*.mjs', { cwd: builtFolder }).flatMap((name) => [
    // The place of a module, from which it reads data, is followed by `.href`.
    ...readFileSync(join(builtFolder, name), 'utf8').matchAll(
      /new URL\(["'][^"']+\.ts["'], import\.meta\.url\)(?!\.href)/g,
    ),
  ])
  expect(urls).toEqual([])
})

test('the isolated processes of a server run files of the bundle', async () => {
  const server = await workingServer({ runtimes: ['javascript', 'python'] })
  expect(programsOf(server).toSorted()).toEqual(
    ['programs-sandbox-child', 'programs-sandbox-python-child', 'programs-work-child'].map((name) =>
      join(builtFolder, `${name}.mjs`),
    ),
  )
})

test('the sources serve without a build', async () => {
  const server = await workingServer({
    // Not Python: its snapshot of the other tests belongs to the built program.
    runtimes: ['javascript'],
    program: [process.execPath, '--max-semi-space-size=16', join(root, 'src/main.ts')],
  })
  expect(programsOf(server).every((program) => program.startsWith(join(root, 'src/')))).toBe(true)
})
