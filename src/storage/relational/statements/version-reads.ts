// src/storage/relational/statements: the SQL statements of the relational store, one function per statement, one file
// per subject. Each runs on SQLite and PostgreSQL and is safe to repeat.
// Imports the schema of relational/, storage/contract and the kernel. Start with version-reads.ts and
// version-writes.ts.
//
// Reads artifacts, variants and revisions. One statement returns a record with its parents.
import { sql, type Compilable, type Kysely } from 'kysely'
import type {
  Family,
  ListBounds,
  ListFilter,
  RecordKey,
  Revision,
  RevisionPart,
  VersionReads,
} from '../../contract/contract.ts'
import {
  byKey,
  listCondition,
  valueList,
  orderTime,
  isStorable,
  versionMax,
  type Alias,
  type Where,
} from '../conditions.ts'
import { payloadCache } from './payload-cache.ts'
import { prepareStatement } from '../prepared.ts'
import { readArtifact, readRevision, readVariant } from '../rows.ts'
import type { Capabilities, Tables } from '../schema.ts'

const parentColumns = [
  'a.slug as a_slug',
  'a.roles as a_roles',
  'a.flags as a_flags',
  'a.deleted_at as a_deleted_at',
] as const

export const artifactQuery = (db: Kysely<Tables>) => db.selectFrom('artifacts as a').selectAll('a')

export const variantQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('variants as v')
    .innerJoin('artifacts as a', 'a.id', 'v.artifact_id')
    .selectAll('v')
    .select(parentColumns)

const revisionQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('revisions as r')
    .innerJoin('variants as v', 'v.id', 'r.variant_id')
    .innerJoin('artifacts as a', 'a.id', 'r.artifact_id')
    .selectAll('r')
    .select([...parentColumns, 'v.slug as v_slug', 'v.deleted_at as v_deleted_at'])

/** A revision without its payload, which may be large and is not requested. */
const headerQuery = (db: Kysely<Tables>) =>
  revisionQuery(db)
    .clearSelect()
    .select([...headerOfRevision, sql<null>`null`.as('data')])

const headerOfRevision = [
  'r.id',
  'r.project_id',
  'r.family',
  'r.slug',
  'r.name',
  'r.description',
  'r.flags',
  'r.tags',
  'r.meta',
  'r.created_at',
  'r.created_by_id',
  'r.updated_at',
  'r.updated_by_id',
  'r.deleted_at',
  'r.deleted_by_id',
  'r.artifact_id',
  'r.variant_id',
  'r.version',
  'r.author',
  'r.date',
  'r.message',
  'r.content_hash',
  'r.touched_artifact_ids',
  'r.origin_revision_id',
  'r.merged_revision_id',
  ...parentColumns,
  'v.slug as v_slug',
  'v.deleted_at as v_deleted_at',
] as const

const direction = (bounds: ListBounds) => (bounds.order === 'ascending' ? 'asc' : 'desc')

/** Lookups by id, by slug, or by both: three statements each, compiled once. */
export function byKeyStatements<Row, Result>(
  alias: Alias,
  select: (db: Kysely<Tables>) => { where(condition: (eb: never) => never): Compilable<Row> },
  read: (row: Row) => Result,
) {
  const statement = (shape: (id: string, slug: string) => RecordKey) =>
    prepareStatement((db, projectId: string, family: Family, id: string, slug: string) =>
      select(db).where((eb) => byKey(alias, projectId, family, shape(id, slug))(eb) as never),
    )
  const byId = statement((id) => ({ id }))
  const bySlug = statement((_, slug) => ({ slug }))
  const byBoth = statement((id, slug) => ({ id, slug }))
  return async (
    db: Kysely<Tables>,
    projectId: string,
    family: Family,
    key: RecordKey,
  ): Promise<Result | undefined> => {
    if (!isStorable(key.id) || !isStorable(key.slug)) return undefined
    const find = key.slug === undefined ? byId : key.id === undefined ? bySlug : byBoth
    const { rows } = await find(db, projectId, family, key.id ?? '', key.slug ?? '')
    const [row] = rows
    return row && read(row)
  }
}

export const artifactByKey = byKeyStatements('a', artifactQuery, readArtifact)
export const variantByKey = byKeyStatements('v', variantQuery, readVariant)

type RevisionQuery = (db: Kysely<Tables>) => ReturnType<typeof revisionQuery>

const revisionStatements = (select: RevisionQuery) => ({
  byKey: byKeyStatements('r', select, readRevision),
  headByVariant: byKeyStatements(
    'v',
    (db) => select(db).whereRef('r.id', '=', 'v.head_revision_id'),
    readRevision,
  ),
  headByArtifact: byKeyStatements(
    'a',
    (db) =>
      select(db)
        .whereRef('r.id', '=', 'v.head_revision_id')
        .where('v.id', '=', (eb) =>
          eb
            .selectFrom('variants as d')
            .select('d.id')
            .whereRef('d.artifact_id', '=', 'a.id')
            .orderBy('d.created_at')
            .orderBy('d.id')
            .limit(1),
        ),
    readRevision,
  ),
})

const fullRevision = revisionStatements(revisionQuery)
const revisionHeader = revisionStatements(headerQuery)
const statementsFor = (part: RevisionPart | undefined) =>
  part?.withData === false ? revisionHeader : fullRevision

const payloadText = prepareStatement((db, projectId: string, id: string) =>
  db.selectFrom('revisions').select('data').where('project_id', '=', projectId).where('id', '=', id),
)

/** Compares the project without an index: SQLite prefers its index to a list of ids, and reads all its records. */
const unindexedProject = (alias: string) => sql<string>`${sql.ref(`${alias}.project_id`)} || ''`

const recordReads = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<VersionReads, 'artifact' | 'variant' | 'revision' | 'defaultVariant' | 'defaultVariants'> => ({
  artifact: (projectId, family, key) => artifactByKey(db, projectId, family, key),

  variant: (projectId, family, key) => variantByKey(db, projectId, family, key),

  revision: (projectId, family, key, part) => statementsFor(part).byKey(db, projectId, family, key),

  async defaultVariant(projectId, artifactId) {
    const row = await variantQuery(db)
      .where('v.project_id', '=', projectId)
      .where('v.artifact_id', '=', artifactId)
      .orderBy('v.created_at')
      .orderBy('v.id')
      .limit(1)
      .executeTakeFirst()
    return row && readVariant(row)
  },

  async defaultVariants(projectId, artifactIds) {
    if (artifactIds.length === 0) return []
    const rankedVariants = db
      .selectFrom('variants')
      .select([
        'id',
        sql<number>`row_number() over (partition by artifact_id order by created_at, id)`.as('place'),
      ])
      .where(unindexedProject('variants'), '=', projectId)
      .where(sql<boolean>`artifact_id in ${valueList(capabilities, artifactIds)}`)
      .as('ranked')
    const rows = await variantQuery(db)
      .innerJoin(rankedVariants, 'ranked.id', 'v.id')
      .where('ranked.place', '=', 1)
      .execute()
    return rows.map(readVariant)
  },
})

const revisionReads = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<
  VersionReads,
  'revisionByVersion' | 'headOfVariant' | 'headOfArtifact' | 'payload' | 'revisions'
> => ({
  async revisionByVersion(projectId, variantId, version, part) {
    if (version > versionMax) return undefined
    const row = await (part?.withData === false ? headerQuery : revisionQuery)(db)
      .where('r.variant_id', '=', variantId)
      .where('r.version', '=', version)
      .where('r.project_id', '=', projectId)
      .executeTakeFirst()
    return row && readRevision(row)
  },

  headOfVariant: (projectId, family, key, part) =>
    statementsFor(part).headByVariant(db, projectId, family, key),

  headOfArtifact: (projectId, family, key, part) =>
    statementsFor(part).headByArtifact(db, projectId, family, key),

  payload: payloadCache(async (projectId, revisionId) => {
    const { rows } = await payloadText(db, projectId, revisionId)
    return rows[0]?.data ?? undefined
  }),

  async revisions(projectId, ids) {
    if (ids.length === 0) return []
    const rows = await revisionQuery(db)
      .where(unindexedProject('r'), '=', projectId)
      .where(sql<boolean>`r.id in ${valueList(capabilities, ids)}`)
      .execute()
    return rows.map(readRevision)
  },
})

const historyReads = (db: Kysely<Tables>): Pick<VersionReads, 'log' | 'ancestors'> => ({
  async log(projectId, variantId, { fromVersion, depth, withData }): Promise<readonly Revision[]> {
    if (depth === 0) return []
    let query = (withData ? revisionQuery : headerQuery)(db)
      .where('r.project_id', '=', projectId)
      .where('r.variant_id', '=', variantId)
      .orderBy('r.version', 'desc')
    if (fromVersion !== undefined) query = query.where('r.version', '<=', Math.min(fromVersion, versionMax))
    if (depth !== undefined) query = query.limit(depth)
    const rows = await query.execute()
    return rows.map(readRevision)
  },

  async ancestors(projectId, variantId, upToVersion) {
    const rows = await db
      .selectFrom('revisions')
      .select(['id', 'origin_revision_id', 'merged_revision_id'])
      .where('project_id', '=', projectId)
      .where('variant_id', '=', variantId)
      .where('version', '<=', upToVersion)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      originRevisionId: row.origin_revision_id ?? undefined,
      mergedRevisionId: row.merged_revision_id ?? undefined,
    }))
  },
})

/** A role with more artifacts than this is common, so that a list by time fills its page soon. */
const rareArtifactsMax = 100

/**
 * Variants and revisions do not have the role of their artifact. A list of a rare role reads the records of its few
 * artifacts; otherwise it would read the records of the whole project until its page is full. Undefined: no artifact
 * has the role.
 */
async function narrowByRole(
  db: Kysely<Tables>,
  { projectId, filter }: { readonly projectId: string; readonly filter: ListFilter },
): Promise<ListFilter | undefined> {
  const { roleMask, slugs = [], artifactRefs = [], variantRefs = [], revisionRefs = [] } = filter
  const isRestricted = [slugs, artifactRefs, variantRefs, revisionRefs].some(({ length }) => length > 0)
  if (roleMask === undefined || isRestricted) return filter
  const artifacts = await db
    .selectFrom('artifacts')
    .select('id')
    .where('project_id', '=', projectId)
    .where('family', '=', filter.family)
    .where(sql<boolean>`roles & ${sql.lit(roleMask)} <> 0`)
    .limit(rareArtifactsMax + 1)
    .execute()
  if (artifacts.length === 0) return undefined
  return artifacts.length > rareArtifactsMax ? filter : { ...filter, artifactRefs: artifacts }
}

const listReads = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<VersionReads, 'listArtifacts' | 'listVariants' | 'listRevisions'> => ({
  async listArtifacts(projectId, filter, bounds) {
    const rows = await artifactQuery(db)
      .where((eb) =>
        listCondition(capabilities, { projectId, alias: 'a' }, filter, bounds)(eb as unknown as Where),
      )
      .orderBy(orderTime('a', filter), direction(bounds))
      .orderBy('a.id', direction(bounds))
      .limit(bounds.limit)
      .execute()
    return rows.map(readArtifact)
  },

  async listVariants(projectId, request, bounds) {
    const filter = await narrowByRole(db, { projectId, filter: request })
    if (filter === undefined) return []
    const rows = await variantQuery(db)
      .where((eb) =>
        listCondition(capabilities, { projectId, alias: 'v' }, filter, bounds)(eb as unknown as Where),
      )
      .orderBy(orderTime('v', filter), direction(bounds))
      .orderBy('v.id', direction(bounds))
      .limit(bounds.limit)
      .execute()
    return rows.map(readVariant)
  },

  async listRevisions(projectId, request, bounds, part) {
    const filter = await narrowByRole(db, { projectId, filter: request })
    if (filter === undefined) return []
    const rows = await (part?.withData === false ? headerQuery : revisionQuery)(db)
      .where((eb) =>
        listCondition(capabilities, { projectId, alias: 'r' }, filter, bounds)(eb as unknown as Where),
      )
      .orderBy(orderTime('r', filter), direction(bounds))
      .orderBy('r.id', direction(bounds))
      .limit(bounds.limit)
      .execute()
    return rows.map(readRevision)
  },
})

export const versionReads = (db: Kysely<Tables>, capabilities: Capabilities): VersionReads => ({
  ...recordReads(db, capabilities),
  ...revisionReads(db, capabilities),
  ...historyReads(db),
  ...listReads(db, capabilities),
})
