// Statements for the state of ingest.
import { sql, type Expression, type Kysely, type Selectable } from 'kysely'
import type { IngestHealthReads, Receipt } from '../../contract/contract.ts'
import type { ReceiptsTable, Tables } from '../schema.ts'

export const readReceipt = (row: Selectable<ReceiptsTable>): Receipt => ({
  id: row.id,
  projectId: row.project_id,
  receivedAt: row.received_at,
  finishedAt: row.finished_at ?? undefined,
  kind: row.kind,
  received: row.received,
  accepted: row.accepted,
  stored: row.stored,
})

/** The sum over receipts of this kind. */
const sumOfKind = (kind: Receipt['kind'], value: Expression<number>) =>
  sql<string | number>`sum(case when kind = ${kind} then ${value} else 0 end)`

const backlogReads = (db: Kysely<Tables>): Pick<IngestHealthReads, 'waitingPayloads' | 'ingestMinutes'> => ({
  async waitingPayloads(projectId) {
    const row = await db
      .selectFrom('inbox')
      .select((eb) => [
        eb.fn.countAll().as('entries'),
        eb.fn.coalesce(eb.fn.sum('bytes'), eb.lit(0)).as('bytes'),
        eb.fn.min('received_at').as('oldest'),
      ])
      .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
      .executeTakeFirstOrThrow()
    return {
      entries: Number(row.entries),
      bytes: Number(row.bytes),
      oldestAt: row.oldest ?? undefined,
    }
  },

  async ingestMinutes(projectId, since) {
    const minute = sql<string>`substr(received_at, 1, 16)`
    const rows = await db
      .selectFrom('receipts')
      .select((eb) => [
        minute.as('minute'),
        sumOfKind('spans', eb.lit(1)).as('requests'),
        sumOfKind('spans', eb.ref('received')).as('received'),
        sumOfKind('spans', eb.ref('accepted')).as('accepted'),
        sumOfKind('spans', eb.ref('stored')).as('stored'),
        sumOfKind('logs', eb.ref('accepted')).as('log_events'),
      ])
      .where('project_id', '=', projectId)
      .where('received_at', '>=', since)
      .groupBy(minute)
      .orderBy(minute)
      .execute()
    return rows.map((row) => ({
      minute: row.minute,
      requests: Number(row.requests),
      received: Number(row.received),
      accepted: Number(row.accepted),
      stored: Number(row.stored),
      logEvents: Number(row.log_events),
    }))
  },
})

const rejectionReads = (db: Kysely<Tables>): Pick<IngestHealthReads, 'rejectionReasons'> => ({
  async rejectionReasons(projectId, { since, limit }) {
    const rows = await db
      .selectFrom('rejections')
      .select((eb) => ['reason', eb.fn.countAll().as('count'), eb.fn.max('received_at').as('last_at')])
      .where('project_id', '=', projectId)
      .where('received_at', '>=', since)
      .groupBy('reason')
      .orderBy('count', 'desc')
      .orderBy('reason')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ reason: row.reason, count: Number(row.count), lastAt: row.last_at }))
  },
})

const receiptReads = (db: Kysely<Tables>): Pick<IngestHealthReads, 'receipts' | 'spanWrites'> => ({
  async receipts(projectId, { status }, { limit, order, after, from, to }) {
    const direction = order === 'ascending' ? 'asc' : 'desc'
    let query = db
      .selectFrom('receipts')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('received_at', direction)
      .orderBy('id', direction)
      .limit(limit)
    if (status === 'pending') query = query.where('finished_at', 'is', null)
    if (status === 'stored') {
      query = query.where('finished_at', 'is not', null).whereRef('stored', '=', 'received')
    }
    if (status === 'rejected') {
      query = query.where('finished_at', 'is not', null).whereRef('stored', '<', 'received')
    }
    if (from) query = query.where('received_at', from.inclusive ? '>=' : '>', from.time)
    if (to) query = query.where('received_at', to.inclusive ? '<=' : '<', to.time)
    if (after !== undefined) {
      query = query.where((eb) =>
        eb(
          eb.refTuple('received_at', 'id'),
          order === 'ascending' ? '>' : '<',
          eb.tuple(after.receivedAt, after.id),
        ),
      )
    }
    return (await query.execute()).map(readReceipt)
  },

  async spanWrites(projectId) {
    const row = await db
      .selectFrom('span_writes')
      .select('count')
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  },
})

export const ingestHealthReads = (db: Kysely<Tables>): IngestHealthReads => ({
  ...backlogReads(db),
  ...rejectionReads(db),
  ...receiptReads(db),
})
