// The items of a queue as one person sees them. An item is a scenario in one repeat: a scenario that several people
// annotate has a repeat for each of them. Repeats with users are distributed (work-list.ts). The other repeats go to the
// first person who takes them, but a person gets at most one such repeat of a scenario.
import type { EvaluationResult, QueueAssignment } from '../../storage/contract/contract.ts'
import { assignedPositions, type Distribution } from './work-list.ts'

/** The records from which the items of each person are computed. */
export interface QueueState {
  /** The scenarios in queue order. */
  readonly scenarioIds: readonly string[]
  readonly repeats: number
  readonly distribution: Distribution
  /** The steps that people annotate: an item is complete when all of them are annotated. */
  readonly stepKeys: readonly string[]
  /** The results of these steps. */
  readonly results: readonly EvaluationResult[]
  readonly assignments: readonly QueueAssignment[]
  readonly now: string
}

export type ItemState = 'open' | 'judged' | 'skipped'

export interface Item {
  readonly scenarioId: string
  readonly repeatIdx: number
  /** The zero-based position in the queue. */
  readonly place: number
  readonly state: ItemState
}

const keyOf = ({ scenarioId, repeatIdx }: Pick<Item, 'scenarioId' | 'repeatIdx'>): string =>
  `${scenarioId} ${repeatIdx}`

/** The user who wrote a result last. */
export const annotatorOf = (result: Pick<EvaluationResult, 'createdById' | 'updatedById'>): string =>
  result.updatedById ?? result.createdById

/** Manual cells wait as pending; any other status is an annotation. */
export const isAnnotated = ({ status }: Pick<EvaluationResult, 'status'>): boolean => status !== 'pending'

interface QueueFacts {
  /** The annotator of each complete item. */
  readonly annotators: ReadonlyMap<string, string>
  /** The current holder of each reserved item. */
  readonly holders: ReadonlyMap<string, string>
  readonly skipped: ReadonlySet<string>
}

function queueFacts(state: QueueState, userId: string): QueueFacts {
  const annotatedByItem = Map.groupBy(state.results.filter(isAnnotated), keyOf)
  const annotators = new Map<string, string>()
  for (const [key, results] of annotatedByItem) {
    const [first] = results
    if (first !== undefined && results.length >= state.stepKeys.length)
      annotators.set(key, annotatorOf(first))
  }
  const reservations = state.assignments.filter(
    (assignment) => assignment.state === 'held' && assignment.at > state.now,
  )
  const skips = state.assignments.filter(
    (assignment) => assignment.state === 'skipped' && assignment.userId === userId,
  )
  return {
    annotators,
    holders: new Map(reservations.map((assignment) => [keyOf(assignment), assignment.userId])),
    skipped: new Set(skips.map(keyOf)),
  }
}

/** The state of an item for a person; undefined: another person has annotated or reserved it. */
function stateFor(
  { annotators, holders, skipped }: QueueFacts,
  { key, userId }: { readonly key: string; readonly userId: string },
): ItemState | undefined {
  const annotator = annotators.get(key)
  if (annotator !== undefined) return annotator === userId ? 'judged' : undefined
  const holder = holders.get(key)
  if (holder !== undefined && holder !== userId) return undefined
  return skipped.has(key) ? 'skipped' : 'open'
}

const stateRank: Readonly<Record<ItemState, number>> = { judged: 0, skipped: 1, open: 2 }

/** The items of a person in queue order: annotated, skipped, or open. */
export function itemsOf(state: QueueState, userId: string): readonly Item[] {
  const { scenarioIds, repeats, distribution } = state
  const facts = queueFacts(state, userId)
  const positionsOfRepeats = Array.from({ length: repeats }, (_, repeatIdx) => ({
    repeatIdx,
    positions: assignedPositions(distribution, { repeatIdx, count: scenarioIds.length, userId }),
  }))
  const assignedRepeats = positionsOfRepeats.filter(({ positions }) => positions !== 'everybody')
  const sharedRepeats = positionsOfRepeats.filter(({ positions }) => positions === 'everybody')
  return scenarioIds.flatMap((scenarioId, place): readonly Item[] => {
    const items = (repeatsOfItem: typeof positionsOfRepeats): readonly Item[] =>
      repeatsOfItem.flatMap(({ repeatIdx, positions }) => {
        if (positions !== 'everybody' && !positions.has(place)) return []
        const itemState = stateFor(facts, { key: keyOf({ scenarioId, repeatIdx }), userId })
        return itemState === undefined ? [] : [{ scenarioId, repeatIdx, place, state: itemState }]
      })
    const assignedItems = items(assignedRepeats)
    if (assignedItems.length > 0) return assignedItems
    // One of the shared repeats is enough: the one that the person has annotated, skipped, or can take.
    return items(sharedRepeats)
      .toSorted((a, b) => stateRank[a.state] - stateRank[b.state])
      .slice(0, 1)
  })
}

export interface ItemRequest {
  readonly scenarioId?: string | undefined
  /** Relative to the scenario: the adjacent item in any state. */
  readonly move?: 'next' | 'previous' | undefined
}

/** Without a scenario: the first open item; skipped items are not offered again. */
export function selectItem(items: readonly Item[], { scenarioId, move }: ItemRequest): Item | undefined {
  if (scenarioId === undefined) return items.find(({ state }) => state === 'open')
  const index = items.findIndex((item) => item.scenarioId === scenarioId)
  if (move === undefined) return items[index]
  // Another person may have taken the scenario meanwhile: then navigation restarts at the first open item.
  if (index === -1) return items.find(({ state }) => state === 'open')
  return items[index + (move === 'next' ? 1 : -1)]
}
