// Statements for the ingest inbox, receipts, rejections and project settings.
import { sql, type Kysely } from 'kysely'
import { chunks } from '../../../kernel/chunks.ts'
import type { InboxReads, InboxWrites, PayloadForm, Rejection } from '../../contract/contract.ts'
import { prepareBulkInsert } from '../chunks.ts'
import { prepareStatement, prepareInsert } from '../prepared.ts'
import { orUndefined } from '../rows.ts'
import type { Capabilities, Tables } from '../schema.ts'
import { selectBatch } from './inbox-batch.ts'
import { readReceipt } from './ingest-health.ts'

const insertEntry = prepareInsert('inbox')
const insertReceiptRow = prepareInsert('receipts')

const rejectionColumns = [
  'id',
  'project_id',
  'receipt_id',
  'actor_id',
  'received_at',
  'position',
  'trace_id',
  'span_id',
  'reason',
  'form',
  'payload',
] as const satisfies readonly (keyof Tables['rejections'])[]

const rejectionValues = (rejection: Rejection): readonly unknown[] => [
  rejection.id,
  rejection.projectId,
  rejection.receiptId,
  rejection.actorId,
  rejection.receivedAt,
  rejection.index,
  rejection.traceId ?? null,
  rejection.spanId ?? null,
  rejection.reason,
  rejection.form,
  rejection.payload ?? null,
]

/** Inserted in bulk: all spans of a request may be refused, and other writers wait for this one. */
const insertRejectionRows = prepareBulkInsert('rejections', rejectionColumns, {
  sizes: [500, 50, 5, 1],
  ignoresConflicts: true,
})

const sizesByProject = prepareStatement((db) =>
  db
    .selectFrom('inbox')
    .select((eb) => ['project_id', eb.fn.sum('bytes').as('bytes')])
    .groupBy('project_id'),
)

const payloadReads = (db: Kysely<Tables>): Pick<InboxReads, 'inboxSizes' | 'inboxNewest' | 'inboxHolds'> => ({
  async inboxSizes() {
    const { rows } = await sizesByProject(db)
    return new Map(rows.map(({ project_id, bytes }) => [project_id, Number(bytes)]))
  },

  async inboxNewest(projectId) {
    const row = await db
      .selectFrom('inbox')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.id
  },

  async inboxHolds(projectId, receiptId) {
    const row = await db
      .selectFrom('inbox')
      .select('id')
      .where('project_id', '=', projectId)
      .where('id', '<=', receiptId)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
})

const receiptReads = (db: Kysely<Tables>): Pick<InboxReads, 'receipt' | 'projectSetting'> => ({
  async receipt(projectId, id) {
    const row = await db
      .selectFrom('receipts')
      .selectAll()
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    return row && readReceipt(row)
  },

  async projectSetting(projectId, name) {
    const row = await db
      .selectFrom('project_settings')
      .select(['value', 'updated_at'])
      .where('project_id', '=', projectId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row && { value: row.value, updatedAt: row.updated_at }
  },
})

const rejectionReads = (db: Kysely<Tables>): Pick<InboxReads, 'rejections' | 'rejection'> => ({
  async rejections(projectId, receiptId, { limit, order, after, from, to }) {
    const direction = order === 'ascending' ? 'asc' : 'desc'
    let query = db
      .selectFrom('rejections')
      .select(['id', 'receipt_id', 'received_at', 'position', 'trace_id', 'span_id', 'reason'])
      .orderBy('received_at', direction)
      .orderBy('id', direction)
      .limit(limit)
    // `|| ''` keeps the store from the index of the project, which it would read until the page is full.
    query =
      receiptId === undefined
        ? query.where('project_id', '=', projectId)
        : query.where('receipt_id', '=', receiptId).where(sql`project_id || ''`, '=', projectId)
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
    return (await query.execute()).map((row) => ({
      id: row.id,
      receiptId: row.receipt_id,
      receivedAt: row.received_at,
      index: row.position,
      traceId: orUndefined(row.trace_id),
      spanId: orUndefined(row.span_id),
      reason: row.reason,
    }))
  },

  async rejection(projectId, id) {
    const row = await db
      .selectFrom('rejections')
      .selectAll()
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    return row && readRejection(row)
  },
})

export const inboxReads = (db: Kysely<Tables>): InboxReads => ({
  ...payloadReads(db),
  ...receiptReads(db),
  ...rejectionReads(db),
})

const readRejection = (row: Tables['rejections']): Rejection => ({
  id: row.id,
  projectId: row.project_id,
  receiptId: row.receipt_id,
  actorId: row.actor_id,
  receivedAt: row.received_at,
  index: row.position,
  traceId: orUndefined(row.trace_id),
  spanId: orUndefined(row.span_id),
  reason: row.reason,
  form: row.form as PayloadForm,
  payload: orUndefined(row.payload),
})

const payloadWrites = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<InboxWrites, 'appendInbox' | 'takeInbox' | 'releaseInbox' | 'deleteInbox'> => ({
  async appendInbox(entry) {
    await insertEntry(db, {
      id: entry.id,
      project_id: entry.projectId,
      actor_id: entry.actorId,
      received_at: entry.receivedAt,
      form: entry.form,
      bytes: entry.payload.length,
      held_until: '',
      payload: entry.payload,
    })
  },

  async takeInbox(lease) {
    // Ids first, payloads second: locking rows with their payloads would read payloads that are not needed.
    const { ids, lastProject } = await selectBatch(db, capabilities, lease)
    if (ids.length === 0) return { entries: [], lastProject: undefined }
    await db.updateTable('inbox').set({ held_until: lease.until }).where('id', 'in', ids).execute()
    const rows = await db.selectFrom('inbox').selectAll().where('id', 'in', ids).orderBy('id').execute()
    const entries = rows.map((row) => ({
      id: row.id,
      projectId: row.project_id,
      actorId: row.actor_id,
      receivedAt: row.received_at,
      form: row.form as PayloadForm,
      payload: row.payload,
    }))
    return { entries, lastProject }
  },

  async releaseInbox(ids) {
    const update = db.updateTable('inbox').set({ held_until: '' })
    if (ids === 'all') await update.execute()
    else if (ids.length > 0) await update.where('id', 'in', ids).execute()
  },

  async deleteInbox(ids) {
    if (ids.length === 0) return []
    const deletedRows = await db.deleteFrom('inbox').where('id', 'in', ids).returning('id').execute()
    return deletedRows.map(({ id }) => id)
  },
})

const receiptWrites = (
  db: Kysely<Tables>,
): Pick<InboxWrites, 'insertReceipt' | 'finishReceipts' | 'expireReceipts'> => ({
  async insertReceipt(receipt) {
    await insertReceiptRow(db, {
      id: receipt.id,
      project_id: receipt.projectId,
      received_at: receipt.receivedAt,
      finished_at: receipt.finishedAt ?? null,
      kind: receipt.kind,
      received: receipt.received,
      accepted: receipt.accepted,
      stored: receipt.stored,
    })
  },

  async finishReceipts(receipts, at) {
    const storedCounts = new Map<string, number>()
    for (const { id, rejected } of receipts) {
      const receipt = await db
        .updateTable('receipts')
        .set({ finished_at: at, stored: sql`accepted - ${rejected}` })
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .returning('stored')
        .executeTakeFirst()
      if (receipt !== undefined) storedCounts.set(id, receipt.stored)
    }
    return storedCounts
  },

  async expireReceipts(before) {
    await db.deleteFrom('rejections').where('received_at', '<', before).execute()
    await db
      .deleteFrom('receipts')
      .where('received_at', '<', before)
      .where('finished_at', 'is not', null)
      .execute()
  },
})

const rejectionWrites = (db: Kysely<Tables>): Pick<InboxWrites, 'insertRejections' | 'deleteRejections'> => ({
  async insertRejections(rejections) {
    await insertRejectionRows(db, rejections.map(rejectionValues))
  },

  async deleteRejections(projectId, ids) {
    for (const chunk of chunks(ids, 1_000)) {
      await db
        .deleteFrom('rejections')
        .where(sql`project_id || ''`, '=', projectId)
        .where('id', 'in', chunk)
        .execute()
    }
  },
})

const ingestProjectWrites = (
  db: Kysely<Tables>,
): Pick<InboxWrites, 'countSpanWrites' | 'setProjectSetting'> => ({
  async countSpanWrites(projectIds) {
    // In one order, so that transactions on the same rows wait for each other without a deadlock.
    for (const project_id of [...projectIds].toSorted()) {
      await db
        .insertInto('span_writes')
        .values({ project_id, count: 1 })
        .onConflict((conflict) =>
          conflict.column('project_id').doUpdateSet({ count: sql`span_writes.count + 1` }),
        )
        .execute()
    }
  },

  async setProjectSetting(projectId, name, { value, updatedAt, updatedById }) {
    const row = { value, updated_at: updatedAt, updated_by_id: updatedById }
    await db
      .insertInto('project_settings')
      .values({ project_id: projectId, name, ...row })
      .onConflict((conflict) => conflict.columns(['project_id', 'name']).doUpdateSet(row))
      .execute()
  },
})

export const inboxWrites = (db: Kysely<Tables>, capabilities: Capabilities): InboxWrites => ({
  ...payloadWrites(db, capabilities),
  ...receiptWrites(db),
  ...rejectionWrites(db),
  ...ingestProjectWrites(db),
})
