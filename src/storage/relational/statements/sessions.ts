// Statements of sessions.
import type { Kysely, Selectable } from 'kysely'
import type { Session, SessionReads, SessionWrites } from '../../contract/contract.ts'
import { prepareStatement } from '../prepared.ts'
import { joinedProjectColumns, readJoinedProject, readKey } from '../rows.ts'
import type { SessionsTable, Tables } from '../schema.ts'

const readSession = (row: Omit<Selectable<SessionsTable>, 'hash'>): Session => ({
  id: row.id,
  projectId: row.project_id,
  keyId: row.key_id,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

const keyColumns = [
  'k.prefix as k_prefix',
  'k.name as k_name',
  'k.role as k_role',
  'k.created_at as k_created_at',
  'k.last_used_at as k_last_used_at',
  'k.expires_at as k_expires_at',
  'k.reads_secrets as k_reads_secrets',
] as const

interface KeyOfSession {
  readonly key_id: string
  readonly project_id: string
  readonly k_prefix: string
  readonly k_name: string | null
  readonly k_role: string
  readonly k_created_at: string
  readonly k_last_used_at: string | null
  readonly k_expires_at: string | null
  readonly k_reads_secrets: number
}

const readKeyOfSession = (row: KeyOfSession) =>
  readKey({
    id: row.key_id,
    project_id: row.project_id,
    prefix: row.k_prefix,
    name: row.k_name,
    role: row.k_role,
    created_at: row.k_created_at,
    last_used_at: row.k_last_used_at,
    expires_at: row.k_expires_at,
    reads_secrets: row.k_reads_secrets,
  })

/** Runs for every request of a page. */
const sessionWithKey = prepareStatement((db, hash: string) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('keys as k', 'k.id', 's.key_id')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .select(['s.id', 's.project_id', 's.key_id', 's.created_at', 's.last_used_at', ...keyColumns])
    .select(joinedProjectColumns)
    .where('s.hash', '=', hash)
    .where('k.revoked_at', 'is', null),
)

export function sessionReads(db: Kysely<Tables>): SessionReads {
  return {
    async sessionByHash(hash) {
      const {
        rows: [row],
      } = await sessionWithKey(db, hash)
      if (row === undefined) return undefined
      return {
        session: readSession(row),
        key: readKeyOfSession(row),
        project: readJoinedProject(row),
      }
    },

    async sessions(projectId) {
      const rows = await db
        .selectFrom('sessions as s')
        .innerJoin('keys as k', 'k.id', 's.key_id')
        .select(['s.id', 's.project_id', 's.key_id', 's.created_at', 's.last_used_at', ...keyColumns])
        .where('s.project_id', '=', projectId)
        .where('k.revoked_at', 'is', null)
        .orderBy('s.created_at')
        .orderBy('s.id')
        .execute()
      return rows.map((row) => ({ ...readSession(row), key: readKeyOfSession(row) }))
    },
  }
}

export function sessionWrites(db: Kysely<Tables>): SessionWrites {
  return {
    async insertSession(session) {
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          project_id: session.projectId,
          key_id: session.keyId,
          hash: session.hash,
          created_at: session.createdAt,
          last_used_at: session.lastUsedAt,
        })
        .execute()
    },

    async touchSessions(uses) {
      for (const { id, at } of uses) {
        await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute()
      }
    },

    async deleteSession(projectId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async deleteEndedSessions({ createdBefore, usedBefore }) {
      await db
        .deleteFrom('sessions')
        .where((eb) =>
          eb.or([
            eb('created_at', '<', createdBefore),
            eb('last_used_at', '<', usedBefore),
            eb(
              'key_id',
              'in',
              eb.selectFrom('keys').select('keys.id').where('keys.revoked_at', 'is not', null),
            ),
          ]),
        )
        .execute()
    },
  }
}
