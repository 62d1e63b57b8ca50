// Runs over HTTP: create, edit, close, delete and query.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import {
  allRunFlags,
  autoStep,
  humanStep,
  inputStep,
  makeResults,
  makeRun,
  makeScenarios,
  makeSubjects,
  completeReferences,
  runOf,
} from '../support/evaluations.ts'
import { anId, aTime, playAll, unknownId } from '../support/scenarios.ts'

const closedDetail = (runId: string) => ({
  code: 'run_closed',
  detail: { message: 'Cannot modify a closed evaluation.', run_id: runId },
})

describe.each(backends)('runs on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  test('a new run is returned completely, with all flags, and is not started', async () => {
    const { testset, evaluator } = await makeSubjects(api, 'whole')
    const steps = [
      {
        key: 'testset-4be1c09a77d2',
        type: 'input',
        origin: 'custom',
        references: { testset_revision: { id: testset.revision_id, version: 1 } },
      },
      {
        key: 'evaluator-a81f',
        type: 'annotation',
        origin: 'human',
        references: { evaluator_revision: { id: evaluator.revision_id } },
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
      testset_revision_id: testset.revision_id,
      data: {
        steps: [
          { ...steps[0], references: await completeReferences(api, 'testset', testset) },
          { ...steps[1], references: await completeReferences(api, 'evaluator', evaluator) },
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

  test('derived flags follow from the steps, not from the request', async () => {
    const customInput = { type: 'input', origin: 'custom' }
    const answer = await api.post('/simple/queries/', { query: { slug: 'flags', data: {} } })
    const query_revision = { id: answer.body.query.revision_id }
    const rows: readonly (readonly [readonly object[], readonly string[]])[] = [
      [[], []],
      [[{ ...customInput, key: 'q', references: { query_revision } }], ['has_queries']],
      [[{ ...customInput, key: 'traces' }], ['has_traces']],
      [[{ ...customInput, key: 'query-direct' }], ['has_traces']],
      [[{ ...customInput, key: 'testcases' }], ['has_testcases']],
      [[{ ...customInput, key: 'testset-direct' }], ['has_testcases']],
      [[autoStep], ['has_evaluators', 'has_auto']],
      [[{ ...autoStep, origin: 'custom' }], ['has_evaluators', 'has_custom']],
      [[humanStep], ['has_evaluators', 'has_human', 'is_queue']],
    ]
    for (const [steps, flags] of rows) {
      const run = await makeRun(api, runOf(...steps))
      expect(run.flags, JSON.stringify(steps)).toEqual(allRunFlags(...flags))
    }
    const runWithoutSteps = await makeRun(api, {
      flags: { is_active: true, is_closed: true, is_split: true },
    })
    expect(runWithoutSteps.flags).toEqual(allRunFlags('is_active', 'is_closed', 'is_split'))
  })

  test('an edit keeps omitted fields, clears null fields and merges flags', async () => {
    const run = await makeRun(api, {
      ...runOf(inputStep),
      description: 'd',
      tags: { a: 1 },
      flags: { is_live: true },
    })
    const edit = { id: run.id, description: null, flags: { is_cached: true }, status: 'success' }
    const { body } = await api.call('PATCH', `/evaluations/runs/${run.id}`, { run: edit })
    const { description: _, ...rest } = run
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
      runs: [{ id: run.id, data: { steps: [humanStep], repeats: 3 } }],
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
    const closing = await api.post(`/evaluations/runs/${run.id}/close?status=success`)
    expect(closing.body.run).toMatchObject({ status: 'success', flags: { is_closed: true } })
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
    for (const [method, path, payload] of writes) {
      const { status, body } = await api.call(method, path, payload)
      expect({ status, body }, `${method} ${path}`).toEqual({ status: 409, body: closedDetail(run.id) })
    }
    expect((await api.post(`/evaluations/runs/${run.id}/close`)).body.run.status).toBe('success')
    const reopening = await api.post(`/evaluations/runs/${run.id}/open`)
    expect(reopening.body.run).toMatchObject({ status: 'success', flags: { is_closed: false } })
    expect((await api.post('/evaluations/results/', { results: [cell] })).status).toBe(200)
    const bulk = await api.post('/evaluations/runs/close', { run_ids: [run.id] })
    expect(bulk.body).toMatchObject({ count: 1, runs: [{ flags: { is_closed: true } }] })
    expect((await api.call('DELETE', `/evaluations/runs/${run.id}`)).body).toEqual({
      count: 1,
      run_id: run.id,
    })
  })

  test('deleting a run deletes all its records, and is idempotent', async () => {
    const run = await makeRun(api, runOf(inputStep, humanStep))
    const [scenario] = await makeScenarios(api, run.id, 1)
    await makeResults(api, [{ run_id: run.id, scenario_id: scenario.id, step_key: inputStep.key }])
    await api.post('/evaluations/metrics/', { metrics: [{ run_id: run.id, data: {} }] })
    const removal = await api.call('DELETE', '/evaluations/runs/', { run_ids: [unknownId, run.id] })
    expect(removal.body).toEqual({ count: 1, run_ids: [run.id] })
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
    const ownApi = await newProject(serverOf(backend), { seedDefaults: false })
    const { testset } = await makeSubjects(ownApi, 'found')
    const id = testset.revision_id as string
    const step = { ...inputStep, references: { testset_revision: { id } } }
    const runs = await Promise.all([
      makeRun(ownApi, { ...runOf(step), name: 'First 100%', tags: { team: 'a', deep: { x: 1 } } }),
      makeRun(ownApi, { ...runOf(autoStep), name: 'second', status: 'success', meta: { n: [1] } }),
      makeRun(ownApi, {
        ...runOf({ ...step, key: 'b' }),
        description: 'the first',
        flags: { is_live: true },
      }),
    ])
    const matchingIndexes = async (run: object) => {
      const { body } = await ownApi.post('/evaluations/runs/query', { run })
      return body.runs.map(({ id }: Body) => runs.findIndex((candidate) => candidate.id === id)).sort()
    }
    expect(await matchingIndexes({})).toEqual([0, 1, 2])
    expect(await matchingIndexes({ ids: [runs[1].id] })).toEqual([1])
    expect(await matchingIndexes({ name: '100%' })).toEqual([0])
    expect(await matchingIndexes({ description: 'FIRST' })).toEqual([2])
    expect(await matchingIndexes({ status: 'success' })).toEqual([1])
    expect(await matchingIndexes({ statuses: ['success', 'pending'] })).toEqual([0, 1, 2])
    expect(await matchingIndexes({ flags: { is_live: true } })).toEqual([2])
    expect(await matchingIndexes({ tags: { deep: { x: 1 } } })).toEqual([0])
    expect(await matchingIndexes({ meta: { n: [1] } })).toEqual([1])
    const indexesReferencing = (...references: readonly object[]) => matchingIndexes({ references })
    expect(await indexesReferencing({ testset_revision: { id } })).toEqual([0, 2])
    expect(
      await indexesReferencing({ testset_revision: { id, version: 1 }, testset: { id: testset.id } }),
    ).toEqual([0, 2])
    expect(await indexesReferencing({ testset_revision: { id, version: 2 } })).toEqual([])
    expect(await indexesReferencing({ testset_revision: { id }, testset: { slug: 'none' } })).toEqual([])
    expect(
      await indexesReferencing({ testset: { slug: 'none' } }, { testset: { slug: 'found-cities' } }),
    ).toEqual([0, 2])
    expect(await indexesReferencing({ testset: { slug: 'none' } }, {})).toEqual([0, 1, 2])
    const manySteps = Array.from({ length: 9_999 }, (_, i) => ({
      testset: { slug: `s${i}` },
      query: { slug: 'q' },
    }))
    expect(await indexesReferencing(...manySteps)).toEqual([])
    expect(await indexesReferencing(...manySteps, { testset: { id: testset.id } })).toEqual([0, 2])
    const firstPage = await ownApi.post('/evaluations/runs/query', { windowing: { limit: 2 } })
    expect(firstPage.body.windowing).toMatchObject({
      limit: 2,
      order: 'descending',
      next: firstPage.body.runs[1].id,
    })
    const secondPage = await ownApi.post('/evaluations/runs/query', { windowing: firstPage.body.windowing })
    expect(secondPage.body).toMatchObject({ count: 1 })
    expect(secondPage.body.windowing).toBeUndefined()
    const unknown = await ownApi.post('/evaluations/runs/query', { windowing: { next: unknownId } })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'cursor_unknown'])
  })

  test('another project can neither see nor change a run', async () => {
    const run = await makeRun(api)
    const other = await newProject(serverOf(backend), { seedDefaults: false })
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
        name: 'two steps with the same key',
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
        name: 'an unknown status',
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
        exact: { count: 0 },
      },
    ],
    () => api,
  )
})
