// Rows of runs, sorted and filtered by any metric, alone or compared; always with the current traces.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { storeSpans } from '../support/stored-spans.ts'
import { makeEvaluatedRun, makeRows, type EvaluatedRun } from '../support/evaluated-runs.ts'

const scorePath = 'attributes.ag.data.outputs.score'
const durationPath = 'attributes.ag.metrics.duration.cumulative'
const score = { evaluator: 'exact', path: 'score' }
const verdict = (value: number) => ({
  score: value,
  success: value >= 0.5,
  tone: value >= 0.8 ? 'warm' : 'cold',
  strict: value >= 0.9,
})

describe.each(backends)('rows of runs on %s', (backend) => {
  let api: Api
  let rows: Awaited<ReturnType<typeof makeRows>>
  let before: EvaluatedRun
  let after: EvaluatedRun
  const run = (scores: readonly (number | undefined)[]) =>
    makeEvaluatedRun(api, {
      testsetRevisionId: rows.revisionId,
      rows: scores.map((value, i) => ({
        testcaseId: rows.ids[i] ?? '',
        outputs: value === undefined ? [] : [verdict(value)],
      })),
    })
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    rows = await makeRows(
      api,
      'cities',
      Array.from({ length: 5 }, (_, i) => ({ city: `city ${i}` })),
    )
    before = await run([0.5, 0.1, 0.9, 0.9, 0.3])
    after = await run([0.4, 0.8, 0.9, 0.2, undefined])
    await storeDurations(before, [9, 8, 7, 6, 5])
  })
  /** Stores a trace of each duration, and a result of the application that references it. */
  async function storeDurations(run: EvaluatedRun, seconds: readonly number[]): Promise<void> {
    const traceIds = seconds.map((_, i) => `${run === before ? '' : 'f'}${i + 1}`.repeat(32).slice(0, 32))
    await storeSpans(
      api,
      seconds.map((second, i) => ({
        trace_id: traceIds[i],
        span_id: 'a'.repeat(16),
        span_name: 'answer',
        start_time: '2026-10-15T09:00:00.000000Z',
        end_time: `2026-10-15T09:00:0${second}.000000Z`,
      })),
    )
    await api.post('/evaluations/results/', {
      results: seconds.map((_, i) => ({
        run_id: run.id,
        scenario_id: run.scenarios[i].id,
        step_key: run.keys.application,
        trace_id: traceIds[i],
      })),
    })
  }

  const fetchRows = (body: object) =>
    api.post('/evaluations/runs/rows', { runs: [{ run_id: before.id }], ...body })
  const bothRuns = () => ({ runs: [{ run_id: before.id }, { run_id: after.id }] })
  /** The positions of the returned rows. */
  async function positionsOf(body: object): Promise<readonly number[]> {
    const answer = await fetchRows(body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.count).toBe(answer.body.rows.length)
    return answer.body.rows.map((row: Body) => rows.ids.indexOf(row.testcase_id))
  }

  test('are returned in creation order, with annotations and measures', async () => {
    const { body } = await fetchRows({})
    expect(body.total).toBe(5)
    expect(body.rows.map((row: Body) => row.testcase_id)).toEqual(rows.ids)
    const [first] = body.rows[0].runs
    expect(first).toMatchObject({ run_id: before.id, scenario_id: before.scenarios[0].id, status: 'success' })
    expect(first.values.exact).toMatchObject({
      [scorePath]: 0.5,
      'attributes.ag.data.outputs.success': true,
      'attributes.ag.data.outputs.tone': 'cold',
    })
    expect(first.values[before.keys.application]).toEqual({ [durationPath]: 9000 })
  })

  test('are sorted by a metric in either order, stable, rows without a value last', async () => {
    expect(await positionsOf({ sort: score })).toEqual([1, 4, 0, 2, 3])
    expect(await positionsOf({ sort: { ...score, order: 'descending' } })).toEqual([2, 3, 0, 4, 1])
    expect(await positionsOf({ ...bothRuns(), sort: { ...score, order: 'descending' } })).toEqual([
      2, 1, 0, 3, 4,
    ])
    expect(await positionsOf({ ...bothRuns(), sort: { ...score, run: 0 } })).toEqual([1, 4, 0, 2, 3])
    expect(await positionsOf({ sort: { evaluator: 'exact', path: 'tone' } })).toEqual([0, 1, 4, 2, 3])
    expect(await positionsOf({ sort: { evaluator: 'app', path: durationPath } })).toEqual([4, 3, 2, 1, 0])
    expect(await positionsOf({ sort: { evaluator: 'nobody', path: 'score' } })).toEqual([0, 1, 2, 3, 4])
  })

  test('a comparison pairs the totals of two runs by row', async () => {
    const faster = await run([0.5, 0.5, 0.5])
    await storeDurations(faster, [8, 6, 4])
    const comparedRuns = { runs: [{ run_id: before.id }, { run_id: faster.id }] }
    const withoutTotals = await api.post('/evaluations/runs/compare', comparedRuns)
    expect(withoutTotals.body.comparison).not.toHaveProperty('totals')
    const { body } = await api.post('/evaluations/runs/compare', { ...comparedRuns, include: ['totals'] })
    expect(body.comparison.metrics).toEqual(withoutTotals.body.comparison.metrics)
    const total = body.comparison.totals.find(({ path }: Body) => path === durationPath)
    expect(total.runs.map(({ count, mean }: Body) => [count, mean])).toEqual([
      [5, 7000],
      [3, 6000],
    ])
    // In the rows of both runs, the second one is 1, 2 and 3 seconds faster.
    expect(total.differences).toMatchObject([
      { run_id: faster.id, mean: -2000, n: 3, wins: 0, losses: 3, significant: false },
    ])
  })

  test('are sorted by the difference between runs', async () => {
    expect(await positionsOf({ ...bothRuns(), sort: { ...score, by: 'difference' } })).toEqual([
      3, 0, 2, 1, 4,
    ])
  })

  test('can be limited to rows in which runs differ, on the metric of the sort or on any', async () => {
    expect(
      await positionsOf({ ...bothRuns(), differing: true, sort: { ...score, by: 'difference' } }),
    ).toEqual([3, 0, 1, 4])
    expect(await positionsOf({ ...bothRuns(), differing: true })).toEqual([0, 1, 3, 4])
  })

  test('are filtered by bounds, values, and existence', async () => {
    const positionsWith = (filter: object, query: object = {}) =>
      positionsOf({ filters: [{ ...score, ...filter }], ...query })
    expect(await positionsWith({ min: 0.3, max: 0.5 })).toEqual([0, 4])
    expect(await positionsWith({ path: 'success', is: [false] })).toEqual([1, 4])
    expect(await positionsWith({ path: 'tone', is: ['warm', 'hot'] })).toEqual([2, 3])
    expect(await positionsWith({ exists: false }, bothRuns())).toEqual([4])
    expect(
      await positionsWith({ path: durationPath, evaluator: before.keys.application, max: 6000 }),
    ).toEqual([3, 4])
    expect(await positionsOf({ statuses: ['errors'] })).toEqual([])
  })

  test('are paged by offset, with the total', async () => {
    const { body } = await fetchRows({ sort: score, windowing: { offset: 1, limit: 2 } })
    expect([body.count, body.total]).toEqual([2, 5])
    expect(body.rows.map((row: Body) => rows.ids.indexOf(row.testcase_id))).toEqual([4, 0])
  })

  test('include distributions of values and differences', async () => {
    const { body } = await fetchRows({
      ...bothRuns(),
      sort: score,
      include: ['plots'],
      windowing: { limit: 1 },
    })
    expect(body.plots.distributions).toEqual([
      { run_id: before.id, count: 5, values: [0.1, 0.3, 0.5, 0.9, 0.9] },
      { run_id: after.id, count: 4, values: [0.2, 0.4, 0.8, 0.9] },
    ])
    const [differences] = body.plots.differences
    expect(differences).toMatchObject({ run_id: after.id, count: 4 })
    expect(differences.values).toEqual([-0.7, -0.1, 0, 0.7].map((value) => expect.closeTo(value, 9)))
  })

  test('include the agreement of verdicts', async () => {
    const { body } = await fetchRows({ include: ['agreement'] })
    expect(body.agreement).toEqual([
      {
        run_id: before.id,
        a: { evaluator: 'exact', path: 'attributes.ag.data.outputs.success' },
        b: { evaluator: 'exact', path: 'attributes.ag.data.outputs.strict' },
        n: 5,
        both: 2,
        only_a: 1,
        only_b: 0,
        neither: 2,
        // 0.8 of the rows agree; 0.6 * 0.4 + 0.4 * 0.6 would agree by chance.
        kappa: expect.closeTo((0.8 - 0.48) / 0.52, 9),
      },
    ])
  })

  test('follow annotations that are rewritten, edited and deleted', async () => {
    const editedRun = await run([0.5, 0.6])
    const order = () => positionsOf({ runs: [{ run_id: editedRun.id }], sort: score })
    expect(await order()).toEqual([0, 1])
    const { body } = await api.post('/evaluations/results/query', {
      result: { run_id: editedRun.id, step_key: editedRun.keys.evaluator },
    })
    const [first, second] = body.results
    await api.call('PATCH', `/simple/traces/${first.trace_id}`, {
      trace: { data: { outputs: verdict(0.7) } },
    })
    expect(await order()).toEqual([1, 0])
    const answer = await api.post('/simple/traces/', {
      trace: {
        origin: 'human',
        kind: 'eval',
        channel: 'web',
        references: {},
        links: {},
        data: { outputs: verdict(1) },
      },
    })
    const { id: _, ...cell } = second
    await api.post('/evaluations/results/', {
      results: [
        {
          run_id: cell.run_id,
          scenario_id: cell.scenario_id,
          step_key: cell.step_key,
          trace_id: answer.body.trace.trace_id,
        },
      ],
    })
    expect(await order()).toEqual([0, 1])
    await api.call('DELETE', `/simple/traces/${first.trace_id}`)
    expect(await order()).toEqual([1, 0])
  })

  test('rows of a named snapshot stay unchanged until another name is used', async () => {
    const editedRun = await run([0.5, 0.6])
    const runs = [{ run_id: before.id }, { run_id: editedRun.id }]
    const comparison = await api.post('/evaluations/runs/compare', { runs, reading: 'first' })
    expect(comparison.status, JSON.stringify(comparison.body)).toBe(200)
    const order = (reading?: string) => positionsOf({ runs, sort: score, ...(reading && { reading }) })
    expect(await order()).toEqual([0, 1, 2, 3, 4])
    const { body } = await api.post('/evaluations/results/query', {
      result: { run_id: editedRun.id, step_key: editedRun.keys.evaluator },
    })
    await api.call('PATCH', `/simple/traces/${body.results[0].trace_id}`, {
      trace: { data: { outputs: verdict(0.7) } },
    })
    expect(await order('first')).toEqual([0, 1, 2, 3, 4])
    expect(await order('second')).toEqual([1, 0, 2, 3, 4])
    expect(await order()).toEqual([1, 0, 2, 3, 4])
    // The first snapshot lacks this measure, so its current value is used.
    expect(
      await positionsOf({ runs, reading: 'first', sort: { evaluator: 'app', path: durationPath, run: 0 } }),
    ).toEqual([4, 3, 2, 1, 0])
    await api.call('DELETE', `/evaluations/runs/${editedRun.id}`)
    expect((await fetchRows({ runs, sort: score, reading: 'first' })).status).toBe(404)
  })

  test('a request with an unknown run or position is refused', async () => {
    const unknown = await fetchRows({ runs: [{ run_id: '01900000-0000-7000-8000-00000000dead' }] })
    expect(unknown.status).toBe(404)
    const unknownPosition = await fetchRows({ sort: { ...score, run: 1 } })
    expect(unknownPosition.status).toBe(422)
    expect(unknownPosition.body.detail[0].loc).toEqual(['body', 'sort', 'run'])
  })
})
