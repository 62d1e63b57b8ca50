// web/testsets/merge: three-way merge, cherry-pick and revert of testset versions, with the conflicts to resolve.
// Imports web/testsets, web/app and web/ui. Start at merge-page.tsx.
// This file is pure: the decisions of a user, step by step, so that each step can be undone. They are sent all at once.
import { isObject, type Json } from '../values.ts'

export interface Conflict {
  readonly kind: 'field' | 'edit_remove'
  readonly testcase_dedup_id: string
  readonly occurrence: number
  /** The path of a field; absent if one side removed the row. */
  readonly path?: readonly string[]
  readonly base?: Json
  readonly ours?: Json
  readonly theirs?: Json
}

export type Decision = { readonly take: 'ours' | 'theirs' } | { readonly value: Json }

export type DecisionMap = ReadonlyMap<string, Decision>

export interface Decisions {
  readonly current: DecisionMap
  /** The decisions before each step, the last one at the end. */
  readonly history: readonly DecisionMap[]
}

export const noDecisions: Decisions = { current: new Map(), history: [] }

/** The key of a conflict stays the same when the merge is planned again. */
export const conflictKey = ({ testcase_dedup_id, occurrence, path }: Conflict): string =>
  JSON.stringify([testcase_dedup_id, occurrence, path ?? null])

/** Decides several conflicts in one step. */
export function decide(
  { current, history }: Decisions,
  { keys, decision }: { readonly keys: readonly string[]; readonly decision: Decision },
): Decisions {
  const next = new Map([...current, ...keys.map((key) => [key, decision] as const)])
  return { current: next, history: [...history, current] }
}

export function undoDecision({ current, history }: Decisions): Decisions {
  const last = history.at(-1)
  return last === undefined ? { current, history } : { current: last, history: history.slice(0, -1) }
}

export const openConflicts = (conflicts: readonly Conflict[], { current }: Decisions): readonly Conflict[] =>
  conflicts.filter((conflict) => !current.has(conflictKey(conflict)))

/** The index of the next open conflict after `from`, then from the start; -1: all are decided. */
export function nextOpenIndex(
  conflicts: readonly Conflict[],
  { decisions: { current }, from }: { readonly decisions: Decisions; readonly from: number },
): number {
  for (let step = 1; step <= conflicts.length; step++) {
    const index = (from + step) % conflicts.length
    const conflict = conflicts[index]
    if (conflict !== undefined && !current.has(conflictKey(conflict))) return index
  }
  return -1
}

export interface Resolution {
  readonly testcase_dedup_id: string
  readonly occurrence: number
  readonly path?: readonly string[]
  readonly choice?: 'ours' | 'theirs'
  readonly value?: Json
  readonly data?: { readonly [key: string]: Json }
}

/** The resolutions of the request, without those of conflicts that no longer exist. */
export const resolutionsOf = (
  conflicts: readonly Conflict[],
  { current }: Decisions,
): readonly Resolution[] =>
  conflicts.flatMap((conflict): readonly Resolution[] => {
    const decision = current.get(conflictKey(conflict))
    if (decision === undefined) return []
    const { testcase_dedup_id, occurrence, path, kind } = conflict
    const address = { testcase_dedup_id, occurrence, ...(path === undefined ? {} : { path }) }
    if ('take' in decision) return [{ ...address, choice: decision.take }]
    if (kind === 'edit_remove') return isObject(decision.value) ? [{ ...address, data: decision.value }] : []
    return [{ ...address, value: decision.value }]
  })
