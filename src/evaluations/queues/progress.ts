// The progress of queues, in total and by person.
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationQueue,
  EvaluationRun,
  CellCountByAuthor,
  QueueAssignment,
} from '../../storage/contract/contract.ts'
import { runData } from '../records/run-data.ts'
import { withRuns } from './simple-queues.ts'
import { annotatedSteps } from './assignments.ts'
import { selectedScenarios, distributionOf, assignedPositions } from './work-list.ts'
import { isAnnotated } from './items.ts'

export interface PersonProgress {
  readonly userId: string
  /** Items assigned to this person; undefined: the queue is open to everybody. */
  readonly assigned: number | undefined
  readonly judged: number
  readonly skipped: number
  readonly lastAt: string | undefined
}

export interface QueueProgress {
  readonly queue: EvaluationQueue
  readonly items: { readonly total: number; readonly judged: number }
  /** Assigned users in their order, then other annotators. */
  readonly people: readonly PersonProgress[]
  readonly lastAt: string | undefined
}

const newest = (times: readonly (string | undefined)[]): string | undefined =>
  times.reduce((last, at) => (last === undefined || (at !== undefined && at > last) ? at : last), undefined)

/** The number of scenarios of a queue. */
async function scenarioCount({ store, projectId }: Scope, queue: EvaluationQueue): Promise<number> {
  const selectedIds = selectedScenarios(queue)
  if (selectedIds !== undefined) return selectedIds.length
  const { scenarios } = await store.read.statusCounts(projectId, queue.runId)
  return Object.values(scenarios).reduce((sum, count) => sum + count, 0)
}

function peopleOf(
  queue: EvaluationQueue,
  work: {
    readonly count: number
    readonly repeats: number
    readonly steps: number
    readonly counts: readonly CellCountByAuthor[]
    readonly assignments: readonly QueueAssignment[]
  },
): readonly PersonProgress[] {
  const distribution = distributionOf(queue)
  const assignedUserIds = new Set(distribution.userIds.flat())
  const skips = work.assignments.filter(({ state }) => state === 'skipped')
  const userIds = new Set([
    ...assignedUserIds,
    ...work.counts.map(({ userId }) => userId),
    ...skips.map(({ userId }) => userId),
  ])
  return [...userIds].map((userId) => {
    const counts = work.counts.filter((count) => count.userId === userId)
    const cells = counts.reduce((sum, { count }) => sum + count, 0)
    const positions = Array.from({ length: work.repeats }, (_, repeat) =>
      assignedPositions(distribution, { repeatIdx: repeat, count: work.count, userId }),
    )
    return {
      userId,
      assigned: assignedUserIds.has(userId)
        ? positions.reduce(
            (sum, userPositions) => sum + (userPositions === 'everybody' ? 0 : userPositions.size),
            0,
          )
        : undefined,
      judged: Math.floor(cells / work.steps),
      skipped: skips.filter((assignment) => assignment.userId === userId).length,
      lastAt: newest(counts.map(({ lastAt }) => lastAt)),
    }
  })
}

async function progressOf(
  scope: Scope,
  {
    queue,
    run,
    assignments,
  }: {
    readonly queue: EvaluationQueue
    readonly run: EvaluationRun
    readonly assignments: readonly QueueAssignment[]
  },
): Promise<QueueProgress> {
  const stepKeys = annotatedSteps(queue, run).map(({ key }) => key)
  const { repeats } = runData(run)
  const count = stepKeys.length === 0 ? 0 : await scenarioCount(scope, queue)
  const storedCounts = await scope.store.read.cellCountsByAuthor(
    { projectId: scope.projectId, runId: run.id },
    { stepKeys, scenarioIds: selectedScenarios(queue) },
  )
  const counts = storedCounts.filter(isAnnotated)
  const steps = Math.max(1, stepKeys.length)
  const cells = counts.reduce((sum, entry) => sum + entry.count, 0)
  return {
    queue,
    items: { total: count * repeats, judged: Math.floor(cells / steps) },
    people: peopleOf(queue, { count, repeats, steps, counts, assignments }),
    lastAt: newest(counts.map(({ lastAt }) => lastAt)),
  }
}

/** The progress of the queues that exist, in the order of the request. */
export async function queueProgress(
  scope: Scope,
  queueIds: readonly string[],
): Promise<readonly QueueProgress[]> {
  if (queueIds.length === 0) return []
  const { read } = scope.store
  const queues = await read.evaluationRecords('queue', scope.projectId, { ids: queueIds })
  const allAssignments = await read.queueAssignments(scope.projectId, queueIds)
  const progress = new Map<string, QueueProgress>()
  for (const queueRun of await withRuns(scope, queues)) {
    const assignments = allAssignments.filter(({ queueId }) => queueId === queueRun.queue.id)
    progress.set(queueRun.queue.id, await progressOf(scope, { ...queueRun, assignments }))
  }
  return [...new Set(queueIds)].flatMap((id) => progress.get(id) ?? [])
}
