// Statements for pushed commits, their objects, and the commits of projects.
import { sql, type Kysely } from 'kysely'
import type { ArtifactHead, Family, GitReads, GitWrites } from '../../contract/contract.ts'
import { valueList } from '../conditions.ts'
import { prepareInsert } from '../prepared.ts'
import type { Capabilities, Tables } from '../schema.ts'

const insertCommit = prepareInsert('git_commits')
const insertObject = prepareInsert('git_objects')
const insertProjectCommit = prepareInsert('git_project_commits')

const pushedReads = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<GitReads, 'pushedCommits' | 'gitObject' | 'gitObjectOwner'> => ({
  async pushedCommits({ projectId, artifactId }, revisionIds) {
    if (revisionIds.length === 0) return []
    const { rows } = await sql<Tables['git_commits']>`select revision_id, commit_id, bytes from git_commits
      where revision_id in ${valueList(capabilities, revisionIds)}
        and project_id = ${projectId} and artifact_id = ${artifactId}`.execute(db)
    return rows.map((row) => ({ revisionId: row.revision_id, commitId: row.commit_id, bytes: row.bytes }))
  },

  async gitObject({ projectId, artifactId }, id) {
    const row = await db
      .selectFrom('git_objects')
      .select(['object_id', 'type', 'bytes'])
      .where('project_id', '=', projectId)
      .where('artifact_id', '=', artifactId)
      .where('object_id', '=', id)
      .executeTakeFirst()
    return row && { id: row.object_id, type: row.type, bytes: row.bytes }
  },

  async gitObjectOwner(projectId, id) {
    const row = await db
      .selectFrom('git_objects')
      .select('artifact_id')
      .where('project_id', '=', projectId)
      .where('object_id', '=', id)
      .executeTakeFirst()
    return row?.artifact_id
  },
})

const projectReads = (db: Kysely<Tables>): Pick<GitReads, 'projectCommits' | 'artifactHeads'> => ({
  async projectCommits(projectId, { after, limit }) {
    const rows = await db
      .selectFrom('git_project_commits')
      .select(['seq', 'commit_id', 'bytes', 'changes'])
      .where('project_id', '=', projectId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(({ seq, commit_id: commitId, bytes, changes }) => ({ seq, commitId, bytes, changes }))
  },

  // One narrow statement: every fetch of a project compares these heads with its commits.
  async artifactHeads(projectId) {
    const { rows } = await sql<HeadRow>`
      select a.id, a.family, a.slug, a.roles, a.updated_at, a.updated_by_id, a.deleted_at, a.deleted_by_id,
        v.id as variant_id, v.head_version, v.head_revision_id
      from artifacts a join variants v on v.id =
        (select d.id from variants d where d.artifact_id = a.id order by d.created_at, d.id limit 1)
      where a.project_id = ${projectId} and v.head_revision_id is not null`.execute(db)
    return rows.map(readHead)
  },
})

export const gitReads = (db: Kysely<Tables>, capabilities: Capabilities): GitReads => ({
  ...pushedReads(db, capabilities),
  ...projectReads(db),
})

interface HeadRow {
  readonly id: string
  readonly family: Family
  readonly slug: string
  readonly roles: number
  readonly updated_at: string | null
  readonly updated_by_id: string | null
  readonly deleted_at: string | null
  readonly deleted_by_id: string | null
  readonly variant_id: string
  readonly head_version: number
  readonly head_revision_id: string
}

const readHead = (row: HeadRow): ArtifactHead => ({
  artifactId: row.id,
  family: row.family,
  slug: row.slug,
  roles: row.roles,
  updatedAt: row.updated_at ?? undefined,
  updatedById: row.updated_by_id ?? undefined,
  deletedAt: row.deleted_at ?? undefined,
  deletedById: row.deleted_by_id ?? undefined,
  variantId: row.variant_id,
  version: row.head_version,
  revisionId: row.head_revision_id,
})

export const gitWrites = (db: Kysely<Tables>): GitWrites => ({
  async putPushedCommit({ projectId, artifactId }, { revisionId, commitId, bytes }) {
    await insertCommit(db, {
      revision_id: revisionId,
      project_id: projectId,
      artifact_id: artifactId,
      commit_id: commitId,
      bytes,
    })
  },

  async putGitObjects({ projectId, artifactId }, objects) {
    for (const { id, type, bytes } of objects) {
      await insertObject(db, { project_id: projectId, artifact_id: artifactId, object_id: id, type, bytes })
    }
  },

  async appendProjectCommits(projectId, commits) {
    for (const { seq, commitId, bytes, changes } of commits) {
      const { numAffectedRows } = await insertProjectCommit(db, {
        project_id: projectId,
        seq,
        commit_id: commitId,
        bytes,
        changes,
      })
      if (numAffectedRows !== 1n) return false
    }
    return true
  },
})
