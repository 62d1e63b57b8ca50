// The promises of a relational store about jobs and tasks of the runner. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type {
  EvaluationJob,
  EvaluationStatus,
  EvaluationTask,
  Lease,
  RelationalTx,
} from '../contract/contract.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const time = (second: number): string => `2026-01-02T03:04:${String(second).padStart(2, '0')}.000000Z`
const lease = (holder: string, from = 0, until = 30): Lease => ({
  holder,
  now: time(from),
  expiredBefore: time(from),
  until: time(until),
  untilMax: time(until + 10),
  blameFrom: time(0),
})

/** A run with a scenario per list of statuses and one cell per status, in order. */
async function makeRun(tx: RelationalTx, scenarios: readonly (readonly EvaluationStatus[])[]) {
  const projectId = clock.id()
  const record = (status: EvaluationStatus) => ({
    id: clock.id(),
    status,
    flags: {},
    tags: undefined,
    meta: undefined,
    createdAt: clock.now(),
    createdById: projectId,
    updatedAt: undefined,
    updatedById: undefined,
    deletedAt: undefined,
    deletedById: undefined,
  })
  const run = {
    ...record('running'),
    name: undefined,
    description: undefined,
    executor: 'server' as const,
    data: undefined,
  }
  await tx.putEvaluationRecords('run', projectId, [run])
  const tasks: EvaluationTask[] = []
  const scenarioIds: string[] = []
  for (const statuses of scenarios) {
    const at = { interval: undefined, timestamp: undefined, runId: run.id }
    const scenario = { ...record('running'), ...at }
    scenarioIds.push(scenario.id)
    await tx.putEvaluationRecords('scenario', projectId, [scenario])
    for (const [repeatIdx, status] of statuses.entries()) {
      const cell = { scenarioId: scenario.id, stepKey: 'step', repeatIdx }
      const emptyOutcome = { traceId: undefined, testcaseId: undefined, hashId: undefined, error: undefined }
      const result = { ...record(status), ...at, ...cell, ...emptyOutcome }
      await tx.putEvaluationRecords('result', projectId, [result])
      const ids = { id: clock.id(), projectId, runId: run.id, resultId: result.id }
      if (status === 'queued') tasks.push({ ...ids, ...cell, isReady: true })
    }
  }
  await tx.putTasks(tasks)
  return { projectId, run, tasks, scenarioIds }
}

export function taskConformance({ store }: Subject): void {
  const write = <T>(work: (tx: RelationalTx) => Promise<T>): Promise<T> => store().write(work)
  const queued = (count: number): readonly EvaluationStatus[] => Array.from({ length: count }, () => 'queued')
  const statusesOf = async (projectId: string, runId: string) =>
    (await store().read.evaluationRecords('result', projectId, { runIds: [runId] })).map(
      ({ status }) => status,
    )
  const take = (runId: string, by: Lease, cellsMax = 10, metricsLimit = 0, cellLimit = cellsMax) =>
    write((tx) => tx.takeTasks({ runId, lease: by, cellsMax, cellLimit, metricsLimit }))

  test('tasks are leased oldest first, up to the limit, to one holder each', async () => {
    const { run, tasks, projectId } = await write((tx) => makeRun(tx, [queued(5)]))
    expect(await take(run.id, lease('a'), 2)).toEqual(tasks.slice(0, 2))
    expect(await statusesOf(projectId, run.id)).toEqual(['running', 'running', 'queued', 'queued', 'queued'])
    expect(await take(run.id, lease('b'), 2)).toEqual([])
    expect(await take(run.id, lease('b'), 3)).toEqual(tasks.slice(2, 3))
    expect(await take(run.id, lease('c'), 10, 0, 1)).toEqual(tasks.slice(3, 4))
    expect(new Set(await store().read.heldTasks('a'))).toEqual(new Set(tasks.slice(0, 2).map(({ id }) => id)))
    const allIds = tasks.map(({ id }) => id)
    expect(await write((tx) => tx.tasksHeldBy('b', allIds))).toEqual(tasks.slice(2, 3))
  })

  test('the backlog counts ready, blocked and leased tasks of all runs', async () => {
    const before = await store().read.taskBacklog()
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(4)]))
    const [first] = tasks
    if (first === undefined) throw new Error('no tasks')
    await write((tx) => tx.putTasks([{ ...first, isReady: false }]))
    await take(run.id, lease('a'), 2)
    const after = await store().read.taskBacklog()
    expect([
      after.ready - before.ready,
      after.blocked - before.blocked,
      after.leased - before.leased,
    ]).toEqual([1, 1, 2])
    await write((tx) => tx.deleteRunTasks(run.id))
  })

  test('a follower of a run sees that a cell is being computed', async () => {
    const { run, projectId } = await write((tx) => makeRun(tx, [queued(2)]))
    const leaseA = lease('a')
    await take(run.id, leaseA, 1)
    const results = await store().read.evaluationRecords('result', projectId, { runIds: [run.id] })
    expect(results.map(({ status, updatedAt }) => [status, updatedAt])).toEqual([
      ['running', leaseA.now],
      ['queued', undefined],
    ])
  })

  test('a task that waits for another cell is not leased before it is ready', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(2)]))
    const [firstTask, secondTask] = tasks
    if (firstTask === undefined || secondTask === undefined) throw new Error('no tasks')
    await write((tx) => tx.putTasks([{ ...firstTask, isReady: false }]))
    expect(await take(run.id, lease('a'))).toEqual([secondTask])
    await write((tx) => tx.markTasksReady([firstTask.id]))
    expect(await take(run.id, lease('a'))).toEqual([firstTask])
  })

  test('an expired lease frees its task; a renewed lease does not', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(1)]))
    await take(run.id, lease('renewed', 0, 10))
    expect(await take(run.id, lease('b', 9, 19))).toEqual([])
    await write((tx) => tx.renewLeases(lease('renewed', 9, 20)))
    expect(await take(run.id, lease('b', 15, 25))).toEqual([])
    expect(await take(run.id, lease('b', 21, 31))).toEqual(tasks.map((task) => ({ ...task, deaths: 1 })))
    expect(await store().read.heldTasks('renewed')).toEqual([])
  })

  test('released tasks are queued again: those of a holder, or expired ones', async () => {
    const { run, projectId, tasks } = await write((tx) => makeRun(tx, [queued(3)]))
    await take(run.id, lease('holder one', 0, 10), 1)
    await take(run.id, lease('holder two', 0, 40), 3)
    await write((tx) =>
      tx.releaseTasks({ endedBefore: time(20), endingAfter: time(50), blameFrom: time(0), exceptOf: 'me' }),
    )
    expect(await statusesOf(projectId, run.id)).toEqual(['queued', 'running', 'running'])
    await write((tx) => tx.releaseTasks({ holder: 'holder two', ids: [tasks[1]?.id ?? ''] }))
    expect(await statusesOf(projectId, run.id)).toEqual(['queued', 'queued', 'running'])
    await write((tx) => tx.releaseTasks({ holder: 'holder two' }))
    expect(await statusesOf(projectId, run.id)).toEqual(['queued', 'queued', 'queued'])
  })

  test('a cell counts the death of its holder and is still leased first', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(4)]))
    await take(run.id, lease('dies', 0, 10), 2)
    const leasedTasks = await take(run.id, lease('a', 21, 31))
    expect(leasedTasks).toEqual(tasks.map((task, at) => (at < 2 ? { ...task, deaths: 1 } : task)))
  })

  test('cells with two deaths are leased one at a time, after the others', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(4)]))
    await take(run.id, lease('dies', 0, 10), 2)
    await take(run.id, lease('dies, too', 11, 20), 2)
    const leasedTasks = await take(run.id, lease('a', 21, 31))
    expect(leasedTasks.map(({ id, deaths }) => [id, deaths])).toEqual([
      [tasks[2]?.id, undefined],
      [tasks[3]?.id, undefined],
      [tasks[0]?.id, 2],
    ])
    expect(await take(run.id, lease('b', 21, 31))).toEqual([])
    await write((tx) => tx.deleteTasks(leasedTasks.map(({ id }) => id)))
    expect(await take(run.id, lease('b', 22, 32))).toEqual([{ ...tasks[1], deaths: 2 }])
  })

  test('metrics with two deaths are leased one at a time, while nothing else of the run is leased', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(1), queued(1), queued(1)]))
    const [cell, ...otherTasks] = tasks
    await write((tx) => tx.deleteTasks(otherTasks.map(({ id }) => id)))
    const metrics = otherTasks.map((task) => ({ ...task, resultId: undefined, stepKey: '' }))
    await write((tx) => tx.putTasks(metrics))
    const takeMetrics = (by: Lease) => take(run.id, by, 10, 10, 0)
    await takeMetrics(lease('dies', 0, 10))
    expect(await takeMetrics(lease('dies, too', 11, 20))).toEqual(
      metrics.map((task) => ({ ...task, deaths: 1 })),
    )
    expect(await take(run.id, lease('a', 21, 31), 10, 10)).toEqual([cell])
    expect(await takeMetrics(lease('b', 22, 32))).toEqual([])
    await write((tx) => tx.deleteTasks([cell?.id ?? '']))
    expect(await takeMetrics(lease('b', 23, 33))).toEqual([{ ...metrics[0], deaths: 2 }])
    expect(await takeMetrics(lease('c', 34, 44))).toEqual([{ ...metrics[0], deaths: 3 }])
  })

  test('a release by the holder counts no death', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(1)]))
    await take(run.id, lease('stops'))
    await write((tx) => tx.releaseTasks({ holder: 'stops' }))
    expect(await take(run.id, lease('a'))).toEqual(tasks)
  })

  test('a lease from a wrong clock expires at once and counts no death', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(1)]))
    await take(run.id, lease('ahead', 40, 50))
    await write((tx) =>
      tx.releaseTasks({ endedBefore: time(0), endingAfter: time(50), blameFrom: time(0), exceptOf: 'me' }),
    )
    expect(await take(run.id, lease('b', 0, 10))).toEqual([])
    const wrongTimes = { endedBefore: time(0), endingAfter: time(20), blameFrom: time(0), exceptOf: 'me' }
    expect(await store().read.hasExpiredLeases(wrongTimes)).toBe(true)
    await write((tx) => tx.releaseTasks(wrongTimes))
    expect(await take(run.id, lease('b', 0, 10))).toEqual(tasks)
  })

  test('a clock that is far ahead takes over leases and counts no death', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(2)]))
    await take(run.id, lease('alive', 0, 10), 1)
    const aheadLease = { ...lease('ahead', 40, 50), blameFrom: time(30) }
    const otherTimes = {
      endedBefore: aheadLease.now,
      endingAfter: aheadLease.untilMax,
      blameFrom: aheadLease.blameFrom,
      exceptOf: 'ahead',
    }
    await write((tx) => tx.releaseTasks(otherTimes))
    await take(run.id, lease('alive', 0, 10), 1)
    expect(await take(run.id, aheadLease)).toEqual(tasks)
  })

  test('a cell that is put again has no deaths', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(1)]))
    await take(run.id, lease('dies', 0, 10))
    await write((tx) => tx.releaseTasks('all'))
    await write((tx) => tx.putTasks(tasks))
    expect(await take(run.id, lease('a', 21, 31))).toEqual(tasks)
  })

  test('a lost lease is noticed', async () => {
    const { run } = await write((tx) => makeRun(tx, [queued(1)]))
    await take(run.id, lease('lost', 0, 1))
    const otherTimes = { endedBefore: time(2), endingAfter: time(50), blameFrom: time(0), exceptOf: 'me' }
    expect(await store().read.hasExpiredLeases({ ...otherTimes, exceptOf: 'lost' })).toBe(false)
    expect(await store().read.hasExpiredLeases(otherTimes)).toBe(true)
    expect(await take(run.id, lease('lost', 5, 10))).toEqual([])
    await write((tx) => tx.releaseTasks(otherTimes))
    expect(await store().read.hasExpiredLeases(otherTimes)).toBe(false)
  })

  test('putting a task again replaces it and ends its lease', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(1)]))
    const [task] = tasks
    if (task === undefined) throw new Error('no task')
    await take(run.id, lease('a'))
    const duplicateTask = { ...task, id: clock.id() }
    await write((tx) => tx.putTasks([duplicateTask]))
    expect(await write((tx) => tx.tasksHeldBy('a', [task.id, duplicateTask.id]))).toEqual([])
    expect(await store().read.scenarioTasks([task.scenarioId])).toEqual([duplicateTask])
  })

  test('metrics are leased beside cells and do not count as cells', async () => {
    const { run, tasks, projectId, scenarioIds } = await write((tx) => makeRun(tx, [queued(1)]))
    const metrics: EvaluationTask = {
      id: clock.id(),
      projectId,
      runId: run.id,
      scenarioId: scenarioIds[0] ?? '',
      resultId: undefined,
      stepKey: '',
      repeatIdx: 0,
      isReady: true,
    }
    await write((tx) => tx.putTasks([metrics]))
    expect(await take(run.id, lease('a'), 0, 5)).toEqual([metrics])
    expect(await take(run.id, lease('a'), 1, 5)).toEqual(tasks)
  })

  test('tasks are deleted with their result, scenario and run', async () => {
    const { run, tasks, projectId, scenarioIds } = await write((tx) =>
      makeRun(tx, [queued(2), queued(1), queued(1)]),
    )
    const remainingIds = async () => (await store().read.scenarioTasks(scenarioIds)).map(({ id }) => id)
    await write((tx) => tx.deleteEvaluationRecords('result', projectId, 'id', [tasks[0]?.resultId ?? '']))
    expect(await remainingIds()).toEqual(tasks.slice(1).map(({ id }) => id))
    await write(async (tx) => {
      await tx.deleteEvaluationRecords('result', projectId, 'scenarioId', [scenarioIds[1] ?? ''])
      await tx.deleteEvaluationRecords('scenario', projectId, 'id', [scenarioIds[1] ?? ''])
    })
    expect(await remainingIds()).toEqual([tasks[1]?.id, tasks[3]?.id])
    await write((tx) => tx.deleteRunTasks(run.id))
    expect(await store().read.hasTasks(run.id)).toBe(false)
  })

  test('cancelling ends unfinished cells and leaves the rest', async () => {
    const { run, projectId } = await write((tx) =>
      makeRun(tx, [['success', 'queued'], ['failure', 'running'], ['success'], ['pending', 'queued']]),
    )
    await write((tx) => tx.cancelCells(projectId, run.id, { at: time(1), by: projectId }))
    expect(await statusesOf(projectId, run.id)).toEqual([
      'success',
      'cancelled',
      'failure',
      'cancelled',
      'success',
      'pending',
      'cancelled',
    ])
    const scenarios = await store().read.evaluationRecords('scenario', projectId, { runIds: [run.id] })
    expect(scenarios.map(({ status }) => status)).toEqual(['cancelled', 'errors', 'running', 'cancelled'])
    expect(await store().read.statusCounts(projectId, run.id)).toEqual({
      scenarios: { cancelled: 2, errors: 1, running: 1 },
      results: { success: 2, cancelled: 3, failure: 1, pending: 1 },
    })
  })

  test('jobs with work are listed, the oldest request first', async () => {
    const jobs = await write(async (tx) => {
      const jobs: EvaluationJob[] = []
      for (const [phase, dueAt] of [
        ['computing', undefined],
        ['resting', undefined],
        ['preparing', undefined],
        ['resting', time(10)],
      ] as const) {
        const { run, projectId } = await makeRun(tx, [])
        const askedAt = time(59 - jobs.length)
        const job = {
          runId: run.id,
          projectId,
          actorId: projectId,
          phase,
          askedAt,
          dueAt,
          progress: { a: [1] },
        }
        await tx.putEvaluationJob(job)
        jobs.push(job)
      }
      return jobs
    })
    const dueJobs = async (now: string) =>
      (await store().read.evaluationJobsDue(now)).filter(({ runId }) =>
        jobs.some((job) => job.runId === runId),
      )
    expect(await dueJobs(time(9))).toEqual([jobs[2], jobs[0]])
    expect(await dueJobs(time(10))).toEqual([jobs[3], jobs[2], jobs[0]])
    const [first] = jobs
    if (first === undefined) throw new Error('no job')
    expect(await store().read.evaluationJob(first.projectId, first.runId)).toEqual(first)
    expect(await store().read.evaluationJob(clock.id(), first.runId)).toBeUndefined()
  })

  test('the lease of a job belongs to one holder and survives changes of the job', async () => {
    const { run, projectId } = await write((tx) => makeRun(tx, []))
    const job: EvaluationJob = {
      runId: run.id,
      projectId,
      actorId: projectId,
      phase: 'resting',
      askedAt: time(0),
      dueAt: undefined,
      progress: {},
    }
    await write((tx) => tx.putEvaluationJob(job))
    const takeJob = (by: Lease) => write((tx) => tx.takeEvaluationJob(run.id, by))
    expect(await takeJob(lease('a', 0, 10))).toEqual({ deaths: 0 })
    await write((tx) => tx.putEvaluationJob({ ...job, phase: 'summing' }))
    expect(await takeJob(lease('a', 5, 10))).toEqual({ deaths: 0 })
    expect(await takeJob(lease('b', 5, 15))).toBeUndefined()
    expect(await takeJob(lease('b', 11, 20))).toEqual({ deaths: 1 })
    await write((tx) => tx.releaseTasks({ holder: 'b' }))
    expect(await takeJob(lease('a', 12, 20))).toEqual({ deaths: 1 })
    // The lease comes from a clock that was ahead; its process is alive.
    expect(await takeJob(lease('a', 40, 49))).toEqual({ deaths: 1 })
    expect(await takeJob(lease('b', 15, 25))).toEqual({ deaths: 1 })
    await write((tx) => tx.releaseEvaluationJob(run.id, 'a'))
    expect(await takeJob(lease('a', 16, 26))).toBeUndefined()
    await write((tx) => tx.releaseEvaluationJob(run.id, 'b'))
    expect(await takeJob(lease('a', 17, 27))).toEqual({ deaths: 1 })
    await write((tx) => tx.releaseTasks({ holder: 'a' }))
  })

  test('jobs count deaths until they are written, and are then leased one at a time', async () => {
    const jobs = await write(async (tx) => {
      const jobs: EvaluationJob[] = []
      for (let i = 0; i < 2; i += 1) {
        const { run, projectId } = await makeRun(tx, [])
        const request = { actorId: projectId, askedAt: time(0), dueAt: undefined, progress: {} }
        const job: EvaluationJob = { runId: run.id, projectId, phase: 'preparing', ...request }
        await tx.putEvaluationJob(job)
        jobs.push(job)
      }
      return jobs
    })
    const [jobA, jobB] = jobs
    if (jobA === undefined || jobB === undefined) throw new Error('no jobs')
    const takeJob = ({ runId }: EvaluationJob, by: Lease) => write((tx) => tx.takeEvaluationJob(runId, by))
    const storedJob = ({ projectId, runId }: EvaluationJob) => store().read.evaluationJob(projectId, runId)
    await takeJob(jobA, lease('a', 0, 10))
    await takeJob(jobB, lease('a', 0, 10))
    await write((tx) =>
      tx.releaseTasks({ endedBefore: time(11), endingAfter: time(59), blameFrom: time(0), exceptOf: 'b' }),
    )
    expect([await storedJob(jobA), await storedJob(jobB)]).toEqual([
      { ...jobA, deaths: 1 },
      { ...jobB, deaths: 1 },
    ])
    expect(await takeJob(jobA, lease('b', 12, 22))).toEqual({ deaths: 1 })
    expect(await takeJob(jobB, lease('b', 12, 22))).toBeUndefined()
    await write((tx) => tx.putEvaluationJob(jobA))
    expect(await storedJob(jobA)).toEqual(jobA)
    expect(await takeJob(jobB, lease('b', 13, 23))).toEqual({ deaths: 1 })
    await write((tx) => tx.releaseTasks({ holder: 'b' }))
  })

  test('two concurrent callers never lease the same task', async () => {
    const { run, tasks } = await write((tx) => makeRun(tx, [queued(20)]))
    const takers = Array.from({ length: 8 }, (_, i) =>
      write(async (tx) => {
        await tx.lockEvaluationRuns(tasks[0]?.projectId ?? '', [run.id])
        return tx.takeTasks({
          runId: run.id,
          lease: lease(`taker ${i}`),
          cellsMax: 12,
          cellLimit: 12,
          metricsLimit: 0,
        })
      }),
    )
    const leasedIds = (await Promise.all(takers)).flat().map(({ id }) => id)
    expect(leasedIds.toSorted()).toEqual(tasks.slice(0, 12).map(({ id }) => id))
  })
}
