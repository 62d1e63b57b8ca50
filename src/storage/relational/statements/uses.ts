// Statements for uses of revisions: one row per used name. A user id here is the id of the run or revision that
// uses the name. Such ids are ordered by time, so the key of the table is also the order of every answer.
import { sql, type Kysely } from 'kysely'
import type { UsedRecord, UsedBy, UseReads, UseWrites } from '../../contract/contract.ts'
import { valueList } from '../conditions.ts'
import { prepareStatement, prepareInsert } from '../prepared.ts'
import type { Capabilities, Tables } from '../schema.ts'

const nameOf = ({ level, id }: UsedRecord): string => `${level}:${id}`

const insertUse = prepareInsert('uses')

// One statement per name: the rows of a list of names would all be read and sorted before the first ones are returned.
const newestUsers = prepareStatement((db, projectId: string, name: string, by: UsedBy, limit: number) =>
  db
    .selectFrom('uses')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('used_by', '=', by)
    .orderBy('user_id', 'desc')
    .limit(limit),
)

const deleteUsesOf = prepareStatement((db, projectId: string, userId: string) =>
  db.deleteFrom('uses').where('user_id', '=', userId).where('project_id', '=', projectId),
)

export const useReads = (db: Kysely<Tables>): UseReads => ({
  async usersOf(projectId, by, usedRecords, limit) {
    const userIds = new Set<string>()
    for (const name of new Set(usedRecords.map(nameOf))) {
      const { rows } = await newestUsers(db, projectId, name, by, limit)
      for (const { user_id: id } of rows) userIds.add(id)
    }
    return [...userIds].sort().toReversed().slice(0, limit)
  },
})

export const useWrites = (db: Kysely<Tables>, capabilities: Capabilities): UseWrites => ({
  async putUses(projectId, by, userId, usedRecords) {
    await deleteUsesOf(db, projectId, userId)
    for (const name of new Set(usedRecords.map(nameOf))) {
      await insertUse(db, { project_id: projectId, name, used_by: by, user_id: userId })
    }
  },

  async copyUses(projectId, from, to) {
    await sql`insert into uses (project_id, name, used_by, user_id)
      select project_id, name, used_by, ${to} from uses
      where user_id = ${from} and project_id = ${projectId}`.execute(db)
  },

  async deleteUses(projectId, userIds) {
    if (userIds.length === 0) return
    await sql`delete from uses
      where user_id in ${valueList(capabilities, userIds)} and project_id = ${projectId}`.execute(db)
  },
})
