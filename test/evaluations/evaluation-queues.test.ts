// Annotation queues over HTTP: default queues of runs, and the assignment of scenarios.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { humanStep, inputStep, makeRun, makeScenarios, runOf } from '../support/evaluations.ts'
import { anId, aTime, unknownId } from '../support/scenarios.ts'

describe.each(backends)('queues on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })
  const defaultOf = async (runId: string) =>
    (await api.get(`/evaluations/runs/${runId}/queues/default`)).body.queue

  test('a run with a human step has a default queue, and the same one after the step returns', async () => {
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
    const countOf = async (filter: object) =>
      (await api.post('/evaluations/queues/query', { queue: { run_id: run.id, ...filter } })).body.count
    expect([await countOf({}), await countOf({ include_archived: true })]).toEqual([0, 1])
    const edit = await api.call('PATCH', `/evaluations/queues/${queue.id}`, { queue: { name: 'x' } })
    expect([edit.status, edit.body.code]).toEqual([404, 'archived'])
    await patch([inputStep, humanStep])
    expect((await defaultOf(run.id)).id).toBe(queue.id)
    const laterRun = await makeRun(api, runOf(inputStep))
    expect(await defaultOf(laterRun.id)).toBeUndefined()
    await api.post(`/simple/evaluations/${laterRun.id}/steps/add`, { steps: [humanStep] })
    expect(await defaultOf(laterRun.id)).toMatchObject({ flags: { is_default: true } })
  })

  test('requests that violate the rules of default queues are refused', async () => {
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
      // Refused for their shape, before any reference is checked.
      { scenario_ids: [unknownId], step_keys: ['none'] },
    ]) {
      const { status, body } = await patch({ data })
      expect([status, body.code], JSON.stringify(data)).toEqual([422, 'validation_failed'])
      const locations = body.detail.map(({ loc }: Body) => loc)
      expect(locations).toEqual(Object.keys(data).map((name) => ['body', 'queue', 'data', name]))
      const answer = await api.post('/evaluations/queues/', {
        queues: [{ run_id: run.id, flags: { is_default: true }, data }],
      })
      expect([answer.status, answer.body.detail[0].loc]).toEqual([
        422,
        ['body', 'queues', 0, 'data', Object.keys(data)[0]],
      ])
    }
    const conflict = [409, 'queue_conflict']
    const demotion = await patch({ flags: { is_default: false } })
    expect([demotion.status, demotion.body.code]).toEqual(conflict)
    const second = await api.post('/evaluations/queues/', {
      queues: [{ run_id: run.id, flags: { is_default: true } }],
    })
    expect([second.status, second.body.code]).toEqual(conflict)
    const deleteAnswer = await api.call('DELETE', `/evaluations/queues/${queue.id}`)
    expect([deleteAnswer.status, deleteAnswer.body.code]).toEqual(conflict)
    const plain = await api.post('/evaluations/queues/', { queues: [{ run_id: run.id }] })
    const plainId = plain.body.queues[0].id
    const bulk = await api.call('DELETE', '/evaluations/queues/', { queue_ids: [plainId, queue.id] })
    expect([bulk.status, bulk.body.code]).toEqual(conflict)
    expect((await api.get(`/evaluations/queues/${plainId}`)).body.count).toBe(1)
    const renaming = await patch({ name: 'Reviews', status: 'success' })
    expect(renaming.body.queue).toMatchObject({
      name: 'Reviews',
      status: 'success',
      flags: { is_default: true },
    })
    const removal = await api.call('DELETE', '/evaluations/queues/', { queue_ids: [plainId] })
    expect(removal.body).toEqual({ count: 1, queue_ids: [plainId] })
  })

  test('a plain queue is promoted where the run has no default queue', async () => {
    const run = await makeRun(api, runOf(inputStep))
    const answer = await api.post('/evaluations/queues/', {
      queues: [{ run_id: run.id, name: 'q', data: { batch_size: 2 } }],
    })
    const { id } = answer.body.queues[0]
    expect(answer.body.queues[0]).toMatchObject({
      status: 'pending',
      flags: { is_sequential: false, is_default: false },
      data: { batch_size: 2 },
    })
    const patch = (queue: object) => api.call('PATCH', `/evaluations/queues/${id}`, { queue })
    expect((await patch({ flags: { is_default: true } })).status).toBe(422)
    const promotion = await patch({ flags: { is_default: true }, data: {} })
    expect(promotion.body.queue.flags).toEqual({ is_sequential: false, is_default: true })
  })

  test('work is assigned to users in alternating batches or in contiguous shares', async () => {
    const run = await makeRun(api, runOf(inputStep, humanStep))
    const scenarios = await makeScenarios(api, run.id, 6)
    const [ann, bob] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b']
    const queue = async (fields: object) => {
      const { body } = await api.post('/evaluations/queues/', { queues: [{ run_id: run.id, ...fields }] })
      return body.queues[0].id as string
    }
    const work = async (id: string, users: object, data: object = {}) => {
      const { body } = await api.post(`/evaluations/queues/${id}/scenarios/query`, { queue: users, ...data })
      return body.scenarios.map((scenario: Body) => scenarios.findIndex(({ id }) => id === scenario.id))
    }
    const data = { user_ids: [[ann, bob]] }
    const alternating = await queue({ data })
    expect(await work(alternating, {})).toEqual([0, 1, 2, 3, 4, 5])
    expect(await work(alternating, { user_id: ann })).toEqual([0, 2, 4])
    expect(await work(alternating, { user_ids: [bob] })).toEqual([1, 3, 5])
    expect(await work(alternating, { user_ids: [ann, bob] })).toEqual([0, 1, 2, 3, 4, 5])
    expect(await work(alternating, { user_id: unknownId })).toEqual([])
    const batches = await queue({ data: { ...data, batch_size: 2, batch_offset: 1 } })
    expect(await work(batches, { user_id: ann })).toEqual([1, 2, 5])
    const shares = await queue({ data, flags: { is_sequential: true } })
    expect(await work(shares, { user_id: ann })).toEqual([0, 1, 2])
    const queueOfSome = await queue({ data: { ...data, scenario_ids: [scenarios[1].id, scenarios[4].id] } })
    expect(await work(queueOfSome, { user_id: bob })).toEqual([4])
    const repeats = await queue({ data: { user_ids: [[ann], [bob, ann]] } })
    expect(await work(repeats, { user_id: bob })).toEqual([0, 2, 4])
    expect(await work((await defaultOf(run.id)).id, { user_id: ann })).toHaveLength(6)
    expect(await work(alternating, { user_id: ann }, { windowing: { limit: 2 } })).toEqual([0, 2])
    expect(await work(alternating, { user_id: ann }, { scenario: { status: 'success' } })).toEqual([])
    const queuesOfAnn = await api.post('/evaluations/queues/query', {
      queue: { run_id: run.id, user_id: ann },
    })
    expect(queuesOfAnn.body.count).toBe(5)
  })

  test('a queue has only scenarios and steps of its run', async () => {
    const run = await makeRun(api, runOf(inputStep, humanStep))
    const [otherScenario] = await makeScenarios(api, (await makeRun(api)).id, 1)
    const rows: readonly (readonly [object, number, string])[] = [
      [{ run_id: unknownId }, 404, 'not_found'],
      [{ run_id: run.id, data: { scenario_ids: [unknownId] } }, 404, 'not_found'],
      [{ run_id: run.id, data: { scenario_ids: [otherScenario.id] } }, 400, 'reference_mismatch'],
      [{ run_id: run.id, data: { step_keys: ['none'] } }, 422, 'validation_failed'],
    ]
    for (const [queue, status, code] of rows) {
      const answer = await api.post('/evaluations/queues/', { queues: [queue] })
      expect([answer.status, answer.body.code], JSON.stringify(queue)).toEqual([status, code])
    }
  })

  test('an unknown queue has no work', async () => {
    const { body } = await api.post(`/evaluations/queues/${unknownId}/scenarios/query`, {})
    expect(body).toEqual({ count: 0, scenarios: [] })
    expect((await api.get(`/evaluations/queues/${unknownId}`)).body).toEqual({ count: 0 })
    expect((await api.call('DELETE', `/evaluations/queues/${unknownId}`)).body).toEqual({ count: 0 })
  })
})
