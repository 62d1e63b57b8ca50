// Joins log events to their spans when both are stored, in either order of arrival. An event stays among the waiting
// ones until the row of its span has been seen to include it, so that a crash between two steps only repeats a step.
import { chunks } from '../../../kernel/chunks.ts'
import type { Rejection, SpanRow, WaitingLog, WaitingLogHeader } from '../../../storage/contract/contract.ts'
import type { TouchedTraces } from '../rows/batch.ts'
import { rulesText } from '../rules.ts'
import { factsOf, reconcile, writeBlocks, type TraceWriting } from '../write-traces.ts'
import { tooManyLogs } from './joined-row.ts'

/** Stored rows read at once. A full row is some kilobytes. */
const rowsPerQuery = 200

const spanKey = (traceId: string, spanId: string): string => traceId + spanId

/** Log events that no span will take, with the reason. */
export interface RefusedLogs {
  readonly logs: readonly WaitingLogHeader[]
  readonly reason: string
}

/** The waiting log events of these traces. Most projects have none, which one query detects. */
async function logsOf(
  { store }: TraceWriting,
  touched: readonly TouchedTraces[],
): Promise<readonly WaitingLog[]> {
  const logs: WaitingLog[] = []
  for (const [projectId, ofProject] of Map.groupBy(touched, (group) => group.projectId)) {
    if (!(await store.read.hasWaitingLogs(projectId))) continue
    // A trace may be touched by its spans and by its logs; each event is returned once.
    const traceIds = new Set(ofProject.flatMap((some) => some.traceIds))
    for (const log of await store.read.waitingLogs(projectId, [...traceIds])) logs.push(log)
  }
  return logs
}

/** Joins the waiting log events of these traces to their stored spans. The caller must hold the mutex. */
export async function joinLogs(writing: TraceWriting, touched: readonly TouchedTraces[]): Promise<void> {
  await joinThese(writing, await logsOf(writing, touched))
}

/** As joinLogs, but takes the mutex, and only if events wait. */
export async function joinWaiting(writing: TraceWriting, touched: readonly TouchedTraces[]): Promise<void> {
  if ((await logsOf(writing, touched)).length === 0) return
  await writing.mutex(() => joinLogs(writing, touched))
}

/** The caller must hold the mutex. Returns the events whose spans are not stored. */
export async function joinThese(
  writing: TraceWriting,
  logs: readonly WaitingLog[],
): Promise<readonly WaitingLog[]> {
  const spanless: WaitingLog[] = []
  for (const [projectId, ofProject] of Map.groupBy(logs, (log) => log.projectId)) {
    const ofSpan = Map.groupBy(ofProject, ({ traceId, spanId }) => spanKey(traceId, spanId))
    const traceIds = [...new Set(ofProject.map(({ traceId }) => traceId))]
    const facts = await factsOf(writing.spans, [{ projectId, traceIds }])
    const places = facts.filter((row) => ofSpan.has(spanKey(row.trace_id, row.span_id)))
    const storedKeys = new Set(places.map((row) => spanKey(row.trace_id, row.span_id)))
    spanless.push(...ofProject.filter(({ traceId, spanId }) => !storedKeys.has(spanKey(traceId, spanId))))
    for (const some of chunks(places, rowsPerQuery)) {
      const rows = await writing.spans.spans(projectId, some)
      await joinRows(writing, {
        projectId,
        rows,
        logsOfRow: (row) => ofSpan.get(spanKey(row.trace_id, row.span_id)) ?? [],
      })
    }
  }
  return spanless
}

async function joinRows(
  writing: TraceWriting,
  {
    projectId,
    rows,
    logsOfRow,
  }: {
    readonly projectId: string
    readonly rows: readonly SpanRow[]
    readonly logsOfRow: (row: Pick<SpanRow, 'trace_id' | 'span_id'>) => readonly WaitingLog[]
  },
): Promise<void> {
  const { spans, rowBuilders, store } = writing
  const logs = rows.flatMap(logsOfRow)
  if (logs.length === 0) return
  const rules = await rulesText(store.read, projectId)
  const { rows: block, alreadyStored: held, refused } = await rowBuilders.joined(rows, logs, rules)
  const tooMany = new Set(refused)
  const refusals: RefusedLogs[] = [{ logs: logs.filter(({ id }) => tooMany.has(id)), reason: tooManyLogs }]
  await writeBlocks(spans, [
    {
      rows: block,
      part: async (range) => (await rowBuilders.joined(rows, logs, rules, range)).rows,
      refuse: async (ids, reason) => {
        refusals.push({ logs: logsOfRow(ids).filter(({ id }) => !tooMany.has(id)), reason })
      },
    },
  ])
  // The records may name a user, or make one of two descriptions of a call the longer one. Another process may also
  // have rolled up the trace in the meantime.
  if (block.count > 0) {
    await reconcile(writing, {
      touched: [{ projectId, traceIds: [...new Set(rows.map(({ trace_id }) => trace_id))] }],
      mayRefuse: true,
    })
  }
  await record(writing, { logs, held: new Set(held), refusals })
}

/**
 * Records the outcome of log events. If only this process writes spans, its writes are final. Otherwise another process
 * may have read the row earlier and write it later: the event stays, marked, and is checked once more.
 */
async function record(
  writing: TraceWriting,
  {
    logs,
    held,
    refusals,
  }: {
    readonly logs: readonly WaitingLog[]
    readonly held: ReadonlySet<string>
    readonly refusals: readonly RefusedLogs[]
  },
): Promise<void> {
  const { store, clock, shared } = writing
  const refusedIds = new Set(idsOf(refusals.flatMap((refusal) => refusal.logs)))
  const joinedIds = idsOf(logs).filter((id) => !refusedIds.has(id))
  const now = clock.now()
  await store.write(async (tx) => {
    const deletedIds = await tx.deleteWaitingLogs([
      ...refusedIds,
      ...joinedIds.filter((id) => !shared || held.has(id)),
    ])
    await tx.insertRejections(rejectionsOfLogs(writing, { refusals, gone: new Set(deletedIds) }))
    if (shared)
      await tx.markLogsTaken(
        joinedIds.filter((id) => !held.has(id)),
        now,
      )
    await tx.finishLogReceipts(receiptsOf(logs), now)
  })
}

const idsOf = (logs: readonly WaitingLogHeader[]): readonly string[] => logs.map(({ id }) => id)

const receiptsOf = (logs: readonly WaitingLogHeader[]): readonly string[] => [
  ...new Set(logs.map(({ receiptId }) => receiptId).filter((id) => id !== '')),
]

/** Rejections of the events that this process deleted: if two processes drop an event, one of them reports it. */
const rejectionsOfLogs = (
  { clock }: Pick<TraceWriting, 'clock'>,
  { refusals, gone }: { readonly refusals: readonly RefusedLogs[]; readonly gone: ReadonlySet<string> },
): readonly Rejection[] =>
  refusals.flatMap(({ logs, reason }) =>
    logs
      .filter(({ id, receiptId }) => receiptId !== '' && gone.has(id))
      .map(({ projectId, receiptId, actorId, receivedAt, index, traceId, spanId }) => ({
        id: clock.id(),
        projectId,
        receiptId,
        actorId,
        receivedAt,
        index,
        traceId,
        spanId,
        reason,
        form: 'logs_json',
        payload: undefined,
      })),
  )

/** Drops log events: they become rejections of their requests, without their content. */
export async function refuseLogs(
  writing: Pick<TraceWriting, 'store' | 'clock'>,
  refusal: RefusedLogs,
): Promise<void> {
  const { logs } = refusal
  if (logs.length === 0) return
  await writing.store.write(async (tx) => {
    const deletedIds = await tx.deleteWaitingLogs(idsOf(logs))
    await tx.insertRejections(rejectionsOfLogs(writing, { refusals: [refusal], gone: new Set(deletedIds) }))
    await tx.finishLogReceipts(receiptsOf(logs), writing.clock.now())
  })
}
