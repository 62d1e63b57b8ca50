// Distributes the scenarios of a run, in creation order, among the users of a queue.
import type { Scope, ProjectReads } from '../../access/scope.ts'
import type { EvaluationQueue, EvaluationScenario } from '../../storage/contract/contract.ts'
import type { Page, PageLimits } from '../../versioning/windowing.ts'
import { queryEvaluationRecords, queueUserIds, type EvaluationQuery } from '../records/query.ts'

export interface Distribution {
  /** Users of each repeat. */
  readonly userIds: readonly (readonly string[])[]
  readonly batchSize: number
  readonly batchOffset: number
  /** Each user gets one contiguous share instead of alternating batches. */
  readonly isSequential: boolean
}

/**
 * The positions of a user in the list of `count` scenarios for one repeat; a repeat without users is open to everybody.
 */
export function assignedPositions(
  distribution: Distribution,
  {
    repeatIdx,
    count,
    userId,
  }: { readonly repeatIdx: number; readonly count: number; readonly userId: string },
): ReadonlySet<number> | 'everybody' {
  const users = distribution.userIds[repeatIdx] ?? []
  return users.length === 0
    ? 'everybody'
    : positionsIn(distribution, { users, count, selectedUsers: new Set([userId]) })
}

function positionsIn(
  { batchSize, batchOffset, isSequential }: Distribution,
  {
    users,
    count,
    selectedUsers,
  }: {
    readonly users: readonly string[]
    readonly count: number
    readonly selectedUsers: ReadonlySet<string>
  },
): ReadonlySet<number> {
  const batches = Math.ceil(Math.max(count - batchOffset, 0) / batchSize)
  const positions = new Set<number>()
  for (let position = batchOffset; position < count; position++) {
    const batch = Math.floor((position - batchOffset) / batchSize)
    const userIndex = isSequential ? Math.floor((batch * users.length) / batches) : batch % users.length
    if (selectedUsers.has(users[userIndex] ?? '')) positions.add(position)
  }
  return positions
}

/** The positions in the list of `count` scenarios that are assigned to one of these users, in any repeat. */
export function positionsOfUsers(
  distribution: Distribution,
  { count, userIds }: { readonly count: number; readonly userIds: readonly string[] },
): ReadonlySet<number> {
  const selectedUsers = new Set(userIds)
  return new Set(
    distribution.userIds.flatMap((users) =>
      users.length === 0 ? [] : [...positionsIn(distribution, { users, count, selectedUsers })],
    ),
  )
}

export const distributionOf = (queue: EvaluationQueue): Distribution => ({
  userIds: queueUserIds(queue),
  batchSize: Number(queue.data?.['batch_size'] ?? 1),
  batchOffset: Number(queue.data?.['batch_offset'] ?? 0),
  isSequential: queue.flags['is_sequential'] === true,
})

/** The scenarios that a queue is limited to; undefined: all of its run. */
export const selectedScenarios = (queue: EvaluationQueue): readonly string[] | undefined =>
  queue.data?.['scenario_ids'] as readonly string[] | undefined

/** The scenarios of a queue in creation order. */
export const queueScenarios = (
  { reads, projectId }: ProjectReads,
  queue: EvaluationQueue,
): Promise<readonly EvaluationScenario[]> =>
  reads.evaluationRecords('scenario', projectId, { runIds: [queue.runId], ids: selectedScenarios(queue) })

/** The scenario ids of a queue, or those assigned to these users. A queue without users is open to everybody. */
async function workIds(
  scope: Scope,
  { queue, userIds }: { readonly queue: EvaluationQueue; readonly userIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const scenarios = await queueScenarios({ reads: scope.store.read, projectId: scope.projectId }, queue)
  const distribution = distributionOf(queue)
  if (userIds.length === 0 || distribution.userIds.flat().length === 0) {
    return new Set(scenarios.map(({ id }) => id))
  }
  const positions = positionsOfUsers(distribution, { count: scenarios.length, userIds })
  return new Set(scenarios.filter((_, position) => positions.has(position)).map(({ id }) => id))
}

export async function queryWork(
  scope: Scope,
  {
    queue,
    query,
    limits,
  }: {
    readonly queue: EvaluationQueue
    readonly query: EvaluationQuery & { readonly userIds: readonly string[] }
    readonly limits: PageLimits
  },
): Promise<Page<EvaluationScenario>> {
  const ids = await workIds(scope, { queue, userIds: query.userIds })
  const runIds = new Set(query.filter.runIds)
  const filter = { ...query.filter, runIds: [queue.runId] }
  return queryEvaluationRecords(scope, {
    kind: 'scenario',
    evaluationQuery: { filter, windowing: query.windowing },
    limits,
    accepts: ({ id, runId }) => ids.has(id) && (runIds.size === 0 || runIds.has(runId)),
  })
}
