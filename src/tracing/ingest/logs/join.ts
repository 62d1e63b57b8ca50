// Log events and their spans: whichever came first, they are put together when both are stored. An event stays among the
// waiting ones until the row of its span was seen to hold it, so that a crash between two steps repeats one of them.
import { chunks } from '../../../kernel/chunks.ts'
import type { Rejection, SpanRow, WaitingLog, WaitingLogHeader } from '../../../storage/contract/contract.ts'
import type { TouchedTraces } from '../rows/batch.ts'
import { rulesText } from '../rules.ts'
import { factsOf, settle, writeBlocks, type TraceWriting } from '../write-traces.ts'
import { tooManyLogs } from './joined-row.ts'

/** Stored rows read at once: a whole row is some kilobytes. */
const rowsPerQuery = 200

const spanKey = (traceId: string, spanId: string): string => traceId + spanId

/** Log events that no span will take, with the reason. */
export interface RefusedLogs {
  readonly logs: readonly WaitingLogHeader[]
  readonly reason: string
}

/** The log events of these traces. Most projects have none at all, and are asked no more. */
async function logsOf(
  { store }: TraceWriting,
  touched: readonly TouchedTraces[],
): Promise<readonly WaitingLog[]> {
  const found: WaitingLog[] = []
  for (const [projectId, ofProject] of Map.groupBy(touched, (some) => some.projectId)) {
    if (!(await store.read.hasWaitingLogs(projectId))) continue
    // A trace may be touched by its spans and by its logs: each event is here once.
    const traceIds = new Set(ofProject.flatMap((some) => some.traceIds))
    for (const log of await store.read.waitingLogs(projectId, [...traceIds])) found.push(log)
  }
  return found
}

/** Gives stored spans of these traces the log events that wait for them. For a caller whose turn it is. */
export async function joinLogs(writing: TraceWriting, touched: readonly TouchedTraces[]): Promise<void> {
  await joinThese(writing, await logsOf(writing, touched))
}

/** As joinLogs, when it is its turn, and only if something waits. */
export async function joinWaiting(writing: TraceWriting, touched: readonly TouchedTraces[]): Promise<void> {
  if ((await logsOf(writing, touched)).length === 0) return
  await writing.mutex(() => joinLogs(writing, touched))
}

/** For a caller whose turn it is. Answers those of the events whose spans are not stored. */
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
    const stored = new Set(places.map((row) => spanKey(row.trace_id, row.span_id)))
    spanless.push(...ofProject.filter(({ traceId, spanId }) => !stored.has(spanKey(traceId, spanId))))
    for (const some of chunks(places, rowsPerQuery)) {
      const rows = await writing.spans.spans(projectId, some)
      await joinRows(writing, projectId, rows, (row) => ofSpan.get(spanKey(row.trace_id, row.span_id)) ?? [])
    }
  }
  return spanless
}

async function joinRows(
  writing: TraceWriting,
  projectId: string,
  rows: readonly SpanRow[],
  logsOfRow: (row: Pick<SpanRow, 'trace_id' | 'span_id'>) => readonly WaitingLog[],
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
  // The records may name a user, or make one of two descriptions of a call the richer one. And where other processes
  // write, one of them may have rolled the trace up meanwhile.
  if (block.count > 0) {
    await settle(writing, [{ projectId, traceIds: [...new Set(rows.map(({ trace_id }) => trace_id))] }], true)
  }
  await record(writing, { logs, held: new Set(held), refusals })
}

/**
 * What became of log events. Where this process alone writes spans, what it wrote stands. Where others do too, one of
 * them may have read the row before and write it later: the event stays, marked, and is looked after once more.
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
  const refused = new Set(idsOf(refusals.flatMap((refusal) => refusal.logs)))
  const taken = idsOf(logs).filter((id) => !refused.has(id))
  const now = clock.now()
  await store.write(async (tx) => {
    const gone = await tx.deleteWaitingLogs([...refused, ...taken.filter((id) => !shared || held.has(id))])
    await tx.insertRejections(rejectionsOfLogs(writing, refusals, new Set(gone)))
    if (shared)
      await tx.markLogsTaken(
        taken.filter((id) => !held.has(id)),
        now,
      )
    await tx.finishLogReceipts(receiptsOf(logs), now)
  })
}

const idsOf = (logs: readonly WaitingLogHeader[]): readonly string[] => logs.map(({ id }) => id)

const receiptsOf = (logs: readonly WaitingLogHeader[]): readonly string[] => [
  ...new Set(logs.map(({ receiptId }) => receiptId).filter((id) => id !== '')),
]

/** Of those that are gone now: of two processes that give the same event up, one says so. */
const rejectionsOfLogs = (
  { clock }: Pick<TraceWriting, 'clock'>,
  refusals: readonly RefusedLogs[],
  gone: ReadonlySet<string>,
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

/** Gives log events up: they stand among the rejections of their requests, without what they said. */
export async function refuseLogs(
  writing: Pick<TraceWriting, 'store' | 'clock'>,
  refusal: RefusedLogs,
): Promise<void> {
  const { logs } = refusal
  if (logs.length === 0) return
  await writing.store.write(async (tx) => {
    const gone = await tx.deleteWaitingLogs(idsOf(logs))
    await tx.insertRejections(rejectionsOfLogs(writing, [refusal], new Set(gone)))
    await tx.finishLogReceipts(receiptsOf(logs), writing.clock.now())
  })
}
