// Statements for evaluation records. The five tables differ only in their columns, which evaluation-tables.ts lists, so
// each statement is written once. evaluation-lists.ts has their lists.
import { sql, type Kysely } from 'kysely'
import type {
  CellColumns,
  CountByStatus,
  EvaluationKind,
  EvaluationReads,
  EvaluationStatus,
  EvaluationWrites,
} from '../../contract/contract.ts'
import { valueList } from '../conditions.ts'
import type { Capabilities, Tables } from '../schema.ts'
import { ownMember } from '../../../kernel/own.ts'
import { isOneOf, hasKey, listRecords } from './evaluation-lists.ts'
import { readEvaluationRecord, tables, columnValue, type EvaluationRow } from './evaluation-tables.ts'

interface CellRow {
  readonly id: string
  readonly scenario_id: string
  readonly step_key: string
  readonly repeat_idx: number
  readonly status: EvaluationStatus
  readonly trace_id: string | null
  readonly testcase_id: string | null
}

/** The number of records of a run per status. */
export async function countByStatus(
  db: Kysely<Tables>,
  kind: 'scenario' | 'result',
  run: { readonly projectId: string; readonly runId: string },
): Promise<CountByStatus> {
  const { rows } = await sql<{ readonly status: string; readonly total: number | string }>`
    select status, count(*) as total from ${sql.table(tables[kind].name)}
    where run_id = ${run.runId} and project_id || '' = ${run.projectId} group by status`.execute(db)
  return Object.fromEntries(rows.map(({ status, total }) => [status, Number(total)]))
}

type CellTexts = Readonly<
  Record<'scenario_ids' | 'steps' | 'repeat_idxs' | 'succeeded' | 'trace_ids' | 'testcase_ids', string | null>
>

/** No id contains a space. */
function cellColumns(texts: CellTexts | undefined): CellColumns {
  const column = (text: string | null | undefined): readonly string[] => text?.split(' ') ?? []
  return {
    scenarioIds: column(texts?.scenario_ids),
    steps: column(texts?.steps).map(Number),
    repeatIdxs: column(texts?.repeat_idxs).map(Number),
    succeeded: column(texts?.succeeded).map((text) => text === '1'),
    traceIds: column(texts?.trace_ids),
    testcaseIds: column(texts?.testcase_ids),
  }
}

const recordReads = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<EvaluationReads, 'statusCounts' | 'evaluationRecords' | 'runScenarios' | 'tracesOfResults'> => ({
  async statusCounts(projectId, runId) {
    const run = { projectId, runId }
    return {
      scenarios: await countByStatus(db, 'scenario', run),
      results: await countByStatus(db, 'result', run),
    }
  },

  async evaluationRecords(kind, projectId, filter, bounds) {
    const rows = await listRecords({ db, capabilities }, { kind, projectId, filter, bounds })
    return rows.map((row) => readEvaluationRecord(kind, row))
  },

  async runScenarios(projectId, runId) {
    const { rows } = await sql<{ readonly id: string; readonly status: EvaluationStatus }>`
        select id, status from evaluation_scenarios
        where run_id = ${runId} and project_id || '' = ${projectId} and deleted_at is null
        order by created_at, id`.execute(db)
    return rows
  },

  async tracesOfResults(projectId, { traceIds, since }) {
    if (traceIds.length === 0) return []
    const createdCondition = since === undefined ? sql`` : sql`and created_at || '' >= ${since}`
    const { rows } = await sql<{ readonly trace_id: string }>`
        select distinct trace_id from evaluation_results
        where project_id || '' = ${projectId} and trace_id in ${valueList(capabilities, traceIds)}
        ${createdCondition}`.execute(db)
    return rows.map(({ trace_id }) => trace_id)
  },
})

const cellReads = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<EvaluationReads, 'runCells' | 'cellColumns'> => ({
  // Reads few columns and builds no full records: 40,000 results take 0.1 s instead of 0.6.
  async runCells(projectId, runId, stepKeys) {
    const stepCondition =
      stepKeys === undefined ? sql`` : sql`and ${isOneOf(capabilities, 'step_key', stepKeys)}`
    const { rows } = await sql<CellRow>`
        select id, scenario_id, step_key, repeat_idx, status, trace_id, testcase_id from evaluation_results
        where run_id = ${runId} and project_id || '' = ${projectId} and deleted_at is null ${stepCondition}
        order by created_at, id`.execute(db)
    return rows.map((row) => ({
      id: row.id,
      scenarioId: row.scenario_id,
      stepKey: row.step_key,
      repeatIdx: row.repeat_idx,
      status: row.status,
      traceId: row.trace_id ?? undefined,
      testcaseId: row.testcase_id ?? undefined,
    }))
  },

  // Reads each column as one text: the engine joins the values, and `split` separates them. 30,000 cells leave a
  // quarter of the garbage of rows.
  async cellColumns(projectId, runId, stepKeys) {
    if (stepKeys.length === 0) return cellColumns(undefined)
    const step = sql.join(
      stepKeys.map((key, i) => sql`when ${key} then ${sql.lit(i)}`),
      sql` `,
    )
    const { rows } = await sql<CellTexts>`
        select string_agg(scenario_id, ' ') as scenario_ids, string_agg(cast(step as text), ' ') as steps,
          string_agg(cast(repeat_idx as text), ' ') as repeat_idxs, string_agg(succeeded, ' ') as succeeded,
          string_agg(trace_id, ' ') as trace_ids, string_agg(testcase_id, ' ') as testcase_ids
        from (
          select scenario_id, case step_key ${step} end as step, repeat_idx,
            case status when 'success' then '1' else '0' end as succeeded,
            coalesce(trace_id, '') as trace_id, coalesce(testcase_id, '') as testcase_id
          from evaluation_results
          where run_id = ${runId} and project_id || '' = ${projectId} and deleted_at is null
            and ${isOneOf(capabilities, 'step_key', stepKeys)}
          order by created_at, id) as cells`.execute(db)
    return cellColumns(rows[0])
  },
})

export const evaluationReads = (db: Kysely<Tables>, capabilities: Capabilities): EvaluationReads => ({
  ...recordReads(db, capabilities),
  ...cellReads(db, capabilities),
})

/** Rows per insert: the widest table stays below the 32,766 values that SQLite binds. */
const rowsPerInsert = 1000

function upsertStatement(kind: EvaluationKind, projectId: string, records: readonly object[]) {
  const { name, columns } = tables[kind]
  const values = records.map((record) => {
    const fields = record as Readonly<Record<string, unknown>>
    const values = columns.map(({ property, form }) => sql`${columnValue(form, ownMember(fields, property))}`)
    return sql`(${sql.join([sql`${projectId}`, ...values])})`
  })
  const names = columns.map((column) => sql.ref(column.name))
  const replacements = columns
    .filter((column) => column.name !== 'id')
    .map((column) => sql`${sql.ref(column.name)} = excluded.${sql.ref(column.name)}`)
  return sql`insert into ${sql.table(name)} (project_id, ${sql.join(names)}) values ${sql.join(values)}
    on conflict (id) do update set ${sql.join(replacements)}
    where ${sql.table(name)}.project_id = excluded.project_id`
}

const columnOf = { id: 'id', runId: 'run_id', scenarioId: 'scenario_id' } as const

export function evaluationWrites(db: Kysely<Tables>, capabilities: Capabilities): EvaluationWrites {
  return {
    async lockEvaluationRuns(projectId, ids) {
      if (ids.length === 0) return []
      // In the order of ids, so that two writers of the same runs do not deadlock.
      const { rows } = await sql<EvaluationRow>`
        select * from evaluation_runs where project_id || '' = ${projectId} and ${isOneOf(capabilities, 'id', ids)}
        order by id ${capabilities.rowLocks ? sql`for update` : sql``}`.execute(db)
      return rows.map((row) => readEvaluationRecord('run', row))
    },

    async putEvaluationRecords(kind, projectId, records) {
      for (let start = 0; start < records.length; start += rowsPerInsert) {
        const batch = records.slice(start, start + rowsPerInsert)
        await upsertStatement(kind, projectId, batch).execute(db)
      }
    },

    async deleteEvaluationRecords(kind, projectId, by, values) {
      if (values.length === 0) return []
      const { name: table, columns } = tables[kind]
      const column = columns.find(({ name }) => name === columnOf[by])
      const conditions = [
        sql`project_id || '' = ${projectId}`,
        isOneOf(capabilities, columnOf[by], values),
        ...(column === undefined ? [] : hasKey(column)),
      ]
      const { rows } = await sql<{ readonly id: string }>`
        delete from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} returning id`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}
