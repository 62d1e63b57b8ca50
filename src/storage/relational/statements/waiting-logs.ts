// Statements for log events that wait for their spans. Separate indexes find untaken events without
// reading the events.
import { sql, type Kysely, type Selectable } from 'kysely'
import { chunks } from '../../../kernel/chunks.ts'
import type {
  WaitingLog,
  WaitingLogHeader,
  WaitingLogReads,
  WaitingLogWrites,
} from '../../contract/contract.ts'
import { prepareBulkInsert } from '../chunks.ts'
import { prepareStatement } from '../prepared.ts'
import type { Tables, WaitingLogsTable } from '../schema.ts'

/** Bound values of one statement. */
const listMax = 1_000

const headerColumns = [
  'id',
  'project_id',
  'trace_id',
  'span_id',
  'receipt_id',
  'actor_id',
  'received_at',
  'position',
] as const satisfies readonly (keyof WaitingLogsTable)[]

const insertedColumns = [...headerColumns, 'bytes', 'event'] as const

const insertedValues = (log: WaitingLog): readonly unknown[] => [
  log.id,
  log.projectId,
  log.traceId,
  log.spanId,
  log.receiptId,
  log.actorId,
  log.receivedAt,
  log.index,
  Buffer.byteLength(log.event),
  log.event,
]

const insertRows = prepareBulkInsert('waiting_logs', insertedColumns, {
  sizes: [200, 20, 1],
  ignoresConflicts: true,
})

/** Runs for every batch of spans; most projects have no waiting events. */
const firstOfProject = prepareStatement((db, projectId: string) =>
  db.selectFrom('waiting_logs').select('id').where('project_id', '=', projectId).limit(1),
)

const readHeader = (
  row: Pick<Selectable<WaitingLogsTable>, (typeof headerColumns)[number]>,
): WaitingLogHeader => ({
  id: row.id,
  projectId: row.project_id,
  traceId: row.trace_id,
  spanId: row.span_id,
  receiptId: row.receipt_id,
  actorId: row.actor_id,
  receivedAt: row.received_at,
  index: row.position,
})

const readLog = (row: Selectable<WaitingLogsTable>): WaitingLog => ({ ...readHeader(row), event: row.event })

export function waitingLogReads(db: Kysely<Tables>): WaitingLogReads {
  const logs = db.selectFrom('waiting_logs')
  return {
    async hasWaitingLogs(projectId) {
      return (await firstOfProject(db, projectId)).rows.length > 0
    },

    async waitingLogs(projectId, traceIds) {
      const events: WaitingLog[] = []
      for (const chunk of chunks(traceIds, listMax)) {
        const rows = await logs
          .selectAll()
          .where('project_id', '=', projectId)
          .where('trace_id', 'in', chunk)
          .orderBy('received_at')
          .orderBy('receipt_id')
          .orderBy('position')
          .execute()
        for (const row of rows) events.push(readLog(row))
      }
      return events
    },

    async spansAwaited(after, limit) {
      let query = logs
        .select(['project_id', 'trace_id', 'span_id'])
        .distinct()
        .where('taken_at', 'is', null)
        .orderBy('project_id')
        .orderBy('trace_id')
        .orderBy('span_id')
        .limit(limit)
      if (after !== undefined) {
        query = query.where((eb) =>
          eb(
            eb.refTuple('project_id', 'trace_id', 'span_id'),
            '>',
            eb.tuple(after.projectId, after.traceId, after.spanId),
          ),
        )
      }
      return (await query.execute()).map((row) => ({
        projectId: row.project_id,
        traceId: row.trace_id,
        spanId: row.span_id,
      }))
    },

    async logsTakenBefore(before, limit) {
      const rows = await logs
        .selectAll()
        .where('taken_at', 'is not', null)
        .where('taken_at', '<', before)
        .orderBy('taken_at')
        .limit(limit)
        .execute()
      return rows.map(readLog)
    },

    async logsWaitingSince(before, limit) {
      const rows = await logs
        .select(headerColumns)
        .where('taken_at', 'is', null)
        .where('received_at', '<', before)
        .orderBy('received_at')
        .limit(limit)
        .execute()
      return rows.map(readHeader)
    },

    async waitingLogSize(projectId) {
      const row = await logs
        .select((eb) => [
          eb.fn.countAll().as('events'),
          eb.fn.coalesce(eb.fn.sum('bytes'), eb.lit(0)).as('bytes'),
          eb.fn.min('received_at').as('oldest'),
        ])
        .where('project_id', '=', projectId)
        .where('taken_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { events: Number(row.events), bytes: Number(row.bytes), oldestAt: row.oldest ?? undefined }
    },

    async logsBeyond(projectId, bytesMax) {
      const sizes = logs
        .select('id')
        .select(sql<number>`sum(bytes) over (order by received_at desc, id desc)`.as('newer_bytes'))
        .where('project_id', '=', projectId)
        .where('taken_at', 'is', null)
        .as('counted')
      const excessLogs = db.selectFrom(sizes).select('counted.id').where('newer_bytes', '>', bytesMax)
      const rows = await logs
        .select(headerColumns)
        .where('id', 'in', excessLogs)
        .orderBy('received_at')
        .execute()
      return rows.map(readHeader)
    },
  }
}

const logWrites = (
  db: Kysely<Tables>,
): Pick<WaitingLogWrites, 'insertWaitingLogs' | 'markLogsTaken' | 'deleteWaitingLogs'> => ({
  async insertWaitingLogs(logs) {
    await insertRows(db, logs.map(insertedValues))
  },

  async markLogsTaken(ids, at) {
    for (const chunk of chunks(ids, listMax)) {
      await db.updateTable('waiting_logs').set({ taken_at: at }).where('id', 'in', chunk).execute()
    }
  },

  async deleteWaitingLogs(ids) {
    const deletedIds: string[] = []
    for (const chunk of chunks(ids, listMax)) {
      const rows = await db.deleteFrom('waiting_logs').where('id', 'in', chunk).returning('id').execute()
      for (const { id } of rows) deletedIds.push(id)
    }
    return deletedIds
  },
})

const cleanupWrites = (
  db: Kysely<Tables>,
): Pick<WaitingLogWrites, 'dropWaitingLogs' | 'finishLogReceipts'> => ({
  async dropWaitingLogs(projectId, traceIds, which) {
    const receiptIds = new Set<string>()
    let events = 0
    for (const chunk of chunks(traceIds, listMax)) {
      let query = db
        .deleteFrom('waiting_logs')
        .where('project_id', '=', projectId)
        .where('trace_id', 'in', chunk)
        .returning('receipt_id')
      if (which === 'taken') query = query.where('taken_at', 'is not', null)
      for (const { receipt_id } of await query.execute()) {
        receiptIds.add(receipt_id)
        events += 1
      }
    }
    return { receiptIds: [...receiptIds], events }
  },

  async finishLogReceipts(ids, at) {
    for (const chunk of chunks(ids, listMax)) {
      await db
        .updateTable('receipts')
        .set({
          finished_at: at,
          stored: sql`accepted - (select count(*) from rejections where receipt_id = receipts.id)`,
        })
        .where('id', 'in', chunk)
        .where('finished_at', 'is', null)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('waiting_logs')
                .select('waiting_logs.id')
                .whereRef('waiting_logs.receipt_id', '=', 'receipts.id')
                .where('taken_at', 'is', null),
            ),
          ),
        )
        .execute()
    }
  },
})

export const waitingLogWrites = (db: Kysely<Tables>): WaitingLogWrites => ({
  ...logWrites(db),
  ...cleanupWrites(db),
})
