// The promises of a relational store about log events that wait for their spans. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { microsecondText, systemClock } from '../../kernel/clock.ts'
import type { Receipt, RelationalStore, WaitingLog } from '../contract/contract.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const distantFuture = '2999-01-01T00:00:00.000000Z'

let counter = 0

/** Each is a microsecond younger than the previous one. */
function logOf(overrides: Partial<WaitingLog> = {}): WaitingLog {
  counter += 1
  const receiptId = overrides.receiptId ?? clock.id()
  return {
    id: `${receiptId}/${overrides.index ?? 0}`,
    projectId: clock.id(),
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    receiptId,
    actorId: clock.id(),
    receivedAt: microsecondText(1_794_733_200_000_000 + counter),
    index: 0,
    event: '{"name":"gen_ai.choice ✓"}',
    ...overrides,
  }
}

const headerOf = ({ event: _, ...rest }: WaitingLog) => rest

const insert = (store: RelationalStore, ...logs: readonly WaitingLog[]) =>
  store.write((tx) => tx.insertWaitingLogs(logs))

const receiptOf = (overrides: Partial<Receipt>): Receipt => ({
  id: clock.id(),
  projectId: clock.id(),
  receivedAt: clock.now(),
  finishedAt: undefined,
  kind: 'logs',
  received: 2,
  accepted: 2,
  stored: 0,
  ...overrides,
})

export function waitingLogConformance({ store }: Subject): void {
  test('are returned by trace, oldest first and in the order of their request, each once', async () => {
    const projectId = clock.id()
    const receiptId = clock.id()
    const receivedAt = '2026-11-15T10:00:00.000000Z'
    const requestLogs = [2, 10, 9].map((index) => logOf({ projectId, receiptId, receivedAt, index }))
    const first = logOf({ projectId, receivedAt: '2026-11-15T09:59:59.000000Z' })
    const otherTraceLog = logOf({ projectId, traceId: 'c'.repeat(32) })
    expect(await store().read.hasWaitingLogs(projectId)).toBe(false)
    await insert(store(), ...requestLogs, first, otherTraceLog)
    await insert(store(), first, logOf({ traceId: first.traceId }))
    const storedLogs = await store().read.waitingLogs(projectId, [first.traceId])
    expect(storedLogs).toEqual([first, requestLogs[0], requestLogs[2], requestLogs[1]])
    expect(await store().read.waitingLogs(projectId, [otherTraceLog.traceId, 'd'.repeat(32)])).toEqual([
      otherTraceLog,
    ])
    expect(await store().read.waitingLogs(projectId, [])).toEqual([])
    expect(await store().read.hasWaitingLogs(projectId)).toBe(true)
  })

  test('are inserted in bulk', async () => {
    const projectId = clock.id()
    const logs = Array.from({ length: 1234 }, () => logOf({ projectId }))
    await insert(store(), ...logs)
    expect((await store().read.waitingLogSize(projectId)).events).toBe(1234)
    const ids = logs.map(({ id }) => id)
    const deletedIds = await store().write((tx) => tx.deleteWaitingLogs(ids))
    expect(new Set(deletedIds)).toEqual(new Set(ids))
    expect(await store().write((tx) => tx.deleteWaitingLogs(ids))).toEqual([])
    expect(await store().read.hasWaitingLogs(projectId)).toBe(false)
  })

  test('list the awaited spans, each once, page by page, until these have taken them', async () => {
    const projectId = clock.id()
    const spans = ['1', '2', '3'].map((digit) => ({
      projectId,
      traceId: 'e'.repeat(32),
      spanId: digit.repeat(16),
    }))
    const logs = [...spans, ...spans].map((span) => logOf(span))
    await insert(store(), ...logs)
    const after = { projectId, traceId: '', spanId: '' }
    expect(await store().read.spansAwaited(after, 2)).toEqual(spans.slice(0, 2))
    const lastSpans = await store().read.spansAwaited(spans[1], 1)
    expect(lastSpans).toEqual(spans.slice(2))
    const takenLogs = logs.filter(({ spanId }) => spanId === spans[1]?.spanId)
    await store().write((tx) =>
      tx.markLogsTaken(
        takenLogs.map(({ id }) => id),
        clock.now(),
      ),
    )
    expect(await store().read.spansAwaited(after, 2)).toEqual([spans[0], spans[2]])
    expect((await store().read.spansAwaited(undefined, 100_000)).length).toBeGreaterThanOrEqual(2)
  })

  test('are found by the time they were taken and by their age', async () => {
    const projectId = clock.id()
    const [oldLog, takenLog, youngLog] = [
      logOf({ projectId, receivedAt: '1999-01-01T00:00:00.000000Z' }),
      logOf({ projectId, receivedAt: '1999-01-01T00:00:01.000000Z' }),
      logOf({ projectId }),
    ]
    await insert(store(), oldLog, takenLog, youngLog)
    await store().write((tx) => tx.markLogsTaken([takenLog.id], '1999-01-02T00:00:00.000000Z'))
    expect(await store().read.logsWaitingSince('1999-01-01T00:00:00.000000Z', 10)).toEqual([])
    expect(await store().read.logsWaitingSince('2000-01-01T00:00:00.000000Z', 10)).toEqual([headerOf(oldLog)])
    expect(await store().read.logsTakenBefore('1999-01-02T00:00:00.000000Z', 10)).toEqual([])
    expect(await store().read.logsTakenBefore('1999-01-02T00:00:00.000001Z', 10)).toEqual([takenLog])
    expect((await store().read.logsWaitingSince(distantFuture, 1)).length).toBe(1)
    await store().write((tx) => tx.deleteWaitingLogs([oldLog.id, takenLog.id, youngLog.id]))
  })

  test('have a size per project, and the oldest ones exceed a limit', async () => {
    const projectId = clock.id()
    expect(await store().read.waitingLogSize(projectId)).toEqual({ events: 0, bytes: 0, oldestAt: undefined })
    const logs = Array.from({ length: 4 }, () => logOf({ projectId, event: '{"é":1}' }))
    const [firstLog, secondLog, thirdLog, lastLog] = logs
    if (!firstLog || !secondLog || !thirdLog || !lastLog) throw new Error('a log is missing')
    await insert(store(), ...logs, logOf())
    const bytes = Buffer.byteLength('{"é":1}')
    expect(await store().read.waitingLogSize(projectId)).toEqual({
      events: 4,
      bytes: 4 * bytes,
      oldestAt: firstLog.receivedAt,
    })
    expect(await store().read.logsBeyond(projectId, 4 * bytes)).toEqual([])
    expect(await store().read.logsBeyond(projectId, 3 * bytes - 1)).toEqual([
      headerOf(firstLog),
      headerOf(secondLog),
    ])
    await store().write((tx) => tx.markLogsTaken([lastLog.id], clock.now()))
    expect(await store().read.logsBeyond(projectId, 2 * bytes)).toEqual([headerOf(firstLog)])
    expect((await store().read.waitingLogSize(projectId)).events).toBe(3)
  })

  test('are deleted with their traces, all or the taken ones', async () => {
    const projectId = clock.id()
    const [takenLog, waitingLog, otherLog] = [
      logOf({ projectId }),
      logOf({ projectId }),
      logOf({ projectId, traceId: 'f'.repeat(32) }),
    ]
    const otherProjectLog = logOf()
    await insert(store(), takenLog, waitingLog, otherLog, otherProjectLog)
    await store().write((tx) => tx.markLogsTaken([takenLog.id], clock.now()))
    const drop = (scope: 'all' | 'taken') =>
      store().write((tx) => tx.dropWaitingLogs(projectId, [takenLog.traceId], scope))
    expect(await drop('taken')).toEqual({ receiptIds: [takenLog.receiptId], events: 1 })
    expect(await drop('all')).toEqual({ receiptIds: [waitingLog.receiptId], events: 1 })
    expect(await store().read.waitingLogs(projectId, [takenLog.traceId, otherLog.traceId])).toEqual([
      otherLog,
    ])
    expect(await store().read.waitingLogs(otherProjectLog.projectId, [otherProjectLog.traceId])).toEqual([
      otherProjectLog,
    ])
  })

  test('finish their receipt when none of its events waits', async () => {
    const receipt = receiptOf({})
    const ids = { projectId: receipt.projectId, receiptId: receipt.id }
    const logs = [logOf({ ...ids, index: 0 }), logOf({ ...ids, index: 1 })]
    const [firstLog, secondLog] = logs
    if (!firstLog || !secondLog) throw new Error('a log is missing')
    await store().write(async (tx) => {
      await tx.insertReceipt(receipt)
      await tx.insertWaitingLogs(logs)
    })
    const at = clock.now()
    const finish = () => store().write((tx) => tx.finishLogReceipts([receipt.id], at))
    const read = () => store().read.receipt(receipt.projectId, receipt.id)
    await finish()
    expect(await read()).toEqual(receipt)
    await store().write((tx) => tx.markLogsTaken([firstLog.id], at))
    await finish()
    expect(await read()).toEqual(receipt)
    await store().write(async (tx) => {
      await tx.deleteWaitingLogs([secondLog.id])
      await tx.insertRejections([
        { ...headerOf(secondLog), id: clock.id(), reason: 'too late', form: 'logs_json', payload: undefined },
      ])
    })
    await finish()
    expect(await read()).toEqual({ ...receipt, finishedAt: at, stored: 1 })
  })

  test('are counted per minute, separately from spans', async () => {
    const projectId = clock.id()
    const receivedAt = '2026-11-15T09:00:01.000000Z'
    await store().write(async (tx) => {
      await tx.insertReceipt(receiptOf({ projectId, receivedAt }))
      await tx.insertReceipt(receiptOf({ projectId, receivedAt, kind: 'spans', received: 3, stored: 1 }))
    })
    expect(await store().read.ingestMinutes(projectId, '2026-11-15T09:00:00.000000Z')).toEqual([
      { minute: '2026-11-15T09:00', requests: 1, received: 3, accepted: 2, stored: 1, logEvents: 2 },
    ])
  })
}
