// Who judges what in a queue: scenarios in their order, cut into batches that go to the users of each repeat in turn.

export interface QueueData {
  /** The users of each repeat. */
  readonly user_ids?: readonly (readonly string[])[]
  readonly scenario_ids?: readonly string[]
  readonly batch_size?: number
  readonly batch_offset?: number
}

export interface WorkListOptions {
  readonly isSequential: boolean
  /** Keep the scenarios of these users only; absent: all of them. */
  readonly userIds?: readonly string[] | undefined
}

/** The scenarios of a queue: those of the run, cut to the ones the queue names. */
function queued(data: QueueData, scenarioIds: readonly string[]): readonly string[] {
  if (data.scenario_ids === undefined) return scenarioIds
  const named = new Set(data.scenario_ids)
  return scenarioIds.filter((id) => named.has(id))
}

/** The place among `users` whose turn the scenario at `place` is. */
function turnOf(place: number, total: number, users: number, data: QueueData, isSequential: boolean): number {
  if (isSequential) {
    // Contiguous shares that differ by at most one scenario: the first ones are the longer.
    const short = Math.floor(total / users)
    const longer = total % users
    const inLonger = longer * (short + 1)
    return place < inLonger
      ? Math.floor(place / (short + 1))
      : longer + Math.floor((place - inLonger) / short)
  }
  const batch = Math.floor(place / Math.max(1, data.batch_size ?? 1))
  return (batch + (data.batch_offset ?? 0)) % users
}

/** The user of each scenario in one repeat; nobody when the repeat names no users. */
export function assignments(
  data: QueueData,
  scenarioIds: readonly string[],
  options: Pick<WorkListOptions, 'isSequential'> & { readonly repeatIdx: number },
): ReadonlyMap<string, string | undefined> {
  const scenarios = queued(data, scenarioIds)
  const users = data.user_ids?.[options.repeatIdx] ?? []
  return new Map(
    scenarios.map((id, place) => [
      id,
      users.length === 0
        ? undefined
        : users[turnOf(place, scenarios.length, users.length, data, options.isSequential)],
    ]),
  )
}

/** The work list, in the order of creation. Without users in the queue everything is everybody's. */
export function workList(
  data: QueueData,
  scenarioIds: readonly string[],
  { isSequential, userIds }: WorkListOptions,
): readonly string[] {
  const scenarios = queued(data, scenarioIds)
  const repeats = data.user_ids ?? []
  if (userIds === undefined || repeats.every((users) => users.length === 0)) return scenarios
  const wanted = new Set(userIds)
  const kept = new Set(
    repeats.flatMap((_, repeatIdx) =>
      [...assignments(data, scenarioIds, { isSequential, repeatIdx })]
        .filter(([, user]) => user !== undefined && wanted.has(user))
        .map(([id]) => id),
    ),
  )
  return scenarios.filter((id) => kept.has(id))
}
