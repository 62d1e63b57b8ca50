// Runs, scenarios, results, metrics and queues over HTTP.
import { beforeAll, describe, expect, test } from 'vitest'
import { forms, newProject, serverOf, type Api, type Body } from './support/api.ts'
import {
  allRunFlags,
  autoStep,
  humanStep,
  inputStep,
  makeResults,
  makeRun,
  makeScenarios,
  runOf,
} from './support/evaluations.ts'
import { anId, aTime, playAll, unknownId } from './support/scenarios.ts'

const closedDetail = (runId: string) => ({
  code: 'run_closed',
  detail: { message: 'Cannot modify a closed evaluation.', run_id: runId },
})

describe.each(forms)('runs on %s', (form) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(form), { seedDefaults: false })
  })

  test('a run is answered whole, with all flags and nothing started', async () => {
    const references = { testset_revision: { id: unknownId, slug: '4be1c09a77d2', version: 2 } }
    const steps = [
      { key: 'testset-4be1c09a77d2', type: 'input', origin: 'custom', references },
      {
        key: 'evaluator-a81f',
        type: 'annotation',
        origin: 'human',
        references: { evaluator_revision: { id: unknownId } },
        inputs: [{ key: '__all_inputs__' }],
      },
    ]
    const { status, body } = await api.post('/evaluations/runs/', {
      runs: [
        { name: 'capitals v3', flags: { has_auto: true, is_queue: false }, data: { repeats: 1, steps } },
      ],
    })
    const run = {
      id: anId,
      version: '2025-07-14',
      name: 'capitals v3',
      status: 'pending',
      flags: allRunFlags('has_testsets', 'has_evaluators', 'has_human', 'is_queue'),
      data: {
        steps: [
          { ...steps[0], references: { testset_revision: { ...references.testset_revision, version: '2' } } },
          steps[1],
        ],
        repeats: 1,
      },
      created_at: aTime,
      created_by_id: anId,
    }
    expect({ status, body }).toEqual({ status: 200, body: { count: 1, runs: [run] } })
    const { id } = body.runs[0]
    expect((await api.get(`/evaluations/runs/${id}`)).body).toEqual({ count: 1, run: body.runs[0] })
  })

  test('flags follow from the steps, whatever is sent', async () => {
    const direct = { type: 'input', origin: 'custom' }
    const rows: readonly (readonly [readonly object[], readonly string[]])[] = [
      [[], []],
      [[{ ...direct, key: 'q', references: { query_revision: { id: unknownId } } }], ['has_queries']],
      [[{ ...direct, key: 'traces' }], ['has_traces']],
      [[{ ...direct, key: 'query-direct' }], ['has_traces']],
      [[{ ...direct, key: 'testcases' }], ['has_testcases']],
      [[{ ...direct, key: 'testset-direct' }], ['has_testcases']],
      [[autoStep], ['has_evaluators', 'has_auto']],
      [[{ ...autoStep, origin: 'custom' }], ['has_evaluators', 'has_custom']],
      [[humanStep], ['has_evaluators', 'has_human', 'is_queue']],
    ]
    for (const [steps, set] of rows) {
      const run = await makeRun(api, runOf(...steps))
      expect(run.flags, JSON.stringify(steps)).toEqual(allRunFlags(...set))
    }
    const raw = await makeRun(api, { flags: { is_active: true, is_closed: true, is_split: true } })
    expect(raw.flags).toEqual(allRunFlags('is_active', 'is_closed', 'is_split'))
  })

  test('an edit keeps what it leaves out, clears what is null and merges flags', async () => {
    const made = await makeRun(api, {
      ...runOf(inputStep),
      description: 'd',
      tags: { a: 1 },
      flags: { is_live: true },
    })
    const edit = { id: made.id, description: null, flags: { is_cached: true }, status: 'success' }
    const { body } = await api.call('PATCH', `/evaluations/runs/${made.id}`, { run: edit })
    const { description: _, ...rest } = made
    expect(body).toEqual({
      count: 1,
      run: {
        ...rest,
        status: 'success',
        flags: allRunFlags('is_live', 'is_cached'),
        updated_at: aTime,
        updated_by_id: anId,
      },
    })
    const bulk = await api.call('PATCH', '/evaluations/runs/', {
      runs: [{ id: made.id, data: { steps: [humanStep], repeats: 3 } }],
    })
    expect(bulk.body.runs[0].data).toEqual({ steps: [{ ...humanStep, references: {} }], repeats: 3 })
    expect(bulk.body.runs[0].flags.is_queue).toBe(true)
  })

  test('bulk edits are all or nothing', async () => {
    const run = await makeRun(api)
    const runs = [
      { id: run.id, name: 'changed' },
      { id: unknownId, name: 'x' },
    ]
    const { status, body } = await api.call('PATCH', '/evaluations/runs/', { runs })
    expect({ status, body }).toEqual({
      status: 404,
      body: { code: 'not_found', detail: `Evaluation run '${unknownId}' not found.` },
    })
    expect((await api.get(`/evaluations/runs/${run.id}`)).body.run.name).toBe('run')
  })

  test('a closed run refuses every write but open, delete and close', async () => {
    const run = await makeRun(api, runOf(inputStep, humanStep))
    const [scenario] = await makeScenarios(api, run.id, 1)
    const cell = { run_id: run.id, scenario_id: scenario.id, step_key: humanStep.key }
    const [result] = await makeResults(api, [cell])
    const metrics = await api.post('/evaluations/metrics/', { metrics: [{ run_id: run.id, data: {} }] })
    const queue = await api.post('/evaluations/queues/', { queues: [{ run_id: run.id }] })
    const queueId = queue.body.queues[0].id
    const closed = await api.post(`/evaluations/runs/${run.id}/close?status=success`)
    expect(closed.body.run).toMatchObject({ status: 'success', flags: { is_closed: true } })
    const writes: readonly (readonly [string, string, object])[] = [
      ['PATCH', `/evaluations/runs/${run.id}`, { run: { id: run.id, name: 'x' } }],
      ['PATCH', '/evaluations/runs/', { runs: [{ id: run.id, status: 'running' }] }],
      ['POST', '/evaluations/scenarios/', { scenarios: [{ run_id: run.id }] }],
      ['PATCH', `/evaluations/scenarios/${scenario.id}`, { scenario: { status: 'success' } }],
      ['DELETE', `/evaluations/scenarios/${scenario.id}`, {}],
      ['POST', '/evaluations/results/', { results: [cell] }],
      ['DELETE', '/evaluations/results/', { result_ids: [result.id] }],
      ['PUT', '/evaluations/metrics/', { metrics: [{ run_id: run.id, data: {} }] }],
      ['POST', '/evaluations/metrics/refresh', { metrics: { run_id: run.id } }],
      ['DELETE', `/evaluations/metrics/${metrics.body.metrics[0].id}`, {}],
      ['POST', '/evaluations/queues/', { queues: [{ run_id: run.id }] }],
      ['PATCH', `/evaluations/queues/${queueId}`, { queue: { name: 'x' } }],
      ['DELETE', '/evaluations/queues/', { queue_ids: [queueId] }],
      ['POST', `/simple/evaluations/${run.id}/start`, {}],
      ['POST', `/simple/evaluations/${run.id}/stop`, {}],
      ['POST', `/simple/evaluations/${run.id}/populate`, { results: [cell] }],
      ['POST', `/simple/evaluations/${run.id}/process`, {}],
      ['POST', `/simple/evaluations/${run.id}/prune`, {}],
      ['POST', `/simple/evaluations/${run.id}/refresh`, {}],
      ['POST', `/simple/evaluations/${run.id}/scenarios/add`, { count: 1 }],
      ['POST', `/simple/evaluations/${run.id}/scenarios/remove`, { scenario_ids: [scenario.id] }],
      ['POST', `/simple/evaluations/${run.id}/steps/add`, { steps: [autoStep] }],
      ['POST', `/simple/evaluations/${run.id}/steps/remove`, { step_keys: [humanStep.key] }],
      ['POST', `/simple/evaluations/${run.id}/repeats/set`, { repeats: 2 }],
      ['PATCH', `/simple/evaluations/${run.id}`, { evaluation: { id: run.id, name: 'x' } }],
    ]
    for (const [method, path, sent] of writes) {
      const { status, body } = await api.call(method, path, sent)
      expect({ status, body }, `${method} ${path}`).toEqual({ status: 409, body: closedDetail(run.id) })
    }
    expect((await api.post(`/evaluations/runs/${run.id}/close`)).body.run.status).toBe('success')
    const opened = await api.post(`/evaluations/runs/${run.id}/open`)
    expect(opened.body.run).toMatchObject({ status: 'success', flags: { is_closed: false } })
    expect((await api.post('/evaluations/results/', { results: [cell] })).status).toBe(200)
    const bulk = await api.post('/evaluations/runs/close', { run_ids: [run.id] })
    expect(bulk.body).toMatchObject({ count: 1, runs: [{ flags: { is_closed: true } }] })
    expect((await api.call('DELETE', `/evaluations/runs/${run.id}`)).body).toEqual({
      count: 1,
      run_id: run.id,
    })
  })

  test('deleting a run takes everything below it, and is safe to repeat', async () => {
    const run = await makeRun(api, runOf(inputStep, humanStep))
    const [scenario] = await makeScenarios(api, run.id, 1)
    await makeResults(api, [{ run_id: run.id, scenario_id: scenario.id, step_key: inputStep.key }])
    await api.post('/evaluations/metrics/', { metrics: [{ run_id: run.id, data: {} }] })
    const removed = await api.call('DELETE', '/evaluations/runs/', { run_ids: [unknownId, run.id] })
    expect(removed.body).toEqual({ count: 1, run_ids: [run.id] })
    for (const [plural, word] of [
      ['scenarios', 'scenario'],
      ['results', 'result'],
      ['metrics', 'metrics'],
      ['queues', 'queue'],
    ]) {
      const { body } = await api.post(`/evaluations/${plural}/query`, {
        [`${word}`]: { run_id: run.id, include_archived: true },
      })
      expect(body, plural).toEqual({ count: 0, [`${plural}`]: [] })
    }
    expect((await api.call('DELETE', `/evaluations/runs/${run.id}`)).body).toEqual({ count: 0 })
    expect((await api.call('DELETE', '/evaluations/runs/', { run_ids: [run.id] })).body).toEqual({
      count: 0,
      run_ids: [],
    })
    expect((await api.get(`/evaluations/runs/${run.id}`)).body).toEqual({ count: 0 })
  })

  test('queries narrow runs and page through them newest first', async () => {
    const own = await newProject(serverOf(form), { seedDefaults: false })
    const reference = { testset_revision: { id: unknownId, slug: 'abc', version: '2' } }
    const step = { ...inputStep, references: reference }
    const runs = await Promise.all([
      makeRun(own, { ...runOf(step), name: 'First 100%', tags: { team: 'a', deep: { x: 1 } } }),
      makeRun(own, { ...runOf(autoStep), name: 'second', status: 'success', meta: { n: [1] } }),
      makeRun(own, { ...runOf({ ...step, key: 'b' }), description: 'the first', flags: { is_live: true } }),
    ])
    const names = async (run: object) => {
      const { body } = await own.post('/evaluations/runs/query', { run })
      return body.runs.map(({ id }: Body) => runs.findIndex((one) => one.id === id)).sort()
    }
    expect(await names({})).toEqual([0, 1, 2])
    expect(await names({ ids: [runs[1].id] })).toEqual([1])
    expect(await names({ name: '100%' })).toEqual([0])
    expect(await names({ description: 'FIRST' })).toEqual([2])
    expect(await names({ status: 'success' })).toEqual([1])
    expect(await names({ statuses: ['success', 'pending'] })).toEqual([0, 1, 2])
    expect(await names({ flags: { is_live: true } })).toEqual([2])
    expect(await names({ tags: { deep: { x: 1 } } })).toEqual([0])
    expect(await names({ meta: { n: [1] } })).toEqual([1])
    expect(await names({ references: [{ testset_revision: { id: unknownId } }] })).toEqual([0, 2])
    expect(await names({ references: [{ testset_revision: { slug: 'abc', version: 1 } }] })).toEqual([])
    expect(
      await names({ references: [{ testset_revision: { slug: 'abc' }, testset: { slug: 'none' } }] }),
    ).toEqual([])
    const first = await own.post('/evaluations/runs/query', { windowing: { limit: 2 } })
    expect(first.body.windowing).toMatchObject({ limit: 2, order: 'descending', next: first.body.runs[1].id })
    const rest = await own.post('/evaluations/runs/query', { windowing: first.body.windowing })
    expect(rest.body).toMatchObject({ count: 1 })
    expect(rest.body.windowing).toBeUndefined()
    const unknown = await own.post('/evaluations/runs/query', { windowing: { next: unknownId } })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'cursor_unknown'])
  })

  test('another project sees and touches nothing of it', async () => {
    const run = await makeRun(api)
    const other = await newProject(serverOf(form), { seedDefaults: false })
    expect((await other.get(`/evaluations/runs/${run.id}`)).body).toEqual({ count: 0 })
    expect((await other.call('DELETE', `/evaluations/runs/${run.id}`)).body).toEqual({ count: 0 })
    expect((await other.post(`/evaluations/runs/${run.id}/close`)).status).toBe(404)
    const write = await other.post('/evaluations/scenarios/', { scenarios: [{ run_id: run.id }] })
    expect(write.status).toBe(404)
    expect((await api.get(`/evaluations/runs/${run.id}`)).body.count).toBe(1)
  })

  playAll(
    [
      {
        name: 'two steps of one key',
        path: '/evaluations/runs/',
        body: { runs: [runOf(inputStep, inputStep)] },
        status: 422,
        part: { detail: [{ loc: ['body', 'runs', 0, 'data', 'steps', 1, 'key'] }] },
      },
      {
        name: 'more repeats than 100',
        path: '/evaluations/runs/',
        body: { runs: [{ data: { repeats: 101 } }] },
        status: 422,
        part: { detail: [{ type: 'less_than_equal', loc: ['body', 'runs', 0, 'data', 'repeats'] }] },
      },
      {
        name: 'a status that there is not',
        path: '/evaluations/runs/',
        body: { runs: [{ status: 'done' }] },
        status: 422,
        part: { detail: [{ type: 'enum' }] },
      },
      {
        name: 'another id in the path than in the body',
        method: 'PATCH',
        path: `/evaluations/runs/${unknownId}`,
        body: { run: { id: '01900000-0000-7000-8000-000000000001' } },
        status: 400,
        code: 'id_mismatch',
      },
      { name: 'closing an unknown run', path: `/evaluations/runs/${unknownId}/close`, status: 404 },
      { name: 'opening an unknown run', path: `/evaluations/runs/${unknownId}/open`, status: 404 },
      {
        name: 'closing several, one of them unknown',
        path: '/evaluations/runs/close',
        body: { run_ids: [unknownId] },
        status: 404,
        code: 'not_found',
      },
      {
        name: 'the default queue of an unknown run',
        method: 'GET',
        path: `/evaluations/runs/${unknownId}/queues/default`,
        status: 200,
        whole: { count: 0 },
      },
    ],
    () => api,
  )
})

describe.each(forms)('scenarios and results on %s', (form) => {
  let api: Api
  let run: Body
  beforeAll(async () => {
    api = await newProject(serverOf(form), { seedDefaults: false })
    run = await makeRun(api)
  })

  test('scenarios are answered in the order sent and listed oldest first', async () => {
    const own = await makeRun(api)
    const timestamp = '2026-03-02T09:15:00Z'
    const { body } = await api.post('/evaluations/scenarios/', {
      scenarios: [
        { run_id: own.id },
        { run_id: own.id, status: 'running', interval: 1, timestamp, tags: { a: 1 } },
      ],
    })
    const made = { id: anId, version: '2025-07-14', run_id: own.id, created_at: aTime, created_by_id: anId }
    expect(body).toEqual({
      count: 2,
      scenarios: [
        { ...made, status: 'pending' },
        { ...made, status: 'running', interval: 1, timestamp: '2026-03-02T09:15:00.000000Z', tags: { a: 1 } },
      ],
    })
    const listed = await api.post('/evaluations/scenarios/query', { scenario: { run_id: own.id } })
    expect(listed.body.scenarios).toEqual(body.scenarios)
    const places = async (scenario: object) => {
      const found = await api.post('/evaluations/scenarios/query', {
        scenario: { run_ids: [own.id], ...scenario },
      })
      return found.body.scenarios.map(({ id }: Body) =>
        body.scenarios.findIndex((one: Body) => one.id === id),
      )
    }
    expect(await places({ status: 'running' })).toEqual([1])
    expect(await places({ timestamps: [timestamp] })).toEqual([1])
    expect(await places({ interval: 2 })).toEqual([])
    expect(await places({ tags: { a: 1 } })).toEqual([1])
    expect(await places({ ids: [body.scenarios[0].id] })).toEqual([0])
  })

  test('a scenario is edited alone and in bulk, fetched and deleted with its results', async () => {
    const [one, two] = await makeScenarios(api, run.id, 2)
    const cell = { run_id: run.id, scenario_id: one.id, step_key: inputStep.key }
    const [result] = await makeResults(api, [cell])
    const single = await api.call('PATCH', `/evaluations/scenarios/${one.id}`, {
      scenario: { id: one.id, status: 'success', meta: { seen: true } },
    })
    expect(single.body.scenario).toMatchObject({ id: one.id, status: 'success', meta: { seen: true } })
    const bulk = await api.call('PATCH', '/evaluations/scenarios/', {
      scenarios: [
        { id: two.id, status: 'errors' },
        { id: one.id, meta: null },
      ],
    })
    expect(bulk.body.scenarios.map(({ id }: Body) => id)).toEqual([two.id, one.id])
    expect(bulk.body.scenarios[1].meta).toBeUndefined()
    expect((await api.get(`/evaluations/scenarios/${two.id}`)).body.scenario.status).toBe('errors')
    expect((await api.call('DELETE', `/evaluations/scenarios/${one.id}`)).body).toEqual({
      count: 1,
      scenario_id: one.id,
    })
    expect((await api.get(`/evaluations/results/${result.id}`)).body).toEqual({ count: 0 })
    const removed = await api.call('DELETE', '/evaluations/scenarios/', { scenario_ids: [one.id, two.id] })
    expect(removed.body).toEqual({ count: 1, scenario_ids: [two.id] })
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
    const again = await api.call(method, '/evaluations/results/', {
      results: [{ ...cell, repeat_idx: 0, status: 'success', trace_id: traceId, error: null }],
    })
    const { error: _, ...kept } = first.body.results[0]
    expect(again.body.results[0]).toEqual({
      ...kept,
      status: 'success',
      trace_id: traceId.replaceAll('-', ''),
      updated_at: aTime,
      updated_by_id: anId,
    })
    const found = await api.post('/evaluations/results/query', { result: { scenario_id: scenario.id } })
    expect(found.body.count).toBe(1)
  })

  test('results are narrowed by scenario, step, repeat and status', async () => {
    const own = await makeRun(api)
    const [one, two] = await makeScenarios(api, own.id, 2)
    const cells = [
      { run_id: own.id, scenario_id: one.id, step_key: inputStep.key, status: 'success' },
      { run_id: own.id, scenario_id: one.id, step_key: autoStep.key, repeat_idx: 1 },
      { run_id: own.id, scenario_id: two.id, step_key: autoStep.key },
    ]
    const results = await makeResults(api, cells)
    const places = async (result: object) => {
      const { body } = await api.post('/evaluations/results/query', { result: { run_id: own.id, ...result } })
      return body.results.map(({ id }: Body) => results.findIndex((cell) => cell.id === id))
    }
    expect(await places({})).toEqual([0, 1, 2])
    expect(await places({ scenario_ids: [one.id] })).toEqual([0, 1])
    expect(await places({ step_key: autoStep.key })).toEqual([1, 2])
    expect(await places({ step_keys: [autoStep.key], repeat_idxs: [1] })).toEqual([1])
    expect(await places({ status: 'success' })).toEqual([0])
    const removed = await api.call('DELETE', '/evaluations/results/', {
      result_ids: [results[0].id, unknownId],
    })
    expect(removed.body).toEqual({ count: 1, result_ids: [results[0].id] })
    const single = await api.call('DELETE', `/evaluations/results/${results[1].id}`)
    expect(single.body).toEqual({ count: 1, result_id: results[1].id })
    expect((await api.call('DELETE', `/evaluations/results/${results[1].id}`)).body).toEqual({ count: 0 })
  })

  test('a cell of an unknown step, scenario or run, or of another run, is refused and nothing is written', async () => {
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
    for (const [wrong, status, code] of rows) {
      const answer = await api.post('/evaluations/results/', { results: [cell, wrong] })
      expect([answer.status, answer.body.code], JSON.stringify(wrong)).toEqual([status, code])
    }
    const found = await api.post('/evaluations/results/query', { result: { scenario_id: scenario.id } })
    expect(found.body).toEqual({ count: 0, results: [] })
  })

  test('removing a step takes its results and metrics; the last input takes the scenarios', async () => {
    const second = { ...inputStep, key: 'testset-b' }
    const own = await makeRun(api, runOf(inputStep, second, autoStep))
    // The third has no input written yet: it stays while the run has any.
    const [one, two, three] = await makeScenarios(api, own.id, 3)
    await makeResults(api, [
      { run_id: own.id, scenario_id: one.id, step_key: inputStep.key },
      { run_id: own.id, scenario_id: one.id, step_key: second.key },
      { run_id: own.id, scenario_id: one.id, step_key: autoStep.key },
      { run_id: own.id, scenario_id: two.id, step_key: second.key },
    ])
    await api.post('/evaluations/metrics/', {
      metrics: [
        { run_id: own.id, data: { [autoStep.key]: { p: { count: 1 } }, [second.key]: { p: { count: 2 } } } },
      ],
    })
    const state = async () => {
      const of = { run_id: own.id }
      const scenarios = await api.post('/evaluations/scenarios/query', { scenario: of })
      const results = await api.post('/evaluations/results/query', { result: of })
      const metrics = await api.post('/evaluations/metrics/query', { metrics: of })
      return {
        scenarios: scenarios.body.scenarios.map(({ id }: Body) => id),
        results: results.body.results.map((result: Body) => result.step_key),
        metrics: metrics.body.metrics.map(({ data }: Body) => Object.keys(data)),
      }
    }
    const removed = await api.post(`/simple/evaluations/${own.id}/steps/remove`, {
      step_keys: [autoStep.key],
    })
    expect(removed.body.run.flags).toEqual(allRunFlags())
    expect(await state()).toEqual({
      scenarios: [one.id, two.id, three.id],
      results: [inputStep.key, second.key, second.key],
      metrics: [[second.key]],
    })
    await api.call('PATCH', `/evaluations/runs/${own.id}`, { run: { data: { steps: [inputStep] } } })
    expect(await state()).toEqual({ scenarios: [one.id, three.id], results: [inputStep.key], metrics: [] })
    await api.call('PATCH', `/evaluations/runs/${own.id}`, { run: { data: null } })
    expect(await state()).toEqual({ scenarios: [], results: [], metrics: [] })
  })
})

describe.each(forms)('metrics on %s', (form) => {
  let api: Api
  let run: Body
  let scenario: Body
  beforeAll(async () => {
    api = await newProject(serverOf(form), { seedDefaults: false })
    run = await makeRun(api)
    scenario = (await makeScenarios(api, run.id, 1))[0]
  })

  test('have one row for a run, for a scenario and for a time, written again in place', async () => {
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
    const again = await api.call('PATCH', '/evaluations/metrics/', {
      metrics: metrics.map((row) => ({ ...row, data: { again: {} } })),
    })
    const ids = first.body.metrics.map(({ id }: Body) => id)
    expect(again.body.metrics.map(({ id }: Body) => id)).toEqual(ids)
    expect(again.body.metrics[1]).toMatchObject({ status: 'success', data: { again: {} } })
    const places = async (filter: object) => {
      const { body } = await api.post('/evaluations/metrics/query', {
        metrics: { run_id: run.id, ...filter },
      })
      return body.metrics.map(({ id }: Body) => ids.indexOf(id))
    }
    expect(await places({})).toEqual([0, 1, 2])
    expect(await places({ scenario_ids: true })).toEqual([1])
    expect(await places({ scenario_ids: false })).toEqual([0, 2])
    expect(await places({ scenario_ids: [scenario.id] })).toEqual([1])
    expect(await places({ scenario_ids: false, timestamps: false })).toEqual([0])
    expect(await places({ timestamps: [timestamp] })).toEqual([2])
    expect(await places({ interval: 1 })).toEqual([2])
    expect(await places({ status: 'success' })).toEqual([1])
    expect((await api.get(`/evaluations/metrics/${ids[2]}`)).body).toEqual({
      count: 1,
      metrics: [again.body.metrics[2]],
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

  test('of a scenario and a time at once are refused', async () => {
    const row = { run_id: run.id, scenario_id: scenario.id, timestamp: '2026-03-02T09:15:00Z', data: {} }
    const { status, body } = await api.post('/evaluations/metrics/', { metrics: [row] })
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        code: 'validation_failed',
        detail: { message: 'Metric does not match a valid global/variational/temporal shape.' },
      },
    })
  })

  test('of what holds nothing are not made by a refresh', async () => {
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

  test('need a run and a scenario that are there', async () => {
    for (const row of [{ run_id: unknownId }, { run_id: run.id, scenario_id: unknownId }]) {
      const { status, body } = await api.post('/evaluations/metrics/', { metrics: [row] })
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
  })
})

describe.each(forms)('queues on %s', (form) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(form), { seedDefaults: false })
  })
  const defaultOf = async (runId: string) =>
    (await api.get(`/evaluations/runs/${runId}/queues/default`)).body.queue

  test('a run with a human step has a default queue, the same again after it was gone', async () => {
    const run = await makeRun(api, runOf(inputStep, humanStep))
    const queue = await defaultOf(run.id)
    expect(queue).toEqual({
      id: anId,
      version: '2025-07-14',
      run_id: run.id,
      status: 'running',
      flags: { is_sequential: false, is_default: true },
      data: {},
      created_at: aTime,
      created_by_id: anId,
    })
    const patch = (steps: readonly object[]) =>
      api.call('PATCH', `/evaluations/runs/${run.id}`, { run: { data: { steps } } })
    await patch([inputStep])
    expect(await defaultOf(run.id)).toBeUndefined()
    const listed = async (more: object) =>
      (await api.post('/evaluations/queues/query', { queue: { run_id: run.id, ...more } })).body.count
    expect([await listed({}), await listed({ include_archived: true })]).toEqual([0, 1])
    const edit = await api.call('PATCH', `/evaluations/queues/${queue.id}`, { queue: { name: 'x' } })
    expect([edit.status, edit.body.code]).toEqual([404, 'archived'])
    await patch([inputStep, humanStep])
    expect((await defaultOf(run.id)).id).toBe(queue.id)
    const late = await makeRun(api, runOf(inputStep))
    expect(await defaultOf(late.id)).toBeUndefined()
    await api.post(`/simple/evaluations/${late.id}/steps/add`, { steps: [humanStep] })
    expect(await defaultOf(late.id)).toMatchObject({ flags: { is_default: true } })
  })

  test('what the rules of default queues forbid is refused', async () => {
    const run = await makeRun(api, runOf(inputStep, humanStep))
    const [scenario] = await makeScenarios(api, run.id, 1)
    const queue = await defaultOf(run.id)
    const patch = (edit: object) => api.call('PATCH', `/evaluations/queues/${queue.id}`, { queue: edit })
    for (const data of [
      { user_ids: [[unknownId]] },
      { scenario_ids: [scenario.id] },
      { step_keys: [humanStep.key] },
      { batch_size: 2 },
      { batch_offset: 1 },
    ]) {
      const { status, body } = await patch({ data })
      expect([status, body.code], JSON.stringify(data)).toEqual([422, 'validation_failed'])
    }
    const conflict = [409, 'queue_conflict']
    const demoted = await patch({ flags: { is_default: false } })
    expect([demoted.status, demoted.body.code]).toEqual(conflict)
    const second = await api.post('/evaluations/queues/', {
      queues: [{ run_id: run.id, flags: { is_default: true } }],
    })
    expect([second.status, second.body.code]).toEqual(conflict)
    const single = await api.call('DELETE', `/evaluations/queues/${queue.id}`)
    expect([single.status, single.body.code]).toEqual(conflict)
    const plain = await api.post('/evaluations/queues/', { queues: [{ run_id: run.id }] })
    const plainId = plain.body.queues[0].id
    const bulk = await api.call('DELETE', '/evaluations/queues/', { queue_ids: [plainId, queue.id] })
    expect([bulk.status, bulk.body.code]).toEqual(conflict)
    expect((await api.get(`/evaluations/queues/${plainId}`)).body.count).toBe(1)
    const renamed = await patch({ name: 'Reviews', status: 'success' })
    expect(renamed.body.queue).toMatchObject({
      name: 'Reviews',
      status: 'success',
      flags: { is_default: true },
    })
    const removed = await api.call('DELETE', '/evaluations/queues/', { queue_ids: [plainId] })
    expect(removed.body).toEqual({ count: 1, queue_ids: [plainId] })
  })

  test('a plain queue is promoted where the run has no default queue', async () => {
    const run = await makeRun(api, runOf(inputStep))
    const made = await api.post('/evaluations/queues/', {
      queues: [{ run_id: run.id, name: 'q', data: { batch_size: 2 } }],
    })
    const { id } = made.body.queues[0]
    expect(made.body.queues[0]).toMatchObject({
      status: 'pending',
      flags: { is_sequential: false, is_default: false },
      data: { batch_size: 2 },
    })
    const patch = (queue: object) => api.call('PATCH', `/evaluations/queues/${id}`, { queue })
    expect((await patch({ flags: { is_default: true } })).status).toBe(422)
    const promoted = await patch({ flags: { is_default: true }, data: {} })
    expect(promoted.body.queue.flags).toEqual({ is_sequential: false, is_default: true })
  })

  test('work goes to users in batches in turn, or in contiguous shares', async () => {
    const run = await makeRun(api, runOf(inputStep, humanStep))
    const scenarios = await makeScenarios(api, run.id, 6)
    const [ann, bob] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b']
    const queue = async (fields: object) => {
      const { body } = await api.post('/evaluations/queues/', { queues: [{ run_id: run.id, ...fields }] })
      return body.queues[0].id as string
    }
    const work = async (id: string, users: object, more: object = {}) => {
      const { body } = await api.post(`/evaluations/queues/${id}/scenarios/query`, { queue: users, ...more })
      return body.scenarios.map((one: Body) => scenarios.findIndex(({ id }) => id === one.id))
    }
    const data = { user_ids: [[ann, bob]] }
    const turns = await queue({ data })
    expect(await work(turns, {})).toEqual([0, 1, 2, 3, 4, 5])
    expect(await work(turns, { user_id: ann })).toEqual([0, 2, 4])
    expect(await work(turns, { user_ids: [bob] })).toEqual([1, 3, 5])
    expect(await work(turns, { user_ids: [ann, bob] })).toEqual([0, 1, 2, 3, 4, 5])
    expect(await work(turns, { user_id: unknownId })).toEqual([])
    const batches = await queue({ data: { ...data, batch_size: 2, batch_offset: 1 } })
    expect(await work(batches, { user_id: ann })).toEqual([1, 2, 5])
    const shares = await queue({ data, flags: { is_sequential: true } })
    expect(await work(shares, { user_id: ann })).toEqual([0, 1, 2])
    const some = await queue({ data: { ...data, scenario_ids: [scenarios[1].id, scenarios[4].id] } })
    expect(await work(some, { user_id: bob })).toEqual([4])
    const repeats = await queue({ data: { user_ids: [[ann], [bob, ann]] } })
    expect(await work(repeats, { user_id: bob })).toEqual([0, 2, 4])
    expect(await work((await defaultOf(run.id)).id, { user_id: ann })).toHaveLength(6)
    expect(await work(turns, { user_id: ann }, { windowing: { limit: 2 } })).toEqual([0, 2])
    expect(await work(turns, { user_id: ann }, { scenario: { status: 'success' } })).toEqual([])
    const mine = await api.post('/evaluations/queues/query', { queue: { run_id: run.id, user_id: ann } })
    expect(mine.body.count).toBe(5)
  })

  test('a queue names only scenarios and steps of its run', async () => {
    const run = await makeRun(api, runOf(inputStep, humanStep))
    const [stranger] = await makeScenarios(api, (await makeRun(api)).id, 1)
    const rows: readonly (readonly [object, number, string])[] = [
      [{ run_id: unknownId }, 404, 'not_found'],
      [{ run_id: run.id, data: { scenario_ids: [unknownId] } }, 404, 'not_found'],
      [{ run_id: run.id, data: { scenario_ids: [stranger.id] } }, 400, 'reference_mismatch'],
      [{ run_id: run.id, data: { step_keys: ['none'] } }, 422, 'validation_failed'],
    ]
    for (const [queue, status, code] of rows) {
      const answer = await api.post('/evaluations/queues/', { queues: [queue] })
      expect([answer.status, answer.body.code], JSON.stringify(queue)).toEqual([status, code])
    }
  })

  test('of an unknown queue there is no work', async () => {
    const { body } = await api.post(`/evaluations/queues/${unknownId}/scenarios/query`, {})
    expect(body).toEqual({ count: 0, scenarios: [] })
    expect((await api.get(`/evaluations/queues/${unknownId}`)).body).toEqual({ count: 0 })
    expect((await api.call('DELETE', `/evaluations/queues/${unknownId}`)).body).toEqual({ count: 0 })
  })
})
