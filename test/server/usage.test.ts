// The usage of projects by day, and its limits.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { runFile, serverProgram } from '../support/children.ts'
import { int, sendJson, waitForReceipt, span, text } from '../support/otlp.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'

/** A model call with 1,000 input and 100 output tokens, and the span of its agent. */
function modelCall() {
  const root = span({ attributes: [text('gen_ai.operation.name', 'invoke_agent')] })
  const call = span({
    traceId: root.traceId,
    parentSpanId: root.spanId,
    attributes: [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.provider.name', 'openai'),
      text('gen_ai.request.model', 'gpt-4o-mini'),
      int('gen_ai.usage.input_tokens', 1000),
      int('gen_ai.usage.output_tokens', 100),
    ],
  })
  return [root, call] as const
}

const usageOf = async (api: Api): Promise<Body> => (await api.get('/usage')).body

describe.each(backends)('usage on %s', (backend) => {
  test('counts stored spans, bytes, model calls, their cost, and new testcases', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    expect(await usageOf(api)).toEqual({ count: 0, days: [], limits: [] })
    const spans = modelCall()
    await waitForReceipt(api, await sendJson(api, ...spans))
    const [first] = (await usageOf(api)).days
    expect(first).toMatchObject({ spans: 2, calls: 1, testcases: 0 })
    expect(first.bytes).toBeGreaterThan(500)
    expect(first.cost).toBeCloseTo(0.00021, 8)
    const rows = { testcases: [{ data: { a: 1 } }, { data: { a: 2 } }] }
    await api.post('/simple/testsets/', { testset: { slug: 'rows', data: rows } })
    expect((await usageOf(api)).days).toMatchObject([{ testcases: 2, calls: 1 }])
    // Spans that are sent again count again; their model calls do not.
    await waitForReceipt(api, await sendJson(api, ...spans))
    expect((await usageOf(api)).days).toMatchObject([{ spans: 4, calls: 1, testcases: 2 }])
    const viewer = await api.as('viewer')
    expect((await viewer.get('/usage?days=1')).body.count).toBe(1)
    expect((await viewer.get('/usage?days=0')).status).toBe(422)
    const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
    expect((await usageOf(otherProject)).days).toEqual([])
  })

  test('counts spans that a request writes synchronously', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const { traceId, spanId } = span()
    const spans = [{ trace_id: traceId, span_id: spanId, start_time: new Date().toISOString() }]
    expect((await api.post('/traces/', { trace: { spans } })).status).toBe(202)
    await expect.poll(async () => (await usageOf(api)).days).toMatchObject([{ spans: 1, calls: 0 }])
  })
})

describe('a server with limits', () => {
  let server: RunningServer
  let api: Api
  beforeAll(async () => {
    server = await startServer({
      env: {
        ASSAY_USAGE_SPANS_PER_DAY_MAX: '2',
        ASSAY_USAGE_TESTCASES_PER_DAY_MAX: '2',
        ASSAY_USAGE_CALLS_PER_DAY_MAX: '1',
      },
    })
    api = await newProject(server.url, { seedDefaults: false })
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(server)
  })

  const limitRefusal = (setting: string) => ({
    status: 429,
    body: { code: 'too_many_requests', detail: expect.stringContaining(`(setting ${setting})`) },
  })

  test('refuses spans, testcases and programs of a project with the name of the setting; other projects are not affected', async () => {
    const createTestset = (slug: string, a: number) =>
      api.post('/simple/testsets/', {
        testset: { slug, data: { testcases: [{ data: { a } }, { data: { a: a + 1 } }] } },
      })
    expect((await createTestset('first', 1)).status).toBe(200)
    expect(await createTestset('second', 3)).toMatchObject(limitRefusal('usage.testcases_per_day_max'))
    const service = { data: { inputs: {}, outputs: 'a', testcase: { data: { correct_answer: 'a' } } } }
    const invoke = (): Promise<Body> => api.post('/services/auto_exact_match/v0/invoke', service)
    expect((await invoke()).status).toBe(200)
    await waitForReceipt(api, await sendJson(api, ...modelCall()))
    const ingestRefusal = await eventuallyRefused(() => api.post('/otlp/v1/traces', { resourceSpans: [] }))
    expect(ingestRefusal).toMatchObject(limitRefusal('usage.spans_per_day_max'))
    const seconds = Number(ingestRefusal.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(86_400)
    expect(await eventuallyRefused(invoke)).toMatchObject(limitRefusal('usage.calls_per_day_max'))
    const otherProject = await newProject(server.url, { seedDefaults: false })
    await waitForReceipt(otherProject, await sendJson(otherProject, ...modelCall()))
    expect((await usageOf(api)).limits).toContainEqual({
      name: 'calls',
      setting: 'usage.calls_per_day_max',
      max: 1,
      used: 1,
    })
  })

  test('`assay usage` prints all projects or one, while the server runs', async () => {
    const env = { ASSAY_DATA_DIR: server.dataDir }
    const allUsage = await runFile(serverProgram, ['usage'], env)
    expect([allUsage.code, allUsage.stderr]).toEqual([0, ''])
    expect(allUsage.stdout).toMatch(/^day +project +spans +bytes +testcases +calls +cost\n/)
    expect(allUsage.stdout.trim().split('\n').length).toBeGreaterThanOrEqual(3)
    const output = await runFile(serverProgram, ['usage', '--project', api.projectId, '--days', '1'], env)
    expect(output.stdout.trim().split('\n')).toHaveLength(2)
    expect((await runFile(serverProgram, ['usage', '--days', 'x'], env)).code).toBe(2)
  })
})

/** Usage is cached for a second. */
async function eventuallyRefused(send: () => Promise<Body>): Promise<Body> {
  await expect.poll(async () => (await send()).status).toBe(429)
  return send()
}
