// Verdicts on finished runs: comparisons, gates, manifests.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { makeEvaluatedRun, makeRows, type EvaluatedRun } from '../support/evaluated-runs.ts'

const unknownId = '01900000-0000-7000-8000-00000000dead'
const scorePath = 'attributes.ag.data.outputs.score'
const successPath = 'attributes.ag.data.outputs.success'
const verdict = (score: number) => ({ score, success: score >= 0.5 })

describe.each(backends)('finished runs on %s', (backend) => {
  let api: Api
  let rows: Awaited<ReturnType<typeof makeRows>>
  let baseline: EvaluatedRun
  let better: EvaluatedRun
  const run = (scores: readonly number[], overrides: object = {}) =>
    makeEvaluatedRun(api, {
      testsetRevisionId: rows.revisionId,
      rows: rows.ids.map((testcaseId, i) => ({ testcaseId, outputs: [verdict(scores[i] ?? 0)] })),
      ...overrides,
    })
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    rows = await makeRows(
      api,
      'cities',
      Array.from({ length: 6 }, (_, i) => ({ city: `city ${i}`, testcase_dedup_id: `row-${i}` })),
    )
    baseline = await run([0.1, 0.2, 0.3, 0.9, 0.1, 0.1])
    better = await run([0.9, 0.9, 0.9, 0.9, 0.8, 0.7])
  })
  const compare = (body: object) => api.post('/evaluations/runs/compare', body)
  const pair = () => ({ runs: [{ run_id: baseline.id }, { run_id: better.id }] })
  const metric = (body: Body, path: string) =>
    body.comparison.metrics.find((candidate: Body) => candidate.path === path)

  describe('compared', () => {
    test('show each metric of each evaluator with its difference from the first run', async () => {
      const { status, body } = await compare(pair())
      expect(status).toBe(200)
      expect(body.comparison.baseline).toBe(baseline.id)
      const score = metric(body, scorePath)
      expect(score).toMatchObject({ evaluator: 'exact', type: 'numeric/continuous' })
      expect(score.runs.map((side: Body) => [side.run_id, side.count])).toEqual([
        [baseline.id, 6],
        [better.id, 6],
      ])
      expect(score.differences).toEqual([
        {
          run_id: better.id,
          mean: expect.closeTo(3.4 / 6, 9),
          ci95: [expect.any(Number), expect.any(Number)],
          p_value: expect.closeTo(2 / 2 ** 5, 9),
          test: 'sign_flip_permutation',
          n: 6,
          wins: 5,
          losses: 0,
          ties: 1,
          significant: false,
        },
      ])
      expect(metric(body, successPath)).toMatchObject({
        type: 'binary',
        runs: [{ mean: 1 / 6 }, { mean: 1 }],
        differences: [
          { test: 'mcnemar_exact', wins: 5, losses: 0, ties: 1, p_value: expect.closeTo(0.0625, 9) },
        ],
      })
    })

    test('show the rows with the values of each run', async () => {
      const { body } = await compare(pair())
      expect(body.comparison.rows.map((row: Body) => row.testcase_id)).toEqual(rows.ids)
      expect(body.comparison.rows[0].runs).toEqual([
        {
          run_id: baseline.id,
          scenario_id: baseline.scenarios[0].id,
          trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          status: 'success',
          values: { exact: { [scorePath]: 0.1, [successPath]: false } },
        },
        expect.objectContaining({ run_id: better.id, scenario_id: better.scenarios[0].id }),
      ])
    })

    test('are paged by rows, in the order of the baseline or reversed', async () => {
      for (const [order, ids] of [
        ['ascending', rows.ids],
        ['descending', rows.ids.toReversed()],
      ] as const) {
        const testcaseIds: string[] = []
        let windowing: Body = { limit: 4, ...(order === 'ascending' ? {} : { order }) }
        while (windowing !== undefined) {
          const { body } = await compare({ ...pair(), windowing })
          testcaseIds.push(...body.comparison.rows.map((row: Body) => row.testcase_id))
          expect(metric(body, scorePath).runs[0].count).toBe(6)
          windowing = body.windowing
          if (windowing !== undefined) expect(windowing).toMatchObject({ limit: 4, order })
        }
        expect(testcaseIds).toEqual(ids)
      }
      const invalidPage = await compare({ ...pair(), windowing: { next: unknownId } })
      expect(invalidPage.status).toBe(400)
    })

    test('count repeats of a row once', async () => {
      const repeatedRun = await makeEvaluatedRun(api, {
        testsetRevisionId: rows.revisionId,
        rows: rows.ids.map((testcaseId) => ({ testcaseId, outputs: [verdict(0), verdict(1)] })),
      })
      const { body } = await compare({ runs: [{ run_id: baseline.id }, { run_id: repeatedRun.id }] })
      expect(metric(body, scorePath).runs[1]).toMatchObject({ count: 6, mean: 0.5 })
      expect(body.comparison.rows[0].runs[1].values.exact[scorePath]).toEqual([0, 1])
    })

    test('omit failed cells', async () => {
      const runWithFailure = await makeEvaluatedRun(api, {
        testsetRevisionId: rows.revisionId,
        rows: rows.ids.map((testcaseId, i) => ({ testcaseId, outputs: i === 0 ? [] : [verdict(1)] })),
        status: 'errors',
      })
      const { body } = await compare({ runs: [{ run_id: baseline.id }, { run_id: runWithFailure.id }] })
      expect(metric(body, scorePath).differences[0]).toMatchObject({ n: 5 })
    })

    test('of other testset revisions are refused unless rows are matched by dedup id', async () => {
      const editedRows = await makeRows(
        api,
        'cities-2',
        rows.ids.map((_, i) => ({ city: `town ${i}`, testcase_dedup_id: `row-${i}` })),
      )
      const other = await makeEvaluatedRun(api, {
        testsetRevisionId: editedRows.revisionId,
        rows: editedRows.ids.map((testcaseId) => ({ testcaseId, outputs: [verdict(1)] })),
      })
      const body = { runs: [{ run_id: baseline.id }, { run_id: other.id }] }
      const refusal = await compare(body)
      expect([refusal.status, refusal.body.code]).toEqual([400, 'reference_mismatch'])
      const matchedComparison = await compare({ ...body, match: 'testcase_dedup_id' })
      expect(matchedComparison.status).toBe(200)
      expect(metric(matchedComparison.body, scorePath).differences[0].n).toBe(6)
      expect(matchedComparison.body.comparison.rows).toHaveLength(6)
    })

    test.each<[string, () => object, number]>([
      ['an unknown run', () => ({ runs: [{ run_id: unknownId }] }), 404],
      ['no run', () => ({ runs: [] }), 422],
      ['an unknown match', () => ({ ...pair(), match: 'name' }), 422],
      [
        'an unknown application',
        () => ({ runs: [{ run_id: baseline.id, application_step_key: 'none' }] }),
        422,
      ],
    ])('refuse %s', async (_, body, status) => {
      expect((await compare(body())).status).toBe(status)
    })
  })

  describe('at a gate', () => {
    const gate = (id: string, body: object) => api.post(`/evaluations/runs/${id}/gate`, body)
    const rule = { evaluator: 'exact', path: 'score', statistic: 'mean' }

    test('pass when every rule holds, with the values', async () => {
      const rules = [
        { ...rule, min: 0.5 },
        { ...rule, path: successPath, statistic: 'rate', min: 1 },
        { evaluator: 'evaluator-exact', path: 'score', statistic: 'p50', max: 0.95 },
      ]
      const { status, body } = await gate(better.id, { rules })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        count: 1,
        gate: {
          verdict: 'pass',
          rules: [
            { ...rules[0], value: expect.closeTo(0.85, 9), passed: true },
            { value: 1, passed: true },
            { value: 0.9, passed: true },
          ],
        },
      })
    })

    test('fail if a value is out of bounds or a metric is missing', async () => {
      const { body } = await gate(baseline.id, {
        rules: [
          { ...rule, min: 0.5 },
          { ...rule, path: 'nothing' },
        ],
      })
      expect(body.gate).toMatchObject({
        verdict: 'fail',
        rules: [
          { passed: false, reason: expect.stringContaining('below 0.5') },
          { passed: false, reason: expect.any(String) },
        ],
      })
    })

    test('fail by a drop from the baseline, also an insignificant one unless the rule excludes it', async () => {
      const rules = [
        { ...rule, max_drop: 0.1 },
        { ...rule, max_drop: 0.1, significant_only: true },
      ]
      const { body } = await gate(baseline.id, { baseline_run_id: better.id, rules })
      expect(body.gate).toMatchObject({
        verdict: 'fail',
        rules: [
          { passed: false, baseline: expect.closeTo(0.85, 9) },
          { passed: true, baseline: expect.closeTo(0.85, 9) },
        ],
      })
    })

    test('fail if the run did not succeed, regardless of the rules', async () => {
      const failedRun = await run([1, 1, 1, 1, 1, 1], { status: 'errors' })
      const { body } = await gate(failedRun.id, { rules: [{ ...rule, min: 0.5 }] })
      expect(body.gate).toMatchObject({
        verdict: 'fail',
        rules: [{ passed: true }],
        reason: expect.stringContaining('errors'),
      })
    })

    test.each<[string, () => Promise<string>, object, number, string]>([
      ['an unknown run', async () => unknownId, { rules: [] }, 404, 'not_found'],
      [
        'an unfinished run',
        async () => (await run([1], { status: 'running' })).id,
        { rules: [] },
        409,
        'run_not_finished',
      ],
      [
        'an unknown baseline',
        async () => better.id,
        { baseline_run_id: unknownId, rules: [] },
        404,
        'not_found',
      ],
      [
        'a drop without a baseline',
        async () => better.id,
        { rules: [{ ...rule, max_drop: 1 }] },
        422,
        'validation_failed',
      ],
      [
        'an unknown statistic',
        async () => better.id,
        { rules: [{ ...rule, statistic: 'mode' }] },
        422,
        'validation_failed',
      ],
    ])('refuse %s', async (_, id, body, status, code) => {
      const answer = await gate(await id(), body)
      expect([answer.status, answer.body.code]).toEqual([status, code])
    })
  })

  describe('with a manifest', () => {
    test('list their parts, and verify them', async () => {
      const { status, body } = await api.get(`/evaluations/runs/${baseline.id}/manifest`)
      expect(status).toBe(200)
      const pinnedRevision = { version: '1', content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
      expect(body.manifest).toMatchObject({
        run_id: baseline.id,
        revisions: [
          { name: 'testset-a:testset_revision', id: rows.revisionId, ...pinnedRevision },
          { name: 'application-a:application_revision', ...pinnedRevision },
          { name: 'evaluator-exact:evaluator_revision', ...pinnedRevision },
        ],
        testcases_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        program_version: expect.any(String),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      const laterManifest = (await api.get(`/evaluations/runs/${better.id}/manifest`)).body.manifest
      expect(laterManifest.testcases_hash).toBe(body.manifest.testcases_hash)
      const verification = await api.post(`/evaluations/runs/${baseline.id}/manifest/verify`)
      expect(verification.status).toBe(200)
      expect(verification.body).toEqual({ count: 1, verification: { ok: true, mismatches: [] } })
    })

    test('are not found for an unknown run', async () => {
      expect((await api.get(`/evaluations/runs/${unknownId}/manifest`)).body).toEqual({ count: 0 })
      expect((await api.post(`/evaluations/runs/${unknownId}/manifest/verify`)).status).toBe(404)
    })
  })

  test('are readable by viewers of their project', async () => {
    const viewer = await api.as('viewer')
    expect((await viewer.post('/evaluations/runs/compare', pair())).status).toBe(200)
    const otherApi = await newProject(serverOf(backend), { seedDefaults: false })
    expect((await otherApi.post('/evaluations/runs/compare', pair())).status).toBe(404)
    expect((await otherApi.get(`/evaluations/runs/${baseline.id}/manifest`)).body).toEqual({ count: 0 })
  })
})
