// The built package @assay/cli on each supported Node: it imports what this process imports. golden.test.ts and eval.test.ts run
// every command of it in the deep tier; there it is also installed globally into an empty folder without a registry.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { nodes, oldestNode } from '../support/nodes.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'
import { inDeep } from '../support/tier.ts'
import { commandLine, normalizeOutput } from './command-line.ts'
import { packedLine, packedProgram, type OpenLine } from './packed.ts'

const root = join(import.meta.dirname, '../..')
const program = packedProgram()

/** The report of an import into a new project, and its spans, which have the same ids in every project. */
async function importFixture(openLine: OpenLine, [source, path]: readonly [string, string]) {
  const api = await newProject(serverOf('sqlite'))
  const line = openLine(api)
  try {
    const folder = join(root, 'importers/fixtures', path)
    const { code, out, err } = await line.run('import', source, folder, '--json')
    const report = normalizeOutput(out, { dir: line.dir, url: api.url })
    const response = await fetch(`${api.url}/api/spans/query`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `ApiKey ${api.key}` },
      body: JSON.stringify({ windowing: { oldest: '2020-01-01T00:00:00Z', limit: 1000 } }),
    })
    // As text: JSON.parse would round integers.
    const spans = (await response.text()).replaceAll(/"(created_at|updated_at|created_by_id)":"[^"]*"/g, '')
    return { code, report, err, spans }
  } finally {
    line.remove()
  }
}

describe.each(nodes)('%s', (_, node) => {
  const openLine = packedLine(node, program)

  test('floats with all their digits are imported as by this process', async () => {
    const { code, report, err, spans } = await importFixture(openLine, ['phoenix', 'phoenix'])
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(report)).toMatchObject({ faults: [], records: { unreadable: 0 } })
    expect(spans).toContain('0.30000000000000004')
  })

  inDeep(() => {
    test.each<[string, string]>([
      ['braintrust', 'braintrust'],
      ['helicone', 'helicone'],
      ['huggingface', 'huggingface'],
      ['huggingface', 'save-to-disk'],
      ['huggingface', 'arrow'],
      ['langfuse', 'langfuse'],
      ['langsmith', 'langsmith'],
      ['mlflow', 'mlflow'],
      ['openai-evals', 'openai-evals'],
      ['opik', 'opik'],
      ['phoenix', 'phoenix'],
      ['phoenix', 'exported/phoenix'],
      ['promptfoo', 'promptfoo'],
      ['promptfoo', 'exported/promptfoo'],
      ['weave', 'weave'],
    ])('%s: the files of %s are imported as by this process', async (...fixture) => {
      const expected = await importFixture((api) => commandLine(api), fixture)
      expect(expected.report).toContain('"records"')
      expect(await importFixture(openLine, fixture)).toEqual(expected)
    })

    test('the tools for assistants answer', async () => {
      const api = await newProject(serverOf('sqlite'))
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '0' },
      }
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
      const server = promisify(execFile)(node, [program, 'mcp'], {
        env: { ...process.env, ASSAY_URL: api.url, ASSAY_API_KEY: api.key },
      })
      server.child.stdin?.end(`${request}\n`)
      expect(JSON.parse((await server).stdout)).toMatchObject({ id: 1, result: { serverInfo: {} } })
    })
  })
})

inDeep(() => {
  describe('installed globally', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-command-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    let api: Api

    const execute = async (file: string, ...args: readonly string[]): Promise<string> => {
      const env = { ...process.env, ASSAY_URL: api.url, ASSAY_API_KEY: api.key, HOME: folder }
      return (await promisify(execFile)(file, args, { cwd: folder, env })).stdout
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
  })
})
