// Statements that copy all rows of a project: one text for all tables, from the columns in the contract.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  projectTableNames,
  tableShape,
  type ProjectRow,
  type ProjectRowReads,
  type ProjectRowWrites,
  type ProjectTable,
  type StoredTestcase,
} from '../../contract/contract.ts'
import { chunks } from '../../../kernel/chunks.ts'
import { ownMember } from '../../../kernel/own.ts'
import { valueList } from '../conditions.ts'
import { firstNumberOf, type Capabilities, type LongNumber, type Tables } from '../schema.ts'
import { testsetWrites } from './testset-writes.ts'

const refs = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))
const columnsOf = (table: ProjectTable): readonly string[] => Object.keys(tableShape(table).columns)
const valuesOf = (row: ProjectRow, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${ownMember(row, name) ?? null}`))

/** Only rows that existed when the export began: a later row may have a parent that the export does not contain. */
function createdBefore(table: ProjectTable, time: string): RawBuilder<unknown> {
  const timeCondition = columnsOf(table).includes('created_at') ? sql`and created_at <= ${time}` : sql``
  if (table === 'revisions') {
    return sql`${timeCondition} and exists (select 1 from variants v where v.id = revisions.variant_id and v.created_at <= ${time})`
  }
  if (table === 'git_commits') {
    return sql`and exists (select 1 from revisions r join variants v on v.id = r.variant_id
      where r.id = git_commits.revision_id and r.created_at <= ${time} and v.created_at <= ${time})`
  }
  if (table === 'git_objects') {
    return sql`and exists (select 1 from artifacts a where a.id = git_objects.artifact_id and a.created_at <= ${time})`
  }
  return timeCondition
}

const importPrefix = 'project_import:'
/** The value of an import that must not continue. Other values are the time of the last heartbeat. */
const abandonedValue = ''
const isImport = sql`name >= ${importPrefix} and name < 'project_import;'`
const importName = (projectId: string): string => `${importPrefix}${projectId}`

type CopyRow = Omit<StoredTestcase, 'place'> & { readonly no: LongNumber }

export const projectRowReads = (db: Kysely<Tables>): ProjectRowReads => ({
  async projectRows(table, { projectId, after, createdUntil, limit }) {
    const { order } = tableShape(table)
    const committedCondition = table === 'testcase_writes' ? sql`and committed = 1` : sql``
    const cursorCondition =
      after === undefined ? sql`` : sql`and (${refs(order)}) > (${valuesOf(after, order)})`
    const { rows } = await sql<ProjectRow>`
      select ${refs(columnsOf(table))} from ${sql.table(table)}
      where project_id = ${projectId} ${committedCondition} ${createdBefore(table, createdUntil)} ${cursorCondition}
      order by ${refs(order)} limit ${limit}`.execute(db)
    return rows
  },

  async testcasesOfWrite(writeNo, { after, limit }) {
    const first = firstNumberOf(writeNo)
    const { rows } = await sql<CopyRow>`
      select no, id, data, flags, tags, meta from testcases
      where no > ${first + after} and no < ${firstNumberOf(writeNo + 1)} order by no limit ${limit}`.execute(
      db,
    )
    return rows.map(({ no, ...row }) => ({ place: Number(no) - first, ...row }))
  },

  async abandonedProjectImports() {
    const { rows } = await sql<{ readonly name: string }>`
      select name from store_settings where ${isImport} and value = ${abandonedValue}`.execute(db)
    return rows.map(({ name }) => name.slice(importPrefix.length))
  },
})

/** 500 rows of the widest table stay below the 32,766 values that SQLite binds. */
const rowsPerInsert = 500

interface NewRows {
  readonly table: ProjectTable
  readonly projectId: string
  readonly rows: readonly ProjectRow[]
}

async function hasOrphan(
  db: Kysely<Tables>,
  { table, projectId, rows, capabilities }: NewRows & { readonly capabilities: Capabilities },
): Promise<boolean> {
  for (const [column, parent] of Object.entries(tableShape(table).parents)) {
    const ids = [...new Set(rows.map((row) => String(ownMember(row, column))))]
    const totals = await sql<{ readonly total: number | string }>`
      select count(*) as total from ${sql.table(parent)}
      where id in ${valueList(capabilities, ids)} and project_id = ${projectId}`.execute(db)
    if (Number(totals.rows[0]?.total) !== ids.length) return true
  }
  return false
}

async function insertChunk(db: Kysely<Tables>, { table, projectId, rows }: NewRows): Promise<boolean> {
  const names = columnsOf(table)
  const values = rows.map((row) => sql`(${projectId}, ${valuesOf(row, names)})`)
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(table)} (project_id, ${refs(names)})
    values ${sql.join(values)} on conflict do nothing`.execute(db)
  return numAffectedRows === BigInt(rows.length)
}

/** Deletes testcases of one write of the project. True when there are no more writes. */
async function dropWrites(
  db: Kysely<Tables>,
  {
    projectId,
    rowsMax,
    capabilities,
  }: { readonly projectId: string; readonly rowsMax: number; readonly capabilities: Capabilities },
): Promise<boolean> {
  const write = await db
    .selectFrom('testcase_writes')
    .select('no')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (write === undefined) return true
  await db.updateTable('testcase_writes').set({ committed: 0 }).where('no', '=', write.no).execute()
  await testsetWrites(db, capabilities).dropTestcaseWrite(write.no, rowsMax)
  return false
}

const importWrites = (
  db: Kysely<Tables>,
): Pick<
  ProjectRowWrites,
  'beginProjectImport' | 'continueProjectImport' | 'abandonProjectImports' | 'endProjectImport'
> => ({
  async beginProjectImport(projectId, at) {
    await db
      .insertInto('store_settings')
      .values({ name: importName(projectId), value: at })
      .execute()
  },

  async continueProjectImport(projectId, at) {
    const { numUpdatedRows } = await db
      .updateTable('store_settings')
      .set({ value: at })
      .where('name', '=', importName(projectId))
      .where('value', '<>', abandonedValue)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async abandonProjectImports(before) {
    await sql`update store_settings set value = ${abandonedValue} where ${isImport} and value < ${before}`.execute(
      db,
    )
  },

  async endProjectImport(projectId) {
    await db.deleteFrom('store_settings').where('name', '=', importName(projectId)).execute()
  },
})

export const projectRowWrites = (db: Kysely<Tables>, capabilities: Capabilities): ProjectRowWrites => ({
  async insertProjectRows(table, { projectId, rows: all }) {
    for (const rows of chunks(all, rowsPerInsert)) {
      if (await hasOrphan(db, { table, projectId, rows, capabilities })) return 'orphan'
      if (!(await insertChunk(db, { table, projectId, rows }))) return 'conflict'
    }
    return 'inserted'
  },

  async setHeads(projectId) {
    const newest = (column: string): RawBuilder<unknown> =>
      sql`(select ${sql.ref(column)} from revisions r where r.variant_id = variants.id order by r.version desc limit 1)`
    await sql`update variants set head_revision_id = ${newest('r.id')}, head_version = ${newest('r.version')}
      where project_id = ${projectId}`.execute(db)
  },

  async dropProjectRows(projectId, rowsMax) {
    if (!(await dropWrites(db, { projectId, rowsMax, capabilities }))) return false
    for (const table of projectTableNames.toReversed()) {
      const key = refs(tableShape(table).order)
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where project_id = ${projectId} and (${key}) in
          (select ${key} from ${sql.table(table)} where project_id = ${projectId} limit ${rowsMax})`.execute(
        db,
      )
      if (numAffectedRows > 0n) return false
    }
    return true
  },

  ...importWrites(db),
})
