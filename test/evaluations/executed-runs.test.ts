// Runs that the server executes, observed while they are active and after their end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../src/programs/clients/clients.fixture.ts'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { follow } from '../support/event-stream.ts'
import {
  auto,
  waitForEnd,
  fetchRun,
  makeApplication,
  makeEvaluator,
  makeTestset,
  numberedRows,
  resultsOf,
  scenariosOf,
  startEvaluation,
} from '../support/runs.ts'

const rows = 6

describe.each(backends)('executed runs on %s', (backend) => {
  let api: Api
  let subject: TestServer
  let testset: string
  let evaluator: string
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    subject = await startTestServer()
    subject.reply({ body: { data: { outputs: '0' } } })
    testset = await makeTestset(api, numberedRows(rows))
    evaluator = await makeEvaluator(api, 'auto_exact_match')
  })
  afterAll(() => subject.close())

  const makeCorrectApplication = () =>
    makeApplication(api, {
      runtime: 'javascript',
      script: 'function invoke({ inputs }) { return inputs.correct_answer }',
    })
  const start = async (applications: readonly string[]) =>
    startEvaluation(api, {
      data: {
        testset_steps: [testset],
        application_steps: auto(...applications),
        evaluator_steps: auto(evaluator),
      },
    })

  test('a run has the verdicts of an evaluator in Python', async () => {
    const code =
      'import json\n\ndef evaluate(inputs, outputs, correct_answer, parameters):\n' +
      "    right = outputs == correct_answer\n    return {'score': 1 if right else 0, 'success': right, 'question': json.loads(json.dumps(inputs))['question']}\n"
    const python = await makeEvaluator(api, 'auto_custom_code_run', { code, runtime: 'python' })
    const { id } = await startEvaluation(api, {
      data: {
        testset_steps: [testset],
        application_steps: auto(await makeCorrectApplication()),
        evaluator_steps: auto(python),
      },
    })
    expect((await waitForEnd(api, id)).status).toBe('success')
    const verdicts = await Promise.all(
      (await resultsOf(api, id))
        .filter(({ step_key }) => step_key.startsWith('evaluator-'))
        .map(async ({ trace_id }) => {
          const { body } = await api.get(`/traces/${trace_id}`)
          const [root] = Object.values<Body>(body.trace.spans)
          return root.attributes.ag.data.outputs
        }),
    )
    const byQuestion = (a: Body, b: Body): number => a.question.localeCompare(b.question)
    expect(verdicts.toSorted(byQuestion)).toEqual(
      Array.from({ length: rows }, (_, n) => ({ score: 1, success: true, question: `what is ${n}?` })),
    )
  })

  test('a run streams every cell until it ends', async () => {
    const { id } = await start([await makeCorrectApplication()])
    const stream = await follow(api, id)
    const events = await stream.until('end')
    expect(events.at(-1)?.data).toEqual({ run_id: id, status: 'success' })
    const finishedIds = new Set(
      events
        .filter(({ event, data }) => event === 'result' && data.status === 'success')
        .map(({ data }) => data.id),
    )
    expect(finishedIds.size).toBe(3 * rows)
    const { progress } = (await api.get(`/evaluations/runs/${id}/progress`)).body
    expect(progress).toMatchObject({
      status: 'success',
      scenarios: { total: rows, success: rows },
      cells: { total: 3 * rows, done: 3 * rows, failed: 0, waiting: 0 },
      started_at: expect.any(String),
      finished_at: expect.any(String),
    })
    expect(progress.finished_at > progress.started_at).toBe(true)
    expect(progress).not.toHaveProperty('estimated_end')
  })

  test('a scenario links the traces of its steps', async () => {
    const annotatedCount = async (repeats: number) => {
      const application = await makeCorrectApplication()
      const evaluation = await startEvaluation(api, {
        data: {
          testset_steps: [testset],
          application_steps: auto(application),
          evaluator_steps: auto(evaluator),
          repeats,
        },
      })
      await waitForEnd(api, evaluation.id)
      const [input, app, judge] = (await fetchRun(api, evaluation.id)).data.steps.map(({ key }: Body) => key)
      return { evaluation, input, app, judge, scenarios: await scenariosOf(api, evaluation.id) }
    }
    const { evaluation, input, app, judge, scenarios } = await annotatedCount(1)
    expect(evaluation.testset_revision_id).toBe(testset)
    expect(scenarios).toHaveLength(rows)
    for (const scenario of scenarios) {
      const { links } = scenario
      expect(new Set(Object.keys(links))).toEqual(new Set([app, judge]))
      for (const [key, type] of [
        [app, 'invocation'],
        [judge, 'annotation'],
      ]) {
        const { trace_id, span_id } = links[key]
        const { spans } = (await api.get(`/traces/${trace_id}`)).body.trace
        const [root] = Object.values(spans) as readonly Body[]
        expect([root.span_id, root.attributes.ag.type.trace]).toEqual([span_id, type])
      }
      expect(links[judge]).not.toEqual(links[app])
      expect(links).not.toHaveProperty(input)
      expect((await api.get(`/evaluations/scenarios/${scenario.id}`)).body.scenario).toEqual(scenario)
    }
    const repeatedRun = await annotatedCount(2)
    const [first] = repeatedRun.scenarios
    expect(first.links[repeatedRun.judge]).toEqual([
      { trace_id: expect.any(String), span_id: expect.any(String) },
      { trace_id: expect.any(String), span_id: expect.any(String) },
    ])
    expect(first.links[repeatedRun.app]).toMatchObject({ trace_id: expect.any(String) })
  })

  test('two applications of one run are compared, and the better one passes a gate', async () => {
    const worseApplication = await makeApplication(api, { url: subject.url })
    const { id } = await start([worseApplication, await makeCorrectApplication()])
    const run = await waitForEnd(api, id)
    expect(run.status).toBe('success')
    const [first, second] = run.data.steps.flatMap((step: Body) =>
      step.type === 'invocation' ? step.key : [],
    )
    const comparisonAnswer = await api.post('/evaluations/runs/compare', {
      runs: [
        { run_id: id, application_step_key: first },
        { run_id: id, application_step_key: second },
      ],
    })
    expect(comparisonAnswer.status, JSON.stringify(comparisonAnswer.body)).toBe(200)
    const { metrics } = comparisonAnswer.body.comparison
    const success = metrics.find(({ path }: Body) => path.endsWith('.success'))
    expect(success).toMatchObject({
      type: 'binary',
      runs: [{ mean: 1 / rows }, { mean: 1 }],
      differences: [{ wins: rows - 1, losses: 0, ties: 1, test: 'mcnemar_exact' }],
    })
    const gate = async (name: string) => {
      const rules = [{ evaluator: name, path: 'score', statistic: 'mean', min: 0.9 }]
      return (await api.post(`/evaluations/runs/${id}/gate`, { rules })).body.gate.verdict
    }
    const annotationsOf = (application: string) =>
      run.data.steps.find(({ key }: Body) => key.endsWith(`.${application}`)).key
    expect(await gate(annotationsOf(first))).toBe('fail')
    expect(await gate(annotationsOf(second))).toBe('pass')
    const durationRules = [
      { evaluator: first, path: 'attributes.ag.metrics.duration.cumulative', statistic: 'max', max: 0 },
    ]
    const gateAnswer = await api.post(`/evaluations/runs/${id}/gate`, { rules: durationRules })
    expect(gateAnswer.body.gate.rules[0]).toMatchObject({ passed: false, value: expect.any(Number) })
  })

  test('a run stores a manifest, and its verification reports changes', async () => {
    const { id } = await start([await makeCorrectApplication()])
    await waitForEnd(api, id)
    const { manifest } = (await api.get(`/evaluations/runs/${id}/manifest`)).body
    expect(manifest.revisions.map(({ name }: Body) => name.split(':')[1])).toEqual([
      'testset_revision',
      'application_revision',
      'evaluator_revision',
    ])
    const verify = async () => (await api.post(`/evaluations/runs/${id}/manifest/verify`)).body.verification
    expect(await verify()).toEqual({ ok: true, mismatches: [] })
    const prices = [{ provider: 'x', model: 'y', input: 1, output: 2 }]
    const priceUpdate = await api.put('/prices/', { prices })
    expect(priceUpdate.status, JSON.stringify(priceUpdate.body)).toBe(200)
    const { ok, mismatches } = await verify()
    expect([ok, mismatches.map(({ name }: Body) => name)]).toEqual([false, ['prices_hash', 'hash']])
  })
})
