// Simple evaluations and simple queues over HTTP, and the calls that an SDK makes to execute a run by itself. The
// servers here execute no runs, so that records stay as they were written; runner.test.ts tests those that do. It is
// long because both subjects need such servers, which this file starts itself: two files would start two more.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, type Api, type Body, type Backend } from '../support/api.ts'
import { freshDatabase } from '../support/databases.ts'
import {
  allRunFlags,
  autoStep,
  humanStep,
  inputStep,
  makeResults,
  makeRun,
  makeScenarios,
  makeSubjects,
  runOf,
} from '../support/evaluations.ts'
import { sendJson, waitForReceipt, span, text, traceId } from '../support/otlp.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import { anId, aTime, unknownId } from '../support/scenarios.ts'

type Subjects = Awaited<ReturnType<typeof makeSubjects>>

const servers = new Map<Backend, RunningServer>()
const cleanups: (() => Promise<void>)[] = []
beforeAll(async () => {
  for (const backend of backends) {
    const database = await freshDatabase(backend)
    servers.set(backend, await startServer({ env: { ...database.env, ASSAY_EVALUATIONS_RUNS_MAX: '0' } }))
    cleanups.push(() => database.remove())
  }
})
afterAll(async () => {
  for (const server of servers.values()) await server.stop()
  for (const remove of cleanups) await remove()
})
const serverOf = (backend: Backend): string => servers.get(backend)?.url ?? ''

describe.each(backends)('simple evaluations on %s', (backend) => {
  let api: Api
  let subjects: Subjects
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    subjects = await makeSubjects(api, 'simple')
  })

  const evaluation = (overrides: object = {}) => ({
    name: 'capitals v3',
    data: {
      testset_steps: [subjects.testset.revision_id],
      application_steps: { [subjects.application.revision_id]: 'auto' },
      evaluator_steps: { [subjects.evaluator.revision_id]: 'auto' },
      repeats: 1,
      ...overrides,
    },
  })
  const create = async (overrides: object = {}): Promise<Body> =>
    (await api.post('/simple/evaluations/', { evaluation: evaluation(overrides) })).body.evaluation

  test('an evaluation is returned with the revisions of its steps, and waits for the server', async () => {
    const { status, body } = await api.post('/simple/evaluations/', { evaluation: evaluation() })
    const serverFields = {
      id: anId,
      version: '2025-07-14',
      name: 'capitals v3',
      flags: allRunFlags('is_active', 'has_testsets', 'has_evaluators', 'has_auto'),
      data: {
        status: 'queued',
        testset_steps: { [subjects.testset.revision_id]: 'custom' },
        application_steps: { [subjects.application.revision_id]: 'auto' },
        evaluator_steps: { [subjects.evaluator.revision_id]: 'auto' },
        repeats: 1,
      },
      created_at: aTime,
      created_by_id: anId,
    }
    expect({ status, body }).toMatchObject({ status: 200, body: { count: 1, evaluation: serverFields } })
    const { id } = body.evaluation
    expect((await api.get(`/simple/evaluations/${id}`)).body).toEqual(body)
    const answer = await api.post('/simple/evaluations/query', {
      evaluation: { ids: [id], name: 'CAPITALS' },
    })
    expect(answer.body).toEqual({ count: 1, evaluations: [body.evaluation] })
  })

  test('its run pins the revisions and maps their columns', async () => {
    const { id } = await create()
    const { run } = (await api.get(`/evaluations/runs/${id}`)).body
    const { steps, mappings } = run.data
    expect(steps.map(({ key, type, inputs }: Body) => [key.split('-')[0], type, inputs])).toEqual([
      ['testset', 'input', undefined],
      ['application', 'invocation', [{ key: '__all_inputs__' }]],
      ['evaluator', 'annotation', [{ key: '__all_invocations__' }, { key: '__all_inputs__' }]],
    ])
    expect(steps[0].references).toEqual({
      testset: { id: subjects.testset.id, slug: subjects.testset.slug },
      testset_variant: { id: subjects.testset.variant_id, slug: expect.any(String) },
      testset_revision: { id: subjects.testset.revision_id, slug: expect.any(String), version: '1' },
    })
    expect(steps[0].key).toBe(`testset-${steps[0].references.testset_revision.slug}`)
    expect(mappings.map(({ column, step }: Body) => [column.kind, column.name, step.path])).toEqual([
      ['testset', 'country', 'data.country'],
      ['testset', 'correct_answer', 'data.correct_answer'],
      ['invocation', 'outputs', 'attributes.ag.data.outputs'],
      ['annotation', 'score', 'attributes.ag.data.outputs.score'],
      ['annotation', 'success', 'attributes.ag.data.outputs.success'],
    ])
  })

  test.each([
    ['pending', {}],
    ['running', { status: 'running', query_steps: null, testset_steps: [], evaluator_steps: {} }],
  ])('an evaluation without steps is a %s run that its client executes', async (status, data) => {
    const { body } = await api.post('/simple/evaluations/', { evaluation: { name: 'own loop', data } })
    const { id, flags } = body.evaluation
    expect([body.evaluation.data.status, flags.is_active]).toEqual([status, status === 'running'])
    const progress = await api.get(`/evaluations/runs/${id}/progress`)
    expect(progress.body.progress).toMatchObject({ executor: 'client', status })
    const addition = await api.post(`/simple/evaluations/${id}/scenarios/add`, { count: 1 })
    const result = {
      run_id: id,
      scenario_id: addition.body.scenarios[0].id,
      step_key: 'anything',
      status: 'success',
    }
    const populateAnswer = await api.post(`/simple/evaluations/${id}/populate`, { results: [result] })
    expect([populateAnswer.status, populateAnswer.body.count]).toEqual([200, 1])
    const closing = await api.post(`/evaluations/runs/${id}/close?status=success`)
    expect(closing.body.run.status).toBe('success')
  })

  test('steps of an evaluation cannot all be removed', async () => {
    const { id } = await create()
    const none = { testset_steps: [], application_steps: [], evaluator_steps: [] }
    const edit = await api.call('PATCH', `/simple/evaluations/${id}`, { evaluation: { id, data: none } })
    expect(edit.status).toBe(422)
  })

  test('invalid evaluations are refused', async () => {
    const empty = await api.post('/simple/testsets/', {
      testset: { slug: 'no-rows', data: { testcases: [] } },
    })
    const query = await api.post('/simple/queries/', { query: { slug: 'all-traces', data: {} } })
    const { testset, application, evaluator } = subjects
    const rows: readonly (readonly [string, object, number, string])[] = [
      ['no data', {}, 422, 'validation_failed'],
      ['nothing live', { flags: { is_live: true }, data: {} }, 422, 'validation_failed'],
      ['no input', { data: { evaluator_steps: [evaluator.revision_id] } }, 422, 'validation_failed'],
      ['nothing to do', { data: { testset_steps: [testset.revision_id] } }, 422, 'validation_failed'],
      [
        'an empty testset',
        {
          data: {
            testset_steps: [empty.body.testset.revision_id],
            application_steps: [application.revision_id],
          },
        },
        422,
        'validation_failed',
      ],
      ['an unknown revision', evaluation({ testset_steps: [unknownId] }), 404, 'not_found'],
      [
        'a revision of another kind',
        evaluation({ testset_steps: [application.revision_id] }),
        404,
        'not_found',
      ],
      [
        'a query beside a testset',
        evaluation({ query_steps: [query.body.query.revision_id] }),
        422,
        'validation_failed',
      ],
      ['a live testset', { ...evaluation(), flags: { is_live: true } }, 422, 'validation_failed'],
      [
        'a live query of all traces',
        {
          flags: { is_live: true },
          data: {
            query_steps: [query.body.query.revision_id],
            evaluator_steps: { [evaluator.revision_id]: 'auto' },
          },
        },
        422,
        'validation_failed',
      ],
    ]
    for (const [name, body, status, code] of rows) {
      const answer = await api.post('/simple/evaluations/', { evaluation: body })
      expect([answer.status, answer.body.code], name).toEqual([status, code])
    }
    const unknownOrigin = evaluation({ evaluator_steps: { [evaluator.revision_id]: 'robot' } })
    expect((await api.post('/simple/evaluations/', { evaluation: unknownOrigin })).body.detail).toMatchObject(
      [{ type: 'enum', loc: ['body', 'evaluation', 'data', 'evaluator_steps', evaluator.revision_id] }],
    )
    const filtering = { conditions: [{ field: 'trace_type', value: 'invocation' }] }
    const invocations = await api.post('/simple/queries/', {
      query: { slug: 'invocations', data: { filtering } },
    })
    const live = await api.post('/simple/evaluations/', {
      evaluation: {
        flags: { is_live: true },
        data: {
          query_steps: [invocations.body.query.revision_id],
          evaluator_steps: { [evaluator.revision_id]: 'auto' },
        },
      },
    })
    expect(live.body.evaluation.flags).toMatchObject({ is_live: true, has_queries: true, is_active: true })
  })

  test('start, stop, close and open follow the status machine', async () => {
    const { id } = await create()
    const move = async (verb: string) => {
      const { body } = await api.post(`/simple/evaluations/${id}/${verb}`)
      const { flags, data } = body.evaluation
      return [data.status, flags.is_active, flags.is_closed]
    }
    expect(await move('stop')).toEqual(['cancelled', false, false])
    expect(await move('stop')).toEqual(['cancelled', false, false])
    expect(await move('start')).toEqual(['queued', true, false])
    const patch = (status: string) => api.call('PATCH', `/evaluations/runs/${id}`, { run: { id, status } })
    const refusal = await patch('pending')
    expect([refusal.status, refusal.body.code, refusal.body.detail.run_id]).toEqual([409, 'run_active', id])
    expect((await patch('failure')).body.run).toMatchObject({
      status: 'failure',
      flags: { is_active: false },
    })
    expect((await patch('pending')).body.run.status).toBe('pending')
    expect(await move('start')).toEqual(['queued', true, false])
    expect(await move('close')).toEqual(['queued', false, true])
    expect(await move('open')).toEqual(['queued', false, false])
    expect((await api.post(`/simple/evaluations/${unknownId}/start`)).status).toBe(404)
  })

  test('process dispatches missing cells, and stop cancels them', async () => {
    const { id } = await create({ repeats: 2 })
    await makeScenarios(api, id, 2)
    const dispatch = async (slice: object) => {
      const { status, body } = await api.post(`/simple/evaluations/${id}/process`, slice)
      expect([status, body.evaluation_id]).toEqual([202, id])
      return body.count
    }
    const { steps } = (await api.get(`/evaluations/runs/${id}`)).body.run.data
    // Inputs and annotations for each repeat, one invocation that both repeats evaluate.
    expect(await dispatch({ step_keys: [steps[0].key] })).toBe(4)
    expect(await dispatch({})).toBe(2 * (1 + 2))
    expect(await dispatch({})).toBe(0)
    const statuses = async () => {
      const { body } = await api.post(`/simple/evaluations/${id}/probe`, {})
      return [...new Set(body.results.map(({ status }: Body) => status))]
    }
    expect(await statuses()).toEqual(['queued'])
    expect((await api.post(`/simple/evaluations/${id}/stop`)).body.evaluation.data.status).toBe('cancelled')
    expect(await statuses()).toEqual(['cancelled'])
    const firstRepeat = await api.post(`/simple/evaluations/${id}/probe`, { repeat_idxs: [1] })
    expect(firstRepeat.body.count).toBe(4 + 0)
    expect((await api.post(`/simple/evaluations/${id}/prune`, { repeat_idxs: [1] })).status).toBe(204)
    expect((await api.post(`/simple/evaluations/${id}/probe`, {})).body.count).toBe(6)
    expect(await dispatch({})).toBe(10)
  })

  test('process refuses a step or scenario of another run', async () => {
    const { id } = await create()
    const [ownScenario] = await makeScenarios(api, id, 1)
    const [otherScenario] = await makeScenarios(api, (await makeRun(api)).id, 1)
    const { steps } = (await api.get(`/evaluations/runs/${id}`)).body.run.data
    const process = (slice: object) => api.post(`/simple/evaluations/${id}/process`, slice)
    expect(await process({ step_keys: [steps[0].key, 'nowhere'] })).toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body', 'step_keys', 1], msg: "The run has no step 'nowhere'.", input: 'nowhere' }],
      },
    })
    const unknown = await process({ scenario_ids: [ownScenario.id, unknownId] })
    expect([unknown.status, unknown.body.detail]).toEqual([404, expect.stringContaining(unknownId)])
    const other = await process({ scenario_ids: [otherScenario.id] })
    expect([other.status, other.body.code]).toEqual([400, 'reference_mismatch'])
    expect((await api.post(`/simple/evaluations/${id}/probe`, {})).body.count).toBe(0)
  })

  test('steps, repeats and scenarios are added and removed', async () => {
    const { id } = await create()
    const path = `/simple/evaluations/${id}`
    const addition = await api.post(`${path}/steps/add`, { steps: [humanStep] })
    expect(addition.body.run.flags).toMatchObject({ has_human: true, is_queue: true })
    expect((await api.post(`${path}/steps/add`, { steps: [humanStep] })).status).toBe(422)
    expect((await api.post(`${path}/steps/remove`, { step_keys: ['none'] })).status).toBe(422)
    const removal = await api.post(`${path}/steps/remove`, { step_keys: [humanStep.key] })
    expect(removal.body.run.flags.has_human).toBe(false)
    expect((await api.post(`${path}/repeats/set`, { repeats: 3 })).body.run.data.repeats).toBe(3)
    expect((await api.post(`${path}/repeats/set`, { repeats: 0 })).status).toBe(422)
    const scenarios = await api.post(`${path}/scenarios/add`, {
      count: 2,
      timestamp: '2026-03-02T10:15:59.9+01:00',
    })
    expect(scenarios.body).toMatchObject({
      count: 2,
      scenarios: [
        { status: 'running', timestamp: '2026-03-02T09:15:00.000000Z', interval: 1 },
        { status: 'running', run_id: id },
      ],
    })
    const [scenario] = scenarios.body.scenarios
    const other = await makeRun(api)
    const [otherScenario] = await makeScenarios(api, other.id, 1)
    const refusal = await api.post(`${path}/scenarios/remove`, {
      scenario_ids: [scenario.id, otherScenario.id],
    })
    expect([refusal.status, refusal.body.code]).toEqual([400, 'reference_mismatch'])
    expect((await api.post(`${path}/scenarios/remove`, { scenario_ids: [scenario.id] })).status).toBe(204)
    const remaining = await api.post('/evaluations/scenarios/query', { scenario: { run_id: id } })
    expect(remaining.body.count).toBe(1)
  })

  test('an edit changes the header and the groups of steps that it contains', async () => {
    const { id } = await create()
    const edit = {
      id,
      name: 'renamed',
      data: { evaluator_steps: [subjects.evaluator.revision_id], repeats: 2 },
    }
    const { body } = await api.call('PATCH', `/simple/evaluations/${id}`, { evaluation: edit })
    expect(body.evaluation).toMatchObject({
      name: 'renamed',
      flags: { has_custom: true, has_auto: false },
      data: {
        testset_steps: { [subjects.testset.revision_id]: 'custom' },
        evaluator_steps: { [subjects.evaluator.revision_id]: 'custom' },
        repeats: 2,
      },
    })
    const mismatch = await api.call('PATCH', `/simple/evaluations/${id}`, { evaluation: { id: unknownId } })
    expect([mismatch.status, mismatch.body.code]).toEqual([400, 'id_mismatch'])
    const unknown = await api.call('PATCH', `/simple/evaluations/${unknownId}`, { evaluation: { name: 'x' } })
    expect(unknown.status).toBe(404)
    expect((await api.call('DELETE', `/simple/evaluations/${id}`)).body).toEqual({
      count: 1,
      evaluation_id: id,
    })
    expect((await api.get(`/simple/evaluations/${id}`)).body).toEqual({ count: 0 })
  })

  test('populate accepts only results of this evaluation', async () => {
    const { id } = await create()
    const [scenario] = await makeScenarios(api, id, 1)
    const other = await makeRun(api)
    const [otherScenario] = await makeScenarios(api, other.id, 1)
    const { steps } = (await api.get(`/evaluations/runs/${id}`)).body.run.data
    const cell = { run_id: id, scenario_id: scenario.id, step_key: steps[0].key, status: 'success' }
    for (const invalidResult of [
      { ...cell, run_id: other.id },
      { ...cell, scenario_id: otherScenario.id },
      { ...cell, scenario_id: unknownId },
    ]) {
      const { status, body } = await api.post(`/simple/evaluations/${id}/populate`, {
        results: [invalidResult],
      })
      expect([status, body.code], JSON.stringify(invalidResult)).toEqual([400, 'reference_mismatch'])
    }
    const { body } = await api.post(`/simple/evaluations/${id}/populate`, { results: [cell] })
    expect(body).toMatchObject({ count: 1, results: [cell] })
  })

  test('in a run of the server a scenario follows its cells; in one of a client it does not', async () => {
    const server = await create({ evaluator_steps: { [subjects.evaluator.revision_id]: 'human' } })
    const client = await makeRun(api, runOf(inputStep, autoStep))
    const status = async (runId: string, keys: readonly string[]) => {
      const [scenario] = await makeScenarios(api, runId, 1)
      await makeResults(
        api,
        keys.map((step_key) => ({ run_id: runId, scenario_id: scenario.id, step_key, status: 'success' })),
      )
      return (await api.get(`/evaluations/scenarios/${scenario.id}`)).body.scenario.status
    }
    const { steps } = (await api.get(`/evaluations/runs/${server.id}`)).body.run.data
    const keys = steps.map(({ key }: Body) => key)
    expect(await status(server.id, keys.slice(0, 1))).toBe('running')
    expect(await status(server.id, keys.slice(0, 2))).toBe('pending')
    expect(await status(server.id, keys)).toBe('success')
    expect(await status(client.id, [inputStep.key, autoStep.key])).toBe('pending')
  })

  test('progress counts scenarios and cells by status', async () => {
    const { id } = await create({ evaluator_steps: { [subjects.evaluator.revision_id]: 'human' } })
    const [scenario] = await makeScenarios(api, id, 2)
    const { steps } = (await api.get(`/evaluations/runs/${id}`)).body.run.data
    const cell = { run_id: id, scenario_id: scenario.id }
    await makeResults(api, [
      { ...cell, step_key: steps[0].key, status: 'success' },
      { ...cell, step_key: steps[1].key, status: 'failure' },
    ])
    const { body } = await api.get(`/evaluations/runs/${id}/progress`)
    expect(body).toEqual({
      count: 1,
      progress: {
        run_id: id,
        status: 'queued',
        is_active: true,
        executor: 'server',
        scenarios: { total: 2, errors: 1, pending: 1 },
        cells: { total: 6, done: 1, failed: 1, running: 0, waiting: 2, manual: 2 },
        started_at: scenario.created_at,
        last_change_at: expect.stringMatching(/^\d{4}-/),
        estimated_end: expect.stringMatching(/^\d{4}-/),
      },
    })
    expect((await api.get(`/evaluations/runs/${unknownId}/progress`)).body).toEqual({ count: 0 })
  })

  test('a client executes a run itself, from creation to closing', async () => {
    const evaluation = await create({ status: 'running' })
    expect(evaluation).toMatchObject({ data: { status: 'running' }, flags: { is_active: true } })
    const { run } = (await api.get(`/evaluations/runs/${evaluation.id}`)).body
    const [input, app, judge] = run.data.steps.map(({ key }: Body) => key)
    const minute = '2026-03-02T09:15:00.000000Z'
    const addition = await api.post(`/simple/evaluations/${evaluation.id}/scenarios/add`, {
      count: 2,
      timestamp: minute,
    })
    const scenarios: readonly Body[] = addition.body.scenarios
    const scores = [1, 0]
    for (const [i, scenario] of scenarios.entries()) {
      const invocation = span({ traceId: traceId() })
      const annotation = span({
        traceId: traceId(),
        attributes: [
          text('ag.type.trace', 'annotation'),
          text(
            'ag.data.outputs',
            `@ag.type=json:${JSON.stringify({ score: scores[i], success: scores[i] === 1 })}`,
          ),
        ],
      })
      await waitForReceipt(api, await sendJson(api, invocation, annotation))
      const cell = { run_id: evaluation.id, scenario_id: scenario.id, status: 'success' }
      const answer = await api.post(`/simple/evaluations/${evaluation.id}/populate`, {
        results: [
          { ...cell, step_key: input, testcase_id: unknownId },
          { ...cell, step_key: app, trace_id: invocation.traceId },
          { ...cell, step_key: judge, trace_id: annotation.traceId },
        ],
      })
      expect(answer.body.count).toBe(3)
      await api.call('PATCH', `/evaluations/scenarios/${scenario.id}`, {
        scenario: { id: scenario.id, status: 'success' },
      })
      const refreshAnswer = await api.post('/evaluations/metrics/refresh', {
        metrics: { run_id: evaluation.id, scenario_id: scenario.id },
      })
      expect(refreshAnswer.body).toMatchObject({
        count: 1,
        metrics: [{ scenario_id: scenario.id, status: 'success' }],
      })
    }
    const fullRun = await api.post('/evaluations/metrics/refresh', { metrics: { run_id: evaluation.id } })
    const { data } = fullRun.body.metrics[0]
    expect(Object.keys(data)).toEqual([app, judge])
    expect(data[app]['attributes.ag.metrics.duration.cumulative']).toMatchObject({ count: 2, mean: 2000 })
    expect(data[judge]['attributes.ag.data.outputs.score']).toMatchObject({
      type: 'numeric/continuous',
      count: 2,
      mean: 0.5,
    })
    expect(data[judge]['attributes.ag.data.outputs.success']).toMatchObject({ type: 'binary', rate: 0.5 })
    const query = async (scenario_ids: boolean) =>
      (await api.post('/evaluations/metrics/query', { metrics: { run_id: evaluation.id, scenario_ids } }))
        .body
    expect(await query(false)).toEqual({ count: 1, metrics: fullRun.body.metrics })
    expect((await query(true)).count).toBe(2)
    const refreshAnswer = await api.post('/evaluations/metrics/refresh', {
      metrics: { run_id: evaluation.id, timestamps: [minute, '2026-03-02T09:16:00Z'], interval: 1 },
    })
    expect(refreshAnswer.body).toMatchObject({
      count: 1,
      metrics: [{ timestamp: minute, interval: 1, data: fullRun.body.metrics[0].data }],
    })
    const scenarioMetrics = await api.post('/evaluations/metrics/refresh', {
      metrics: { run_id: evaluation.id, scenario_ids: [unknownId, ...scenarios.map(({ id }) => id)] },
    })
    const scorePath = 'attributes.ag.data.outputs.score'
    expect(
      scenarioMetrics.body.metrics.map((row: Body) => [row.scenario_id, row.data[judge][scorePath].mean]),
    ).toEqual(scenarios.map(({ id }, i) => [id, scores[i]]))
    const second = await api.post('/evaluations/metrics/refresh', { metrics: { run_ids: [evaluation.id] } })
    expect(second.body.metrics[0].id).toBe(fullRun.body.metrics[0].id)
    expect((await api.post(`/simple/evaluations/${evaluation.id}/refresh`)).status).toBe(204)
    const closing = await api.post(`/evaluations/runs/${evaluation.id}/close?status=success`)
    expect(closing.body.run).toMatchObject({
      status: 'success',
      flags: { is_closed: true, is_active: false },
    })
  })
})

describe.each(backends)('simple queues on %s', (backend) => {
  let api: Api
  let subjects: Subjects
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    subjects = await makeSubjects(api, 'queues')
  })
  const create = (data: object) =>
    api.post('/simple/queues/', {
      queue: { name: 'reviews', data: { evaluators: [subjects.evaluator.revision_id], ...data } },
    })

  test('a direct queue adds each trace once, and its items wait for annotation', async () => {
    const { status, body } = await create({
      kind: 'traces',
      assignments: [[unknownId]],
      settings: { batch_size: 2 },
    })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        count: 1,
        queue: {
          id: anId,
          version: '2025-07-14',
          run_id: anId,
          name: 'reviews',
          status: 'running',
          flags: { is_sequential: false, is_default: false },
          data: {
            kind: 'traces',
            evaluators: { [subjects.evaluator.revision_id]: 'human' },
            repeats: 1,
            assignments: [[unknownId]],
            settings: { batch_size: 2 },
          },
          created_at: aTime,
          created_by_id: anId,
        },
      },
    })
    const { id, run_id: runId } = body.queue
    expect((await api.get(`/simple/queues/${id}`)).body).toEqual(body)
    const first = span()
    const second = span()
    await waitForReceipt(api, await sendJson(api, first, second))
    const add = async (trace_ids: readonly string[]) =>
      api.post(`/simple/queues/${id}/traces/`, { trace_ids })
    expect((await add([first.traceId])).body).toEqual({ count: 1, queue_id: id })
    expect((await add([first.traceId, second.traceId])).body).toEqual({ count: 1, queue_id: id })
    const unknown = await add([second.traceId, traceId()])
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    const other = await api.post(`/simple/queues/${id}/testcases/`, { testcase_ids: [unknownId] })
    expect([other.status, other.body.code]).toEqual([400, 'reference_mismatch'])
    expect(other.body.detail.message).toBe(
      'Cannot add testcases to a traces queue. Create a direct testcases queue instead.',
    )
    const work = await api.post(`/simple/queues/${id}/scenarios/query`, { queue: { user_id: unknownId } })
    expect(work.body.count).toBe(2)
    const { run } = (await api.get(`/evaluations/runs/${runId}`)).body
    expect(run).toMatchObject({
      status: 'running',
      flags: { is_queue: true, has_traces: true, is_active: true },
    })
    const [scenario] = work.body.scenarios
    const results = await api.post('/evaluations/results/query', { result: { scenario_id: scenario.id } })
    expect(results.body.results.map((result: Body) => [result.status, result.trace_id])).toEqual([
      ['success', first.traceId],
      ['pending', undefined],
    ])
    await makeResults(api, [{ ...pick(results.body.results[1]), status: 'success', trace_id: traceId() }])
    expect((await api.get(`/evaluations/scenarios/${scenario.id}`)).body.scenario.status).toBe('success')
    expect((await api.call('DELETE', `/simple/queues/${id}`)).body).toEqual({ count: 1, queue_id: id })
    expect((await api.call('DELETE', `/simple/queues/${id}`)).body).toEqual({ count: 0 })
    const closedRun = (await api.get(`/evaluations/runs/${runId}`)).body.run
    expect(closedRun.flags).toMatchObject({ is_closed: true, is_active: false })
    const storedResults = await api.post('/evaluations/results/query', { result: { run_id: runId } })
    expect(storedResults.body.count).toBe(4)
  })

  test('a queue of testcases accepts testcases', async () => {
    const { queue } = (await create({ kind: 'testcases' })).body
    const testcases = await api.get(`/simple/testsets/${subjects.testset.id}`)
    const ids = testcases.body.testset.data.testcase_ids
    const addition = await api.post(`/simple/queues/${queue.id}/testcases/`, { testcase_ids: ids })
    expect(addition.body).toEqual({ count: 2, queue_id: queue.id })
    const unknown = await api.post(`/simple/queues/${queue.id}/testcases/`, { testcase_ids: [unknownId] })
    expect(unknown.status).toBe(404)
  })

  test('source-backed queues refuse items and are found by kind', async () => {
    const { queue } = (await create({ kind: 'testsets', testsets: [subjects.testset.revision_id] })).body
    expect(queue.data).toMatchObject({ kind: 'testsets', testsets: [subjects.testset.revision_id] })
    for (const [word, items] of [
      ['traces', { trace_ids: [traceId()] }],
      ['testcases', { testcase_ids: [unknownId] }],
    ] as const) {
      const addition = await api.post(`/simple/queues/${queue.id}/${word}/`, items)
      expect([addition.status, addition.body.code]).toEqual([400, 'reference_mismatch'])
      expect(addition.body.detail.message).toBe(
        `Cannot add ${word} directly to a source-backed queue. Create a direct ${word} queue instead.`,
      )
    }
    const answer = await api.post('/simple/queues/query', { queue: { kind: 'testsets' } })
    expect(answer.body).toEqual({ count: 1, queues: [queue] })
    const byRun = await api.post('/simple/queues/query', { queue: { run_id: queue.run_id } })
    expect(byRun.body.count).toBe(1)
    const bulk = await api.call('DELETE', '/simple/queues/', { queue_ids: [unknownId, queue.id] })
    expect(bulk.body).toEqual({ count: 1, queue_ids: [queue.id] })
  })

  test('invalid queues are refused with the messages that clients match, before any id is read', async () => {
    const noHumanEvaluator = 'simple queues must have at least one human evaluator'
    const query = "query-backed queues must use kind='queries'"
    const testset = "testset-backed queues must use kind='testsets'"
    const twoSources = 'simple queue source must be either queries or testsets'
    const [queries, testsets] = [[unknownId], [unknownId]]
    const rows: readonly (readonly [object, readonly string[]])[] = [
      [{}, ['simple queues must have a kind (traces or testcases), queries or testsets']],
      [{ kind: 'queries' }, ["queues of kind='queries' must have queries"]],
      [{ kind: 'testsets', testsets: [] }, ["queues of kind='testsets' must have testsets"]],
      [{ kind: 'traces', queries }, [query]],
      [{ kind: 'traces', testsets }, [testset]],
      [{ queries, testsets }, [twoSources]],
      [{ kind: 'queries', queries, testsets }, [testset, twoSources]],
      [{ kind: 'traces', evaluators: [] }, [noHumanEvaluator]],
      [{ kind: 'traces', evaluators: null }, [noHumanEvaluator]],
      [{ kind: 'testcases', evaluators: { [unknownId]: 'auto' } }, [noHumanEvaluator]],
      [{ kind: 'traces', queries, evaluators: {} }, [query, noHumanEvaluator]],
    ]
    for (const [data, sentences] of rows) {
      const { status, body } = await create(data)
      expect({ status, body }, JSON.stringify(data)).toEqual({
        status: 422,
        body: {
          code: 'validation_failed',
          detail: sentences.map((msg) => ({ type: 'value_error', loc: ['body', 'queue', 'data'], msg })),
        },
      })
    }
  })

  test('a queue of unknown revisions, or of steps that it does not have, is refused', async () => {
    const rows: readonly (readonly [object, number, string])[] = [
      [{ testsets: [unknownId] }, 404, 'not_found'],
      [{ kind: 'traces', evaluators: [unknownId] }, 404, 'not_found'],
      [{ kind: 'traces', step_keys: ['none'] }, 422, 'validation_failed'],
    ]
    for (const [data, status, code] of rows) {
      const answer = await create(data)
      expect([answer.status, answer.body.code], JSON.stringify(data)).toEqual([status, code])
    }
    expect((await api.post(`/simple/queues/${unknownId}/traces/`, { trace_ids: [] })).status).toBe(404)
  })
})

const pick = ({ run_id, scenario_id, step_key, repeat_idx }: Body) => ({
  run_id,
  scenario_id,
  step_key,
  repeat_idx,
})
