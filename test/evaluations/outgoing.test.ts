// The policy for outgoing calls of programs, webhooks and models, and the visibility of their responses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../src/programs/clients/clients.fixture.ts'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { follow } from '../support/event-stream.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { inDeep } from '../support/tier.ts'
import {
  auto,
  waitForEnd,
  makeApplication,
  makeTestset,
  resultsOf,
  startEvaluation,
} from '../support/runs.ts'

const prompt = { messages: [{ role: 'user', content: 'hi' }], llm_config: { model: 'gpt-4o-mini' } }

const webhook = (api: Api, url: string) =>
  api.post('/services/auto_webhook_test/v0/invoke', {
    data: { parameters: { webhook_url: url, requires_test_case: 'never' }, inputs: {}, outputs: 'x' },
  })

async function model(api: Api, url: string) {
  await api.post('/secrets/', {
    slug: 'local',
    header: { name: 'local' },
    secret: {
      kind: 'custom_provider',
      data: { kind: 'openai', provider: { url, key: 'sk' }, models: [{ slug: 'gpt-4o-mini' }] },
    },
  })
  return api.post('/services/completion/v0/invoke', { data: { parameters: { prompt }, inputs: {} } })
}

/** The error of the one cell of a run over a program behind this url. */
async function program(api: Api, url: string): Promise<{ readonly runId: string; readonly error: Body }> {
  const application = await makeApplication(api, { url })
  const { id } = await startEvaluation(api, {
    data: {
      testset_steps: [await makeTestset(api, [{ q: '1' }])],
      application_steps: auto(application),
      concurrency: { max_retries: 0 },
    },
  })
  await waitForEnd(api, id)
  return { runId: id, error: (await resultsOf(api, id)).find(({ error }) => error !== undefined)?.error }
}

describe('a server whose operator allows no address beside public ones', () => {
  let server: RunningServer
  let api: Api
  let internal: TestServer
  beforeAll(async () => {
    internal = await startTestServer()
    server = await startServer({ env: { ASSAY_OUTGOING_ALLOW: 'none' } })
    api = await newProject(server.url, { seedDefaults: false })
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(server)
    await internal.close()
  })

  test('logs the policy at start', () => {
    expect(server.output()).toContain('Outgoing calls reach public addresses only (by ASSAY_OUTGOING_ALLOW)')
  })

  test('calls neither programs nor webhooks nor models on its own machine', async () => {
    const refusal = expect.stringContaining('is a loopback address')
    expect((await webhook(api, internal.url)).body.status).toMatchObject({ code: 502, message: refusal })
    expect((await model(api, `${internal.url}/v1`)).body.status).toMatchObject({
      code: 502,
      message: refusal,
    })
    expect((await program(api, internal.url)).error).toMatchObject({ code: 'unreachable', message: refusal })
    expect(internal.requests).toEqual([])
  })
})

inDeep(() => {
  test('a server on loopback with embedded stores allows calls to loopback, and logs it', async () => {
    const internalServer = await startTestServer()
    const server = await startServer({ env: { ASSAY_OUTGOING_ALLOW: '' } })
    const api = await newProject(server.url, { seedDefaults: false })
    expect(server.output()).toContain('Outgoing calls reach public addresses, and 127.0.0.0/8, ::1/128')
    internalServer.reply({ body: { score: 1, success: true } })
    expect((await webhook(api, internalServer.url)).status).toBe(200)
    await server.stop()
    removeDataDir(server)
    await internalServer.close()
  })
})

describe.each(backends)('the response to a failed call, on %s', (backend) => {
  let api: Api
  let viewer: Api
  let subject: TestServer
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    viewer = await api.as('viewer')
    subject = await startTestServer()
    subject.reply({ status: 400, body: `internal page ${'x'.repeat(2000)}` })
  })
  afterAll(() => subject.close())

  test('is visible to editors, truncated, and never to viewers', async () => {
    const { runId, error } = await program(api, subject.url)
    expect(error).toEqual({
      code: 'http_status',
      message: expect.stringMatching(/^The server responded with status 400: internal page x{200,300}$/),
      attempts: 1,
    })
    const errorWithoutResponse = {
      code: 'http_status',
      message: 'The server responded with status 400.',
      attempts: 1,
    }
    const [result] = (await resultsOf(viewer, runId)).filter((result) => result.error !== undefined)
    expect(result.error).toEqual(errorWithoutResponse)
    expect((await viewer.get(`/evaluations/results/${result.id}`)).body.result.error).toEqual(
      errorWithoutResponse,
    )
    const stream = await follow(viewer, runId)
    expect(JSON.stringify(await stream.until('end'))).not.toContain('internal page')
    const trace = await viewer.get(`/traces/${result.trace_id}`)
    expect(JSON.stringify(trace.body)).toContain('The server responded with status 400.')
    expect(JSON.stringify(trace.body)).not.toContain('internal page')
  })

  test('is part of a service response, which is for editors', async () => {
    const { body } = await webhook(api, subject.url)
    expect(body.status.message).toMatch(/^The server responded with status 400: internal page/)
    expect(JSON.stringify((await viewer.get(`/traces/${body.trace_id}`)).body)).not.toContain('internal page')
  })
})
