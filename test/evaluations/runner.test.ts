// Evaluations that the server executes, over HTTP on both backends: programs behind real urls, a model behind a real url.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { startModel, useModel, type Model } from '../support/model.ts'
import {
  auto,
  waitForEnd,
  fetchRun,
  makeApplication,
  makeEvaluator,
  makeQuery,
  makeTestset,
  metricsOf,
  numberedRows,
  resultsOf,
  scenariosOf,
  startEvaluation,
  statuses,
} from '../support/runs.ts'
import { startSubject, type Call, type Reply, type Subject } from '../support/subject.ts'
import { amount } from '../support/tier.ts'
import { eventually } from '../support/eventually.ts'

const numberOf = ({ body }: Call): number => Number(body.data.inputs.correct_answer)
const correctReply = ({ body }: Call): Reply => ({ outputs: body.data.inputs.correct_answer })

describe.each(backends)('a run on %s', (backend) => {
  let api: Api
  let subject: Subject
  let model: Model
  let reply: (call: Call) => Reply | Promise<Reply> = correctReply
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    subject = await startSubject((call) => reply(call))
    model = await startModel(({ messages }) => /what is (\d+)/.exec(messages.at(-1).content)?.[1] ?? '')
    await useModel(api, model)
  })
  afterAll(async () => {
    await subject.stop()
    await model.stop()
  })

  const makeUrlApplication = () => makeApplication(api, { url: subject.url })
  /** A run of some rows through the subject, evaluated by exact match, with `data` merged over its data. */
  const start = async (rows: number, data: object = {}, header: object = {}): Promise<Body> => {
    subject.calls.length = 0
    return startEvaluation(api, {
      ...header,
      data: {
        testset_steps: [await makeTestset(api, numberedRows(rows))],
        application_steps: auto(await makeUrlApplication()),
        evaluator_steps: auto(await makeEvaluator(api, 'auto_exact_match')),
        ...data,
      },
    })
  }
  const stepKeys = async (id: string): Promise<readonly string[]> =>
    (await fetchRun(api, id)).data.steps.map(({ key }: Body) => key)
  const byStep = (results: readonly Body[], prefix: string) =>
    results.filter(({ step_key }) => step_key.startsWith(prefix))

  test('of testcases, 2 programs and 3 evaluators leaves exactly its cells and traces', async () => {
    const rows = amount(20, 100)
    reply = correctReply
    subject.calls.length = 0
    const prompt = {
      messages: [{ role: 'user', content: '{{question}}' }],
      llm_config: { model: 'gpt-4o-mini' },
    }
    const application = await makeUrlApplication()
    const promptApplication = await makeApplication(api, { parameters: { prompt } })
    const evaluation = await startEvaluation(api, {
      data: {
        testset_steps: [await makeTestset(api, numberedRows(rows))],
        application_steps: auto(application, promptApplication),
        evaluator_steps: auto(
          await makeEvaluator(api, 'auto_exact_match'),
          await makeEvaluator(api, 'auto_contains_any', { substrings: ['1'] }),
          await makeEvaluator(api, 'auto_length_bounds', { min: 2 }),
        ),
        concurrency: { batch_size: rows / 2 },
      },
    })
    expect(evaluation.data.status).toMatch(/^(running|queued)$/)
    expect((await waitForEnd(api, evaluation.id)).status).toBe('success')
    const results = await resultsOf(api, evaluation.id)
    const scenarios = await scenariosOf(api, evaluation.id)
    expect([statuses(scenarios), statuses(results)]).toEqual([{ success: rows }, { success: 9 * rows }])
    expect([subject.calls.length, model.requests.length]).toEqual([rows, rows])
    const invocations = byStep(results, 'application-')
    const annotations = byStep(results, 'evaluator-')
    expect([byStep(results, 'testset-').length, invocations.length, annotations.length]).toEqual([
      rows,
      2 * rows,
      6 * rows,
    ])
    const traceIds = new Set([...invocations, ...annotations].map(({ trace_id }) => trace_id))
    expect(traceIds.size).toBe(8 * rows)
    const condition = {
      field: 'attributes',
      key: 'ag.meta.evaluation.run_id',
      operator: 'is',
      value: evaluation.id,
    }
    const storedResults: Body[] = []
    for (let windowing: Body = { limit: 1000 }; windowing !== undefined;) {
      const filtering = { conditions: [condition] }
      const { body } = await api.post('/spans/query', { filtering, windowing })
      storedResults.push(...body.spans)
      windowing = body.windowing
    }
    expect(new Set(storedResults.map(({ trace_id }) => trace_id))).toEqual(traceIds)
    // Scenarios are in the order of the rows, and each cell evaluated its own.
    const items = byStep(results, 'testset-').map(({ testcase_id }) => testcase_id)
    expect(new Set(items).size).toBe(rows)
    const metrics = await metricsOf(api, evaluation.id)
    expect(metrics.length).toBe(rows + 1)
    const fullRun = metrics.find(({ scenario_id }) => scenario_id === undefined)
    const score = 'attributes.ag.data.outputs.success'
    const rates = Object.entries(fullRun.data as Record<string, Body>)
      .filter(([key]) => key.startsWith('evaluator-'))
      .map(([, paths]) => paths[score].rate)
    const answers = Array.from({ length: rows }, (_, n) => String(n))
    const withOne = answers.filter((text) => text.includes('1')).length / rows
    const longer = answers.filter((text) => text.length >= 2).length / rows
    expect(rates).toEqual([1, 1, withOne, withOne, longer, longer])
  })

  test('whose program fails ends with errors, and its results have the reason', async () => {
    reply = (call) => (numberOf(call) === 1 ? { status: 400, body: { detail: 'no' } } : correctReply(call))
    const { id } = await start(3)
    expect((await waitForEnd(api, id)).status).toBe('errors')
    expect(statuses(await scenariosOf(api, id))).toEqual({ success: 2, errors: 1 })
    const failedResults = (await resultsOf(api, id)).filter(({ status }) => status === 'failure')
    expect(failedResults.map(({ error }) => error.code)).toEqual(['http_status', 'upstream_failed'])
    expect(failedResults.map(({ trace_id }) => trace_id)).toEqual([expect.any(String), undefined])
    expect(subject.calls.length).toBe(3)
  })

  test('computes only failed cells when it is started again', async () => {
    reply = (call) => (numberOf(call) < 2 ? { status: 400 } : correctReply(call))
    const { id } = await start(5)
    await waitForEnd(api, id)
    const before = await resultsOf(api, id)
    reply = correctReply
    subject.calls.length = 0
    await api.post(`/simple/evaluations/${id}/start`)
    expect((await waitForEnd(api, id)).status).toBe('success')
    expect(new Set(subject.calls.map(numberOf))).toEqual(new Set([0, 1]))
    expect(subject.calls.length).toBe(2)
    const after = await resultsOf(api, id)
    expect(after.map((result) => result.id)).toEqual(before.map((result) => result.id))
    expect(after.filter(({ error }) => error !== undefined)).toEqual([])
    const successes = (results: readonly Body[]) =>
      results.filter((_, i) => before[i].status === 'success').map(({ trace_id }) => trace_id)
    expect(successes(after)).toEqual(successes(before))
  })

  test('that is stopped aborts its calls, makes no further ones, and cancels the remaining cells', async () => {
    const pendingReply = Promise.withResolvers<Reply>()
    reply = () => pendingReply.promise
    const { id } = await start(30, { concurrency: { batch_size: 4 } })
    await eventually(async () => (subject.open() === 4 ? true : undefined), 'four calls')
    const { body } = await api.post(`/simple/evaluations/${id}/stop`)
    expect(body.evaluation).toMatchObject({ data: { status: 'cancelled' }, flags: { is_active: false } })
    await eventually(async () => (subject.open() === 0 ? true : undefined), 'the calls to be aborted')
    pendingReply.resolve({ outputs: 'too late' })
    expect(statuses(await resultsOf(api, id))).toEqual({ success: 30, cancelled: 60 })
    expect(statuses(await scenariosOf(api, id))).toEqual({ cancelled: 30 })
    // A second run that ends shows that the runner continued, without a further call for this one.
    const calls = subject.calls.length
    reply = correctReply
    const other = await startEvaluation(api, {
      data: {
        testset_steps: [await makeTestset(api, numberedRows(3))],
        application_steps: auto(await makeUrlApplication()),
      },
    })
    await waitForEnd(api, other.id)
    expect([calls, subject.calls.length]).toEqual([4, 7])
    await api.post(`/simple/evaluations/${id}/start`)
    expect((await waitForEnd(api, id)).status).toBe('success')
    expect(statuses(await resultsOf(api, id))).toEqual({ success: 90 })
  })

  test('that is closed stops, and is not written afterwards', async () => {
    const pendingReply = Promise.withResolvers<Reply>()
    reply = () => pendingReply.promise
    const { id } = await start(5, { concurrency: { batch_size: 2 } })
    await eventually(async () => (subject.open() === 2 ? true : undefined), 'two calls')
    await api.post(`/simple/evaluations/${id}/close`)
    await eventually(async () => (subject.open() === 0 ? true : undefined), 'the calls to be aborted')
    pendingReply.resolve({ outputs: 'too late' })
    const run = await fetchRun(api, id)
    expect(run.flags).toMatchObject({ is_closed: true, is_active: false })
    expect(statuses(await resultsOf(api, id))).toEqual({ success: 5, cancelled: 10 })
  })

  test('waits for people at human steps, and continues after their annotations', async () => {
    reply = correctReply
    const people = await makeEvaluator(api, 'auto_exact_match')
    const { id } = await start(2, { evaluator_steps: { [people]: 'human' } })
    const pending = await eventually(async () => {
      const pendingResults = (await resultsOf(api, id)).filter(({ status }) => status === 'pending')
      const isWaiting = statuses(await scenariosOf(api, id))['pending'] === 2
      return isWaiting ? pendingResults : undefined
    }, 'work for people')
    expect((await fetchRun(api, id)).status).toBe('running')
    const verdicts = pending.map(({ run_id, scenario_id, step_key }) => ({
      run_id,
      scenario_id,
      step_key,
      status: 'success',
      trace_id: byStep([...pending], 'evaluator')[0].id.replaceAll('-', ''),
    }))
    await api.post('/evaluations/results/', { results: verdicts.slice(0, 1) })
    expect((await fetchRun(api, id)).flags.is_active).toBe(true)
    await api.post('/evaluations/results/', { results: verdicts.slice(1) })
    expect((await waitForEnd(api, id)).status).toBe('success')
    expect(statuses(await scenariosOf(api, id))).toEqual({ success: 2 })
  })

  test('with repeats evaluates one invocation several times, or with is_split one each', async () => {
    reply = correctReply
    const plainRun = await start(2, { repeats: 3 })
    await waitForEnd(api, plainRun.id)
    expect(subject.calls.length).toBe(2)
    const splitRun = await start(2, { repeats: 3 }, { flags: { is_split: true } })
    await waitForEnd(api, splitRun.id)
    expect(subject.calls.length).toBe(6)
    const count = async (id: string, prefix: string) => byStep(await resultsOf(api, id), prefix).length
    for (const [id, invocations] of [
      [plainRun.id, 2],
      [splitRun.id, 6],
    ] as const) {
      expect([await count(id, 'testset-'), await count(id, 'application-')]).toEqual([6, invocations])
      expect(await count(id, 'evaluator-')).toBe(6)
    }
  })

  test('that gets another evaluator or more repeats computes only missing cells', async () => {
    reply = correctReply
    const { id } = await start(3)
    await waitForEnd(api, id)
    expect(subject.calls.length).toBe(3)
    const evaluator = await makeEvaluator(api, 'auto_contains_any', { substrings: ['2'] })
    const step = {
      key: 'evaluator-added',
      type: 'annotation',
      origin: 'auto',
      references: { evaluator_revision: { id: evaluator } },
      inputs: [{ key: '__all_invocations__' }, { key: '__all_inputs__' }],
    }
    await api.post(`/simple/evaluations/${id}/steps/add`, { steps: [step] })
    const { body } = await api.post(`/simple/evaluations/${id}/process`, {})
    expect(body.count).toBe(3)
    expect((await waitForEnd(api, id)).status).toBe('success')
    const [annotation] = byStep(await resultsOf(api, id), step.key)
    const { references } = (await api.get(`/simple/traces/${annotation.trace_id}`)).body.trace
    expect(references).toMatchObject({
      evaluator: { id: expect.any(String), slug: expect.any(String) },
      evaluator_variant: { id: expect.any(String), slug: expect.any(String) },
      evaluator_revision: { id: evaluator, version: '1' },
    })
    await api.post(`/simple/evaluations/${id}/repeats/set`, { repeats: 2 })
    await api.post(`/simple/evaluations/${id}/start`)
    expect((await waitForEnd(api, id)).status).toBe('success')
    expect(subject.calls.length).toBe(3)
    expect(statuses(await resultsOf(api, id))).toEqual({ success: 3 * (2 + 1 + 2 + 2) })
  })

  test('recomputes a part with overwrite, into a new trace', async () => {
    reply = correctReply
    const { id } = await start(3)
    await waitForEnd(api, id)
    const [, application = ''] = await stepKeys(id)
    const [scenario] = await scenariosOf(api, id)
    const part = { scenario_ids: [scenario.id], step_keys: [application] }
    expect((await api.post(`/simple/evaluations/${id}/process`, part)).body.count).toBe(0)
    await waitForEnd(api, id)
    const traces = async () => byStep(await resultsOf(api, id), application).map(({ trace_id }) => trace_id)
    const before = await traces()
    const processAnswer = await api.post(`/simple/evaluations/${id}/process`, { ...part, overwrite: true })
    expect([processAnswer.status, processAnswer.body.count]).toEqual([202, 1])
    expect((await waitForEnd(api, id)).status).toBe('success')
    expect(subject.calls.length).toBe(4)
    const after = await traces()
    expect(after.map((trace, i) => trace === before[i])).toEqual([false, true, true])
    for (const trace of [before[0], after[0]]) expect((await api.get(`/traces/${trace}`)).body.count).toBe(1)
  })

  test('whose preparation fails ends with the reason', async () => {
    const { body } = await api.post('/evaluations/runs/', {
      runs: [
        {
          data: {
            steps: [
              { key: 'q', type: 'input', origin: 'custom', references: {} },
              { key: 'e', type: 'annotation', origin: 'auto', references: {} },
            ],
          },
        },
      ],
    })
    const [{ id }] = body.runs
    await api.post(`/simple/evaluations/${id}/start`)
    const run = await waitForEnd(api, id)
    expect([run.status, run.meta.failure.code]).toEqual(['failure', 'validation_failed'])
    expect(run.meta.failure.message).toContain("'q'")
  })

  test('that a client executes is not changed by the server', async () => {
    const { id } = await start(2, { status: 'running' })
    const other = await start(1)
    await waitForEnd(api, other.id)
    expect(await scenariosOf(api, id)).toEqual([])
    expect((await fetchRun(api, id)).status).toBe('running')
  })

  test('of a queue evaluates items as they are added', async () => {
    reply = correctReply
    const human = await makeEvaluator(api, 'auto_exact_match')
    const evaluator = await makeEvaluator(api, 'auto_contains_any', { substrings: ['what is 1?'] })
    const revision = await makeTestset(api, numberedRows(3))
    const retrieveAnswer = await api.post('/testsets/revisions/retrieve', {
      testset_revision_ref: { id: revision },
    })
    const ids: readonly string[] = retrieveAnswer.body.testset_revision.data.testcase_ids
    const queue = await api.post('/simple/queues/', {
      queue: { data: { kind: 'testcases', evaluators: { [human]: 'human', [evaluator]: 'auto' } } },
    })
    const { id, run_id } = queue.body.queue
    const add = async (testcase_ids: readonly string[], scenarios: number) => {
      await api.post(`/simple/queues/${id}/testcases/`, { testcase_ids })
      return eventually(async () => {
        const evaluatorStatuses = statuses(byStep(await resultsOf(api, run_id), 'evaluator-'))
        return evaluatorStatuses['success'] === scenarios && evaluatorStatuses['pending'] === scenarios
          ? true
          : undefined
      }, 'annotations of the new items')
    }
    await add(ids.slice(0, 1), 1)
    await add(ids, 3)
    expect(await fetchRun(api, run_id)).toMatchObject({ status: 'running', flags: { is_active: true } })
    expect(statuses(await scenariosOf(api, run_id))).toEqual({ pending: 3 })
  })

  test('of a query evaluates each matching trace once', async () => {
    reply = correctReply
    const first = await start(4)
    await waitForEnd(api, first.id)
    const query = await makeQuery(api, {
      filtering: {
        conditions: [
          { field: 'trace_type', operator: 'is', value: 'invocation' },
          { field: 'attributes', key: 'ag.meta.evaluation.run_id', operator: 'is', value: first.id },
        ],
      },
    })
    const evaluator = await makeEvaluator(api, 'auto_contains_any', { substrings: ['2'] })
    const { id } = await startEvaluation(api, {
      data: { query_steps: [query], evaluator_steps: auto(evaluator) },
    })
    expect((await waitForEnd(api, id)).status).toBe('success')
    const results = await resultsOf(api, id)
    const invocations = byStep(await resultsOf(api, first.id), 'application-')
    expect(new Set(byStep(results, 'query-').map(({ trace_id }) => trace_id))).toEqual(
      new Set(invocations.map(({ trace_id }) => trace_id)),
    )
    expect(statuses(results)).toEqual({ success: 8 })
  })

  test('with is_cached reuses the trace of an equal cell', async () => {
    reply = correctReply
    const application = await makeUrlApplication()
    const testset = await makeTestset(api, numberedRows(2))
    const data = { testset_steps: [testset], application_steps: auto(application) }
    subject.calls.length = 0
    const first = await startEvaluation(api, { data })
    await waitForEnd(api, first.id)
    const second = await startEvaluation(api, { flags: { is_cached: true }, data })
    expect((await waitForEnd(api, second.id)).status).toBe('success')
    expect(subject.calls.length).toBe(2)
  })

  test('appears in the metrics of the process', async () => {
    const text = await (await fetch(`${serverOf(backend)}/metrics`)).text()
    expect(text).toMatch(/^assay_evaluation_cells_total\{outcome="success"\} \d+$/m)
    expect(text).toMatch(/^assay_evaluation_cells_running \d+$/m)
  })
})
