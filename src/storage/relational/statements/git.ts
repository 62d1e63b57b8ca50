// Statements for pushed commits and their objects.
import { sql, type Kysely } from 'kysely'
import type { GitReads, GitWrites } from '../../contract/contract.ts'
import { listed } from '../conditions.ts'
import { preparedInsert } from '../prepared.ts'
import type { Capabilities, Tables } from '../schema.ts'

const insertCommit = preparedInsert('git_commits')
const insertObject = preparedInsert('git_objects')

export const gitReads = (db: Kysely<Tables>, capabilities: Capabilities): GitReads => ({
  async pushedCommits({ projectId, artifactId }, revisionIds) {
    if (revisionIds.length === 0) return []
    const { rows } = await sql<Tables['git_commits']>`select revision_id, commit_id, bytes from git_commits
      where revision_id in ${listed(capabilities, revisionIds)}
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
})
