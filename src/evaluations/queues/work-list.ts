// Whose turn a scenario is: the scenarios of a run in the order they were made, dealt out to the users of a queue.
import type { Scope } from '../../access/scope.ts'
import type { EvaluationQueue, EvaluationScenario, RelationalReads } from '../../storage/contract/contract.ts'
import type { Page, PageLimits } from '../../versioning/windowing.ts'
import { queryEvaluationRecords, queueUserIds, type EvaluationQuery } from '../records/query.ts'

export interface Dealing {
  /** Users of each repeat. */
  readonly userIds: readonly (readonly string[])[]
  readonly batchSize: number
  readonly batchOffset: number
  /** Each user gets one contiguous share, not a batch in turn. */
  readonly isSequential: boolean
}

/** Places in the list of `count` scenarios that a user has in one repeat; a repeat without users is everybody's. */
export function dealtTo(
  dealing: Dealing,
  repeatIdx: number,
  count: number,
  userId: string,
): ReadonlySet<number> | 'everybody' {
  const users = dealing.userIds[repeatIdx] ?? []
  return users.length === 0 ? 'everybody' : placesIn(dealing, users, count, new Set([userId]))
}

function placesIn(
  { batchSize, batchOffset, isSequential }: Dealing,
  users: readonly string[],
  count: number,
  wanted: ReadonlySet<string>,
): ReadonlySet<number> {
  const batches = Math.ceil(Math.max(count - batchOffset, 0) / batchSize)
  const places = new Set<number>()
  for (let place = batchOffset; place < count; place++) {
    const batch = Math.floor((place - batchOffset) / batchSize)
    const turn = isSequential ? Math.floor((batch * users.length) / batches) : batch % users.length
    if (wanted.has(users[turn] ?? '')) places.add(place)
  }
  return places
}

/** Places in the list of `count` scenarios that one of these users has to judge, in any repeat. */
export function placesOf(dealing: Dealing, count: number, userIds: readonly string[]): ReadonlySet<number> {
  const wanted = new Set(userIds)
  return new Set(
    dealing.userIds.flatMap((users) =>
      users.length === 0 ? [] : [...placesIn(dealing, users, count, wanted)],
    ),
  )
}

export const dealingOf = (queue: EvaluationQueue): Dealing => ({
  userIds: queueUserIds(queue),
  batchSize: Number(queue.data?.['batch_size'] ?? 1),
  batchOffset: Number(queue.data?.['batch_offset'] ?? 0),
  isSequential: queue.flags['is_sequential'] === true,
})

/** Those that a queue is cut to; undefined: all of its run. */
export const chosenScenarios = (queue: EvaluationQueue): readonly string[] | undefined =>
  queue.data?.['scenario_ids'] as readonly string[] | undefined

/** In the order they were made. */
export const queueScenarios = (
  reads: RelationalReads,
  projectId: string,
  queue: EvaluationQueue,
): Promise<readonly EvaluationScenario[]> =>
  reads.evaluationRecords('scenario', projectId, { runIds: [queue.runId], ids: chosenScenarios(queue) })

/** Ids of the scenarios of a queue; with users, of what is theirs. A queue without users is everybody's. */
async function workIds(
  scope: Scope,
  queue: EvaluationQueue,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const scenarios = await queueScenarios(scope.store.read, scope.projectId, queue)
  const dealing = dealingOf(queue)
  if (userIds.length === 0 || dealing.userIds.flat().length === 0) {
    return new Set(scenarios.map(({ id }) => id))
  }
  const places = placesOf(dealing, scenarios.length, userIds)
  return new Set(scenarios.filter((_, place) => places.has(place)).map(({ id }) => id))
}

export async function queryWork(
  scope: Scope,
  queue: EvaluationQueue,
  query: EvaluationQuery & { readonly userIds: readonly string[] },
  limits: PageLimits,
): Promise<Page<EvaluationScenario>> {
  const ids = await workIds(scope, queue, query.userIds)
  const runIds = new Set(query.filter.runIds)
  const filter = { ...query.filter, runIds: [queue.runId] }
  return queryEvaluationRecords(
    scope,
    'scenario',
    { filter, windowing: query.windowing },
    limits,
    ({ id, runId }) => ids.has(id) && (runIds.size === 0 || runIds.has(runId)),
  )
}
