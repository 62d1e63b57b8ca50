import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openExecution, type ExecutionStores } from '../../../test/support/execution.ts'
import { movedClock, testRunner, type TestRunner } from '../../../test/support/runner.ts'
import { eventually, until } from '../../../test/support/eventually.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationKind, EvaluationRun, RelationalStore } from '../../storage/contract/contract.ts'
import type { CellOutcome, CellWork } from '../../programs/execution/contract.ts'
import { createSimpleEvaluation, startEvaluation } from '../simple/simple-evaluations.ts'
import type { Origin } from '../plan/steps.ts'
import { millisecondText } from '../../kernel/clock.ts'
import { setImmediate as nextTick } from 'node:timers/promises'

const clock = movedClock()

describe.each(backends)('the runner on %s', (backend) => {
  let stores: ExecutionStores
  let runner: TestRunner
  beforeAll(async () => {
    stores = await openExecution(backend, clock)
  })
  afterAll(() => stores.close())
  beforeEach(() => {
    runner = testRunner(stores, clock)
  })
  afterEach(() => runner.stop())

  const revision = async (kind: 'testset' | 'application' | 'evaluator', data: JsonObject): Promise<string> =>
    (await stores.revision(kind, data)).id
  const testset = (rows: number) =>
    revision('testset', {
      testcases: Array.from({ length: rows }, (_, n) => ({ data: { n, correct_answer: String(n) } })),
    })
  const mockProgram = (kind: 'application' | 'evaluator', key: string) =>
    revision(kind, { uri: 'assay:custom:mock:v0', parameters: { key } })
  const start = async (rows: number, origin: Origin = 'auto', batchSize = 10): Promise<EvaluationRun> =>
    createSimpleEvaluation(
      { engine: runner.engine, scope: stores.scope },
      {
        data: {
          testsets: { [await testset(rows)]: 'custom' },
          ...(origin === 'auto'
            ? { applications: { [await mockProgram('application', 'echo')]: 'auto' } }
            : {}),
          evaluators: { [await mockProgram('evaluator', 'pass')]: origin },
          concurrency: { batch_size: batchSize },
        },
      },
    )
  const records = <K extends EvaluationKind>(kind: K, { id }: EvaluationRun) =>
    stores.store.read.evaluationRecords(
      kind,
      stores.scope.projectId,
      kind === 'run' ? { ids: [id] } : { runIds: [id] },
    )
  const untilEnded = (run: EvaluationRun): Promise<EvaluationRun> =>
    eventually(async () => {
      const [storedRun] = await records('run', run)
      return storedRun?.flags['is_active'] === true ? undefined : storedRun
    }, 'the end of the run')
  /** A store that counts the polls of a runner. */
  const countPolls = () => {
    let polls = 0
    const evaluationJobsDue = async (now: string) => {
      const jobs = await stores.store.read.evaluationJobsDue(now)
      polls += 1
      return jobs
    }
    const store = { ...stores.store, read: { ...stores.store.read, evaluationJobsDue } }
    return { store, polls: () => polls }
  }
  const jobOf = ({ id }: EvaluationRun) => stores.store.read.evaluationJob(stores.scope.projectId, id)

  test('resumes an interrupted preparation in row order, without duplicates', async () => {
    const rows = 1_000
    const run = await start(rows, 'human')
    let interruptions = 0
    for (;;) {
      const runner1 = await runner.start({ pollMs: 5 })
      const before = (await records('scenario', run)).length
      await eventually(async () => {
        const { length } = await records('scenario', run)
        const isDone = length === rows && (await jobOf(run))?.phase === 'resting'
        return (length > before && length < rows) || isDone ? true : undefined
      }, 'more scenarios')
      if ((await jobOf(run))?.phase === 'resting') break
      await runner1.stop()
      interruptions += 1
    }
    expect(interruptions).toBeGreaterThan(0)
    const results = await records('result', run)
    expect(results.length).toBe(2 * rows)
    const [, step] = [...new Set(results.map(({ stepKey }) => stepKey))]
    const items = results.filter(({ stepKey }) => stepKey !== step).map(({ testcaseId }) => testcaseId ?? '')
    const testcases = await stores.store.read.testcases(stores.scope.projectId, items.slice(0, 300))
    const numbers = new Map(
      testcases.map(({ id, dataText }) => [id, (JSON.parse(dataText) as { n: number }).n]),
    )
    expect(items.slice(0, 300).map((id) => numbers.get(id))).toEqual(Array.from({ length: 300 }, (_, n) => n))
    expect(new Set(items).size).toBe(rows)
  })

  test('fails a cell that crashed four processes, and computes all others', async () => {
    const { promise: testEnd, resolve: endTest } = Promise.withResolvers<void>()
    /** Starts a process that crashes at the second row. After that, none of its writes reach the store. */
    const runUntilCrash = async (): Promise<void> => {
      const crash = Promise.withResolvers<void>()
      let hasCrashed = false
      const startedCalls: Promise<unknown>[] = []
      const crashingStore: RelationalStore = {
        ...stores.store,
        write: async (work) => {
          if (hasCrashed) await testEnd
          const writePromise = stores.store.write(work)
          startedCalls.push(writePromise)
          return writePromise
        },
      }
      const execute = async ({ testcase, span }: CellWork): Promise<CellOutcome> => {
        if (testcase?.data['n'] !== 1) return { status: 'success', ...span, hashId: '', outputs: {} }
        hasCrashed = true
        crash.resolve()
        return new Promise(() => undefined)
      }
      await runner.start({}, execute, crashingStore)
      await crash.promise
      await Promise.allSettled(startedCalls)
    }
    const run = await createSimpleEvaluation(
      { engine: runner.engine, scope: stores.scope },
      {
        data: {
          testsets: { [await testset(4)]: 'custom' },
          evaluators: { [await mockProgram('evaluator', 'pass')]: 'auto' },
        },
      },
    )
    for (let crashes = 0; crashes < 4; crashes += 1) {
      await runUntilCrash()
      clock.pass(31_000)
    }
    await runner.start()
    const { status } = await untilEnded(run)
    endTest()
    const results = (await records('result', run)).filter(({ stepKey }) => stepKey.startsWith('evaluator'))
    const failures = results.flatMap(({ error }) => error ?? [])
    expect([status, results.length, failures]).toEqual([
      'errors',
      4,
      [{ code: 'not_runnable', message: expect.stringMatching(/crashed 4 times/) }],
    ])
  })

  test('fails a run whose metrics of one scenario crashed three processes', async () => {
    const { promise: testEnd, resolve: endTest } = Promise.withResolvers<void>()
    let crashingTaskId: string | undefined
    /** Starts a process that crashes as soon as it holds the metrics task of one scenario. */
    const runUntilCrash = async (): Promise<void> => {
      const crash = Promise.withResolvers<void>()
      let hasCrashed = false
      const crashingStore: RelationalStore = {
        ...stores.store,
        write: async (work) => {
          if (hasCrashed) await testEnd
          let isCrashing = false
          const value = await stores.store.write((tx) =>
            work({
              ...tx,
              takeTasks: async (request) => {
                const tasks = await tx.takeTasks(request)
                const metrics = tasks.filter(({ stepKey }) => stepKey === '')
                crashingTaskId ??= metrics[0]?.id
                isCrashing = metrics.some(({ id }) => id === crashingTaskId)
                return tasks
              },
            }),
          )
          if (!isCrashing) return value
          hasCrashed = true
          crash.resolve()
          return testEnd.then(() => value)
        },
      }
      await runner.start({}, undefined, crashingStore)
      await crash.promise
    }
    const run = await start(3)
    for (let crashes = 0; crashes < 3; crashes += 1) {
      await runUntilCrash()
      clock.pass(31_000)
    }
    const reportedErrors: unknown[] = []
    const nextRunner = testRunner(stores, clock, (error) => void reportedErrors.push(error))
    await nextRunner.start()
    const { status, meta } = await untilEnded(run)
    await nextRunner.stop()
    endTest()
    expect([status, meta?.['failure']]).toEqual([
      'failure',
      { code: 'internal_error', message: expect.stringMatching(/crashed 3 times/) },
    ])
    expect(reportedErrors).toHaveLength(1)
    expect((await jobOf(run))?.phase).toBe('resting')
  })

  test('resets the crash count of a run when one of its cells ends', async () => {
    const cells: PromiseWithResolvers<CellOutcome>[] = []
    await runner.start({}, () => {
      const cell = Promise.withResolvers<CellOutcome>()
      cells.push(cell)
      return cell.promise
    })
    const run = await start(2)
    await eventually(async () => {
      const isComputing = (await jobOf(run))?.phase === 'computing'
      return isComputing && cells.length === 2 ? true : undefined
    }, 'two cells in flight')
    // The job is free while cells are computed: another process takes it and crashes.
    const takeJobAs = (holder: string, secondsAgo: number) => {
      const textAt = (second: number): string => millisecondText(clock.nowMs() + second * 1000)
      const lease = {
        now: textAt(-secondsAgo),
        expiredBefore: textAt(-secondsAgo),
        until: textAt(10 - secondsAgo),
        untilMax: textAt(60),
        blameFrom: textAt(-300),
      }
      return stores.store.write((tx) => tx.takeEvaluationJob(run.id, { holder, ...lease }))
    }
    await eventually(() => takeJobAs('dead', 20), 'the job to be free')
    expect(await takeJobAs('next', 0)).toEqual({ deaths: 1 })
    await stores.store.write((tx) => tx.releaseEvaluationJob(run.id, 'next'))
    expect((await jobOf(run))?.deaths).toBe(1)
    cells[0]?.resolve({ status: 'failure', error: { code: 'timeout', message: 'no' } })
    await eventually(
      async () => ((await jobOf(run))?.deaths === undefined ? true : undefined),
      'the crash count to be reset',
    )
    expect((await jobOf(run))?.phase).toBe('computing')
    cells[1]?.resolve({ status: 'failure', error: { code: 'timeout', message: 'no' } })
    expect((await untilEnded(run)).status).toBe('errors')
  })

  test('takes over the tasks of a silent process and drops its late outcomes', async () => {
    const lateOutcome = Promise.withResolvers<CellOutcome>()
    const stuckCells: CellWork[] = []
    // A suspended process: its writes wait until it resumes.
    const suspension = Promise.withResolvers<void>()
    let isSuspended = false
    const suspendableStore: RelationalStore = {
      ...stores.store,
      write: async (work) => {
        if (isSuspended) await suspension.promise
        return stores.store.write(work)
      },
    }
    const execute = async (work: CellWork) => {
      stuckCells.push(work)
      return lateOutcome.promise
    }
    await runner.start({}, execute, suspendableStore)
    const run = await start(3)
    await eventually(async () => (stuckCells.length === 3 ? true : undefined), 'cells that hang')
    isSuspended = true
    clock.pass(31_000)
    await runner.start()
    expect((await untilEnded(run)).status).toBe('success')
    lateOutcome.resolve({ status: 'failure', error: { code: 'timeout', message: 'too late' } })
    suspension.resolve()
    await runner.stop()
    const results = (await records('result', run)).map(({ status }) => status)
    expect(results).toEqual(Array.from({ length: 9 }, () => 'success'))
    // The cells were computed again under the same trace ids.
    expect(
      new Set(runner.executed.filter(({ kind }) => kind === 'invocation').map(({ span }) => span.traceId)),
    ).toEqual(new Set(stuckCells.map(({ span }) => span.traceId)))
  })

  test('after an outage of the store the cells of a living process are not taken over', async () => {
    const answer = Promise.withResolvers<void>()
    const calls: string[] = []
    const execute = async ({ span }: CellWork): Promise<CellOutcome> => {
      calls.push(span.spanId)
      await answer.promise
      return { status: 'success', ...span, hashId: '', outputs: {} }
    }
    runner = testRunner(stores, clock, () => undefined)
    let isUnreachable = false
    const outage = Promise.withResolvers<void>()
    const unreachableStore: RelationalStore = {
      ...stores.store,
      read: {
        ...stores.store.read,
        heldTasks: async (holder) => {
          if (isUnreachable) await outage.promise
          return stores.store.read.heldTasks(holder)
        },
      },
      write: async (work) => {
        if (isUnreachable) throw new AssayError('unavailable', 'not now')
        return stores.store.write(work)
      },
    }
    await runner.start({}, execute, unreachableStore)
    const run = await start(2)
    await until(() => calls.length === 2, 'two cells in flight')
    isUnreachable = true
    clock.pass(31_000)
    // Another process reaches the store first.
    const otherRunner = countPolls()
    await runner.start({ takeoverGraceMs: 600_000 }, execute, otherRunner.store)
    await until(() => otherRunner.polls() > 3, 'polls of the other process')
    isUnreachable = false
    outage.resolve()
    answer.resolve()
    await untilEnded(run)
    expect(calls).toHaveLength(2)
  })

  test('a cell that is taken while the held cells are read is not aborted', async () => {
    const run = await start(2, 'auto', 1)
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const signals: AbortSignal[] = []
    const execute = async ({ span }: CellWork, signal: AbortSignal): Promise<CellOutcome> => {
      await answers[signals.push(signal) - 1]?.promise
      return { status: 'success', ...span, hashId: '', outputs: {} }
    }
    const [gate, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let reads = 0
    const heldTasks = async (holder: string): Promise<readonly string[]> => {
      const ids = await stores.store.read.heldTasks(holder)
      reads += 1
      if (signals.length === 0) return ids
      arrival.resolve()
      await gate.promise
      return ids
    }
    await runner.start({}, execute, { ...stores.store, read: { ...stores.store.read, heldTasks } })
    await arrival.promise
    answers[0]?.resolve()
    await until(() => signals.length === 2, 'the second cell')
    const readsBefore = reads
    gate.resolve()
    await until(() => reads > readsBefore, 'the next poll')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
    answers[1]?.resolve()
    await untilEnded(run)
  })

  test('never has more cells of a run in flight than its batch size', async () => {
    let inFlight = 0
    let activeMax = 0
    await runner.start({ cellsMax: 100 }, async () => {
      inFlight += 1
      activeMax = Math.max(activeMax, inFlight)
      await until(() => activeMax === 3, 'three cells in flight')
      await nextTick()
      inFlight -= 1
      return { status: 'failure', error: { code: 'timeout', message: 'no' } }
    })
    expect((await untilEnded(await start(20, 'auto', 3))).status).toBe('errors')
    expect(activeMax).toBe(3)
  })

  test('shares the cells of a process evenly between runs', async () => {
    const inFlight = new Map<string, number>()
    const release = Promise.withResolvers<void>()
    const { store, polls } = countPolls()
    const execute = async ({ runId }: CellWork): Promise<CellOutcome> => {
      inFlight.set(runId, (inFlight.get(runId) ?? 0) + 1)
      await release.promise
      return { status: 'failure', error: { code: 'timeout', message: 'no' } }
    }
    await runner.start({ cellsMax: 8 }, execute, store)
    const [firstRun, secondRun] = [await start(30, 'auto', 100), await start(30, 'auto', 100)]
    await until(() => (inFlight.get(secondRun.id) ?? 0) >= 4, 'half of the cells')
    const pollsBefore = polls()
    await until(() => polls() > pollsBefore + 2, 'more polls')
    expect(inFlight.get(secondRun.id)).toBe(4)
    release.resolve()
    await untilEnded(firstRun)
    await untilEnded(secondRun)
  })

  test('works on at most runsMax runs; others are queued until one ends', async () => {
    const release = Promise.withResolvers<void>()
    await runner.start({ runsMax: 1 }, async () => {
      await release.promise
      return { status: 'failure', error: { code: 'timeout', message: 'no' } }
    })
    const first = await start(1)
    await eventually(
      async () => ((await jobOf(first))?.phase === 'computing' ? true : undefined),
      'the first run',
    )
    const secondRun = await start(1)
    expect([first.status, secondRun.status]).toEqual(['running', 'queued'])
    release.resolve()
    expect((await untilEnded(first)).status).toBe('errors')
    expect((await untilEnded(secondRun)).status).toBe('errors')
  })

  test('retries a cell while a store does not answer, and fails it when the program throws', async () => {
    const attempts = new Map<string, number>()
    const errors: unknown[] = []
    const failingRunner = testRunner(stores, clock, (error) => errors.push(error))
    runner = failingRunner
    await failingRunner.start({}, async ({ repeatIdx, scenarioId }) => {
      const times = (attempts.get(scenarioId) ?? 0) + 1
      attempts.set(scenarioId, times)
      if (times === 1) throw new AssayError('unavailable', 'not now')
      if (attempts.size === 1 && repeatIdx === 0) throw new TypeError('a bug')
      return { status: 'failure', error: { code: 'timeout', message: 'no' } }
    })
    const run = await start(1)
    expect((await untilEnded(run)).status).toBe('errors')
    const [, invocation] = await records('result', run)
    expect(invocation?.error).toMatchObject({
      code: 'not_runnable',
      message: expect.stringContaining('a bug'),
    })
    expect(errors).toHaveLength(2)
  })

  test('loses no outcome when any transaction fails', async () => {
    const errors: unknown[] = []
    runner = testRunner(stores, clock, (error) => errors.push(error))
    let writes = 0
    const failingStore: RelationalStore = {
      ...stores.store,
      write: async (work) => {
        writes += 1
        // Two writes in seven fail, scattered: at even distances the same step might fail again and again.
        const residue = (Math.imul(writes, 2_654_435_761) >>> 0) % 7
        if (residue === 3) throw new AssayError('unavailable', 'not now')
        const value = await stores.store.write(work)
        // The write is committed, but the caller gets an error.
        if (residue === 6) throw new AssayError('unavailable', 'lost on the way')
        return value
      },
    }
    await runner.start({}, undefined, failingStore)
    const run = await start(4)
    expect((await untilEnded(run)).status).toBe('success')
    const results = (await records('result', run)).map(({ status }) => status)
    expect(results).toEqual(Array.from({ length: 12 }, () => 'success'))
    expect((await records('metrics', run)).length).toBe(5)
    expect(errors.length).toBeGreaterThan(0)
  })

  test('a complete run that is started again ends unchanged', async () => {
    await runner.start()
    const run = await start(2)
    await untilEnded(run)
    const { length } = runner.executed
    const before = await records('result', run)
    await startEvaluation({ engine: runner.engine, scope: stores.scope }, run.id)
    expect((await untilEnded(run)).status).toBe('success')
    expect(runner.executed.length).toBe(length)
    expect(await records('result', run)).toEqual(before)
  })
})
