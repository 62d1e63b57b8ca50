// The user info of a URL (`user:password@`) never appears in answers, results, traces, logs or on terminals.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverProgram } from '../support/children.ts'
import { commandLine } from '../cli/command-line.ts'
import { backends, newProject, type Api } from '../support/api.ts'
import { freshDatabase, type FreshDatabase } from '../support/databases.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import {
  auto,
  waitForEnd,
  makeApplication,
  makeTestset,
  resultsOf,
  startEvaluation,
} from '../support/runs.ts'

const unreachableUrl = 'http://alice:s3cret@127.0.0.1:1/x'
const prompt = { messages: [{ role: 'user', content: 'hi' }], llm_config: { model: 'gpt-4o-mini' } }

describe.each(backends)('on %s', (backend) => {
  let database: FreshDatabase
  let server: RunningServer
  let api: Api
  beforeAll(async () => {
    database = await freshDatabase(backend)
    server = await startServer({ env: database.env })
    api = await newProject(server.url, { seedDefaults: false })
  })
  afterAll(async () => {
    await server.stop()
    await database.remove()
  })

  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'a program of a run': async () => {
      const application = await makeApplication(api, { url: unreachableUrl })
      const { id } = await startEvaluation(api, {
        data: {
          testset_steps: [await makeTestset(api, [{ q: '1' }])],
          application_steps: auto(application),
          concurrency: { max_retries: 0 },
        },
      })
      await waitForEnd(api, id)
      return resultsOf(api, id)
    },
    'a webhook': async () =>
      (
        await api.post('/services/auto_webhook_test/v0/invoke', {
          data: {
            parameters: { webhook_url: unreachableUrl, requires_test_case: 'never' },
            inputs: {},
            outputs: 'x',
          },
        })
      ).body.status,
    'a provider': async () => {
      const { body: secret } = await api.post('/secrets/', {
        slug: 'local',
        header: { name: 'local' },
        secret: {
          kind: 'custom_provider',
          data: {
            kind: 'openai',
            provider: { url: unreachableUrl, key: 'sk' },
            models: [{ slug: 'gpt-4o-mini' }],
          },
        },
      })
      const trial = await api.post(`/secrets/${secret.id}/test`, {})
      const call = await api.post('/services/completion/v0/invoke', {
        data: { parameters: { prompt }, inputs: {} },
      })
      return [trial.body.message, call.body.status]
    },
    'the command line': async () => {
      const line = commandLine({ url: unreachableUrl, key: api.key })
      const runs = [await line.run('testset', 'list'), await line.run('logout')]
      line.remove()
      return runs.map(({ out, err }) => out + err)
    },
  }

  test.each(Object.keys(calls))('%s reports a failure without user info', async (name) => {
    const answerText = JSON.stringify(await calls[name]?.())
    expect(answerText).toContain('***@127.0.0.1:1')
    expect(answerText).not.toContain('s3cret')
    const spans = await api.post('/spans/query', {})
    expect(spans.status).toBe(200)
    expect(JSON.stringify(spans.body)).not.toContain('s3cret')
    expect(server.output()).not.toContain('s3cret')
  })
})

test.each(['doctor', 'serve'])('assay %s does not print the user info of the stores', (command) => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-test-'))
  const { stdout, stderr, status } = spawnSync(process.execPath, [serverProgram, command], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      ASSAY_DATA_DIR: join(directory, 'other'),
      ASSAY_PORT: '0',
      ASSAY_DATABASE_URL: 'postgres://alice:s3cret@127.0.0.1:1/x',
      ASSAY_CLICKHOUSE_URL: unreachableUrl,
    },
  })
  expect(status).not.toBe(0)
  expect(stdout + stderr).not.toContain('s3cret')
  rmSync(directory, { recursive: true, force: true })
})
