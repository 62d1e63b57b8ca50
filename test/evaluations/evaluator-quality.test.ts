// The quality of an evaluator: its agreement with people on the rows both have evaluated. The numbers are computed by
// hand.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { makeEvaluatedRun, makeRows, type EvaluatedRun } from '../support/evaluated-runs.ts'

/** The values of the evaluator for six rows. */
const verdicts = [
  { pass: true, score: 1, tone: 'warm' },
  { pass: true, score: 2, tone: 'warm' },
  { pass: true, score: 3, tone: 'cold' },
  { pass: false, score: 4, tone: 'cold' },
  { pass: false, score: 5, tone: 'cold' },
  { pass: true, score: 6, tone: 'cold' },
]
/** The values of people for the first four: two verdicts agree, two do not. */
const valuesOfPeople = [
  { good: true, score: 1, tone: 'warm' },
  { good: true, score: 2, tone: 'cold' },
  { good: false, score: 3, tone: 'cold' },
  { good: true, score: 6, tone: 'cold' },
]

describe.each(backends)('the quality of an evaluator on %s', (backend) => {
  let api: Api
  let run: EvaluatedRun
  let traceIds: readonly string[]
  const fetchQuality = (body: object) => api.post('/evaluations/evaluators/quality', body)
  const annotate = (traceId: string, outputs: object, members: object = {}) =>
    api.post('/annotations/', {
      annotation: {
        origin: 'human',
        data: { outputs },
        references: { evaluator: { slug: 'people' } },
        links: { invocation: { trace_id: traceId, span_id: 'a'.repeat(16) } },
        ...members,
      },
    })
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    const rows = await makeRows(
      api,
      'cities',
      verdicts.map((_, i) => ({ city: `city ${i}` })),
    )
    run = await makeEvaluatedRun(api, {
      testsetRevisionId: rows.revisionId,
      rows: verdicts.map((outputs, i) => ({ testcaseId: rows.ids[i] ?? '', outputs: [outputs] })),
    })
    const { body } = await api.post('/evaluations/results/query', {
      result: { run_id: run.id, step_key: run.keys.application },
    })
    traceIds = run.scenarios.map(
      ({ id }) => body.results.find((result: Body) => result.scenario_id === id).trace_id,
    )
  })

  test('is empty before people have annotated, and not found for an unknown evaluator', async () => {
    const { body } = await fetchQuality({ evaluator_ref: { slug: 'exact' } })
    expect(body).toEqual({ count: 0, runs: 1, rows: 0, more: false, metrics: [] })
    expect((await fetchQuality({ evaluator_ref: { slug: 'nobody' } })).status).toBe(404)
    expect((await fetchQuality({})).body.code).toBe('reference_required')
  })

  test('is kappa for verdicts and distance for numbers, over the common rows', async () => {
    for (const [i, outputs] of valuesOfPeople.entries()) {
      expect((await annotate(traceIds[i] ?? '', outputs)).status).toBe(200)
    }
    const annotation = { good: true, score: 1, tone: 'warm' }
    // Annotations by programs and annotations of other traces do not count.
    await annotate(traceIds[4] ?? '', annotation, { origin: 'auto' })
    await annotate('f'.repeat(32), annotation)
    const { body } = await fetchQuality({ evaluator_ref: { slug: 'exact' } })
    expect([body.count, body.rows]).toEqual([3, 4])
    const metric = (path: string): Body => body.metrics.find((candidate: Body) => candidate.path === path)
    // The evaluator and people have one verdict each, so these are compared.
    // (3·3 + 1·1) / 16 would be equal by chance: (0.5 − 0.625) / (1 − 0.625).
    const pass = metric('pass')
    expect(pass).toMatchObject({ people_path: 'good', kind: 'boolean', n: 4, equal: 0.5 })
    expect(pass.kappa).toBeCloseTo(-1 / 3, 12)
    expect([pass.values, pass.matrix]).toEqual([
      [true, false],
      [
        [2, 1],
        [1, 0],
      ],
    ])
    expect(pass.disagreement_count).toBe(2)
    expect(pass.disagreements).toContainEqual({
      run_id: run.id,
      scenario_id: run.scenarios[2].id,
      trace_id: traceIds[2],
      evaluator: true,
      people: false,
    })
    // Texts: three of four are equal; (2·1 + 2·3) / 16 would be equal by chance.
    expect(metric('tone')).toMatchObject({ kind: 'category', equal: 0.75, kappa: 0.5 })
    // Numbers: 1 2 3 4 with 1 2 3 6. Products of deviations 8, squares 5 and 14.
    const score = metric('score')
    expect(score).toMatchObject({ people_path: 'score', kind: 'number', n: 4, mean_difference: -0.5 })
    expect(score.correlation).toBeCloseTo(8 / Math.sqrt(5 * 14), 12)
    // Alpha: 1 − 7 · (differences 2² = 4) / (8 · squared deviations of all eight, 19.5).
    expect(score.alpha).toBeCloseTo(1 - (7 * 4) / (8 * 19.5), 12)
    expect(score.disagreements).toMatchObject([{ scenario_id: run.scenarios[3].id, evaluator: 4, people: 6 }])
  })

  test('counts annotations in the run itself, by majority', async () => {
    const before = (await fetchQuality({ evaluator_ref: { slug: 'exact' } })).body
    const { data } = (await api.get(`/evaluations/runs/${run.id}`)).body.run
    const step = {
      key: 'people',
      type: 'annotation',
      origin: 'human',
      references: { evaluator: { slug: 'people' } },
    }
    const edit = await api.call('PATCH', `/evaluations/runs/${run.id}`, {
      run: { id: run.id, data: { ...data, repeats: 3, steps: [...data.steps, step] } },
    })
    expect(edit.status, JSON.stringify(edit.body)).toBe(200)
    for (const [repeat_idx, good] of [false, true, false].entries()) {
      const answer = await annotate('e'.repeat(32), { good, score: 6, tone: 'cold' })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const cell = { run_id: run.id, scenario_id: run.scenarios[5].id, status: 'success' }
      const { trace_id } = answer.body.annotation
      await api.post('/evaluations/results/', {
        results: [{ ...cell, step_key: 'people', repeat_idx, trace_id }],
      })
    }
    const { body } = await fetchQuality({ evaluator_ref: { slug: 'exact' } })
    expect(body.rows).toBe(before.rows + 1)
    expect(body.metrics[0].disagreements).toContainEqual(
      expect.objectContaining({ scenario_id: run.scenarios[5].id, evaluator: true, people: false }),
    )
    // A step that people fill in is not measured as an evaluator.
    expect((await fetchQuality({ evaluator_ref: { slug: 'people' } })).body).toMatchObject({
      runs: 0,
      metrics: [],
    })
  })

  test('covers only the runs of a revision when one is named', async () => {
    const answer = await api.post('/evaluators/revisions/retrieve', { evaluator_ref: { slug: 'exact' } })
    const { id, evaluator_variant_id } = answer.body.evaluator_revision
    const commitAnswer = await api.post('/evaluators/revisions/commit', {
      evaluator_revision_commit: { evaluator_variant_id, data: { parameters: { strict: true } } },
    })
    expect(commitAnswer.status, JSON.stringify(commitAnswer.body)).toBe(200)
    const runsOf = async (revision: string): Promise<number> =>
      (await fetchQuality({ evaluator_revision_ref: { id: revision } })).body.runs
    expect(await runsOf(id)).toBe(1)
    expect(await runsOf(commitAnswer.body.evaluator_revision.id)).toBe(0)
  })
})
