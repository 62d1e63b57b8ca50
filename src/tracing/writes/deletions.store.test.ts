// Two processes and one deletion job: the lease decides which one works.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothBackends } from '../../../test/support/api.ts'
import { openExecution, type ExecutionStores } from '../../../test/support/execution.ts'
import { until } from '../../../test/support/eventually.ts'
import { movedClock } from '../../../test/support/runner.ts'
import { microsecondText } from '../../kernel/clock.ts'
import type { Deletion } from '../../storage/contract/contract.ts'
import { nothingErased, startDeletions, type DeletionParts, type DeletionWorker } from './deletions.ts'

const clock = movedClock()
const leaseMs = 60_000
/** The time of the clock, some minutes later. */
const minutes = (count: number): string => microsecondText((clock.nowMs() + count * 60_000) * 1000)

describe.each(bothBackends)('on %s', (backend) => {
  let stores: ExecutionStores
  beforeAll(async () => {
    stores = await openExecution(backend, clock)
  })
  afterAll(() => stores.close())

  /** A process that stops before it looks for the first traces, until it is released. */
  function startProcess(): {
    worker: DeletionWorker
    release: () => void
    errors: string[]
    reached: Promise<void>
  } {
    const gate = Promise.withResolvers<void>()
    const arrival = Promise.withResolvers<void>()
    const errors: string[] = []
    const traceWrites: DeletionParts['traceWrites'] = {
      ...stores.traceWrites,
      waitForIngest: async (projectId) => {
        arrival.resolve()
        await gate.promise
        await stores.traceWrites.waitForIngest(projectId)
      },
    }
    const worker = startDeletions({
      store: stores.store,
      spans: stores.spans,
      traceWrites,
      copiedRows: stores.copiedRows,
      clock,
      leaseTimes: { leaseMs, renewMs: 10 },
      onError: (error) => errors.push(String(error)),
    })
    return { worker, release: gate.resolve, errors, reached: arrival.promise }
  }

  /** A stored trace of a user, and a job that erases it. */
  async function newJob(): Promise<{ job: Deletion; traceId: string }> {
    const { projectId, actorId } = stores.scope
    const user = clock.id()
    const traceId = clock.hex(32)
    const span = { trace_id: traceId, span_id: clock.hex(16), start_time: clock.now() }
    const record = { ...span, attributes: { ag: { user: { id: user } } } }
    await stores.traceWrites.write(stores.scope, async () => ({ records: [record] }))
    const job: Deletion = {
      id: clock.id(),
      projectId,
      actorId,
      createdAt: clock.now(),
      finishedAt: undefined,
      request: { user_id: user },
      erased: nothingErased,
      error: undefined,
      heldUntil: undefined,
    }
    await stores.store.write((tx) => tx.insertDeletion(job))
    return { job, traceId }
  }

  const stored = async ({ projectId, id }: Deletion): Promise<Deletion> =>
    (await stores.store.read.deletion(projectId, id)) ?? expect.unreachable('the job is stored')
  const take = (now: string, heldUntil: string) =>
    stores.store.write((tx) => tx.takeDeletion({ holder: 'other', now, until: heldUntil }))
  const spansOf = async (traceId: string): Promise<number> =>
    (await stores.spans.trace(stores.scope.projectId, traceId)).length

  test('a job that works longer than its lease stays with its process', async () => {
    const { job, traceId } = await newJob()
    const { worker, release, errors, reached } = startProcess()
    await reached
    clock.pass(leaseMs - 10_000)
    const renewedPast = minutes(0.9)
    await until(async () => ((await stored(job)).heldUntil ?? '') > renewedPast, 'a renewed lease')
    clock.pass(20_000)
    expect(await take(clock.now(), minutes(10))).toBeUndefined()
    release()
    await until(async () => (await stored(job)).finishedAt !== undefined, 'the end of the job')
    await worker.stop()
    expect((await stored(job)).erased).toMatchObject({ traces: 1, spans: 1 })
    expect([await spansOf(traceId), errors]).toEqual([0, []])
  })

  test('a process that lost its lease erases nothing more, and the other one finishes', async () => {
    const { job, traceId } = await newJob()
    const first = startProcess()
    await first.reached
    const heldUntil = minutes(120)
    expect((await take(minutes(60), heldUntil))?.id).toBe(job.id)
    await until(() => first.errors.length > 0, 'the process to notice')
    first.release()
    await first.worker.stop()
    expect(first.errors).toEqual([expect.stringContaining('Another process has taken over the deletion.')])
    expect([await spansOf(traceId), (await stored(job)).heldUntil]).toEqual([1, heldUntil])
    clock.pass(121 * 60_000)
    const secondProcess = startProcess()
    secondProcess.release()
    await until(async () => (await stored(job)).finishedAt !== undefined, 'the end of the job')
    await secondProcess.worker.stop()
    expect([await spansOf(traceId), secondProcess.errors]).toEqual([0, []])
  })

  test('a job ends even if its user remains active', async () => {
    const { job } = await newJob()
    const laterIds: string[] = []
    const writeAnother = async (): Promise<void> => {
      const trace_id = clock.hex(32)
      const span = { trace_id, span_id: clock.hex(16), start_time: clock.now() }
      const attributes = { ag: { user: { id: job.request['user_id'] ?? null } } }
      await stores.traceWrites.write(stores.scope, async () => ({ records: [{ ...span, attributes }] }))
      laterIds.push(trace_id)
    }
    const worker = startDeletions({
      ...stores,
      traceWrites: {
        ...stores.traceWrites,
        deleteTraces: async (...of) => {
          await writeAnother()
          return stores.traceWrites.deleteTraces(...of)
        },
      },
      clock,
      onError: (error) => expect.unreachable(String(error)),
    })
    await until(async () => (await stored(job)).finishedAt !== undefined, 'the end of the job')
    await worker.stop()
    const remaining = await Promise.all(laterIds.map(spansOf))
    expect([(await stored(job)).erased.traces, remaining]).toEqual([2, [0, 1]])
  })

  test('a job that fails temporarily does not delay the jobs after it, and is retried', async () => {
    const [{ job: failingJob }, { job: otherJob }] = [await newJob(), await newJob()]
    let isFailing = true
    const worker = startDeletions({
      ...stores,
      copiedRows: {
        ...stores.copiedRows,
        tracesWithCopies: async (projectId) => {
          const isOfFailing = (await stored(failingJob)).heldUntil !== undefined && isFailing
          if (isOfFailing && (await stored(otherJob)).heldUntil === undefined) throw new TypeError('a defect')
          return stores.copiedRows.tracesWithCopies(projectId)
        },
      },
      clock,
      onError: () => undefined,
    })
    await until(async () => (await stored(otherJob)).finishedAt !== undefined, 'the end of the other job')
    expect((await stored(failingJob)).finishedAt).toBeUndefined()
    isFailing = false
    clock.pass(31_000)
    worker.wake()
    await until(
      async () => (await stored(failingJob)).finishedAt !== undefined,
      'the end of the repeated job',
    )
    await worker.stop()
  })

  test('a process that stops releases its job', async () => {
    const { job } = await newJob()
    const { worker, release, reached } = startProcess()
    await reached
    const stopPromise = worker.stop()
    release()
    await stopPromise
    expect(await stored(job)).toMatchObject({ finishedAt: undefined, heldUntil: undefined })
    expect((await take(clock.now(), minutes(1)))?.id).toBe(job.id)
    await stores.store.write((tx) =>
      tx.putDeletion({ ...job, finishedAt: clock.now() }, { holder: 'other', until: '' }),
    )
  })
})
