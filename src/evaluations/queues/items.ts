// The items of a queue, as one person meets them. An item is a scenario in one repeat: where a scenario is to be judged by
// several people, each of them has a repeat. Those of a repeat with users are dealt out (work-list.ts); the others are for
// whoever takes them first, and nobody judges the same scenario twice there.
import type { EvaluationResult, QueueTurn } from '../../storage/contract/contract.ts'
import { dealtTo, type Dealing } from './work-list.ts'

/** All that decides whose turn it is. */
export interface QueueState {
  /** In the order of the queue. */
  readonly scenarioIds: readonly string[]
  readonly repeats: number
  readonly dealing: Dealing
  /** The steps that people judge: an item is judged when all of them are. */
  readonly stepKeys: readonly string[]
  /** Of these steps. */
  readonly results: readonly EvaluationResult[]
  readonly turns: readonly QueueTurn[]
  readonly now: string
}

export type ItemState = 'open' | 'judged' | 'skipped'

export interface Item {
  readonly scenarioId: string
  readonly repeatIdx: number
  /** Its place in the queue, from 0. */
  readonly place: number
  readonly state: ItemState
}

const keyOf = ({ scenarioId, repeatIdx }: Pick<Item, 'scenarioId' | 'repeatIdx'>): string =>
  `${scenarioId} ${repeatIdx}`

/** Who wrote a result last. */
export const judgeOf = (result: Pick<EvaluationResult, 'createdById' | 'updatedById'>): string =>
  result.updatedById ?? result.createdById

/** Manual cells wait as pending; whatever else was written is a judgement. */
export const isJudged = ({ status }: Pick<EvaluationResult, 'status'>): boolean => status !== 'pending'

interface Known {
  /** Who judged which item. */
  readonly judges: ReadonlyMap<string, string>
  /** Who holds which item now. */
  readonly holders: ReadonlyMap<string, string>
  readonly skipped: ReadonlySet<string>
}

function known(state: QueueState, userId: string): Known {
  const judged = Map.groupBy(state.results.filter(isJudged), keyOf)
  const judges = new Map<string, string>()
  for (const [key, results] of judged) {
    const [first] = results
    if (first !== undefined && results.length >= state.stepKeys.length) judges.set(key, judgeOf(first))
  }
  const held = state.turns.filter((turn) => turn.state === 'held' && turn.at > state.now)
  const skipped = state.turns.filter((turn) => turn.state === 'skipped' && turn.userId === userId)
  return {
    judges,
    holders: new Map(held.map((turn) => [keyOf(turn), turn.userId])),
    skipped: new Set(skipped.map(keyOf)),
  }
}

/** How an item stands for a person; undefined: it is, or is being, judged by somebody else. */
function stateFor({ judges, holders, skipped }: Known, key: string, userId: string): ItemState | undefined {
  const judge = judges.get(key)
  if (judge !== undefined) return judge === userId ? 'judged' : undefined
  const holder = holders.get(key)
  if (holder !== undefined && holder !== userId) return undefined
  return skipped.has(key) ? 'skipped' : 'open'
}

const stateRank: Readonly<Record<ItemState, number>> = { judged: 0, skipped: 1, open: 2 }

/** The items of a person, in the order of the queue: what was judged, skipped, or may be judged now. */
export function itemsOf(state: QueueState, userId: string): readonly Item[] {
  const { scenarioIds, repeats, dealing } = state
  const facts = known(state, userId)
  const all = Array.from({ length: repeats }, (_, repeatIdx) => ({
    repeatIdx,
    places: dealtTo(dealing, repeatIdx, scenarioIds.length, userId),
  }))
  const dealt = all.filter(({ places }) => places !== 'everybody')
  const shared = all.filter(({ places }) => places === 'everybody')
  return scenarioIds.flatMap((scenarioId, place): readonly Item[] => {
    const items = (repeatsOf: typeof all): readonly Item[] =>
      repeatsOf.flatMap(({ repeatIdx, places }) => {
        if (places !== 'everybody' && !places.has(place)) return []
        const itemState = stateFor(facts, keyOf({ scenarioId, repeatIdx }), userId)
        return itemState === undefined ? [] : [{ scenarioId, repeatIdx, place, state: itemState }]
      })
    const own = items(dealt)
    if (own.length > 0) return own
    // One of the shared repeats is enough: the one that the person has judged, left, or could take.
    return items(shared)
      .toSorted((a, b) => stateRank[a.state] - stateRank[b.state])
      .slice(0, 1)
  })
}

export interface Wanted {
  readonly scenarioId?: string | undefined
  /** From the scenario: the item beside it, whatever its state. */
  readonly move?: 'next' | 'previous' | undefined
}

/** Without a scenario: what is to be judged next, after everything else what was skipped is not among it. */
export function wantedItem(items: readonly Item[], { scenarioId, move }: Wanted): Item | undefined {
  if (scenarioId === undefined) return items.find(({ state }) => state === 'open')
  const at = items.findIndex((item) => item.scenarioId === scenarioId)
  if (move === undefined) return items[at]
  // Somebody else may have taken the scenario meanwhile: then there is no place to go on from.
  if (at === -1) return items.find(({ state }) => state === 'open')
  return items[at + (move === 'next' ? 1 : -1)]
}
