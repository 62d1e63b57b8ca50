// A run of many rows, two subjects and three evaluators that is watched while its server is killed: the page and the
// run continue without action.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { removeDataDir, startServer } from '../../test/support/process.ts'
import { openSignedOut, withBrowser } from './pages.ts'

withBrowser()

const rows = 300
const key = 'watching-key-0123456789-0123456789-abc'
/** Leases of a dead process expire sooner than usual. */
const env = { ASSAY_API_KEY: key, ASSAY_EVALUATIONS_LEASE_SECONDS: '3' }

/** Answers half of the rows at once, and the others when the test releases them. */
async function startProgram() {
  let answerAll: () => void = () => undefined
  const releasePromise = new Promise<void>((resolve) => {
    answerAll = resolve
  })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as {
        data: { inputs: { number: number } }
      }
      const { number } = data.inputs
      const answer = (): unknown => response.end(JSON.stringify({ data: { outputs: `number ${number}` } }))
      response.setHeader('content-type', 'application/json')
      if (number < rows / 2) answer()
      else void releasePromise.then(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, answerAll, close: () => server.close() }
}

async function startRun(server: string, program: string): Promise<string> {
  const post = async (path: string, body: object): Promise<Record<string, Record<string, string>>> => {
    const answer = await fetch(`${server}/api${path}`, {
      method: 'POST',
      headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json() as Promise<Record<string, Record<string, string>>>
  }
  const create = async (kind: string, slug: string, data: object): Promise<string> =>
    (await post(`/simple/${kind}s/`, { [kind]: { slug, name: slug, data } }))[kind]?.['revision_id'] ?? ''
  const builtIn = (name: string, parameters: object) => ({ uri: `assay:builtin:${name}:v0`, parameters })
  const auto = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'auto']))
  const { evaluation } = await post('/simple/evaluations/', {
    evaluation: {
      name: 'Many',
      data: {
        testset_steps: [
          await create('testset', 'numbers', {
            testcases: Array.from({ length: rows }, (_, number) => ({ data: { number } })),
          }),
        ],
        application_steps: auto([
          await create('application', 'slow', { url: program }),
          await create('application', 'echo', { uri: 'assay:custom:mock:v0', parameters: { key: 'echo' } }),
        ]),
        evaluator_steps: auto([
          await create('evaluator', 'has', builtIn('auto_contains', { substring: 'number' })),
          await create('evaluator', 'short', builtIn('auto_length_bounds', { max: 100 })),
          await create('evaluator', 'agrees', { uri: 'assay:custom:mock:v0', parameters: { key: 'pass' } }),
        ]),
        concurrency: { batch_size: 100 },
      },
    },
  })
  return evaluation?.['id'] ?? ''
}

test('a watched run of 300 rows, 2 subjects and 3 evaluators survives a kill of its server, and the page shows it to its end', async () => {
  const program = await startProgram()
  const first = await startServer({ env })
  const runId = await startRun(first.url, program.url)
  const watchedPage = await openSignedOut({ expected: /./, origin: first.url })
  const { page } = watchedPage
  await page.goto(`${first.url}/#key=${key}`)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.goto(`${page.url().replace(/\/$/, '')}/runs/${runId}`)
  // The progress reaches all cells that do not need the delayed answers.
  const progressBar = page.getByRole('progressbar', { name: 'Run progress' })
  await expect.poll(async () => Number(await progressBar.getAttribute('value'))).toBeGreaterThan(0.3)
  await first.kill()
  await page.getByText('The server is not responding; it may be restarting.').waitFor()
  program.answerAll()
  const { port } = new URL(first.url)
  const second = await startServer({ dataDir: first.dataDir, env: { ...env, ASSAY_PORT: port } })
  await page.getByText('The server is not responding; it may be restarting.').waitFor({ state: 'detached' })
  await progressBar.waitFor({ state: 'detached' })
  const numbers = page.getByLabel('Metrics of the run')
  await numbers.getByText(`${rows} values`).first().waitFor()
  // Two subjects with three evaluators each: every evaluator succeeds on every row.
  expect(await numbers.locator('strong', { hasText: '100%' }).count()).toBe(6)
  expect(await page.getByRole('region', { name: 'Failures by reason' }).count()).toBe(0)
  await watchedPage.context.close()
  await second.stop()
  removeDataDir(second)
  program.close()
})
