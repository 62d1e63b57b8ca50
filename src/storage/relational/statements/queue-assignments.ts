// Statements for assignments of queue items, and for the cells that people annotated.
import { sql, type Kysely } from 'kysely'
import type {
  EvaluationStatus,
  QueueAssignment,
  QueueAssignmentReads,
  QueueAssignmentWrites,
} from '../../contract/contract.ts'
import { valueList } from '../conditions.ts'
import type { Capabilities, Tables } from '../schema.ts'

interface AssignmentRow {
  readonly queue_id: string
  readonly scenario_id: string
  readonly repeat_idx: number
  readonly user_id: string
  readonly state: QueueAssignment['state']
  readonly at: string
}

interface CountRow {
  readonly user_id: string
  readonly status: EvaluationStatus
  readonly total: number | string
  readonly last_at: string
}

export const queueAssignmentReads = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): QueueAssignmentReads => ({
  async queueAssignments(projectId, queueIds) {
    if (queueIds.length === 0) return []
    const { rows } = await sql<AssignmentRow>`
      select queue_id, scenario_id, repeat_idx, user_id, state, at from queue_turns
      where queue_id in ${valueList(capabilities, queueIds)} and project_id = ${projectId}
      order by queue_id, scenario_id, repeat_idx, user_id`.execute(db)
    return rows.map((row) => ({
      queueId: row.queue_id,
      scenarioId: row.scenario_id,
      repeatIdx: row.repeat_idx,
      userId: row.user_id,
      state: row.state,
      at: row.at,
    }))
  },

  async cellCountsByAuthor({ projectId, runId }, { stepKeys, scenarioIds }) {
    if (stepKeys.length === 0) return []
    const scenarioCondition =
      scenarioIds === undefined ? sql`` : sql`and scenario_id in ${valueList(capabilities, scenarioIds)}`
    const { rows } = await sql<CountRow>`
      select coalesce(updated_by_id, created_by_id) as user_id, status, count(*) as total,
        max(coalesce(updated_at, created_at)) as last_at
      from evaluation_results
      where run_id = ${runId} and project_id = ${projectId} ${scenarioCondition}
        and step_key in ${valueList(capabilities, stepKeys)}
      group by coalesce(updated_by_id, created_by_id), status
      order by 1, 2`.execute(db)
    return rows.map((row) => ({
      userId: row.user_id,
      status: row.status,
      count: Number(row.total),
      lastAt: row.last_at,
    }))
  },
})

export const queueAssignmentWrites = (db: Kysely<Tables>): QueueAssignmentWrites => ({
  async putQueueAssignment(projectId, assignment) {
    await sql`insert into queue_turns (project_id, queue_id, scenario_id, repeat_idx, user_id, state, at)
      values (${projectId}, ${assignment.queueId}, ${assignment.scenarioId}, ${assignment.repeatIdx}, ${assignment.userId},
        ${assignment.state}, ${assignment.at})
      on conflict (queue_id, scenario_id, repeat_idx, user_id)
        do update set state = excluded.state, at = excluded.at
        where queue_turns.project_id = excluded.project_id`.execute(db)
  },

  async endQueueAssignments(projectId, { queueId, userId, item }) {
    const itemCondition =
      item === undefined
        ? sql`state = 'held'`
        : sql`scenario_id = ${item.scenarioId} and repeat_idx = ${item.repeatIdx}`
    await sql`delete from queue_turns
      where queue_id = ${queueId} and user_id = ${userId} and ${itemCondition} and project_id = ${projectId}`.execute(
      db,
    )
  },
})
