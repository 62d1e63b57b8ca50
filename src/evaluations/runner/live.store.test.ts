import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openExecution, type ExecutionStores } from '../../../test/support/execution.ts'
import { movedClock, testRunner, type TestRunner } from '../../../test/support/runner.ts'
import { eventually } from '../../../test/support/eventually.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { createSimpleEvaluation, stopEvaluation } from '../simple/simple-evaluations.ts'
import { dispatchSlice } from '../simple/slices.ts'
import { runProgress } from '../following/run-progress.ts'
import { dueTick, nextTickMs } from './live.ts'

const clock = movedClock()
const settings = { liveTickMs: 60_000, liveDelayMs: 10_000 }
const msAt = (time: string): number => Date.parse(`2026-03-02T09:${time}Z`)
const textAt = (time: string): string => `2026-03-02T09:${time}.000000Z`

describe('ticks', () => {
  test.each([
    ['00:00', '01:00'],
    ['00:49', '01:00'],
    ['00:50', '02:00'],
    ['00:51', '02:00'],
  ])('the first tick after the watermark %s is at %s', (watermark, next) => {
    expect(nextTickMs({ watermark: textAt(watermark), ticks: [] }, settings)).toBe(msAt(next))
  })

  test('a tick covers the time from the watermark to the storage delay', () => {
    const live = { watermark: textAt('00:20'), ticks: [] }
    expect(dueTick(live, { settings, nowMs: msAt('00:59') })).toBeUndefined()
    const tick = { timestamp: textAt('01:00'), from: textAt('00:20'), to: textAt('00:50') }
    expect(dueTick(live, { settings, nowMs: msAt('01:00') })).toEqual(tick)
    // Missed ticks run one by one.
    expect(dueTick(live, { settings, nowMs: msAt('07:30') })).toEqual(tick)
    expect(dueTick({ ...live, watermark: tick.to }, { settings, nowMs: msAt('07:30') })).toEqual({
      timestamp: textAt('02:00'),
      from: textAt('00:50'),
      to: textAt('01:50'),
    })
  })

  test('a requested tick does not wait for its minute', () => {
    const live = { watermark: textAt('00:20'), ticks: [], isAsked: true }
    expect(dueTick(live, { settings, nowMs: msAt('00:25') })).toBeUndefined()
    expect(dueTick(live, { settings, nowMs: msAt('00:45') })).toEqual({
      timestamp: textAt('00:00'),
      from: textAt('00:20'),
      to: textAt('00:35'),
    })
  })
})

describe.each(backends)('a live run on %s', (backend) => {
  let stores: ExecutionStores
  let runner: TestRunner
  beforeAll(async () => {
    stores = await openExecution(backend, clock)
  })
  afterAll(() => stores.close())

  const revision = async (kind: 'query' | 'evaluator', data: JsonObject): Promise<string> =>
    (await stores.revision(kind, data)).id
  const startRun = async (tag: string): Promise<EvaluationRun> => {
    const conditions = [
      { field: 'trace_type', operator: 'is', value: 'invocation' },
      { field: 'attributes', key: 'ag.tags.of', operator: 'is', value: tag },
    ]
    const query = await revision('query', { filtering: { conditions } })
    const uri = 'assay:builtin:auto_contains_any:v0'
    const evaluator = await revision('evaluator', { uri, parameters: { substrings: ['yes'] } })
    return createSimpleEvaluation(
      { engine: runner.engine, scope: stores.scope },
      {
        flags: { is_live: true },
        data: { queries: { [query]: 'auto' }, evaluators: { [evaluator]: 'auto' } },
      },
    )
  }
  /** Stores a trace now: a root, and below it the span that the query matches. */
  const storeTrace = async (tag: string): Promise<string> => {
    const traceId = clock.hex(32)
    const root = clock.hex(16)
    const span = (extraMembers: JsonObject, attributes: JsonObject) => ({
      trace_id: traceId,
      span_name: 'work',
      start_time: clock.now(),
      end_time: clock.now(),
      ...extraMembers,
      attributes: { ag: { type: { trace: 'invocation', span: 'workflow' }, ...attributes } },
    })
    await stores.traceWrites.write(stores.scope, async () => ({
      records: [
        span({ span_id: root }, { data: { outputs: 'yes' } }),
        span({ span_id: clock.hex(16), parent_id: root }, { tags: { of: tag } }),
      ],
    }))
    return traceId
  }
  const read = <K extends 'scenario' | 'result' | 'metrics'>(kind: K, run: EvaluationRun) =>
    stores.store.read.evaluationRecords(kind, stores.scope.projectId, { runIds: [run.id] })
  const takenTraceIds = async (run: EvaluationRun) =>
    (await read('result', run))
      .filter(({ stepKey }) => stepKey.startsWith('query-'))
      .map(({ traceId }) => traceId)
  /** Waits until the run has taken this many traces and its job rests. */
  const untilResting = (run: EvaluationRun, traces: number) =>
    eventually(async () => {
      const job = await stores.store.read.evaluationJob(stores.scope.projectId, run.id)
      const isResting = (await takenTraceIds(run)).length === traces && job?.phase === 'resting'
      return isResting && job?.dueAt !== undefined ? job : undefined
    }, `${traces} traces of ${run.id}`)

  test('takes each trace once after the storage delay, with metrics for its minute', async () => {
    runner = testRunner(stores, clock)
    await runner.start()
    await storeTrace('a')
    const run = await startRun('a')
    await untilResting(run, 0)
    const first = await storeTrace('a')
    await storeTrace('others')
    clock.pass(75_000)
    await untilResting(run, 1)
    expect(await takenTraceIds(run)).toEqual([first])
    clock.pass(60_000)
    const secondTrace = await storeTrace('a')
    clock.pass(75_000)
    await untilResting(run, 2)
    expect(await takenTraceIds(run)).toEqual([first, secondTrace])
    expect(runner.executed.length).toBe(2)
    const scenarios = await read('scenario', run)
    const minutes = scenarios.map(({ timestamp }) => timestamp ?? '')
    expect(minutes.map((minute) => minute.slice(17))).toEqual(['00.000000Z', '00.000000Z'])
    expect(scenarios.map(({ status, interval }) => [status, interval])).toEqual([
      ['success', 1],
      ['success', 1],
    ])
    const metricsOfMinutes = (await read('metrics', run)).filter(({ timestamp }) => timestamp !== undefined)
    expect(metricsOfMinutes.map(({ timestamp, interval }) => [timestamp, interval])).toEqual(
      minutes.map((minute) => [minute, 1]),
    )
    const [storedRun] = await stores.store.read.evaluationRecords('run', stores.scope.projectId, {
      ids: [run.id],
    })
    expect([storedRun?.status, storedRun?.flags['is_active']]).toEqual(['running', true])
    await stopEvaluation({ engine: runner.engine, scope: stores.scope }, run.id)
    await storeTrace('a')
    clock.pass(120_000)
    expect((await takenTraceIds(run)).length).toBe(2)
    await runner.stop()
  })

  test('catches up on traces stored during downtime', async () => {
    runner = testRunner(stores, clock)
    const before = await runner.start()
    const run = await startRun('b')
    await untilResting(run, 0)
    await before.stop()
    const storedMs = clock.nowMs()
    const missedTraces = [await storeTrace('b'), await storeTrace('b')]
    clock.pass(30 * 60_000)
    await runner.start()
    await untilResting(run, 2)
    expect(new Set(await takenTraceIds(run))).toEqual(new Set(missedTraces))
    // Their minute is the one in which they would have been taken without the downtime.
    for (const { timestamp } of await read('scenario', run)) {
      expect(Math.abs(Date.parse(timestamp ?? '') - storedMs)).toBeLessThan(5 * 60_000)
    }
    await stopEvaluation({ engine: runner.engine, scope: stores.scope }, run.id)
    await runner.stop()
  })

  test('takes no more traces in a minute than allowed, and counts the others', async () => {
    runner = testRunner(stores, clock)
    await runner.start({ liveTracesMax: 2 })
    const run = await startRun('d')
    await untilResting(run, 0)
    // The traces are stored in the range of one tick, which has just begun.
    clock.pass(60_500 - ((clock.nowMs() + settings.liveDelayMs) % settings.liveTickMs))
    await untilResting(run, 0)
    const storedIds = [await storeTrace('d'), await storeTrace('d'), await storeTrace('d')]
    clock.pass(75_000)
    await untilResting(run, 2)
    expect(await takenTraceIds(run)).toEqual(storedIds.slice(0, 2))
    expect(await runProgress(stores.scope, { run })).toMatchObject({ skipped_traces: 1 })
    await stopEvaluation({ engine: runner.engine, scope: stores.scope }, run.id)
    await runner.stop()
  })

  test('skips traces that are older than its backlog', async () => {
    runner = testRunner(stores, clock)
    const before = await runner.start()
    const run = await startRun('e')
    await untilResting(run, 0)
    await before.stop()
    await storeTrace('e')
    clock.pass(30 * 60_000)
    const recentTrace = await storeTrace('e')
    clock.pass(75_000)
    await runner.start({ liveBacklogMs: 10 * 60_000 })
    await untilResting(run, 1)
    expect(await takenTraceIds(run)).toEqual([recentTrace])
    expect(await runProgress(stores.scope, { run })).toMatchObject({ skipped_traces: 1 })
    await stopEvaluation({ engine: runner.engine, scope: stores.scope }, run.id)
    await runner.stop()
  })

  test('takes new traces at once on request', async () => {
    runner = testRunner(stores, clock)
    await runner.start()
    const run = await startRun('c')
    await untilResting(run, 0)
    const trace = await storeTrace('c')
    // Longer than the storage delay, and still before the next minute.
    clock.pass(20_000)
    await dispatchSlice({ engine: runner.engine, scope: stores.scope }, { runId: run.id, slice: {} })
    await untilResting(run, 1)
    expect(await takenTraceIds(run)).toEqual([trace])
    await stopEvaluation({ engine: runner.engine, scope: stores.scope }, run.id)
    await runner.stop()
  })
})
