// Statements for jobs and tasks.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { JsonObject } from '../../../kernel/json/value.ts'
import type {
  EvaluationJob,
  EvaluationTask,
  JobPhase,
  Lease,
  TaskRequest,
  TaskReads,
  TaskWrites,
} from '../../contract/contract.ts'
import { valueList } from '../conditions.ts'
import type { Capabilities, Tables } from '../schema.ts'

interface JobRow {
  readonly run_id: string
  readonly project_id: string
  readonly actor_id: string
  readonly phase: string
  readonly asked_at: string
  readonly due_at: string | null
  readonly progress: string
  readonly deaths: number
}

interface TaskRow {
  readonly id: string
  readonly project_id: string
  readonly run_id: string
  readonly scenario_id: string
  readonly result_id: string | null
  readonly step_key: string
  readonly repeat_idx: number
  readonly is_ready: number
  readonly deaths: number
}

type BacklogRow = Readonly<Record<'tasks' | 'ready' | 'leased' | 'leased_ready', number | string | null>> & {
  readonly asked_at: string | null
}

const readJob = (row: JobRow): EvaluationJob => ({
  runId: row.run_id,
  projectId: row.project_id,
  actorId: row.actor_id,
  phase: row.phase as JobPhase,
  askedAt: row.asked_at,
  dueAt: row.due_at ?? undefined,
  progress: JSON.parse(row.progress) as JsonObject,
  ...(row.deaths === 0 ? {} : { deaths: row.deaths }),
})

const readTask = (row: TaskRow): EvaluationTask => ({
  id: row.id,
  projectId: row.project_id,
  runId: row.run_id,
  scenarioId: row.scenario_id,
  resultId: row.result_id ?? undefined,
  stepKey: row.step_key,
  repeatIdx: row.repeat_idx,
  isReady: row.is_ready === 1,
  ...(row.deaths === 0 ? {} : { deaths: row.deaths }),
})

const jobColumns = sql.raw('run_id, project_id, actor_id, phase, asked_at, due_at, progress, deaths')
const taskColumns = sql.raw(
  'id, project_id, run_id, scenario_id, result_id, step_key, repeat_idx, is_ready, deaths',
)

async function tasksWhere(
  db: Kysely<Tables>,
  where: RawBuilder<unknown>,
): Promise<readonly EvaluationTask[]> {
  const { rows } = await sql<TaskRow>`
    select ${taskColumns} from evaluation_tasks where ${where} order by id`.execute(db)
  return rows.map(readTask)
}

const jobReads = (db: Kysely<Tables>): Pick<TaskReads, 'evaluationJob' | 'evaluationJobsDue'> => ({
  async evaluationJob(projectId, runId) {
    const { rows } = await sql<JobRow>`
        select ${jobColumns} from evaluation_jobs
        where run_id = ${runId} and project_id = ${projectId}`.execute(db)
    return rows[0] && readJob(rows[0])
  },

  async evaluationJobsDue(now) {
    // Two halves, each with its own index: most jobs rest forever.
    const { rows } = await sql<JobRow>`
        select ${jobColumns} from evaluation_jobs where phase <> 'resting'
        union all
        select ${jobColumns} from evaluation_jobs where due_at <= ${now} and phase = 'resting'
        order by asked_at, run_id`.execute(db)
    return rows.map(readJob)
  },
})

const taskQueueReads = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<TaskReads, 'taskBacklog' | 'heldTasks' | 'scenarioTasks' | 'hasTasks' | 'hasExpiredLeases'> => ({
  async taskBacklog() {
    // Indexes alone answer these counts. A count by the state of each task would read every row.
    const { rows } = await sql<BacklogRow>`
        select total.tasks, total.ready, leased.tasks as leased, leased.ready as leased_ready,
          (select min(asked_at) from evaluation_jobs where phase <> 'resting') as asked_at
        from (select count(*) as tasks, sum(is_ready) as ready from evaluation_tasks) as total,
          (select count(*) as tasks, sum(is_ready) as ready from evaluation_tasks where holder <> '') as leased`.execute(
      db,
    )
    const [row] = rows
    const countOf = (name: Exclude<keyof BacklogRow, 'asked_at'>): number => Number(row?.[name] ?? 0)
    const ready = countOf('ready') - countOf('leased_ready')
    return {
      ready,
      blocked: countOf('tasks') - countOf('leased') - ready,
      leased: countOf('leased'),
      oldestAskedAt: row?.asked_at ?? undefined,
    }
  },

  async heldTasks(holder) {
    const { rows } = await sql<{ readonly id: string }>`
        select id from evaluation_tasks where holder = ${holder} and holder <> ''`.execute(db)
    return rows.map(({ id }) => id)
  },

  async scenarioTasks(scenarioIds) {
    return scenarioIds.length === 0
      ? []
      : tasksWhere(db, sql`scenario_id in ${valueList(capabilities, scenarioIds)}`)
  },

  async hasTasks(runId) {
    const { rows } = await sql`select 1 from evaluation_tasks where run_id = ${runId} limit 1`.execute(db)
    return rows.length > 0
  },

  async hasExpiredLeases({ endedBefore, endingAfter, exceptOf }) {
    const { rows } = await sql`
        select 1 from evaluation_tasks
        where holder <> '' and holder <> ${exceptOf}
          and (held_until < ${endedBefore} or held_until > ${endingAfter}) limit 1`.execute(db)
    return rows.length > 0
  },
})

export const taskReads = (db: Kysely<Tables>, capabilities: Capabilities): TaskReads => ({
  ...jobReads(db),
  ...taskQueueReads(db, capabilities),
})

interface LeaseCounts {
  /** Leased cells. */
  readonly cells: number
  /** Leased cells that may be the cause of dead processes. */
  readonly suspects: number
  /** Leased metrics. */
  readonly metrics: number
  /** Tasks whose lease expired with another holder. */
  readonly lost: number
}

async function countLeased(
  db: Kysely<Tables>,
  runId: string,
  { expiredBefore, holder }: Lease,
): Promise<LeaseCounts> {
  const count = (where: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`coalesce(sum(case when ${where} then 1 else 0 end), 0)`
  const isCell = sql`held_until >= ${expiredBefore} and step_key <> ''`
  const isMetrics = sql`held_until >= ${expiredBefore} and step_key = ''`
  const { rows } = await sql<Record<keyof LeaseCounts, number | string>>`
    select ${count(isCell)} as cells, ${count(sql`${isCell} and ${isSuspect}`)} as suspects,
      ${count(isMetrics)} as metrics,
      ${count(sql`held_until < ${expiredBefore} and holder <> ${holder}`)} as lost
    from evaluation_tasks where holder <> '' and run_id = ${runId}`.execute(db)
  const [row] = rows
  return {
    cells: Number(row?.cells ?? 0),
    suspects: Number(row?.suspects ?? 0),
    metrics: Number(row?.metrics ?? 0),
    lost: Number(row?.lost ?? 0),
  }
}

/** Releases tasks whose holders died, and counts the deaths. */
async function releaseDeadTasks(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  blameFrom = '',
): Promise<void> {
  await requeueResults(condition).execute(db)
  await sql`
    update evaluation_tasks set holder = '', held_until = '',
      deaths = deaths + case when held_until >= ${blameFrom} then 1 else 0 end
    where ${condition}`.execute(db)
}

async function releaseLeases(db: Kysely<Tables>, tasks: RawBuilder<unknown>): Promise<void> {
  await requeueResults(tasks).execute(db)
  await sql`update evaluation_tasks set holder = '', held_until = '' where ${tasks}`.execute(db)
}

/** Releases jobs whose holders died, and counts the deaths. */
async function releaseDeadJobs(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  blameFrom = '',
): Promise<void> {
  await sql`
    update evaluation_jobs set holder = '', held_until = '',
      deaths = deaths + case when held_until >= ${blameFrom} then 1 else 0 end
    where ${condition}`.execute(db)
}

async function releaseJobs(db: Kysely<Tables>, jobs: RawBuilder<unknown>): Promise<void> {
  await sql`update evaluation_jobs set holder = '', held_until = '' where ${jobs}`.execute(db)
}

/**
 * Most processes do not die of the cells they hold, so one death makes no suspect. The first condition
 * matches the index.
 */
const isSuspect = sql`deaths > 0 and deaths > 1`

/** The conditions for cells, suspected cells, metrics, and suspected metrics. */
const kindConditions = {
  cells: sql`step_key <> '' and deaths <= 1`,
  suspects: sql`step_key <> '' and ${isSuspect}`,
  metrics: sql`step_key = '' and deaths <= 1`,
  suspectMetrics: sql`step_key = '' and ${isSuspect}`,
} as const

async function leaseTasks(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  request: {
    readonly runId: string
    readonly lease: Lease
    readonly limit: number
    readonly kind: keyof typeof kindConditions
  },
): Promise<readonly EvaluationTask[]> {
  const { runId, lease, limit } = request
  if (limit <= 0) return []
  const { rows } = await sql<TaskRow>`
    select ${taskColumns} from evaluation_tasks
    where run_id = ${runId} and is_ready = 1 and ${kindConditions[request.kind]}
      and (holder = '' or (held_until < ${lease.expiredBefore} and holder <> ${lease.holder}))
    order by id limit ${limit} ${capabilities.rowLocks ? sql`for update skip locked` : sql``}`.execute(db)
  if (rows.length === 0) return []
  await sql`
    update evaluation_tasks set holder = ${lease.holder}, held_until = ${lease.until}
    where id in ${valueList(
      capabilities,
      rows.map(({ id }) => id),
    )}`.execute(db)
  return rows.map(readTask)
}

/** Counts the leased tasks, and releases those of dead holders. */
async function countLeasedAndReleaseDead(
  db: Kysely<Tables>,
  { runId, lease }: TaskRequest,
): Promise<LeaseCounts> {
  const leaseCounts = await countLeased(db, runId, lease)
  if (leaseCounts.lost > 0) {
    const isLost = sql`run_id = ${runId} and holder <> '' and holder <> ${lease.holder} and held_until < ${lease.expiredBefore}`
    await releaseDeadTasks(db, isLost, lease.blameFrom)
  }
  return leaseCounts
}

/** Cells of a run. A cell with two deaths is leased alone among such cells, so that no other is blamed. */
async function takeCells(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  { runId, lease, cellsMax, cellLimit, leaseCounts }: TaskRequest & { readonly leaseCounts: LeaseCounts },
): Promise<readonly EvaluationTask[]> {
  const limit = Math.min(cellsMax - leaseCounts.cells, cellLimit)
  const common = { runId, lease }
  const cells = await leaseTasks(db, capabilities, { ...common, limit, kind: 'cells' })
  const canTakeSuspect = leaseCounts.suspects === 0 && cells.length < limit
  if (!canTakeSuspect) return cells
  return [...cells, ...(await leaseTasks(db, capabilities, { ...common, limit: 1, kind: 'suspects' }))]
}

/** Metrics of scenarios. One with two deaths is leased alone, while nothing else of the run is leased. */
async function takeMetrics(
  db: Kysely<Tables>,
  capabilities: Capabilities,
  { runId, lease, metricsLimit, isAlone }: TaskRequest & { readonly isAlone: boolean },
): Promise<readonly EvaluationTask[]> {
  const common = { runId, lease }
  const metrics = await leaseTasks(db, capabilities, { ...common, limit: metricsLimit, kind: 'metrics' })
  if (metrics.length > 0 || !isAlone) return metrics
  return leaseTasks(db, capabilities, { ...common, limit: Math.min(1, metricsLimit), kind: 'suspectMetrics' })
}

/** Results of released cells are queued again. */
const requeueResults = (tasks: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update evaluation_results set status = 'queued'
  where status = 'running' and id in (select result_id from evaluation_tasks where ${tasks})`

const isOneOfIds = (capabilities: Capabilities, ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 0 ? sql`false` : sql`id in ${valueList(capabilities, ids)}`

/** The values of one insert stay far below SQLite's limit. */
const tasksPerInsert = 500

const jobWrites = (
  db: Kysely<Tables>,
): Pick<TaskWrites, 'putEvaluationJob' | 'takeEvaluationJob' | 'releaseEvaluationJob' | 'cancelCells'> => ({
  async putEvaluationJob(job) {
    await sql`
        insert into evaluation_jobs (${jobColumns}, holder, held_until)
        values (${job.runId}, ${job.projectId}, ${job.actorId}, ${job.phase}, ${job.askedAt}, ${job.dueAt ?? null},
          ${JSON.stringify(job.progress)}, 0, '', '')
        on conflict (run_id) do update set actor_id = excluded.actor_id, phase = excluded.phase,
          asked_at = excluded.asked_at, due_at = excluded.due_at, progress = excluded.progress, deaths = 0`.execute(
      db,
    )
  },

  async takeEvaluationJob(runId, lease) {
    const { holder, expiredBefore, until, untilMax, blameFrom } = lease
    const isLost = sql`holder not in ('', ${holder}) and held_until < ${expiredBefore} and held_until >= ${blameFrom}`
    const { rows } = await sql<{ readonly deaths: number }>`
        update evaluation_jobs set holder = ${holder}, held_until = ${until},
          deaths = deaths + case when ${isLost} then 1 else 0 end
        where run_id = ${runId}
          and (holder in ('', ${holder}) or held_until < ${expiredBefore} or held_until > ${untilMax})
          and (deaths = 0 or not exists (
            select 1 from evaluation_jobs other where other.deaths > 0 and other.run_id <> ${runId}
              and other.holder <> '' and other.held_until between ${expiredBefore} and ${untilMax}))
        returning deaths`.execute(db)
    return rows[0] && { deaths: rows[0].deaths }
  },

  async releaseEvaluationJob(runId, holder) {
    await releaseJobs(db, sql`run_id = ${runId} and holder = ${holder}`)
  },

  async cancelCells(projectId, runId, { at, by }) {
    const hasResultIn = (statuses: string): RawBuilder<unknown> => sql`exists (
        select 1 from evaluation_results r where r.scenario_id = evaluation_scenarios.id and r.status in ${sql.raw(statuses)})`
    await sql`
        update evaluation_scenarios set updated_at = ${at}, updated_by_id = ${by},
          status = case when ${hasResultIn(`('failure', 'errors')`)} then 'errors' else 'cancelled' end
        where run_id = ${runId} and project_id || '' = ${projectId} and ${hasResultIn(`('queued', 'running')`)}`.execute(
      db,
    )
    await sql`
        update evaluation_results set status = 'cancelled', updated_at = ${at}, updated_by_id = ${by}
        where run_id = ${runId} and project_id || '' = ${projectId} and status in ('queued', 'running')`.execute(
      db,
    )
  },
})

const taskQueueWrites = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<TaskWrites, 'putTasks' | 'takeTasks' | 'markTasksReady' | 'deleteTasks' | 'deleteRunTasks'> => ({
  async putTasks(tasks) {
    for (let start = 0; start < tasks.length; start += tasksPerInsert) {
      const values = tasks.slice(start, start + tasksPerInsert).map(
        (
          task,
        ) => sql`(${task.id}, ${task.projectId}, ${task.runId}, ${task.scenarioId}, ${task.resultId ?? null},
              ${task.stepKey}, ${task.repeatIdx}, ${task.isReady ? 1 : 0}, 0, '', '')`,
      )
      await sql`
          insert into evaluation_tasks (${taskColumns}, holder, held_until) values ${sql.join(values)}
          on conflict (scenario_id, step_key, repeat_idx) do update set id = excluded.id,
            result_id = excluded.result_id, is_ready = excluded.is_ready, deaths = 0, holder = '', held_until = ''`.execute(
        db,
      )
    }
  },

  async takeTasks(request: TaskRequest) {
    const { lease } = request
    const leaseCounts = await countLeasedAndReleaseDead(db, request)
    const cells = await takeCells(db, capabilities, { ...request, leaseCounts })
    const resultIds = cells.flatMap(({ resultId }) => resultId ?? [])
    if (resultIds.length > 0) {
      await sql`
          update evaluation_results set status = 'running', updated_at = ${lease.now}
          where id in ${valueList(capabilities, resultIds)}`.execute(db)
    }
    const isAlone = leaseCounts.cells + leaseCounts.metrics + cells.length === 0
    return [...cells, ...(await takeMetrics(db, capabilities, { ...request, isAlone }))]
  },

  async markTasksReady(ids) {
    if (ids.length === 0) return
    await sql`update evaluation_tasks set is_ready = 1 where ${isOneOfIds(capabilities, ids)}`.execute(db)
  },

  async deleteTasks(ids) {
    if (ids.length === 0) return
    await sql`delete from evaluation_tasks where id in ${valueList(capabilities, ids)}`.execute(db)
  },

  async deleteRunTasks(runId) {
    await sql`delete from evaluation_tasks where run_id = ${runId}`.execute(db)
  },
})

const leaseWrites = (
  db: Kysely<Tables>,
  capabilities: Capabilities,
): Pick<TaskWrites, 'tasksHeldBy' | 'renewLeases' | 'releaseTasks'> => ({
  async tasksHeldBy(holder, ids) {
    return ids.length === 0
      ? []
      : tasksWhere(db, sql`holder = ${holder} and id in ${valueList(capabilities, ids)}`)
  },

  async renewLeases({ holder, until }) {
    // The second condition matches the indexes of leased tasks and jobs; without it, every task is read.
    for (const table of ['evaluation_tasks', 'evaluation_jobs']) {
      await sql`
        update ${sql.table(table)} set held_until = ${until}
        where holder = ${holder} and holder <> ''`.execute(db)
    }
  },

  async releaseTasks(leases) {
    if (leases === 'all') {
      await releaseDeadTasks(db, sql`holder <> ''`)
      return releaseDeadJobs(db, sql`holder <> ''`)
    }
    if ('holder' in leases) {
      const leasedCondition = sql`holder = ${leases.holder} and holder <> ''`
      if (leases.ids !== undefined) {
        return releaseLeases(db, sql`${leasedCondition} and ${isOneOfIds(capabilities, leases.ids)}`)
      }
      await releaseLeases(db, leasedCondition)
      return releaseJobs(db, leasedCondition)
    }
    const isOfOthers = sql`holder <> '' and holder <> ${leases.exceptOf}`
    const hasEnded = sql`${isOfOthers} and held_until < ${leases.endedBefore}`
    const isWrong = sql`${isOfOthers} and held_until > ${leases.endingAfter}`
    await releaseDeadTasks(db, hasEnded, leases.blameFrom)
    await releaseLeases(db, isWrong)
    await releaseDeadJobs(db, hasEnded, leases.blameFrom)
    await releaseJobs(db, isWrong)
  },
})

export const taskWrites = (db: Kysely<Tables>, capabilities: Capabilities): TaskWrites => ({
  ...jobWrites(db),
  ...taskQueueWrites(db, capabilities),
  ...leaseWrites(db, capabilities),
})
