// Event streams of runs over HTTP.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'
import { follow } from '../support/event-stream.ts'
import { appStep, inputStep, makeResults, makeRun, makeScenarios, runOf } from '../support/evaluations.ts'
import { removeDataDir, startServer } from '../support/process.ts'
import { inDeep } from '../support/tier.ts'

const unknownId = '01900000-0000-7000-8000-00000000dead'

describe.each(backends)('the events of a run on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  test('a stream has the changes until the run ends, and can be resumed', async () => {
    const run = await makeRun(api, runOf(inputStep, appStep))
    const [scenario] = await makeScenarios(api, run.id, 1)
    const stream = await follow(api, run.id)
    expect(stream.response.status).toBe(200)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('content-encoding')).toBeNull()
    const first = await stream.until('progress')
    expect(first.map(({ event }) => event)).toEqual(['run', 'scenario', 'progress'])
    expect(first.at(-1)?.data).toMatchObject({
      run_id: run.id,
      scenarios: { total: 1 },
      cells: { total: 2, waiting: 2 },
    })
    const cell = { run_id: run.id, scenario_id: scenario.id, step_key: appStep.key }
    const [result] = await makeResults(api, [{ ...cell, status: 'success', trace_id: 'a'.repeat(32) }])
    const second = await stream.until('progress')
    expect(second.find(({ event }) => event === 'result')?.data).toEqual(result)
    await api.post(`/evaluations/runs/${run.id}/close?status=success`)
    const last = await stream.until('end')
    expect(last.at(-1)?.data).toEqual({ run_id: run.id, status: 'success' })
    expect(await stream.next()).toBeUndefined()
    const ids = [...first, ...second, ...last].flatMap(({ id }) => id ?? [])
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))

    const lastId = String(first.at(-1)?.id)
    const resumedStream = await follow(api, run.id, { 'Last-Event-ID': lastId })
    const laterEvents = await resumedStream.until('end')
    expect(laterEvents.map(({ event }) => event)).toEqual(['result', 'run', 'progress', 'end'])
  })

  test('a stream is refused for an unknown run, a run of another project, and without a key', async () => {
    const run = await makeRun(api)
    const otherApi = await newProject(serverOf(backend), { seedDefaults: false })
    expect((await api.get(`/evaluations/runs/${unknownId}/events`)).status).toBe(404)
    expect((await otherApi.get(`/evaluations/runs/${run.id}/events`)).status).toBe(404)
    expect((await api.get('/evaluations/runs/x/events')).status).toBe(422)
    expect((await fetch(`${api.url}/api/evaluations/runs/${run.id}/events`)).status).toBe(401)
  })
})

test('a stopping server ends the streams and does not wait for them', async () => {
  const server = await startServer({ env: { ASSAY_STOP_SECONDS_MAX: '3600' } })
  try {
    const api = await newProject(server.url, { seedDefaults: false })
    const run = await makeRun(api)
    const stream = await follow(api, run.id)
    await stream.until('progress')
    const [rest] = await Promise.all([stream.next(), server.stop()])
    expect(rest).toBeUndefined()
  } finally {
    removeDataDir(server)
  }
})

inDeep(() => {
  test('a client that disconnects is not an error, and its request is logged and counted', async () => {
    const server = await startServer()
    try {
      const api = await newProject(server.url, { seedDefaults: false })
      const run = await makeRun(api)
      const stream = await follow(api, run.id)
      await stream.until('progress')
      await stream.cancel()
      await expect
        .poll(() => server.output(), { interval: 20 })
        .toMatch(/"path":"[^"]*\/events","status":499/)
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      expect(metrics).toMatch(/requests_total\{method="GET",operation="follow_run",status="499"\} 1\n/)
      expect(server.output()).not.toMatch(/"level":(?:40|50|60)/)
    } finally {
      await server.stop()
      removeDataDir(server)
    }
  })
})
