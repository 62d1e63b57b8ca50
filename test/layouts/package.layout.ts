// The built npm package, installed globally into an empty folder from the registry of this machine, and
// started by its own command. Threads, processes and files of the compiled program are where the code expects them.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, type Api } from '../support/api.ts'
import { run } from '../support/children.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'assay-installed-'))
const program = join(folder, 'bin/assay')
let server: RunningServer
let api: Api

beforeAll(async () => {
  const buildOutput = execFileSync(process.execPath, ['scripts/build-package.ts', folder], {
    cwd: root,
    encoding: 'utf8',
  })
  const tarball = buildOutput.trim().split('\n').at(-1) ?? ''
  const install = ['install', '--global', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', [...install, '--prefer-offline', '--loglevel=error', `./${tarball}`], { cwd: folder })
  server = await startServer({ program: [program] })
  api = await newProject(server.url)
})
afterAll(async () => {
  await server?.stop()
  if (server !== undefined) removeDataDir(server)
  rmSync(folder, { recursive: true, force: true })
})

test('the pages and their scripts are served', async () => {
  const html = await (await fetch(server.url)).text()
  const script = /src="([^"]+\.js)"/.exec(html)?.[1] ?? ''
  expect((await fetch(new URL(script, server.url))).headers.get('content-type')).toContain('javascript')
})

test('a commit is stored', async () => {
  const data = { parameters: { prompt: { messages: [{ role: 'user', content: 'Hello {{name}}' }] } } }
  await api.post('/simple/applications/', { application: { slug: 'greeter', data } })
  const { body } = await api.post('/applications/revisions/retrieve', {
    application_ref: { slug: 'greeter' },
  })
  expect(body.application_revision).toMatchObject({ version: '1', data })
})

test('a span is stored by the ingest threads', async () => {
  expect(await waitForReceipt(api, await sendJson(api, span()))).toMatchObject({ stored: 1 })
})

test.each([
  ['auto_custom_code_run', { code: 'function evaluate() { return 1 }' }],
  ['auto_custom_code_run', { code: 'def evaluate(): return 1', runtime: 'python' }],
  ['auto_contains_json', { schema: { type: 'object' } }],
])('the isolated processes run %s with %j', async (key, parameters) => {
  const data = { parameters, inputs: {}, outputs: '{"a": 1}' }
  const { status, body } = await api.post(`/services/${key}/v0/invoke`, { data })
  expect(body).toMatchObject({ data: { outputs: { success: true } } })
  expect(status).toBe(200)
})

test('the command line calls the server', async () => {
  const credentials = { ASSAY_URL: server.url, ASSAY_API_KEY: api.key, HOME: folder }
  const { stdout, stderr } = await run(program, ['trace', 'list', '--json'], credentials)
  expect(stderr).toBe('')
  expect(stdout).toContain('invocation')
})
