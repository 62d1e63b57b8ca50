// Statements about a full run: its changes in order, its counts, its manifest.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { JsonObject } from '../../../kernel/json/value.ts'
import type { EvaluationStatus, RunFollowingReads, RunFollowingWrites } from '../../contract/contract.ts'
import { readEvaluationRecord, type EvaluationRow } from './evaluation-tables.ts'
import { countByStatus } from './evaluations.ts'
import type { Tables } from '../schema.ts'

const tables = { scenario: 'evaluation_scenarios', result: 'evaluation_results' } as const

/** The indexed expression that finds changes. */
const changedAt = sql`coalesce(updated_at, created_at)`

/** Compares the project without an index: with one, SQLite would read its records by time, from the oldest on. */
const runCondition = ({ projectId, runId }: { readonly projectId: string; readonly runId: string }) =>
  sql`run_id = ${runId} and project_id || '' = ${projectId}`

interface StepCountRow {
  readonly step_key: string
  readonly status: EvaluationStatus
  readonly total: number | string
}

const readTime = async (
  db: Kysely<Tables>,
  statement: RawBuilder<{ readonly at: string | null }>,
): Promise<string | undefined> => (await statement.execute(db)).rows[0]?.at ?? undefined

export const runFollowingReads = (db: Kysely<Tables>): RunFollowingReads => ({
  // SQLite would not use the index on the time for a comparison of pairs.
  async changedRecords(kind, run, { after, limit }) {
    const { rows } = await sql<EvaluationRow>`
      select * from ${sql.table(tables[kind])}
      where ${runCondition(run)} and deleted_at is null
        and ${changedAt} >= ${after.changedAt} and (${changedAt} > ${after.changedAt} or id > ${after.id})
      order by ${changedAt}, id limit ${limit}`.execute(db)
    return rows.map((row) => readEvaluationRecord(kind, row))
  },

  async runCounts(projectId, runId) {
    const run = { projectId, runId }
    const results = await sql<StepCountRow>`
      select step_key, status, count(*) as total from evaluation_results
      where ${runCondition(run)} group by step_key, status`.execute(db)
    return {
      scenarios: await countByStatus(db, 'scenario', run),
      results: results.rows.map(({ step_key, status, total }) => ({
        stepKey: step_key,
        status,
        count: Number(total),
      })),
      firstAt: await readTime(
        db,
        sql`select created_at as at from evaluation_scenarios where ${runCondition(run)} order by created_at, id limit 1`,
      ),
      lastAt: await readTime(
        db,
        sql`select ${changedAt} as at from evaluation_results where ${runCondition(run)} order by ${changedAt} desc, id desc limit 1`,
      ),
    }
  },

  async resultsChangedSince(run, since, { statuses, stepKeys }) {
    if (statuses.length === 0 || stepKeys.length === 0) return 0
    const { rows } = await sql<{ readonly total: number | string }>`
      select count(*) as total from evaluation_results
      where ${runCondition(run)} and ${changedAt} > ${since}
        and status in (${sql.join(statuses)}) and step_key in (${sql.join(stepKeys)})`.execute(db)
    return Number(rows[0]?.total ?? 0)
  },

  async runManifest(projectId, runId) {
    const { rows } = await sql<{ readonly manifest: string }>`
      select manifest from evaluation_manifests where ${runCondition({ projectId, runId })}`.execute(db)
    const [row] = rows
    return row && (JSON.parse(row.manifest) as JsonObject)
  },
})

export const runFollowingWrites = (db: Kysely<Tables>): RunFollowingWrites => ({
  async putRunManifest(projectId, runId, manifest) {
    await sql`insert into evaluation_manifests (run_id, project_id, manifest)
      values (${runId}, ${projectId}, ${JSON.stringify(manifest)})
      on conflict (run_id) do update set manifest = excluded.manifest
      where evaluation_manifests.project_id = excluded.project_id`.execute(db)
  },
})
