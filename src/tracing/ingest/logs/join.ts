// Joins log events to their spans when both are stored, in either order of arrival. A waiting event is deleted only after
// a read of its span returned the event, so a crash between two steps only repeats a step.
import { chunks } from '../../../kernel/chunks.ts'
import type { Rejection, SpanRow, WaitingLog, WaitingLogHeader } from '../../../storage/contract/contract.ts'
import type { TouchedTraces } from '../rows/batch.ts'
import { rulesText } from '../rules.ts'
import { factsOf, reconcile, writeBlocks, type TraceWriteParts } from '../write-traces.ts'
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
  { store }: TraceWriteParts,
  touchedTraces: readonly TouchedTraces[],
): Promise<readonly WaitingLog[]> {
  const logs: WaitingLog[] = []
  for (const [projectId, ofProject] of Map.groupBy(touchedTraces, (group) => group.projectId)) {
    if (!(await store.read.hasWaitingLogs(projectId))) continue
    // A trace may be touched by its spans and by its logs; each event is returned once.
    const traceIds = new Set(ofProject.flatMap((chunk) => chunk.traceIds))
    for (const log of await store.read.waitingLogs(projectId, [...traceIds])) logs.push(log)
  }
  return logs
}

/** Joins the waiting log events of these traces to their stored spans. The caller must hold the mutex. */
export async function joinLogs(
  parts: TraceWriteParts,
  touchedTraces: readonly TouchedTraces[],
): Promise<void> {
  await joinToSpans(parts, await logsOf(parts, touchedTraces))
}

/** As joinLogs, but takes the mutex, and only if events wait. */
export async function joinWaiting(
  parts: TraceWriteParts,
  touchedTraces: readonly TouchedTraces[],
): Promise<void> {
  if ((await logsOf(parts, touchedTraces)).length === 0) return
  await parts.mutex(() => joinLogs(parts, touchedTraces))
}

/** The caller must hold the mutex. Returns the events whose spans are not stored. */
export async function joinToSpans(
  parts: TraceWriteParts,
  logs: readonly WaitingLog[],
): Promise<readonly WaitingLog[]> {
  const logsWithoutSpan: WaitingLog[] = []
  for (const [projectId, ofProject] of Map.groupBy(logs, (log) => log.projectId)) {
    const logsBySpan = Map.groupBy(ofProject, ({ traceId, spanId }) => spanKey(traceId, spanId))
    const traceIds = [...new Set(ofProject.map(({ traceId }) => traceId))]
    const facts = await factsOf(parts.spans, [{ projectId, traceIds }])
    const places = facts.filter((row) => logsBySpan.has(spanKey(row.trace_id, row.span_id)))
    const storedKeys = new Set(places.map((row) => spanKey(row.trace_id, row.span_id)))
    logsWithoutSpan.push(
      ...ofProject.filter(({ traceId, spanId }) => !storedKeys.has(spanKey(traceId, spanId))),
    )
    for (const chunk of chunks(places, rowsPerQuery)) {
      const rows = await parts.spans.spans(projectId, chunk)
      await joinRows(parts, {
        projectId,
        rows,
        logsOfRow: (row) => logsBySpan.get(spanKey(row.trace_id, row.span_id)) ?? [],
      })
    }
  }
  return logsWithoutSpan
}

async function joinRows(
  parts: TraceWriteParts,
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
  const { spans, rowBuilders, store } = parts
  const logs = rows.flatMap(logsOfRow)
  if (logs.length === 0) return
  const rules = await rulesText(store.read, projectId)
  const {
    rows: block,
    storedLogIds: storedIds,
    refusedLogIds,
  } = await rowBuilders.joinedRows(rows, logs, rules)
  const overLimitIds = new Set(refusedLogIds)
  const refusals: RefusedLogs[] = [
    { logs: logs.filter(({ id }) => overLimitIds.has(id)), reason: tooManyLogs },
  ]
  await writeBlocks(spans, [
    {
      rows: block,
      buildRange: async (range) => (await rowBuilders.joinedRows(rows, logs, rules, range)).rows,
      refuse: async (ids, reason) => {
        refusals.push({ logs: logsOfRow(ids).filter(({ id }) => !overLimitIds.has(id)), reason })
      },
    },
  ])
  // The records may name a user, or make one of two descriptions of a call the longer one. Another process may also
  // have rolled up the trace in the meantime.
  if (block.count > 0) {
    await reconcile(parts, {
      touchedTraces: [{ projectId, traceIds: [...new Set(rows.map(({ trace_id }) => trace_id))] }],
      mayRefuse: true,
    })
  }
  await recordOutcomes(parts, { logs, storedIds: new Set(storedIds), refusals })
}

/**
 * Records the outcome of log events. If only this process writes spans, its writes are final. Otherwise another process
 * may have read the row earlier and write it later: the event stays, marked, and is checked once more.
 */
async function recordOutcomes(
  parts: TraceWriteParts,
  {
    logs,
    storedIds,
    refusals,
  }: {
    readonly logs: readonly WaitingLog[]
    readonly storedIds: ReadonlySet<string>
    readonly refusals: readonly RefusedLogs[]
  },
): Promise<void> {
  const { store, clock, isShared } = parts
  const refusedIds = new Set(idsOf(refusals.flatMap((refusal) => refusal.logs)))
  const joinedIds = idsOf(logs).filter((id) => !refusedIds.has(id))
  const now = clock.now()
  await store.write(async (tx) => {
    const deletedIds = await tx.deleteWaitingLogs([
      ...refusedIds,
      ...joinedIds.filter((id) => !isShared || storedIds.has(id)),
    ])
    await tx.insertRejections(rejectionsOfLogs(parts, { refusals, deletedIds: new Set(deletedIds) }))
    if (isShared)
      await tx.markLogsTaken(
        joinedIds.filter((id) => !storedIds.has(id)),
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
  { clock }: Pick<TraceWriteParts, 'clock'>,
  {
    refusals,
    deletedIds,
  }: { readonly refusals: readonly RefusedLogs[]; readonly deletedIds: ReadonlySet<string> },
): readonly Rejection[] =>
  refusals.flatMap(({ logs, reason }) =>
    logs
      .filter(({ id, receiptId }) => receiptId !== '' && deletedIds.has(id))
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
  parts: Pick<TraceWriteParts, 'store' | 'clock'>,
  refusal: RefusedLogs,
): Promise<void> {
  const { logs } = refusal
  if (logs.length === 0) return
  await parts.store.write(async (tx) => {
    const deletedIds = await tx.deleteWaitingLogs(idsOf(logs))
    await tx.insertRejections(
      rejectionsOfLogs(parts, { refusals: [refusal], deletedIds: new Set(deletedIds) }),
    )
    await tx.finishLogReceipts(receiptsOf(logs), parts.clock.now())
  })
}
