// The programs of docs/python.md, run in a new virtual environment, with packages of PyPI.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newProject, type Api } from '../support/api.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/python.md'), 'utf8')
const blocks = (pattern: RegExp): readonly string[] =>
  [...page.matchAll(pattern)].map(([, text = '']) => text)
const programs = blocks(/^```py\n([^]*?)^```$/gm)
const packages = blocks(/^pip install (.*)$/gm).flatMap((line) => line.replaceAll("'", '').split(' '))

/** The versions that the page names. Without them pip searches for minutes and may choose an old client. */
const constraints = `agenta==0.125.1
opentelemetry-sdk==1.43.0
opentelemetry-exporter-otlp-proto-http==1.43.0
`

const folder = mkdtempSync(join(tmpdir(), 'assay-python-'))
const python = join(folder, 'bin/python')
let server: RunningServer
let api: Api

beforeAll(async () => {
  execFileSync('python3', ['-m', 'venv', folder])
  writeFileSync(join(folder, 'constraints.txt'), constraints)
  const pip = ['-m', 'pip', 'install', '--quiet', '--constraint', 'constraints.txt']
  execFileSync(python, [...pip, ...packages], { cwd: folder })
  server = await startServer()
})
beforeEach(async () => {
  api = await newProject(server.url)
})
afterAll(async () => {
  await server?.stop()
  if (server !== undefined) removeDataDir(server)
  rmSync(folder, { recursive: true, force: true })
})

async function run(program: string | undefined): Promise<string> {
  const { stdout } = await promisify(execFile)(python, ['-c', program ?? ''], {
    cwd: folder,
    env: {
      HOME: folder,
      ASSAY_URL: api.url,
      ASSAY_API_KEY: api.key,
      AGENTA_HOST: api.url,
      AGENTA_API_KEY: api.key,
      // Otherwise the client downloads a list of prices.
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    },
  })
  return stdout
}

const spanNames = async (): Promise<readonly string[]> => {
  const { body } = await api.post('/spans/query', { focus: 'span' })
  return (body.spans as readonly { readonly span_name: string }[]).map((span) => span.span_name)
}

test('OpenTelemetry sends a span', async () => {
  await run(programs[0])
  await expect.poll(spanNames).toEqual(['answer'])
})

test('the client stores a testset and evaluates an application on it', async () => {
  expect(await run(programs[2])).toContain('3 rows evaluated\n')
  const { body } = await api.post('/evaluations/runs/query', {})
  expect(body.runs).toMatchObject([{ status: 'success' }])
})

test('the client stores, deploys and reads a prompt, and sends a trace', async () => {
  const stdout = await run(programs[1])
  expect(stdout).toContain('Answer politely: {{question}}\n')
  expect(stdout).toContain('You asked: Where is my order?\n')
  await expect.poll(spanNames).toEqual(['answer'])
})
