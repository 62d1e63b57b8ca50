// Writes artifacts, variants and revisions. Statements resolve conflicts (`on conflict do nothing`), so a
// failed insert never aborts its transaction.
import type { Kysely } from 'kysely'
import type { Family, HeaderPatch, InsertOutcome, Level, VersionWrites } from '../../contract/contract.ts'
import { prepareStatement, prepareInsert } from '../prepared.ts'
import { headerColumns, readArtifact, readVariant } from '../rows.ts'
import type { ArtifactsTable, Capabilities, Tables } from '../schema.ts'
import { artifactByKey, artifactQuery, byKeyStatements, variantByKey, variantQuery } from './version-reads.ts'

type RecordTable = 'artifacts' | 'variants' | 'revisions'
const tableOf: Readonly<Record<Level, RecordTable>> = {
  artifact: 'artifacts',
  variant: 'variants',
  revision: 'revisions',
}

const noLifecycle = {
  updated_at: null,
  updated_by_id: null,
  deleted_at: null,
  deleted_by_id: null,
} as const

/** The unique key that stopped an insert. */
async function findConflict(
  db: Kysely<Tables>,
  table: RecordTable,
  projectId: string,
  record: { readonly id: string; readonly family: Family; readonly slug: string },
): Promise<InsertOutcome> {
  const existing = db.selectFrom(table as 'artifacts').select('id')
  if ((await existing.where('id', '=', record.id).executeTakeFirst()) !== undefined) return 'id_taken'
  const sameSlug = await existing
    .where('project_id', '=', projectId)
    .where('family', '=', record.family)
    .where('slug', '=', record.slug)
    .executeTakeFirst()
  if (sameSlug !== undefined) return 'slug_taken'
  // Another slug would not help: the caller assigns versions without a lock on the variant.
  throw new Error(`The version of the revision '${record.id}' is taken: its variant was not locked.`)
}

function patchColumns(patch: HeaderPatch): Partial<ArtifactsTable> {
  const all = headerColumns({
    name: patch.name,
    description: patch.description,
    flags: patch.flags ?? {},
    tags: patch.tags,
    meta: patch.meta,
  })
  const changes = Object.entries(all).filter(([column]) => Object.hasOwn(patch, column))
  return {
    ...(Object.fromEntries(changes) as Partial<ArtifactsTable>),
    ...(patch.roles === undefined ? {} : { roles: patch.roles }),
  }
}

const insertRevisionRow = prepareInsert('revisions')

const moveHead = prepareStatement((db, revisionId: string, version: number, variantId: string) =>
  db
    .updateTable('variants')
    .set({ head_revision_id: revisionId, head_version: version })
    .where('id', '=', variantId),
)

// NO KEY UPDATE instead of UPDATE: an insert of a child row takes a shared lock on the key of its parent. With
// UPDATE it would wait for the holder of the lock, who may be waiting for the insert.
const lockedVariantByKey = byKeyStatements('v', (db) => variantQuery(db).forNoKeyUpdate('v'), readVariant)
const lockedArtifactByKey = byKeyStatements('a', (db) => artifactQuery(db).forNoKeyUpdate('a'), readArtifact)

const parentWrites = (db: Kysely<Tables>): Pick<VersionWrites, 'insertArtifact' | 'insertVariant'> => ({
  async insertArtifact(projectId, artifact) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('artifacts')
      .values({
        id: artifact.id,
        project_id: projectId,
        family: artifact.family,
        slug: artifact.slug,
        ...headerColumns(artifact),
        created_at: artifact.createdAt,
        created_by_id: artifact.createdById,
        ...noLifecycle,
        roles: artifact.roles,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n ? 'inserted' : findConflict(db, 'artifacts', projectId, artifact)
  },

  async insertVariant(projectId, variant) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('variants')
      .values({
        id: variant.id,
        project_id: projectId,
        family: variant.family,
        slug: variant.slug,
        ...headerColumns(variant),
        created_at: variant.createdAt,
        created_by_id: variant.createdById,
        ...noLifecycle,
        artifact_id: variant.artifactId,
        forked_from_revision_id: variant.forkedFromRevisionId ?? null,
        head_revision_id: null,
        head_version: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n ? 'inserted' : findConflict(db, 'variants', projectId, variant)
  },
})

const revisionWrites = (db: Kysely<Tables>): Pick<VersionWrites, 'insertRevision'> => ({
  async insertRevision(projectId, revision) {
    const { name, description, flags, tags, meta } = headerColumns(revision)
    const touchedIds = revision.touchedArtifactIds
    const { numAffectedRows } = await insertRevisionRow(db, {
      id: revision.id,
      project_id: projectId,
      family: revision.family,
      slug: revision.slug,
      name,
      description,
      flags,
      tags,
      meta,
      created_at: revision.date,
      created_by_id: revision.author,
      ...noLifecycle,
      artifact_id: revision.artifactId,
      variant_id: revision.variantId,
      version: revision.version,
      author: revision.author,
      date: revision.date,
      message: revision.message ?? null,
      data: revision.dataText ?? null,
      content_hash: revision.contentHash ?? null,
      touched_artifact_ids: touchedIds.length === 0 ? null : JSON.stringify(touchedIds),
      origin_revision_id: revision.originRevisionId ?? null,
      merged_revision_id: revision.mergedRevisionId ?? null,
    })
    if (numAffectedRows !== 1n) return findConflict(db, 'revisions', projectId, revision)
    await moveHead(db, revision.id, revision.version, revision.variantId)
    return 'inserted'
  },
})

const lockedWrites = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<VersionWrites, 'lockVariant' | 'lockArtifact' | 'editHeader' | 'setArchived'> => ({
  lockVariant(projectId, family, key) {
    const find = capabilities.rowLocks ? lockedVariantByKey : variantByKey
    return find(db, projectId, family, key)
  },

  lockArtifact(projectId, family, key) {
    const find = capabilities.rowLocks ? lockedArtifactByKey : artifactByKey
    return find(db, projectId, family, key)
  },

  async editHeader(level, projectId, id, { patch, at, by }) {
    await db
      .updateTable(tableOf[level] as 'artifacts')
      .set({ ...patchColumns(patch), updated_at: at, updated_by_id: by })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .execute()
  },

  async setArchived(level, projectId, id, { archived, at, by }) {
    await db
      .updateTable(tableOf[level] as 'artifacts')
      .set({
        deleted_at: archived ? at : null,
        deleted_by_id: archived ? by : null,
        updated_at: at,
        updated_by_id: by,
      })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      // Idempotent: the first time of archiving stays.
      .where('deleted_at', archived ? 'is' : 'is not', null)
      .execute()
  },
})

export const versionWrites = (db: Kysely<Tables>, capabilities: Capabilities): VersionWrites => ({
  ...parentWrites(db),
  ...revisionWrites(db),
  ...lockedWrites(db, capabilities),
})
