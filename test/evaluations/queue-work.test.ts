// People working in queues over HTTP: taking, annotating, skipping and undoing items, and their agreement.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { unknownId } from '../support/scenarios.ts'

const form = {
  type: 'object',
  properties: {
    helpful: { type: 'boolean' },
    tone: { type: 'integer', minimum: 1, maximum: 5 },
    comment: { type: 'string' },
  },
  required: ['helpful'],
}

describe.each(backends)('work in queues on %s', (store) => {
  let ann: Api
  let bob: Api
  let evaluator: Body
  /** Queues share them: annotations of a trace are distinguished by run. */
  let traceIds: readonly string[]
  beforeAll(async () => {
    ann = await newProject(serverOf(store), { seedDefaults: false })
    bob = await ann.as('editor')
    const invocation = { data: { outputs: { answer: 'yes' } } }
    const answers = await Promise.all([1, 2, 3, 4].map(() => ann.post('/invocations/', { invocation })))
    traceIds = answers.map(({ body }) => body.invocation.trace_id)
    const answer = await ann.post('/simple/evaluators/', {
      evaluator: { slug: 'helpful', data: { uri: 'agenta:custom:feedback:v0', schemas: { outputs: form } } },
    })
    evaluator = answer.body.evaluator
  })
  const userIdOf = async (api: Api): Promise<string> =>
    (await api.post('/invocations/', { invocation: {} })).body.invocation.created_by_id

  /** Creates a queue of this many traces. */
  const createQueue = async (count: number, data: object = {}): Promise<Body> => {
    const { body } = await ann.post('/simple/queues/', {
      queue: { name: 'q', data: { kind: 'traces', evaluators: [evaluator.revision_id], ...data } },
    })
    await ann.post(`/simple/queues/${body.queue.id}/traces/`, { trace_ids: traceIds.slice(0, count) })
    const run = (await ann.get(`/evaluations/runs/${body.queue.run_id}`)).body.run
    return { ...body.queue, step: run.data.steps.find(({ type }: Body) => type === 'annotation').key }
  }
  const take = async (api: Api, queue: Body, selection: object = {}): Promise<Body> =>
    (await api.post(`/evaluations/queues/${queue.id}/items/take`, selection)).body.item
  const annotate = (
    api: Api,
    queue: Body,
    item: Body,
    outputs: object = { helpful: true },
    members: object = {},
  ) =>
    api.post(`/evaluations/queues/${queue.id}/items/judge`, {
      judgement: {
        scenario_id: item.scenario_id,
        repeat_idx: item.repeat_idx,
        outputs: { [queue.step]: outputs },
        ...members,
      },
    })
  const changeItem = (api: Api, queue: Body, verb: 'skip' | 'undo', item: Body) =>
    api.post(`/evaluations/queues/${queue.id}/items/${verb}`, {
      item: { scenario_id: item.scenario_id, repeat_idx: item.repeat_idx },
    })
  const progress = async (queue: Body): Promise<Body> =>
    (await ann.post('/evaluations/queues/progress', { queue_ids: [queue.id] })).body.progress[0]
  const annotationsOf = async (queue: Body): Promise<readonly Body[]> => {
    const { body } = await ann.post('/annotations/query', {
      annotation: { links: traceIds.map((trace_id) => ({ trace_id })) },
      windowing: { limit: 100 },
    })
    return body.annotations.filter((annotation: Body) => annotation.meta.evaluation.run_id === queue.run_id)
  }
  const resultOf = async (queue: Body, item: Body): Promise<Body> => {
    const { body } = await ann.post('/evaluations/results/query', {
      result: { run_id: queue.run_id, scenario_id: item.scenario_id, step_key: queue.step },
    })
    return body.results.find((result: Body) => result.repeat_idx === item.repeat_idx)
  }

  test('annotating an item writes an annotation trace and a result, and is idempotent', async () => {
    const queue = await createQueue(1)
    const item = await take(ann, queue)
    expect(item).toMatchObject({ state: 'open', place: 1, total: 1, repeat_idx: 0, judgements: {} })
    const answer = await annotate(ann, queue, item, { helpful: true, tone: 4 }, { note: 'well said' })
    expect([answer.status, answer.body.item.state]).toEqual([200, 'judged'])
    await annotate(ann, queue, item, { helpful: false })
    const [annotation, ...others] = await annotationsOf(queue)
    expect(others).toEqual([])
    expect(annotation).toMatchObject({
      origin: 'human',
      kind: 'eval',
      data: { outputs: { helpful: false } },
      references: { evaluator_revision: { id: evaluator.revision_id } },
      meta: { evaluation: { run_id: queue.run_id, scenario_id: item.scenario_id } },
      created_by_id: await userIdOf(ann),
    })
    expect(await resultOf(queue, item)).toMatchObject({ status: 'success', trace_id: annotation.trace_id })
    const scenario = (await ann.get(`/evaluations/scenarios/${item.scenario_id}`)).body.scenario
    expect(scenario.status).toBe('success')
  })

  test('undo removes the annotation, and the item can be annotated again', async () => {
    const queue = await createQueue(1)
    const item = await take(ann, queue)
    const { judgements } = (await annotate(ann, queue, item, { helpful: true }, { note: 'hm' })).body.item
    const traceId = judgements[queue.step]
    expect((await ann.get(`/annotations/${traceId}`)).body.annotation.meta.note).toBe('hm')
    const undo = await changeItem(ann, queue, 'undo', item)
    expect(undo.body.item).toMatchObject({ state: 'open', judgements: {}, held_until: expect.any(String) })
    expect((await ann.get(`/annotations/${traceId}`)).body.count).toBe(0)
    const result = await resultOf(queue, item)
    expect([result.status, result.trace_id]).toEqual(['pending', undefined])
    const scenario = (await ann.get(`/evaluations/scenarios/${item.scenario_id}`)).body.scenario
    expect(scenario.status).toBe('pending')
    expect((await progress(queue)).items).toEqual({ total: 1, judged: 0 })
    expect((await changeItem(ann, queue, 'undo', item)).body.item.state).toBe('open')
    expect((await annotate(ann, queue, item, { helpful: false })).body.item.state).toBe('judged')
    expect((await ann.get(`/annotations/${traceId}`)).body.annotation.data.outputs).toEqual({
      helpful: false,
    })
  })

  test('two people at once never get the same item, and nobody annotates the item of another', async () => {
    const queue = await createQueue(4)
    const scenarioIds: string[] = []
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const items = await Promise.all([take(ann, queue), take(bob, queue)])
      const [first, second] = items
      expect(first.scenario_id).not.toBe(second.scenario_id)
      const conflict = await annotate(bob, queue, first)
      expect([conflict.status, conflict.body.code]).toEqual([409, 'queue_conflict'])
      await Promise.all([annotate(ann, queue, first), annotate(bob, queue, second)])
      const lateAnnotation = await annotate(bob, queue, first)
      expect([lateAnnotation.status, lateAnnotation.body.code]).toEqual([409, 'queue_conflict'])
      expect((await changeItem(bob, queue, 'undo', first)).status).toBe(409)
      scenarioIds.push(first.scenario_id, second.scenario_id)
    }
    expect(new Set(scenarioIds).size).toBe(4)
    expect(await take(ann, queue)).toBeUndefined()
    expect(await progress(queue)).toMatchObject({ items: { total: 4, judged: 4 } })
    const people = (await progress(queue)).people.map(({ judged }: Body) => judged)
    expect(people).toEqual([2, 2])
    expect(await annotationsOf(queue)).toHaveLength(4)
  })

  test('a skipped item goes to others, and returns on undo', async () => {
    const queue = await createQueue(2)
    const first = await take(ann, queue)
    const skip = await changeItem(ann, queue, 'skip', first)
    expect(skip.body.item.state).toBe('skipped')
    const second = await take(ann, queue)
    expect(second.scenario_id).not.toBe(first.scenario_id)
    expect((await take(bob, queue)).scenario_id).toBe(first.scenario_id)
    expect((await progress(queue)).people).toMatchObject([{ judged: 0, skipped: 1 }])
    await annotate(ann, queue, second)
    expect((await changeItem(ann, queue, 'skip', second)).body.code).toBe('queue_conflict')
    await changeItem(bob, queue, 'skip', first)
    const previousItem = await take(ann, queue, { scenario_id: second.scenario_id, move: 'previous' })
    expect([previousItem?.scenario_id, previousItem?.state]).toEqual([first.scenario_id, 'skipped'])
    expect((await changeItem(ann, queue, 'undo', first)).body.item.state).toBe('open')
    expect((await take(ann, queue)).scenario_id).toBe(first.scenario_id)
  })

  test('assigned users get their own items, and progress is reported by person', async () => {
    const [annId, bobId] = [await userIdOf(ann), await userIdOf(bob)]
    const queue = await createQueue(3, { repeats: 2, assignments: [[annId], [bobId, annId]] })
    const first = await take(ann, queue)
    expect(first.total).toBe(4)
    expect((await take(bob, queue)).total).toBe(2)
    await annotate(ann, queue, first)
    expect((await progress(queue)).people).toEqual([
      { user_id: annId, assigned: 4, judged: 1, skipped: 0, last_at: expect.any(String) },
      { user_id: bobId, assigned: 2, judged: 0, skipped: 0 },
    ])
  })

  test('agreement is measured over common items, with the disagreements', async () => {
    const queue = await createQueue(3, { repeats: 2 })
    const judgements = [
      [
        { helpful: true, tone: 4 },
        { helpful: true, tone: 4 },
      ],
      [
        { helpful: true, tone: 5 },
        { helpful: false, tone: 2 },
      ],
      [
        { helpful: false, tone: 1 },
        { helpful: false, tone: 1 },
      ],
    ]
    let splitItem: Body
    for (const [i, [first, second]] of judgements.entries()) {
      const item = await take(ann, queue)
      await annotate(ann, queue, item, first)
      if (i === 1) splitItem = item
      await annotate(bob, queue, await take(bob, queue), second)
    }
    const { body } = await ann.get(`/evaluations/queues/${queue.id}/agreement`)
    const [helpful, tone] = body.agreement.measures
    expect(helpful).toEqual({
      step_key: queue.step,
      path: 'helpful',
      scale: 'nominal',
      measure: 'cohen_kappa',
      value: expect.closeTo(0.4, 12),
      items: 3,
      raters: 2,
      observed: expect.closeTo(2 / 3, 12),
    })
    expect(tone).toMatchObject({ path: 'tone', scale: 'ordinal', measure: 'krippendorff_alpha', items: 3 })
    expect(body.agreement.disagreement_count).toBe(2)
    expect(body.agreement.disagreements[0]).toMatchObject({
      path: 'helpful',
      scenario_id: splitItem?.['scenario_id'],
      trace_id: splitItem?.['trace_id'],
    })
    const values = body.agreement.disagreements[0].values
    expect(values.map(({ value }: Body) => value).sort()).toEqual([false, true])
  })

  test('an annotation that does not match its evaluator, or lacks one, is refused and not stored', async () => {
    const queue = await createQueue(1)
    const item = await take(ann, queue)
    const mismatch = await annotate(ann, queue, item, { tone: 4 })
    expect([mismatch.status, mismatch.body.code]).toEqual([422, 'output_mismatch'])
    const place = { scenario_id: item.scenario_id, repeat_idx: 0 }
    const judgements = [{}, { [queue.step]: { helpful: true }, other: {} }]
    for (const outputs of judgements) {
      const answer = await ann.post(`/evaluations/queues/${queue.id}/items/judge`, {
        judgement: { ...place, outputs },
      })
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
    }
    expect((await resultOf(queue, item)).status).toBe('pending')
    expect(await annotationsOf(queue)).toEqual([])
  })

  test('rows of a testset are annotated without a trace, and the run ends, and resumes on undo', async () => {
    const testset = await ann.post('/simple/testsets/', {
      testset: { slug: 'questions', data: { testcases: [{ data: { q: 'a' } }] } },
    })
    const revision = testset.body.testset.revision_id
    const answer = await ann.post('/simple/queues/', {
      queue: { data: { testsets: [revision], evaluators: [evaluator.revision_id] } },
    })
    const run = async () => (await ann.get(`/evaluations/runs/${answer.body.queue.run_id}`)).body.run
    const { steps } = (await run()).data
    const queue = { ...answer.body.queue, step: steps.find(({ type }: Body) => type === 'annotation').key }
    await expect.poll(() => take(ann, queue)).toBeDefined()
    const item = await take(ann, queue)
    expect(item).toMatchObject({ testcase_id: expect.any(String), state: 'open' })
    expect(item['trace_id']).toBeUndefined()
    expect((await annotate(ann, queue, item)).body.item.state).toBe('judged')
    await expect.poll(async () => (await run()).status).toBe('success')
    await changeItem(ann, queue, 'undo', item)
    expect((await run()).status).toBe('running')
    const metrics = await ann.post('/evaluations/metrics/query', { metrics: { run_id: queue.run_id } })
    expect(metrics.body.metrics).toEqual([])
    await annotate(ann, queue, item, { helpful: false })
    await expect.poll(async () => (await run()).status).toBe('success')
  })

  test('an unknown queue has no items, and a closed one refuses annotations', async () => {
    const unknown = await ann.post(`/evaluations/queues/${unknownId}/items/take`, {})
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    expect((await ann.get(`/evaluations/queues/${unknownId}/agreement`)).body).toEqual({ count: 0 })
    const none = await ann.post('/evaluations/queues/progress', { queue_ids: [unknownId] })
    expect(none.body).toEqual({ count: 0, progress: [] })
    const queue = await createQueue(1)
    const item = await take(ann, queue)
    const other = await ann.post(`/evaluations/queues/${queue.id}/items/take`, { scenario_id: unknownId })
    expect([other.status, other.body.code]).toEqual([404, 'not_found'])
    await ann.post(`/evaluations/runs/${queue.run_id}/close`)
    const lateAnswer = await annotate(ann, queue, item)
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([409, 'run_closed'])
  })
})
