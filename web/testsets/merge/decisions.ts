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

export type Decided = ReadonlyMap<string, Decision>

export interface Decisions {
  readonly now: Decided
  /** The decisions before each step, the last one at the end. */
  readonly before: readonly Decided[]
}

export const noDecisions: Decisions = { now: new Map(), before: [] }

/** The key of a conflict stays the same when the merge is planned again. */
export const conflictKey = ({ testcase_dedup_id, occurrence, path }: Conflict): string =>
  JSON.stringify([testcase_dedup_id, occurrence, path ?? null])

/** Decides several conflicts in one step. */
export function decide(
  { now, before }: Decisions,
  { keys, decision }: { readonly keys: readonly string[]; readonly decision: Decision },
): Decisions {
  const next = new Map([...now, ...keys.map((key) => [key, decision] as const)])
  return { now: next, before: [...before, now] }
}

export function undoDecision({ now, before }: Decisions): Decisions {
  const last = before.at(-1)
  return last === undefined ? { now, before } : { now: last, before: before.slice(0, -1) }
}

export const openConflicts = (conflicts: readonly Conflict[], { now }: Decisions): readonly Conflict[] =>
  conflicts.filter((conflict) => !now.has(conflictKey(conflict)))

/** The index of the next open conflict after `from`, then from the start; -1: all are decided. */
export function nextOpen(
  conflicts: readonly Conflict[],
  { decisions: { now }, from }: { readonly decisions: Decisions; readonly from: number },
): number {
  for (let step = 1; step <= conflicts.length; step++) {
    const at = (from + step) % conflicts.length
    const conflict = conflicts[at]
    if (conflict !== undefined && !now.has(conflictKey(conflict))) return at
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
export const resolutionsOf = (conflicts: readonly Conflict[], { now }: Decisions): readonly Resolution[] =>
  conflicts.flatMap((conflict): readonly Resolution[] => {
    const decision = now.get(conflictKey(conflict))
    if (decision === undefined) return []
    const { testcase_dedup_id, occurrence, path, kind } = conflict
    const where = { testcase_dedup_id, occurrence, ...(path === undefined ? {} : { path }) }
    if ('take' in decision) return [{ ...where, choice: decision.take }]
    if (kind === 'edit_remove') return isObject(decision.value) ? [{ ...where, data: decision.value }] : []
    return [{ ...where, value: decision.value }]
  })
