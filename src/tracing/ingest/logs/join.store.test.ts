// Log events and spans in real stores: with one process, and with several that share them.
import { noIngestMetrics } from '../metrics.fixture.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../test/support/databases.ts'
import { storeBackends, type TestStore } from '../../../../test/support/span-stores.ts'
import { systemClock } from '../../../kernel/clock.ts'
import {
  editSteps,
  encodeRows,
  type InboxEntry,
  type NewRow,
  type Receipt,
  type RelationalStore,
  type SpanRow,
  type WaitingLog,
} from '../../../storage/contract/contract.ts'
import { startRowBuilders, type RowBuilderPool } from '../row-builders/row-builders.ts'
import { recordOfRow, rowOfRecord, storedTraceColumns } from '../rows/span-row.ts'
import { createMutex } from '../mutex.ts'
import { startWorker, type IngestWorker, type WorkerParts } from '../worker.ts'
import { dropBeyondLimit, maintainWaitingLogs } from './waiting.ts'
import { eventually } from '../../../../test/support/eventually.ts'

const clock = systemClock()
const longAgo = '2001-01-01T00:00:00.000000Z'
const limits = { hoursMax: 24, bytesMax: 1024 * 1024 }

interface Ids {
  readonly traceId: string
  readonly spanId: string
}

const newIds = (): Ids => ({ traceId: clock.hex(32), spanId: clock.hex(16) })

/** The row as an edit would write it. */
const editedRow = (row: SpanRow): NewRow =>
  rowOfRecord(recordOfRow(row), {
    ...row,
    ...storedTraceColumns(row),
    version: (BigInt(row.version) + editSteps).toString(),
  })

describe.each([
  { name: 'one process', relationalForm: 'sqlite', columnarForm: 'embedded', isShared: false },
  { name: 'several processes', relationalForm: 'postgres', columnarForm: 'server', isShared: true },
] as const)('in $name', ({ relationalForm, columnarForm, isShared }) => {
  let database: FreshDatabase
  let store: RelationalStore
  let columnar: TestStore
  let rowBuilderPools: readonly RowBuilderPool[]
  let processes: readonly WorkerParts[]
  let workers: readonly IngestWorker[] = []

  beforeAll(async () => {
    database = await freshDatabase(relationalForm)
    store = await database.open()
    columnar = await storeBackends[columnarForm]()
    rowBuilderPools = Array.from({ length: isShared ? 2 : 1 }, () => startRowBuilders())
    processes = rowBuilderPools.map((rowBuilders) => ({
      store,
      spans: columnar.store,
      rowBuilders,
      clock,
      isShared,
      onWritten: () => undefined,
      mutex: createMutex(),
      metrics: noIngestMetrics,
      intervalMs: 50,
      waitingLimits: limits,
      onError: (error) => expect.unreachable(String(error)),
    }))
    workers = processes.map(startWorker)
  })
  afterAll(async () => {
    for (const worker of workers) await worker.stop()
    for (const rowBuilders of rowBuilderPools) await rowBuilders.stop()
    await store.close()
    await columnar.remove()
    await database.remove()
  })

  const process = (): WorkerParts => {
    const [first] = processes
    if (first === undefined) throw new Error('no process was started')
    return first
  }
  const look = () => maintainWaitingLogs(process(), limits, new AbortController().signal)

  /** Puts a request into the inbox. */
  async function send(projectId: string, form: 'otlp_json' | 'logs_json', request: object): Promise<Receipt> {
    const receipt: Receipt = {
      id: clock.id(),
      projectId,
      receivedAt: clock.now(),
      finishedAt: undefined,
      kind: form === 'logs_json' ? 'logs' : 'spans',
      received: 1,
      accepted: 1,
      stored: 0,
    }
    const { id, receivedAt } = receipt
    const payload = Buffer.from(JSON.stringify(request))
    const entry: InboxEntry = { id, projectId, actorId: projectId, receivedAt, form, payload }
    await store.write(async (tx) => {
      await tx.insertReceipt(receipt)
      await tx.appendInbox(entry)
    })
    for (const worker of workers) worker.wake()
    return receipt
  }

  const sendSpan = (projectId: string, ids: Ids, name = 'chat') =>
    send(projectId, 'otlp_json', {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  ...ids,
                  name,
                  startTimeUnixNano: '1794733200000000001',
                  attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }],
                },
              ],
            },
          ],
        },
      ],
    })

  const logOf = (ids: Ids, content: string) => ({
    ...ids,
    eventName: 'gen_ai.user.message',
    timeUnixNano: '1794733200000000005',
    body: { kvlistValue: { values: [{ key: 'content', value: { stringValue: content } }] } },
  })
  const sendLog = (projectId: string, ids: Ids, content: string) =>
    send(projectId, 'logs_json', { resourceLogs: [{ scopeLogs: [{ logRecords: [logOf(ids, content)] }] }] })

  async function finished({ projectId, id }: Receipt): Promise<Receipt | undefined> {
    return eventually(async () => {
      const receipt = await store.read.receipt(projectId, id)
      return receipt?.finishedAt === undefined ? undefined : receipt
    }, 'a finished receipt')
  }

  async function heard(projectId: string, { traceId, spanId }: Ids): Promise<readonly string[]> {
    const rows = await columnar.store.trace(projectId, traceId)
    const row = rows.find(({ span_id }) => span_id === spanId)
    if (row === undefined) return []
    const { attributes } = recordOfRow(row) as {
      readonly attributes: {
        readonly ag: {
          readonly data: { readonly inputs?: { readonly prompt: readonly { readonly content: string }[] } }
        }
      }
    }
    return attributes.ag.data.inputs?.prompt.map(({ content }) => content) ?? []
  }

  const waits = (projectId: string, { traceId }: Ids) => store.read.waitingLogs(projectId, [traceId])

  /** An event of a process that died before it joined the event. */
  async function leaveEvent(
    projectId: string,
    ids: Ids,
    over: Partial<WaitingLog> = {},
  ): Promise<WaitingLog> {
    const log: WaitingLog = {
      id: `${clock.id()}/0`,
      projectId,
      ...ids,
      receiptId: clock.id(),
      actorId: projectId,
      receivedAt: clock.now(),
      index: 0,
      event:
        '{"name":"gen_ai.user.message","timeUnixNano":1794733200000000005,"attributes":{"gen_ai.event.content":{"content":"left"}}}',
      ...over,
    }
    await store.write((tx) => tx.insertWaitingLogs([log]))
    return log
  }

  test('spans and logs that arrive at the same time, in any order, are joined', async () => {
    const projectId = clock.id()
    const all = Array.from({ length: 30 }, newIds)
    const receipts = await Promise.all(
      all.flatMap((ids, i) => {
        const log = () => sendLog(projectId, ids, 'Hi')
        const span = () => sendSpan(projectId, ids)
        return i % 2 === 0 ? [log(), span(), log()] : [span(), log(), span()]
      }),
    )
    for (const receipt of receipts) expect(await finished(receipt)).toMatchObject({ stored: 1 })
    for (const ids of all) await expect.poll(() => heard(projectId, ids)).toEqual(['Hi'])
  })

  test('the next sweep joins the events of a process that died', async () => {
    const projectId = clock.id()
    const [storedIds, absentIds] = [newIds(), newIds()]
    await finished(await sendSpan(projectId, storedIds))
    await leaveEvent(projectId, storedIds)
    const awaiting = await leaveEvent(projectId, absentIds)
    expect(await heard(projectId, storedIds)).toEqual([])
    await look()
    expect(await heard(projectId, storedIds)).toEqual(['left'])
    expect(await waits(projectId, absentIds)).toEqual([awaiting])
  })

  test('an event whose span does not arrive is finally rejected with a reason', async () => {
    const projectId = clock.id()
    const ids = newIds()
    const receipt = await sendLog(projectId, ids, 'Hi')
    await expect.poll(async () => (await waits(projectId, ids)).length).toBe(1)
    expect(await store.read.receipt(projectId, receipt.id)).toMatchObject({ finishedAt: undefined })
    const [log] = await waits(projectId, ids)
    if (log === undefined) throw new Error('it waits')
    await store.write(async (tx) => {
      await tx.deleteWaitingLogs([log.id])
      await tx.insertWaitingLogs([{ ...log, receivedAt: longAgo }])
    })
    await look()
    await look()
    expect(await waits(projectId, ids)).toEqual([])
    expect(await finished(receipt)).toMatchObject({ accepted: 1, stored: 0 })
    const bounds = { limit: 10, order: 'ascending', after: undefined } as const
    expect(await store.read.rejections(projectId, receipt.id, bounds)).toMatchObject([
      { index: 0, ...ids, reason: 'its span did not arrive within 24 hours' },
    ])
  })

  test('above the byte limit the oldest events are dropped, a tenth more than necessary', async () => {
    const projectId = clock.id()
    const all = Array.from({ length: 20 }, newIds)
    const logs: WaitingLog[] = []
    for (const ids of all) logs.push(await leaveEvent(projectId, ids))
    const { bytes } = await store.read.waitingLogSize(projectId)
    await dropBeyondLimit(process(), projectId, { ...limits, bytesMax: bytes })
    expect((await store.read.waitingLogSize(projectId)).events).toBe(20)
    await dropBeyondLimit(process(), projectId, { ...limits, bytesMax: bytes - 1 })
    const remaining = await store.read.waitingLogs(
      projectId,
      all.map(({ traceId }) => traceId),
    )
    expect(remaining).toEqual(logs.slice(3))
  })

  test('a span that is sent again keeps its log events', async () => {
    const projectId = clock.id()
    const ids = newIds()
    await finished(await sendSpan(projectId, ids))
    await finished(await sendLog(projectId, ids, 'Hi'))
    await finished(await sendSpan(projectId, ids, 'again'))
    await expect.poll(() => heard(projectId, ids)).toEqual(['Hi'])
    const rows = await columnar.store.trace(projectId, ids.traceId)
    expect(rows.map(({ span_name }) => span_name)).toEqual(['again'])
  })

  if (isShared) {
    test('an event that another process overwrote is joined again, and removed once it is stored', async () => {
      const projectId = clock.id()
      const ids = newIds()
      await finished(await sendSpan(projectId, ids))
      const facts = await columnar.store.facts(projectId, [ids.traceId])
      const before = await columnar.store.spans(projectId, facts)
      await finished(await sendLog(projectId, ids, 'Hi'))
      expect(await heard(projectId, ids)).toEqual(['Hi'])
      const [takenLog] = await waits(projectId, ids)
      if (takenLog === undefined) throw new Error('the event is not checked again')
      const seenLongAgo = () => store.write((tx) => tx.markLogsTaken([takenLog.id], longAgo))
      // The other process read the row earlier and writes it as an edit with a higher version.
      await columnar.store.write(encodeRows(before.map(editedRow)))
      expect(await heard(projectId, ids)).toEqual([])
      await seenLongAgo()
      await look()
      expect(await heard(projectId, ids)).toEqual(['Hi'])
      await seenLongAgo()
      await look()
      expect(await waits(projectId, ids)).toEqual([])
      expect(await heard(projectId, ids)).toEqual(['Hi'])
    })
  }
})
