// Retention of traces, and the deletion of a user or session.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothBackends, newProject, serverOf, type Api } from '../support/api.ts'
import { sendJson, span as otlpSpan, spanId, text, traceId } from '../support/otlp.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { play } from '../support/scenarios.ts'

async function writeTrace(api: Api, start_time: string, ag: object = {}): Promise<string> {
  const trace_id = traceId()
  const spans = [{ trace_id, span_id: spanId(), start_time, attributes: { ag } }]
  expect((await api.post('/traces/', { trace: { spans } })).status).toBe(202)
  return trace_id
}

const isStored = async (api: Api, id: string): Promise<boolean> =>
  (await api.get(`/traces/${id}`)).body.count === 1

/** Creates a result of an evaluation that references the trace. */
async function referenceTrace(api: Api, trace_id: string): Promise<void> {
  const steps = [{ key: 'traces', type: 'input', origin: 'custom', references: {} }]
  const run = await api.post('/evaluations/runs/', { runs: [{ name: 'reviewed', data: { steps } }] })
  const run_id = run.body.runs[0].id as string
  const scenario = await api.post('/evaluations/scenarios/', { scenarios: [{ run_id }] })
  const scenario_id = scenario.body.scenarios[0].id as string
  const { status } = await api.post('/evaluations/results/', {
    results: [{ run_id, scenario_id, step_key: 'traces', trace_id }],
  })
  expect(status).toBe(200)
}

describe.each(bothBackends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  test('admins set retention in days; 0 means forever, null the setting of the server', async () => {
    expect((await api.get('/retention/')).body).toEqual({ count: 1, retention: {} })
    for (const days of [30, 0]) {
      const { status, body } = await api.put('/retention/', { retention: { days } })
      expect({ status, body }).toEqual({ status: 200, body: { count: 1, retention: { days } } })
      expect((await api.get('/retention/')).body).toEqual(body)
    }
    expect((await api.put('/retention/', { retention: { days: null } })).body.retention).toEqual({})
    for (const days of [-1, 1.5, 'x', 40_000]) {
      expect((await api.put('/retention/', { retention: { days } })).status).toBe(422)
    }
    expect((await api.put('/retention/', { retention: {} })).status).toBe(422)
    const all = { days: 30, runs_days: 90, audit_days: 365, hold_days: 7 }
    expect((await api.put('/retention/', { retention: all })).body.retention).toEqual(all)
    const some = { retention: { days: 0, hold_days: null } }
    expect((await api.put('/retention/', some)).body.retention).toEqual({
      days: 0,
      runs_days: 90,
      audit_days: 365,
    })
    const editor = await api.as('editor')
    expect((await editor.put('/retention/', { retention: { days: 1 } })).status).toBe(403)
    expect((await editor.get('/retention/')).status).toBe(200)
  })

  test.each(['session', 'user'])(
    'all traces of a %s are deleted at once, also spans that are not stored yet',
    async (selector) => {
      const id = `it's "${selector}" {x:String}`
      const otherTrace = await writeTrace(api, '2026-11-15T09:00:00Z', { [selector]: { id: 'other' } })
      const oldTrace = await writeTrace(api, '2020-01-01T00:00:00Z', { [selector]: { id } })
      const root = otlpSpan()
      const child = otlpSpan({
        traceId: root.traceId,
        parentSpanId: root.spanId,
        attributes: [text(`ag.${selector}.id`, id)],
      })
      await sendJson(api, root, child)
      const path = `/spans/${selector}s/delete`
      const body = { [`${selector}_id`]: id }
      expect(await api.post(path, body)).toMatchObject({ status: 200, body: { count: 3, traces: 2 } })
      expect(await isStored(api, oldTrace)).toBe(false)
      expect(await isStored(api, root.traceId)).toBe(false)
      expect(await isStored(api, otherTrace)).toBe(true)
      expect((await api.post(path, body)).body).toEqual({ count: 0, traces: 0 })
      await play(api, { name: 'no id', path, body: {}, status: 422 })
      await play(await api.as('viewer'), { name: 'viewer', path, body, status: 403 })
      const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
      expect((await otherProject.post(path, { [`${selector}_id`]: 'other' })).body).toEqual({
        count: 0,
        traces: 0,
      })
    },
  )
})

describe('a starting server', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(server)
  })

  test('removes expired traces of projects with a retention, permanently', async () => {
    const first = await newProject(server.url, { seedDefaults: false })
    const unlimitedProject = await newProject(server.url, { seedDefaults: false })
    await first.put('/retention/', { retention: { days: 30 } })
    const [old, recent] = [
      await writeTrace(first, '2020-01-01T00:00:00Z'),
      await writeTrace(first, new Date().toISOString()),
    ]
    const traceId = await writeTrace(unlimitedProject, '2020-01-01T00:00:00Z')
    const annotatedTrace = await writeTrace(first, '2020-01-01T00:00:00Z')
    await referenceTrace(first, annotatedTrace)
    await server.stop()
    server = await startServer({ dataDir: server.dataDir })
    const [again, other] = [first, unlimitedProject].map((api) => ({
      ...api,
      get: (path: string) =>
        fetch(`${server.url}/api${path}`, { headers: { Authorization: api.key } }).then(async (response) => ({
          status: response.status,
          headers: response.headers,
          body: await response.json(),
        })),
    })) as [Api, Api]
    await expect.poll(() => isStored(again, old)).toBe(false)
    expect(await isStored(again, recent)).toBe(true)
    expect(await isStored(again, annotatedTrace)).toBe(true)
    expect(await isStored(other, traceId)).toBe(true)
    await expect.poll(() => server.output()).toContain('deleted old traces')
    expect(server.output()).not.toContain('old traces could not be removed')
  })
})
