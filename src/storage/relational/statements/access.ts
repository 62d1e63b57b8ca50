// Statements for projects, keys, the audit log, secrets and store settings.
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { AccessReads, AccessWrites, AuditFilter, Family, SealedSecret } from '../../contract/contract.ts'
import { isStorable } from '../conditions.ts'
import { prepareStatement, prepareInsert } from '../prepared.ts'
import {
  joinedProjectColumns,
  readAudit,
  readJoinedProject,
  readKey,
  readProject,
  readSecret,
} from '../rows.ts'
import type { AuditTable, Capabilities, Tables } from '../schema.ts'

const keyColumns = [
  'k.id',
  'k.project_id',
  'k.prefix',
  'k.name',
  'k.role',
  'k.created_at',
  'k.last_used_at',
  'k.expires_at',
  'k.reads_secrets',
] as const

/** Runs for every request. */
const keyWithProject = prepareStatement((db, hash: string) =>
  db
    .selectFrom('keys as k')
    .innerJoin('projects as p', 'p.id', 'k.project_id')
    .select(keyColumns)
    .select(joinedProjectColumns)
    .where('k.hash', '=', hash)
    .where('k.revoked_at', 'is', null),
)

/** Runs for every write. */
const insertAuditRow = prepareInsert('audit')

const projectReads = (
  db: Kysely<Tables>,
): Pick<AccessReads, 'recordCounts' | 'project' | 'projectBySlug' | 'projects'> => ({
  async recordCounts(projectId) {
    const countByFamily = (table: 'artifacts' | 'revisions') =>
      db
        .selectFrom(table)
        .select(['family', (eb) => eb.fn.countAll().as('count')])
        .where('project_id', '=', projectId)
        .groupBy('family')
        .orderBy('family')
        .execute()
    const [artifacts, revisions] = await Promise.all([countByFamily('artifacts'), countByFamily('revisions')])
    return artifacts.map(({ family, count }) => ({
      family: family as Family,
      artifacts: Number(count),
      revisions: Number(revisions.find((row) => row.family === family)?.count ?? 0),
    }))
  },

  async project(id) {
    const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
    return row && readProject(row)
  },

  async projectBySlug(slug) {
    if (!isStorable(slug)) return undefined
    const row = await db.selectFrom('projects').selectAll().where('slug', '=', slug).executeTakeFirst()
    return row && readProject(row)
  },

  async projects({ includeArchived }) {
    let query = db.selectFrom('projects').selectAll().orderBy('created_at').orderBy('id')
    if (!includeArchived) query = query.where('archived_at', 'is', null)
    return (await query.execute()).map(readProject)
  },
})

const keyReads = (db: Kysely<Tables>): Pick<AccessReads, 'keyByHash' | 'keys' | 'keyNames'> => ({
  async keyByHash(hash) {
    const {
      rows: [row],
    } = await keyWithProject(db, hash)
    if (row === undefined) return undefined
    return {
      key: readKey(row),
      project: readJoinedProject(row),
    }
  },

  async keys(projectId) {
    const rows = await db
      .selectFrom('keys as k')
      .select(keyColumns)
      .where('k.project_id', '=', projectId)
      .where('k.revoked_at', 'is', null)
      .orderBy('k.created_at')
      .orderBy('k.id')
      .execute()
    return rows.map(readKey)
  },

  async keyNames(projectId) {
    const rows = await db
      .selectFrom('keys')
      .select(['id', 'prefix', 'name'])
      .where('project_id', '=', projectId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(({ id, prefix, name }) => ({ id, prefix, name: name ?? undefined }))
  },
})

const secretReads = (db: Kysely<Tables>): Pick<AccessReads, 'secrets' | 'secret'> => ({
  async secrets(projectId) {
    const rows = await db
      .selectFrom('secrets')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(readSecret)
  },

  async secret(projectId, { id, slug }) {
    if (!isStorable(id) || !isStorable(slug)) return undefined
    let query = db.selectFrom('secrets').selectAll().where('project_id', '=', projectId)
    if (id !== undefined) query = query.where('id', '=', id)
    if (slug !== undefined) query = query.where('slug', '=', slug)
    const row = await query.executeTakeFirst()
    return row && readSecret(row)
  },
})

/** The columns that filter audit entries; each has an index. Columns with few entries per value come first. */
const auditColumns = [
  ['resourceId', 'resource_id'],
  ['path', 'path'],
  ['actorId', 'actor_id'],
  ['resourceKind', 'resource_kind'],
  ['method', 'method'],
] as const satisfies readonly (readonly [keyof AuditFilter, keyof AuditTable])[]

/**
 * The first column selects entries by its index, the others are compared without one: SQLite has no statistics for a
 * choice.
 */
function auditConditions(filter: AuditFilter): readonly RawBuilder<SqlBool>[] {
  const columns = auditColumns.flatMap(([name, column]) => {
    const value = filter[name]
    return value === undefined ? [] : [{ column: sql.ref(column), value }]
  })
  return columns.map(({ column, value }, i) =>
    i === 0 ? sql<SqlBool>`${column} = ${value}` : sql<SqlBool>`${column} || '' = ${value}`,
  )
}

const storeSettingQuery = (db: Kysely<Tables>, name: string) =>
  db.selectFrom('store_settings').select('value').where('name', '=', name)

const auditReads = (db: Kysely<Tables>): Pick<AccessReads, 'auditEntry' | 'audit' | 'storeSetting'> => ({
  async auditEntry(projectId, id) {
    const row = await db
      .selectFrom('audit')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && readAudit(row)
  },

  async audit(projectId, filter, { order, limit, after, from, to }) {
    if (!Object.values(filter).every(isStorable)) return []
    const direction = order === 'ascending' ? 'asc' : 'desc'
    let query = db
      .selectFrom('audit')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('timestamp', direction)
      .orderBy('id', direction)
      .limit(limit)
    for (const condition of auditConditions(filter)) query = query.where(condition)
    if (from !== undefined) query = query.where('timestamp', from.inclusive ? '>=' : '>', from.time)
    if (to !== undefined) query = query.where('timestamp', to.inclusive ? '<=' : '<', to.time)
    if (after !== undefined) {
      query = query.where((eb) =>
        eb(
          eb.refTuple('timestamp', 'id'),
          order === 'ascending' ? '>' : '<',
          eb.tuple(after.timestamp, after.id),
        ),
      )
    }
    return (await query.execute()).map(readAudit)
  },

  storeSetting: async (name) => (await storeSettingQuery(db, name).executeTakeFirst())?.value,
})

export const accessReads = (db: Kysely<Tables>): AccessReads => ({
  ...projectReads(db),
  ...keyReads(db),
  ...secretReads(db),
  ...auditReads(db),
})

async function setStoreSetting(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('store_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

const projectWrites = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<AccessWrites, 'insertProject' | 'setProjectArchived' | 'renameProject'> => ({
  async insertProject(project) {
    // Two concurrent first projects would both see none before them; reads and writes of other tables
    // continue.
    if (capabilities.rowLocks) await sql`lock table projects in share row exclusive mode`.execute(db)
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('projects')
      .values({
        id: project.id,
        slug: project.slug,
        name: project.name,
        is_default: sql<number>`(case when exists (select 1 from projects) then 0 else 1 end)`,
        created_at: project.createdAt,
        archived_at: project.archivedAt ?? null,
        share_id: project.shareId ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  async setProjectArchived(id, archivedAt) {
    await db
      .updateTable('projects')
      .set({ archived_at: archivedAt ?? null })
      .where('id', '=', id)
      .execute()
  },

  async renameProject(id, name) {
    await db.updateTable('projects').set({ name }).where('id', '=', id).execute()
  },
})

const keyWrites = (db: Kysely<Tables>): Pick<AccessWrites, 'insertKey' | 'revokeKey' | 'touchKeys'> => ({
  async insertKey(key) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('keys')
      .values({
        id: key.id,
        project_id: key.projectId,
        prefix: key.prefix,
        hash: key.hash,
        name: key.name ?? null,
        role: key.role,
        created_at: key.createdAt,
        last_used_at: null,
        expires_at: key.expiresAt ?? null,
        revoked_at: null,
        reads_secrets: key.readsSecrets === false ? 0 : 1,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  async revokeKey(projectId, prefix, at) {
    if (!isStorable(prefix)) return undefined
    const row = await db
      .updateTable('keys')
      .set({ revoked_at: at })
      .where('project_id', '=', projectId)
      .where('prefix', '=', prefix)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    return row && readKey(row)
  },

  async touchKeys(uses) {
    for (const { id, at } of uses) {
      await db.updateTable('keys').set({ last_used_at: at }).where('id', '=', id).execute()
    }
  },
})

const auditWrites = (
  db: Kysely<Tables>,
): Pick<AccessWrites, 'insertAudit' | 'setAuditStatus' | 'expireAudit'> => ({
  async insertAudit(projectId, entry) {
    await insertAuditRow(db, {
      id: entry.id,
      project_id: projectId,
      timestamp: entry.timestamp,
      actor_id: entry.actorId,
      actor_prefix: entry.actorPrefix,
      method: entry.method,
      path: entry.path,
      operation: entry.operation,
      resource_kind: entry.resourceKind ?? null,
      resource_id: entry.resourceId ?? null,
      status_code: entry.statusCode,
      remote_address: entry.remoteAddress,
      request_id: entry.requestId,
    })
  },

  async setAuditStatus(projectId, id, statusCode) {
    await db
      .updateTable('audit')
      .set({ status_code: statusCode })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .execute()
  },

  // Uses the index of the project's entries, so the cost depends on the number of deleted rows.
  async expireAudit(projectId, { before, limit }) {
    const { numDeletedRows } = await db
      .deleteFrom('audit')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('audit')
          .select('id')
          .where('project_id', '=', projectId)
          .where('timestamp', '<', before)
          .orderBy('timestamp')
          .orderBy('id')
          .limit(limit),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

const editableColumns = ({ kind, name, description, sealed, updatedAt }: SealedSecret) => ({
  kind,
  name: name ?? null,
  description: description ?? null,
  sealed,
  updated_at: updatedAt ?? null,
})

const secretWrites = (
  db: Kysely<Tables>,
): Pick<AccessWrites, 'insertSecret' | 'updateSecret' | 'resealSecret' | 'deleteSecret'> => ({
  async insertSecret(projectId, secret) {
    const { id, slug, createdAt } = secret
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('secrets')
      .values({ id, project_id: projectId, slug, created_at: createdAt, ...editableColumns(secret) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  async updateSecret(projectId, secret) {
    await db
      .updateTable('secrets')
      .set(editableColumns(secret))
      .where('project_id', '=', projectId)
      .where('id', '=', secret.id)
      .execute()
  },

  async resealSecret(projectId, { id, from, to }) {
    const { numUpdatedRows } = await db
      .updateTable('secrets')
      .set({ sealed: to })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .where('sealed', '=', from)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async deleteSecret(projectId, id) {
    const { numDeletedRows } = await db
      .deleteFrom('secrets')
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

const storeSettingWrites = (
  db: Kysely<Tables>,
): Pick<AccessWrites, 'initStoreSetting' | 'setStoreSetting' | 'markChecked'> => ({
  async initStoreSetting(name, value) {
    await db
      .insertInto('store_settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await storeSettingQuery(db, name).executeTakeFirstOrThrow()).value
  },

  setStoreSetting: (name, value) => setStoreSetting(db, name, value),

  async markChecked(at) {
    const name = 'checked_at'
    await setStoreSetting(db, name, at)
    return (await storeSettingQuery(db, name).executeTakeFirstOrThrow()).value
  },
})

export const accessWrites = (db: Kysely<Tables>, capabilities: Capabilities): AccessWrites => ({
  ...projectWrites(db, capabilities),
  ...keyWrites(db),
  ...auditWrites(db),
  ...secretWrites(db),
  ...storeSettingWrites(db),
})
