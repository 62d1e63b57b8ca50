// What a person decided about the conflicts of a merge, step by step, so that each step can be taken back. Nothing is sent
// before all are decided.
import type { Json } from '../values.ts'

export interface Conflict {
  readonly kind: 'field' | 'edit_remove'
  readonly testcase_dedup_id: string
  readonly occurrence: number
  /** Of a field; a row that one side removed has none. */
  readonly path?: readonly string[]
  readonly base?: Json
  readonly ours?: Json
  readonly theirs?: Json
}

export type Decision = { readonly take: 'ours' | 'theirs' } | { readonly value: Json }

export type Decided = ReadonlyMap<string, Decision>

export interface Decisions {
  readonly now: Decided
  /** What was decided before each step, the last one at the end. */
  readonly before: readonly Decided[]
}

export const noDecisions: Decisions = { now: new Map(), before: [] }

/** The same conflict has the same key when the merge is looked at again. */
export const conflictKey = ({ testcase_dedup_id, occurrence, path }: Conflict): string =>
  JSON.stringify([testcase_dedup_id, occurrence, path ?? null])

/** One step, whatever the number of conflicts; undefined: they are open again. */
export function decide(
  { now, before }: Decisions,
  keys: readonly string[],
  decision: Decision | undefined,
): Decisions {
  const next = new Map(now)
  for (const key of keys) {
    if (decision === undefined) next.delete(key)
    else next.set(key, decision)
  }
  return { now: next, before: [...before, now] }
}

export function takenBack({ now, before }: Decisions): Decisions {
  const last = before.at(-1)
  return last === undefined ? { now, before } : { now: last, before: before.slice(0, -1) }
}

export const openOnes = (conflicts: readonly Conflict[], { now }: Decisions): readonly Conflict[] =>
  conflicts.filter((conflict) => !now.has(conflictKey(conflict)))

/** The next conflict that is not decided, from a place on, then from the beginning; -1: all are. */
export function nextOpen(conflicts: readonly Conflict[], { now }: Decisions, from: number): number {
  for (let step = 1; step <= conflicts.length; step++) {
    const at = (from + step) % conflicts.length
    const conflict = conflicts[at]
    if (conflict !== undefined && !now.has(conflictKey(conflict))) return at
  }
  return -1
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Resolution {
  readonly testcase_dedup_id: string
  readonly occurrence: number
  readonly path?: readonly string[]
  readonly choice?: 'ours' | 'theirs'
  readonly value?: Json
  readonly data?: { readonly [key: string]: Json }
}

/** As the server takes them; decisions about conflicts that are gone are left out. */
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
