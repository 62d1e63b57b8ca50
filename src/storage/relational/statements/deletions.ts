// Statements for deletion jobs.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Deletion, DeletionReads, DeletionWrites, ErasedCounts } from '../../contract/contract.ts'
import { valueList } from '../conditions.ts'
import type { Capabilities, DeletionsTable, Tables } from '../schema.ts'

const readDeletion = (row: Selectable<DeletionsTable>): Deletion => ({
  id: row.id,
  projectId: row.project_id,
  actorId: row.actor_id,
  createdAt: row.created_at,
  finishedAt: row.finished_at ?? undefined,
  request: JSON.parse(row.request) as Deletion['request'],
  erased: JSON.parse(row.erased) as ErasedCounts,
  error: row.error ?? undefined,
  heldUntil: row.held_until === '' ? undefined : row.held_until,
})

export const deletionReads = (db: Kysely<Tables>): DeletionReads => ({
  async deletion(projectId, id) {
    const row = await db
      .selectFrom('deletions')
      .selectAll()
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    return row && readDeletion(row)
  },

  async deletions(projectId, limit) {
    const rows = await db
      .selectFrom('deletions')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(readDeletion)
  },
})

const leaseWrites = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<DeletionWrites, 'insertDeletion' | 'takeDeletion'> => ({
  async insertDeletion(deletion) {
    await db
      .insertInto('deletions')
      .values({
        id: deletion.id,
        project_id: deletion.projectId,
        actor_id: deletion.actorId,
        created_at: deletion.createdAt,
        finished_at: deletion.finishedAt ?? null,
        request: JSON.stringify(deletion.request),
        erased: JSON.stringify(deletion.erased),
        error: deletion.error ?? null,
        holder: '',
        held_until: deletion.heldUntil ?? '',
      })
      .execute()
  },

  async takeDeletion({ holder, now, until }) {
    const freeJob = db
      .selectFrom('deletions')
      .select('id')
      .where('finished_at', 'is', null)
      .where('held_until', '<', now)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
    const row = await db
      .updateTable('deletions')
      .set({ holder, held_until: until })
      .where('id', 'in', capabilities.rowLocks ? freeJob.forUpdate().skipLocked() : freeJob)
      .returningAll()
      .executeTakeFirst()
    return row && readDeletion(row)
  },
})

const leaseChanges = (db: Kysely<Tables>): Pick<DeletionWrites, 'renewDeletion' | 'releaseDeletions'> => ({
  async renewDeletion(id, { holder, until }) {
    const { numUpdatedRows } = await db
      .updateTable('deletions')
      .set({ held_until: until })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async releaseDeletions() {
    await db
      .updateTable('deletions')
      .set({ held_until: '' })
      .where('finished_at', 'is', null)
      .where('held_until', '!=', '')
      .execute()
  },
})

export const deletionWrites = (db: Kysely<Tables>, capabilities: Capabilities): DeletionWrites => ({
  ...leaseWrites(db, capabilities),
  ...leaseChanges(db),

  async putDeletion({ id, erased, finishedAt, error }, { holder, until }) {
    const { numUpdatedRows } = await db
      .updateTable('deletions')
      .set({
        erased: JSON.stringify(erased),
        finished_at: finishedAt ?? null,
        error: error ?? null,
        held_until: until,
      })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async deleteRejectionsOfTraces(projectId, traceIds) {
    if (traceIds.length === 0) return 0
    const { numAffectedRows = 0n } = await sql`
      delete from rejections
      where project_id || '' = ${projectId} and trace_id in ${valueList(capabilities, traceIds)}`.execute(db)
    return Number(numAffectedRows)
  },
})
