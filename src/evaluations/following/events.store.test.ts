import { beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import { newProjectScope } from '../../../test/support/engine.ts'
import { microsecondText, microsecondsOf, systemClock } from '../../kernel/clock.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationResult, EvaluationRun, RelationalStore } from '../../storage/contract/contract.ts'
import { evaluationRecords } from '../../storage/conformance/relational-evaluations.ts'
import { runEvents, type RunEvent } from './events.ts'

const clock = systemClock()
type ChangeEvent = Extract<RunEvent, { readonly record: unknown }>

const isChange = (event: RunEvent): event is ChangeEvent => 'record' in event

describe.each(backends)('the events of a run on %s', (backend) => {
  let store: RelationalStore
  let scope: Scope
  beforeAll(async () => {
    const testStore = await openFreshStore(backend)
    store = testStore.store
    scope = await newProjectScope(store, 'events')
    return testStore.close
  })

  const neverUpdated = { updatedAt: undefined, updatedById: undefined }
  const putRecords = (kind: 'result' | 'scenario' | 'run', ...records: readonly { readonly id: string }[]) =>
    store.write((tx) =>
      tx.putEvaluationRecords(kind, scope.projectId, records as unknown as readonly EvaluationRun[]),
    )

  /** Stores an active run with one scenario and this many queued results. */
  async function createRun(results: number) {
    const records = evaluationRecords()
    const flags = { is_active: true, is_closed: false }
    const run = records.run({ ...neverUpdated, flags, status: 'running', data: { steps: [], repeats: 1 } })
    const scenario = records.scenario(run.id, neverUpdated)
    const cells = Array.from({ length: results }, (_, repeatIdx) =>
      records.result(scenario, { ...neverUpdated, repeatIdx, status: 'queued' }),
    )
    await putRecords('run', run)
    await putRecords('scenario', scenario)
    await putRecords('result', ...cells)
    return { run, scenario, cells }
  }
  const endRun = (run: EvaluationRun) =>
    putRecords('run', {
      ...run,
      status: 'success',
      flags: { is_active: false, is_closed: false },
      updatedAt: clock.now(),
    } as EvaluationRun)
  const successfulResult = (cell: EvaluationResult, updatedAt = clock.now()): EvaluationResult => ({
    ...cell,
    status: 'success',
    updatedAt,
  })
  const follow = (runId: string, after?: number) =>
    runEvents({ scope, runId, after, pollMs: 5, signal: new AbortController().signal })
  const allEvents = async (runId: string, after?: number): Promise<readonly RunEvent[]> =>
    Array.fromAsync(follow(runId, after))
  /** Reads until an event matches, and returns all events read. */
  async function readUntil(events: AsyncGenerator<RunEvent>, matches: (event: RunEvent) => boolean) {
    const receivedEvents: RunEvent[] = []
    for (;;) {
      const next = await events.next()
      if (next.done === true) throw new Error('the stream ended')
      receivedEvents.push(next.value)
      if (matches(next.value)) return receivedEvents
    }
  }
  const names = (events: readonly RunEvent[]) => events.map(({ event }) => event)
  const recordIds = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (isChange(event) ? event.record.id : []))
  const idsOf = (events: readonly RunEvent[]) =>
    events.flatMap((event) => ('id' in event && event.id !== undefined ? event.id : []))

  test('an ended run streams all records, then progress and the end', async () => {
    const { run, scenario, cells } = await createRun(2)
    await endRun(run)
    const events = await allEvents(run.id)
    expect(names(events)).toEqual(['scenario', 'result', 'result', 'run', 'progress', 'end'])
    expect(recordIds(events)).toEqual([scenario.id, ...cells.map(({ id }) => id), run.id])
    expect(idsOf(events)).toEqual(idsOf(events).toSorted((a, b) => a - b))
    expect(events.at(-1)).toMatchObject({ event: 'end', run: { status: 'success' } })
  })

  test('an active run streams each change once', async () => {
    const { run, cells } = await createRun(2)
    const [firstCell, secondCell] = cells as [EvaluationResult, EvaluationResult]
    const events = follow(run.id)
    await readUntil(events, ({ event }) => event === 'progress')
    await putRecords('result', successfulResult(firstCell))
    const firstEvents = await readUntil(events, ({ event }) => event === 'progress')
    expect(recordIds(firstEvents)).toEqual([firstCell.id])
    await putRecords('result', successfulResult(secondCell))
    const secondEvents = await readUntil(events, ({ event }) => event === 'progress')
    expect(recordIds(secondEvents)).toEqual([secondCell.id])
    await endRun(run)
    const lastEvents = await readUntil(events, ({ event }) => event === 'end')
    expect(recordIds(lastEvents)).toEqual([run.id])
    expect((await events.next()).done).toBe(true)
  })

  test('a stream resumes after the last event of a client', async () => {
    const { run, cells } = await createRun(3)
    const changeEvents = await readUntil(
      follow(run.id),
      (event) => isChange(event) && event.record.id === cells[1]?.id,
    )
    const lastId = idsOf(changeEvents).at(-1)
    await endRun(run)
    const laterEvents = await allEvents(run.id, lastId)
    expect(recordIds(laterEvents)).toEqual([cells[2]?.id, run.id])
    const noEvents = await allEvents(run.id, idsOf(laterEvents).at(-1))
    expect(names(noEvents)).toEqual(['progress', 'end'])
  })

  test('changes with equal times share an id, so that a resumed stream misses none', async () => {
    const { run, cells } = await createRun(3)
    const before = idsOf(await readUntil(follow(run.id), ({ event }) => event === 'progress')).at(-1)
    const updatedAt = clock.now()
    await putRecords('result', ...cells.map((cell) => successfulResult(cell, updatedAt)))
    await endRun(run)
    const events = await allEvents(run.id, before)
    const resultEvents = events.filter(({ event }) => event === 'result')
    expect(resultEvents.map((event) => ('id' in event ? event.id : undefined))).toEqual([
      undefined,
      undefined,
      microsecondsOf(updatedAt),
    ])
  })

  test('an older change that becomes visible later is streamed', async () => {
    const { run, cells } = await createRun(2)
    const [firstCell, secondCell] = cells as [EvaluationResult, EvaluationResult]
    const events = follow(run.id)
    await readUntil(events, ({ event }) => event === 'progress')
    const nowUs = microsecondsOf(clock.now())
    await putRecords('result', successfulResult(firstCell, microsecondText(nowUs)))
    const firstEvents = await readUntil(events, ({ event }) => event === 'progress')
    await putRecords('result', successfulResult(secondCell, microsecondText(nowUs - 400_000)))
    const secondEvents = await readUntil(events, ({ event }) => event === 'progress')
    expect(recordIds(secondEvents)).toEqual([secondCell.id])
    expect(idsOf(secondEvents)[0]).toBe(idsOf(firstEvents).at(-1))
    await events.return(undefined)
  })

  test('many records arrive in pages, complete and in order', async () => {
    const { run, cells } = await createRun(1203)
    await endRun(run)
    const results = (await allEvents(run.id)).filter(({ event }) => event === 'result')
    expect(recordIds(results)).toEqual(cells.map(({ id }) => id))
  })

  test('a stream has no end event when the server stops, and one when the run is deleted or closed', async () => {
    const { run } = await createRun(1)
    const stop = new AbortController()
    const stream = runEvents({ scope, runId: run.id, after: undefined, pollMs: 60_000, signal: stop.signal })
    await readUntil(stream, ({ event }) => event === 'progress')
    const next = stream.next()
    stop.abort()
    expect((await next).done).toBe(true)
    const closedRun: EvaluationRun = { ...run, flags: { is_closed: true }, updatedAt: clock.now() }
    await putRecords('run', closedRun)
    expect(names(await allEvents(run.id)).at(-1)).toBe('end')
    expect(names(await allEvents(clock.id()))).toEqual(['end'])
  })

  test('the events of another project are not visible', async () => {
    const { run } = await createRun(1)
    const otherProject = { ...scope, projectId: clock.id() }
    const events = runEvents({
      scope: otherProject,
      runId: run.id,
      after: undefined,
      pollMs: 5,
      signal: new AbortController().signal,
    })
    expect(names(await Array.fromAsync(events))).toEqual(['end'])
  })
})
