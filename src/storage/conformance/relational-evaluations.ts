// The promises of a relational store about records of evaluations. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type {
  EvaluationFilter,
  EvaluationKind,
  EvaluationMetrics,
  EvaluationQueue,
  EvaluationResult,
  EvaluationRun,
  EvaluationScenario,
} from '../contract/contract.ts'
import { allAscending } from './records.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

/** Records with distinguishable values in every field, in their own project. */
export function evaluationRecords() {
  const actorId = clock.id()
  const record = () => ({
    id: clock.id(),
    status: 'running' as const,
    flags: { is_live: true, is_split: false },
    tags: { team: 'eval', nested: { level: 2 } },
    meta: { list: [1, null, 'zwei 👋'], empty: {} },
    createdAt: clock.now(),
    createdById: actorId,
    updatedAt: clock.now(),
    updatedById: actorId,
    deletedAt: undefined,
    deletedById: undefined,
  })
  const run = (overrides: Partial<EvaluationRun> = {}): EvaluationRun => ({
    ...record(),
    name: 'a run',
    description: 'of steps',
    executor: 'client',
    data: { steps: [{ key: 'b', a: null }], repeats: 2 },
    ...overrides,
  })
  const scenario = (runId: string, overrides: Partial<EvaluationScenario> = {}): EvaluationScenario => ({
    ...record(),
    runId,
    interval: 1,
    timestamp: '2026-01-02T03:04:05.000006Z',
    ...overrides,
  })
  const result = (
    parent: EvaluationScenario,
    overrides: Partial<EvaluationResult> = {},
  ): EvaluationResult => ({
    ...record(),
    runId: parent.runId,
    scenarioId: parent.id,
    stepKey: 'step',
    repeatIdx: 0,
    traceId: clock.hex(32),
    testcaseId: clock.id(),
    hashId: clock.id(),
    error: { code: 'timeout', message: 'too slow' },
    interval: 2,
    timestamp: '2026-01-02T03:04:06.000000Z',
    ...overrides,
  })
  const metrics = (runId: string, overrides: Partial<EvaluationMetrics> = {}): EvaluationMetrics => ({
    ...record(),
    runId,
    scenarioId: undefined,
    timestamp: undefined,
    interval: undefined,
    data: { step: { path: { type: 'binary', count: 1 } } },
    ...overrides,
  })
  const queue = (runId: string, overrides: Partial<EvaluationQueue> = {}): EvaluationQueue => ({
    ...record(),
    runId,
    name: 'a queue',
    description: undefined,
    data: { user_ids: [[clock.id()]] },
    ...overrides,
  })
  return { projectId: clock.id(), run, scenario, result, metrics, queue }
}

export function evaluationConformance({ store }: Subject): void {
  const read = (kind: EvaluationKind, projectId: string, filter: EvaluationFilter = {}) =>
    store().read.evaluationRecords(kind, projectId, filter)
  const ids = async (kind: EvaluationKind, projectId: string, filter: EvaluationFilter = {}) =>
    (await read(kind, projectId, filter)).map(({ id }) => id)

  test('are returned as written, and only in their project', async () => {
    const fixture = evaluationRecords()
    const run = fixture.run()
    const scenario = fixture.scenario(run.id)
    const records = {
      run: [run],
      scenario: [scenario],
      result: [fixture.result(scenario)],
      metrics: [fixture.metrics(run.id), fixture.metrics(run.id, { scenarioId: scenario.id, interval: 5 })],
      queue: [fixture.queue(run.id)],
    }
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', fixture.projectId, records.run)
      await tx.putEvaluationRecords('scenario', fixture.projectId, records.scenario)
      await tx.putEvaluationRecords('result', fixture.projectId, records.result)
      await tx.putEvaluationRecords('metrics', fixture.projectId, records.metrics)
      await tx.putEvaluationRecords('queue', fixture.projectId, records.queue)
    })
    for (const kind of ['run', 'scenario', 'result', 'metrics', 'queue'] as const) {
      expect(await read(kind, fixture.projectId), kind).toEqual(records[kind])
      expect(await read(kind, clock.id()), kind).toEqual([])
    }
    const [storedRun] = await store().read.evaluationRecords('run', fixture.projectId, {})
    expect(JSON.stringify(storedRun?.data)).toBe('{"steps":[{"key":"b","a":null}],"repeats":2}')
  })

  test('are replaced by id, but not from another project', async () => {
    const fixture = evaluationRecords()
    const run = fixture.run()
    const { projectId } = fixture
    await store().write((tx) => tx.putEvaluationRecords('run', projectId, [run]))
    const changedRun = { ...run, name: undefined, status: 'success' as const, updatedAt: clock.now() }
    await store().write((tx) => tx.putEvaluationRecords('run', projectId, [changedRun]))
    await store().write((tx) => tx.putEvaluationRecords('run', clock.id(), [{ ...run, name: 'theirs' }]))
    expect(await read('run', projectId)).toEqual([changedRun])
  })

  test('have one result for a step and repeat of a scenario, and one row of metrics for a key', async () => {
    const fixture = evaluationRecords()
    const run = fixture.run()
    const scenario = fixture.scenario(run.id)
    const { projectId } = fixture
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', projectId, [run])
      await tx.putEvaluationRecords('scenario', projectId, [scenario])
      await tx.putEvaluationRecords('result', projectId, [fixture.result(scenario)])
      await tx.putEvaluationRecords('metrics', projectId, [fixture.metrics(run.id)])
    })
    const putDuplicate = (work: 'result' | 'metrics') =>
      store().write((tx) =>
        work === 'result'
          ? tx.putEvaluationRecords('result', projectId, [fixture.result(scenario)])
          : tx.putEvaluationRecords('metrics', projectId, [fixture.metrics(run.id)]),
      )
    await expect(putDuplicate('result')).rejects.toThrow()
    await expect(putDuplicate('metrics')).rejects.toThrow()
    expect(await read('result', projectId)).toHaveLength(1)
    expect(await read('metrics', projectId)).toHaveLength(1)
  })

  test('are filtered by their parents; an empty list restricts nothing', async () => {
    const fixture = evaluationRecords()
    const { projectId } = fixture
    const [runA, runB] = [fixture.run(), fixture.run({ status: 'success' })]
    const first = fixture.scenario(runA.id)
    const secondScenario = fixture.scenario(runB.id, { interval: 5, timestamp: undefined })
    const results = [
      fixture.result(first),
      fixture.result(first, { repeatIdx: 1, status: 'failure' }),
      fixture.result(secondScenario, { stepKey: 'other' }),
    ]
    const metrics = [
      fixture.metrics(runA.id),
      fixture.metrics(runA.id, { scenarioId: first.id }),
      fixture.metrics(runA.id, { timestamp: '2026-01-02T03:05:00.000000Z' }),
    ]
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', projectId, [runA, runB])
      await tx.putEvaluationRecords('scenario', projectId, [first, secondScenario])
      await tx.putEvaluationRecords('result', projectId, results)
      await tx.putEvaluationRecords('metrics', projectId, metrics)
    })
    const places = async (filter: EvaluationFilter) =>
      (await ids('result', projectId, filter)).map((id) => results.findIndex((result) => result.id === id))
    expect(await places({ ids: [], runIds: [], stepKeys: [], statuses: [] })).toEqual([0, 1, 2])
    expect(await places({ ids: [results[1]?.id ?? '', clock.id()] })).toEqual([1])
    expect(await places({ runIds: [runA.id] })).toEqual([0, 1])
    expect(await places({ scenarioIds: [secondScenario.id] })).toEqual([2])
    expect(await places({ stepKeys: ['other', 'nul \u0000'] })).toEqual([2])
    expect(await places({ stepKeys: ['nul \u0000'] })).toEqual([])
    expect(await places({ repeatIdxs: [1, 7] })).toEqual([1])
    expect(await places({ statuses: ['failure'], runIds: [runB.id] })).toEqual([])
    expect(await ids('scenario', projectId, { intervals: [5] })).toEqual([secondScenario.id])
    expect(await ids('scenario', projectId, { timestamps: [first.timestamp ?? ''] })).toEqual([first.id])
    expect(await ids('scenario', projectId, { timestamps: false })).toEqual([secondScenario.id])
    const rows = async (filter: EvaluationFilter) =>
      (await ids('metrics', projectId, filter)).map((id) => metrics.findIndex((row) => row.id === id))
    expect(await rows({ scenarioIds: true })).toEqual([1])
    expect(await rows({ scenarioIds: false })).toEqual([0, 2])
    expect(await rows({ scenarioIds: false, timestamps: false })).toEqual([0])
    expect(await rows({ timestamps: true })).toEqual([2])
  })

  test('are paginated in the order of creation, archived ones only on request', async () => {
    const fixture = evaluationRecords()
    const { projectId } = fixture
    const run = fixture.run()
    const queues = Array.from({ length: 5 }, (_, i) =>
      fixture.queue(run.id, i === 2 ? { deletedAt: clock.now(), deletedById: clock.id() } : {}),
    )
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', projectId, [run])
      await tx.putEvaluationRecords('queue', projectId, queues.toReversed())
    })
    const liveIds = queues.filter(({ deletedAt }) => deletedAt === undefined).map(({ id }) => id)
    expect(await ids('queue', projectId)).toEqual(liveIds)
    expect(await ids('queue', projectId, { includeArchived: true })).toHaveLength(5)
    const page = (bounds: object) =>
      store().read.evaluationRecords('queue', projectId, {}, { ...allAscending, ...bounds })
    const newest = await page({ order: 'descending', limit: 2 })
    expect(newest.map(({ id }) => id)).toEqual(liveIds.toReversed().slice(0, 2))
    const rest = await page({ order: 'descending', limit: 9, after: newest[1] })
    expect(rest.map(({ id }) => id)).toEqual(liveIds.toReversed().slice(2))
    const time = queues[1]?.createdAt ?? ''
    const [from, to] = [{ time, inclusive: false }, undefined]
    expect((await page({ from, to })).map(({ id }) => id)).toEqual(liveIds.slice(2))
  })

  test('are paginated by status across all runs, in one order for several statuses', async () => {
    const fixture = evaluationRecords()
    const { projectId } = fixture
    const statuses = ['failure', 'success', 'errors', 'cancelled'] as const
    const runs = Array.from({ length: 12 }, (_, i) => fixture.run({ status: statuses[i % 4] ?? 'failure' }))
    await store().write((tx) => tx.putEvaluationRecords('run', projectId, runs.toReversed()))
    for (const requested of [
      ['failure'],
      ['errors', 'failure'],
      ['success', 'failure', 'failure'],
    ] as const) {
      const expected = runs.filter(({ status }) => requested.some((one) => one === status))
      for (const order of ['ascending', 'descending'] as const) {
        const listedRuns: EvaluationRun[] = []
        for (let isLast = false; !isLast;) {
          const bounds = { ...allAscending, order, limit: 2, after: listedRuns.at(-1) }
          const page = await store().read.evaluationRecords('run', projectId, { statuses: requested }, bounds)
          expect(page.length).toBeLessThanOrEqual(2)
          listedRuns.push(...page)
          isLast = page.length < 2
        }
        expect(listedRuns).toEqual(order === 'ascending' ? expected : expected.toReversed())
      }
    }
  })

  test('are found by a value without an index, however far apart they are', async () => {
    const fixture = evaluationRecords()
    const { projectId } = fixture
    const run = fixture.run()
    // More records than two slices of a search, with rare ones on both sides of a slice boundary.
    const rarePlaces = new Set([4_999, 5_000, 10_001])
    const scenarios = Array.from({ length: 10_002 }, (_, i) =>
      fixture.scenario(run.id, { interval: rarePlaces.has(i) ? 7 : 1, status: 'success' }),
    )
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', projectId, [run])
      await tx.putEvaluationRecords('scenario', projectId, scenarios)
    })
    const rareScenarios = scenarios.filter(({ interval }) => interval === 7)
    const find = (filter: EvaluationFilter, bounds: object) =>
      store().read.evaluationRecords('scenario', projectId, filter, { ...allAscending, ...bounds })
    const byInterval = { intervals: [7] }
    expect(await find(byInterval, {})).toEqual(rareScenarios)
    expect(await find(byInterval, { order: 'descending' })).toEqual(rareScenarios.toReversed())
    expect(await find(byInterval, { limit: 2 })).toEqual(rareScenarios.slice(0, 2))
    expect(await find(byInterval, { limit: 2, after: rareScenarios[1] })).toEqual(rareScenarios.slice(2))
    expect(await find(byInterval, { from: { time: rareScenarios[1]?.createdAt, inclusive: true } })).toEqual(
      rareScenarios.slice(1),
    )
    expect(await find({ ...byInterval, statuses: ['success', 'failure'] }, {})).toEqual(rareScenarios)
    expect(await find({ intervals: [8] }, {})).toEqual([])
  })

  test('are read as cells: few fields of the results of a run or of some steps, in the order of creation', async () => {
    const fixture = evaluationRecords()
    const { projectId } = fixture
    const [run, otherRun] = [fixture.run(), fixture.run()]
    const scenarios = [fixture.scenario(run.id), fixture.scenario(run.id, { status: 'errors' })]
    const otherScenario = fixture.scenario(otherRun.id)
    const results = [
      ...scenarios.map((scenario) => fixture.result(scenario)),
      ...scenarios.map((scenario) => fixture.result(scenario, { stepKey: 'judge', testcaseId: undefined })),
    ]
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', projectId, [run, otherRun])
      await tx.putEvaluationRecords('scenario', projectId, [...scenarios, otherScenario])
      await tx.putEvaluationRecords('result', projectId, [...results, fixture.result(otherScenario)])
    })
    const cells = results.map(({ id, scenarioId, stepKey, repeatIdx, status, traceId, testcaseId }) => ({
      id,
      scenarioId,
      stepKey,
      repeatIdx,
      status,
      traceId,
      testcaseId,
    }))
    expect(await store().read.runCells(projectId, run.id)).toEqual(cells)
    expect(await store().read.runCells(projectId, run.id, ['judge'])).toEqual(cells.slice(2))
    expect(await store().read.runCells(projectId, run.id, [])).toEqual([])
    expect(await store().read.runCells(clock.id(), run.id)).toEqual([])
    const columnsOf = (someCells: typeof cells, keys: readonly string[]) => ({
      scenarioIds: someCells.map(({ scenarioId }) => scenarioId),
      steps: someCells.map(({ stepKey }) => keys.indexOf(stepKey)),
      repeatIdxs: someCells.map(({ repeatIdx }) => repeatIdx),
      succeeded: someCells.map(({ status }) => status === 'success'),
      traceIds: someCells.map(({ traceId }) => traceId ?? ''),
      testcaseIds: someCells.map(({ testcaseId }) => testcaseId ?? ''),
    })
    for (const [keys, someCells] of [
      [['judge', ...new Set(cells.slice(0, 2).map(({ stepKey }) => stepKey))], cells],
      [['judge'], cells.slice(2)],
      [['unknown'], []],
      [[], []],
    ] as const) {
      expect(await store().read.cellColumns(projectId, run.id, keys)).toEqual(columnsOf([...someCells], keys))
    }
    const expected = scenarios.map(({ id, status }) => ({ id, status }))
    expect(await store().read.runScenarios(projectId, run.id)).toEqual(expected)
    expect(await store().read.runScenarios(clock.id(), run.id)).toEqual([])
  })

  test('are deleted by id, run or scenario, returning the deleted ids', async () => {
    const fixture = evaluationRecords()
    const { projectId } = fixture
    const run = fixture.run()
    const scenarios = [fixture.scenario(run.id), fixture.scenario(run.id)]
    const results = scenarios.map((scenario) => fixture.result(scenario))
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', projectId, [run])
      await tx.putEvaluationRecords('scenario', projectId, scenarios)
      await tx.putEvaluationRecords('result', projectId, results)
    })
    const remove = (kind: EvaluationKind, by: 'id' | 'runId' | 'scenarioId', values: readonly string[]) =>
      store().write((tx) => tx.deleteEvaluationRecords(kind, projectId, by, values))
    expect(await remove('result', 'id', [clock.id()])).toEqual([])
    expect(await remove('result', 'id', [])).toEqual([])
    expect(await remove('result', 'scenarioId', [scenarios[0]?.id ?? ''])).toEqual([results[0]?.id])
    expect(await remove('result', 'runId', [run.id])).toEqual([results[1]?.id])
    expect(await remove('scenario', 'runId', [run.id])).toHaveLength(2)
    expect(await remove('run', 'id', [run.id])).toEqual([run.id])
    expect(await read('run', projectId)).toEqual([])
  })

  test('are found and deleted by more values than a statement has parameters', async () => {
    const fixture = evaluationRecords()
    const { projectId } = fixture
    const run = fixture.run()
    const scenario = fixture.scenario(run.id)
    const result = fixture.result(scenario)
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', projectId, [run])
      await tx.putEvaluationRecords('scenario', projectId, [scenario])
      await tx.putEvaluationRecords('result', projectId, [result])
    })
    const manyIds = Array.from({ length: 20_000 }, () => clock.id())
    const filter: EvaluationFilter = {
      ids: [...manyIds, result.id],
      runIds: [...manyIds, run.id],
      scenarioIds: [...manyIds, scenario.id],
      stepKeys: [...manyIds, result.stepKey],
      timestamps: [...manyIds, result.timestamp ?? ''],
      intervals: [...Array.from({ length: 20_000 }, (_, i) => i + 1000), result.interval ?? 0],
      repeatIdxs: [...Array.from({ length: 200 }, (_, i) => i + 1), result.repeatIdx],
      traceIds: [...manyIds, result.traceId ?? ''],
      testcaseIds: [...manyIds, result.testcaseId ?? ''],
    }
    expect(await store().read.evaluationRecords('result', projectId, filter)).toEqual([result])
    const otherFilter = { ...filter, intervals: manyIds.map((_, i) => i + 1000) }
    expect(await store().read.evaluationRecords('result', projectId, otherFilter)).toEqual([])
    await store().write(async (tx) => {
      const ids = [...manyIds, ...manyIds, result.id]
      expect(await tx.deleteEvaluationRecords('result', projectId, 'id', ids)).toEqual([result.id])
    })
  })

  test('are written by the thousand, all or none', async () => {
    const fixture = evaluationRecords()
    const { projectId } = fixture
    const run = fixture.run()
    const scenarios = Array.from({ length: 2500 }, () => fixture.scenario(run.id))
    await store().write((tx) => tx.putEvaluationRecords('run', projectId, [run]))
    const failingWrite = store().write(async (tx) => {
      await tx.putEvaluationRecords('scenario', projectId, scenarios)
      throw new Error('no')
    })
    await expect(failingWrite).rejects.toThrow('no')
    expect(await read('scenario', projectId)).toEqual([])
    await store().write((tx) => tx.putEvaluationRecords('scenario', projectId, scenarios))
    expect(await ids('scenario', projectId)).toEqual(scenarios.map(({ id }) => id))
  })

  test('transactions on a locked run are serialized', async () => {
    const fixture = evaluationRecords()
    const { projectId } = fixture
    const run = fixture.run({ data: { count: 0 } })
    await store().write((tx) => tx.putEvaluationRecords('run', projectId, [run]))
    const increment = () =>
      store().write(async (tx) => {
        const [lockedRun] = await tx.lockEvaluationRuns(projectId, [run.id, clock.id()])
        if (lockedRun === undefined) throw new Error('the run does not exist')
        const data = { count: Number(lockedRun.data?.['count']) + 1 }
        await tx.putEvaluationRecords('run', projectId, [{ ...lockedRun, data }])
      })
    await Promise.all(Array.from({ length: 20 }, increment))
    expect((await store().read.evaluationRecords('run', projectId, {}))[0]?.data).toEqual({ count: 20 })
    expect(await store().write((tx) => tx.lockEvaluationRuns(clock.id(), [run.id]))).toEqual([])
  })
}
