// Scenarios, results and metrics over HTTP.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import {
  allRunFlags,
  autoStep,
  inputStep,
  makeResults,
  makeRun,
  makeScenarios,
  runOf,
} from '../support/evaluations.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'
import { anId, aTime, unknownId } from '../support/scenarios.ts'

describe.each(backends)('scenarios and results on %s', (backend) => {
  let api: Api
  let run: Body
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    run = await makeRun(api)
  })

  test('scenarios are returned in the order of the request and listed oldest first', async () => {
    const ownRun = await makeRun(api)
    const timestamp = '2026-03-02T09:15:00Z'
    const { body } = await api.post('/evaluations/scenarios/', {
      scenarios: [
        { run_id: ownRun.id },
        { run_id: ownRun.id, status: 'running', interval: 1, timestamp, tags: { a: 1 } },
      ],
    })
    const serverFields = {
      id: anId,
      version: '2025-07-14',
      run_id: ownRun.id,
      created_at: aTime,
      created_by_id: anId,
    }
    expect(body).toEqual({
      count: 2,
      scenarios: [
        { ...serverFields, status: 'pending' },
        {
          ...serverFields,
          status: 'running',
          interval: 1,
          timestamp: '2026-03-02T09:15:00.000000Z',
          tags: { a: 1 },
        },
      ],
    })
    const list = await api.post('/evaluations/scenarios/query', { scenario: { run_id: ownRun.id } })
    expect(list.body.scenarios).toEqual(body.scenarios)
    const matches = async (scenario: object) => {
      const answer = await api.post('/evaluations/scenarios/query', {
        scenario: { run_ids: [ownRun.id], ...scenario },
      })
      return answer.body.scenarios.map(({ id }: Body) =>
        body.scenarios.findIndex((scenario: Body) => scenario.id === id),
      )
    }
    expect(await matches({ status: 'running' })).toEqual([1])
    expect(await matches({ timestamps: [timestamp] })).toEqual([1])
    expect(await matches({ interval: 2 })).toEqual([])
    expect(await matches({ tags: { a: 1 } })).toEqual([1])
    expect(await matches({ ids: [body.scenarios[0].id] })).toEqual([0])
  })

  test('a scenario is edited alone and in bulk, fetched and deleted with its results', async () => {
    const [first, second] = await makeScenarios(api, run.id, 2)
    const cell = { run_id: run.id, scenario_id: first.id, step_key: inputStep.key }
    const [result] = await makeResults(api, [cell])
    const patchAnswer = await api.call('PATCH', `/evaluations/scenarios/${first.id}`, {
      scenario: { id: first.id, status: 'success', meta: { seen: true } },
    })
    expect(patchAnswer.body.scenario).toMatchObject({ id: first.id, status: 'success', meta: { seen: true } })
    const bulk = await api.call('PATCH', '/evaluations/scenarios/', {
      scenarios: [
        { id: second.id, status: 'errors' },
        { id: first.id, meta: null },
      ],
    })
    expect(bulk.body.scenarios.map(({ id }: Body) => id)).toEqual([second.id, first.id])
    expect(bulk.body.scenarios[1].meta).toBeUndefined()
    expect((await api.get(`/evaluations/scenarios/${second.id}`)).body.scenario.status).toBe('errors')
    expect((await api.call('DELETE', `/evaluations/scenarios/${first.id}`)).body).toEqual({
      count: 1,
      scenario_id: first.id,
    })
    expect((await api.get(`/evaluations/results/${result.id}`)).body).toEqual({ count: 0 })
    const removal = await api.call('DELETE', '/evaluations/scenarios/', {
      scenario_ids: [first.id, second.id],
    })
    expect(removal.body).toEqual({ count: 1, scenario_ids: [second.id] })
  })

  test.each(['POST', 'PUT', 'PATCH'])('%s writes a cell again in place', async (method) => {
    const [scenario] = await makeScenarios(api, run.id, 1)
    const cell = { run_id: run.id, scenario_id: scenario.id, step_key: autoStep.key }
    const error = { code: 'timeout', message: 'too slow', attempts: 3 }
    const first = await api.call(method, '/evaluations/results/', {
      results: [{ ...cell, status: 'failure', error, testcase_id: unknownId }],
    })
    expect(first.body).toEqual({
      count: 1,
      results: [
        {
          ...cell,
          id: anId,
          version: '2025-07-14',
          repeat_idx: 0,
          status: 'failure',
          error,
          testcase_id: unknownId,
          created_at: aTime,
          created_by_id: anId,
        },
      ],
    })
    const traceId = '5b0c0a1d-0000-4000-8000-00000000000a'
    const secondWrite = await api.call(method, '/evaluations/results/', {
      results: [{ ...cell, repeat_idx: 0, status: 'success', trace_id: traceId, error: null }],
    })
    const { error: _, ...storedFields } = first.body.results[0]
    expect(secondWrite.body.results[0]).toEqual({
      ...storedFields,
      status: 'success',
      trace_id: traceId.replaceAll('-', ''),
      updated_at: aTime,
      updated_by_id: anId,
    })
    const answer = await api.post('/evaluations/results/query', { result: { scenario_id: scenario.id } })
    expect(answer.body.count).toBe(1)
  })

  test('results are narrowed by scenario, step, repeat and status', async () => {
    const ownRun = await makeRun(api)
    const [first, second] = await makeScenarios(api, ownRun.id, 2)
    const testcaseId = '01900000-0000-7000-8000-00000000abcd'
    const cells = [
      {
        run_id: ownRun.id,
        scenario_id: first.id,
        step_key: inputStep.key,
        status: 'success',
        testcase_id: testcaseId,
      },
      { run_id: ownRun.id, scenario_id: first.id, step_key: autoStep.key, repeat_idx: 1 },
      { run_id: ownRun.id, scenario_id: second.id, step_key: autoStep.key },
    ]
    const results = await makeResults(api, cells)
    const matches = async (result: object) => {
      const { body } = await api.post('/evaluations/results/query', {
        result: { run_id: ownRun.id, ...result },
      })
      return body.results.map(({ id }: Body) => results.findIndex((cell) => cell.id === id))
    }
    expect(await matches({})).toEqual([0, 1, 2])
    expect(await matches({ scenario_ids: [first.id] })).toEqual([0, 1])
    expect(await matches({ step_key: autoStep.key })).toEqual([1, 2])
    expect(await matches({ step_keys: [autoStep.key], repeat_idxs: [1] })).toEqual([1])
    expect(await matches({ status: 'success' })).toEqual([0])
    expect(await matches({ testcase_ids: [unknownId, testcaseId] })).toEqual([0])
    expect(await matches({ testcase_id: unknownId })).toEqual([])
    const removal = await api.call('DELETE', '/evaluations/results/', {
      result_ids: [results[0].id, unknownId],
    })
    expect(removal.body).toEqual({ count: 1, result_ids: [results[0].id] })
    const deleteAnswer = await api.call('DELETE', `/evaluations/results/${results[1].id}`)
    expect(deleteAnswer.body).toEqual({ count: 1, result_id: results[1].id })
    expect((await api.call('DELETE', `/evaluations/results/${results[1].id}`)).body).toEqual({ count: 0 })
  })

  test('a cell of an unknown step, scenario or run, or of another run, is refused and not written', async () => {
    const [scenario] = await makeScenarios(api, run.id, 1)
    const other = await makeRun(api)
    const cell = { run_id: run.id, scenario_id: scenario.id, step_key: inputStep.key }
    const rows: readonly (readonly [object, number, string])[] = [
      [{ ...cell, step_key: 'none' }, 422, 'validation_failed'],
      [{ ...cell, scenario_id: unknownId }, 404, 'not_found'],
      [{ ...cell, run_id: unknownId }, 404, 'not_found'],
      [{ ...cell, run_id: other.id }, 400, 'reference_mismatch'],
      [{ ...cell, trace_id: 'xyz' }, 422, 'validation_failed'],
    ]
    for (const [invalid, status, code] of rows) {
      const answer = await api.post('/evaluations/results/', { results: [cell, invalid] })
      expect([answer.status, answer.body.code], JSON.stringify(invalid)).toEqual([status, code])
    }
    const response = await api.post('/evaluations/results/query', { result: { scenario_id: scenario.id } })
    expect(response.body).toEqual({ count: 0, results: [] })
  })

  test('a scenario links the traces that a client reported, also before they are stored', async () => {
    const ownRun = await makeRun(api, { name: 'mine' })
    const [scenario, other] = await makeScenarios(api, ownRun.id, 2)
    expect(scenario).not.toHaveProperty('links')
    const storedSpan = span()
    await waitForReceipt(
      api,
      await sendJson(api, storedSpan, span({ traceId: storedSpan.traceId, parentSpanId: storedSpan.spanId })),
    )
    const unknown = 'f'.repeat(32)
    const cell = { run_id: ownRun.id, scenario_id: scenario.id, status: 'success' }
    await makeResults(api, [
      { ...cell, step_key: 'app', trace_id: storedSpan.traceId },
      { ...cell, step_key: 'judge', repeat_idx: 1, trace_id: unknown },
      { ...cell, step_key: 'judge', repeat_idx: 0, trace_id: storedSpan.traceId },
      { ...cell, step_key: 'input', testcase_id: unknownId },
    ])
    const link = { trace_id: storedSpan.traceId, span_id: storedSpan.spanId }
    const links = { app: link, judge: [link, { trace_id: unknown }] }
    const expectedScenario = { ...scenario, links }
    expect((await api.get(`/evaluations/scenarios/${scenario.id}`)).body.scenario).toEqual(expectedScenario)
    const list = await api.post('/evaluations/scenarios/query', { scenario: { run_id: ownRun.id } })
    expect(list.body.scenarios).toEqual([expectedScenario, other])
    const edit = await api.call('PATCH', `/evaluations/scenarios/${scenario.id}`, {
      scenario: { tags: { a: 1 } },
    })
    expect(edit.body.scenario.links).toEqual(links)
    const queues = await api.post('/evaluations/queues/', { queues: [{ run_id: ownRun.id }] })
    const work = await api.post(`/evaluations/queues/${queues.body.queues[0].id}/scenarios/query`, {})
    expect(work.body.scenarios.map((result: Body) => result.links)).toEqual([links, undefined])
  })

  test('a run without steps accepts cells of any step', async () => {
    const ownRun = await makeRun(api, { name: 'mine' })
    const [scenario] = await makeScenarios(api, ownRun.id, 1)
    const cell = { run_id: ownRun.id, scenario_id: scenario.id, step_key: 'whatever', status: 'success' }
    const { status, body } = await api.post('/evaluations/results/', { results: [cell] })
    expect({ status, body }).toMatchObject({ status: 200, body: { count: 1, results: [cell] } })
  })

  test('a removed step loses its results and metrics; without input steps the scenarios are deleted, too', async () => {
    const second = { ...inputStep, key: 'testset-b' }
    const ownRun = await makeRun(api, runOf(inputStep, second, autoStep))
    // The third has no input result yet: it is kept while the run has an input step.
    const [scenario1, scenario2, scenario3] = await makeScenarios(api, ownRun.id, 3)
    await makeResults(api, [
      { run_id: ownRun.id, scenario_id: scenario1.id, step_key: inputStep.key },
      { run_id: ownRun.id, scenario_id: scenario1.id, step_key: second.key },
      { run_id: ownRun.id, scenario_id: scenario1.id, step_key: autoStep.key },
      { run_id: ownRun.id, scenario_id: scenario2.id, step_key: second.key },
    ])
    await api.post('/evaluations/metrics/', {
      metrics: [
        {
          run_id: ownRun.id,
          data: { [autoStep.key]: { p: { count: 1 } }, [second.key]: { p: { count: 2 } } },
        },
      ],
    })
    const state = async () => {
      const runFilter = { run_id: ownRun.id }
      const scenarios = await api.post('/evaluations/scenarios/query', { scenario: runFilter })
      const results = await api.post('/evaluations/results/query', { result: runFilter })
      const metrics = await api.post('/evaluations/metrics/query', { metrics: runFilter })
      return {
        scenarios: scenarios.body.scenarios.map(({ id }: Body) => id),
        results: results.body.results.map((result: Body) => result.step_key),
        metrics: metrics.body.metrics.map(({ data }: Body) => Object.keys(data)),
      }
    }
    const removal = await api.post(`/simple/evaluations/${ownRun.id}/steps/remove`, {
      step_keys: [autoStep.key],
    })
    expect(removal.body.run.flags).toEqual(allRunFlags())
    expect(await state()).toEqual({
      scenarios: [scenario1.id, scenario2.id, scenario3.id],
      results: [inputStep.key, second.key, second.key],
      metrics: [[second.key]],
    })
    await api.call('PATCH', `/evaluations/runs/${ownRun.id}`, { run: { data: { steps: [inputStep] } } })
    expect(await state()).toEqual({
      scenarios: [scenario1.id, scenario3.id],
      results: [inputStep.key],
      metrics: [],
    })
    await api.call('PATCH', `/evaluations/runs/${ownRun.id}`, { run: { data: null } })
    expect(await state()).toEqual({ scenarios: [], results: [], metrics: [] })
  })
})

describe.each(backends)('metrics on %s', (backend) => {
  let api: Api
  let run: Body
  let scenario: Body
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    run = await makeRun(api)
    scenario = (await makeScenarios(api, run.id, 1))[0]
  })

  test('writing the row of a run, a scenario or a time again updates it in place', async () => {
    const timestamp = '2026-03-02T09:15:00.000000Z'
    const metrics = [
      { run_id: run.id, data: { step: { path: { type: 'binary', count: 1 } } } },
      { run_id: run.id, scenario_id: scenario.id, status: 'success', data: {} },
      { run_id: run.id, timestamp, interval: 1, data: {} },
    ]
    const first = await api.post('/evaluations/metrics/', { metrics })
    expect(first.body.metrics[0]).toEqual({
      id: anId,
      version: '2025-07-14',
      ...metrics[0],
      status: 'pending',
      created_at: aTime,
      created_by_id: anId,
    })
    const secondWrite = await api.call('PATCH', '/evaluations/metrics/', {
      metrics: metrics.map((row) => ({ ...row, data: { again: {} } })),
    })
    const ids = first.body.metrics.map(({ id }: Body) => id)
    expect(secondWrite.body.metrics.map(({ id }: Body) => id)).toEqual(ids)
    expect(secondWrite.body.metrics[1]).toMatchObject({ status: 'success', data: { again: {} } })
    const positions = async (filter: object) => {
      const { body } = await api.post('/evaluations/metrics/query', {
        metrics: { run_id: run.id, ...filter },
      })
      return body.metrics.map(({ id }: Body) => ids.indexOf(id))
    }
    expect(await positions({})).toEqual([0, 1, 2])
    expect(await positions({ scenario_ids: true })).toEqual([1])
    expect(await positions({ scenario_ids: false })).toEqual([0, 2])
    expect(await positions({ scenario_ids: [scenario.id] })).toEqual([1])
    expect(await positions({ scenario_ids: false, timestamps: false })).toEqual([0])
    expect(await positions({ timestamps: [timestamp] })).toEqual([2])
    const refusal = await api.post('/evaluations/metrics/query', { metrics: { timestamps: 'now' } })
    expect(refusal.body.detail[0].msg).toBe('Input should be a list, true or false.')
    expect(await positions({ interval: 1 })).toEqual([2])
    expect(await positions({ status: 'success' })).toEqual([1])
    expect((await api.get(`/evaluations/metrics/${ids[2]}`)).body).toEqual({
      count: 1,
      metrics: [secondWrite.body.metrics[2]],
    })
    expect((await api.call('DELETE', `/evaluations/metrics/${ids[2]}`)).body).toEqual({
      count: 1,
      metrics_ids: [ids[2]],
    })
    expect((await api.get(`/evaluations/metrics/${ids[2]}`)).body).toEqual({ count: 0, metrics: [] })
    expect((await api.call('DELETE', '/evaluations/metrics/', { metrics_ids: ids })).body).toEqual({
      count: 2,
      metrics_ids: ids.slice(0, 2),
    })
  })

  test('metrics of a scenario and a time at once are refused', async () => {
    const row = { run_id: run.id, scenario_id: scenario.id, timestamp: '2026-03-02T09:15:00Z', data: {} }
    const { status, body } = await api.post('/evaluations/metrics/', { metrics: [{ run_id: run.id }, row] })
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        code: 'validation_failed',
        detail: [
          {
            type: 'value_error',
            loc: ['body', 'metrics', 1],
            msg: 'Metric does not match a valid global/variational/temporal shape.',
          },
        ],
      },
    })
  })

  test('a refresh creates no metrics without values', async () => {
    for (const metrics of [
      {},
      { run_id: run.id },
      { run_id: unknownId },
      { run_id: run.id, scenario_id: scenario.id },
    ]) {
      const { status, body } = await api.post('/evaluations/metrics/refresh', { metrics })
      expect({ status, body }, JSON.stringify(metrics)).toEqual({
        status: 200,
        body: { count: 0, metrics: [] },
      })
    }
  })

  test('metrics of an unknown run or scenario are refused', async () => {
    for (const row of [{ run_id: unknownId }, { run_id: run.id, scenario_id: unknownId }]) {
      const { status, body } = await api.post('/evaluations/metrics/', { metrics: [row] })
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
  })
})
