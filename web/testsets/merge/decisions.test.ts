import { describe, expect, test } from 'vitest'
import {
  conflictKey,
  decide,
  nextOpenIndex,
  noDecisions,
  openConflicts,
  resolutionsOf,
  undoDecision,
  type Conflict,
} from './decisions.ts'

const field = (row: string, column: string): Conflict => ({
  kind: 'field',
  testcase_dedup_id: row,
  occurrence: 1,
  path: [column],
  base: 'a',
  ours: 'b',
  theirs: 'c',
})
const removalConflict: Conflict = {
  kind: 'edit_remove',
  testcase_dedup_id: 'r3',
  occurrence: 1,
  ours: { x: 1 },
}
const conflicts = [field('r1', 'x'), field('r1', 'y'), field('r2', 'x'), removalConflict]
const keys = conflicts.map(conflictKey)

describe('decisions', () => {
  test('each conflict has a unique key', () => {
    expect(new Set(keys).size).toBe(4)
  })

  test('about many conflicts are one step, which is undone at once', () => {
    const allDecided = decide(noDecisions, { keys, decision: { take: 'ours' } })
    expect(openConflicts(conflicts, allDecided)).toEqual([])
    expect(undoDecision(allDecided).current.size).toBe(0)
    expect(undoDecision(noDecisions)).toEqual(noDecisions)
  })

  test('the next open conflict comes after the current one, then from the start', () => {
    const someDecided = decide(noDecisions, {
      keys: [keys[1] ?? '', keys[2] ?? ''],
      decision: { take: 'theirs' },
    })
    expect(nextOpenIndex(conflicts, { decisions: someDecided, from: 0 })).toBe(3)
    expect(nextOpenIndex(conflicts, { decisions: someDecided, from: 3 })).toBe(0)
    expect(
      nextOpenIndex(conflicts, {
        decisions: decide(someDecided, { keys, decision: { take: 'ours' } }),
        from: 0,
      }),
    ).toBe(-1)
    expect(nextOpenIndex([], { decisions: noDecisions, from: 0 })).toBe(-1)
  })

  test('are sent as a choice, as the value of a field, or as a whole row', () => {
    let decisions = decide(noDecisions, { keys: [keys[0] ?? ''], decision: { take: 'theirs' } })
    decisions = decide(decisions, { keys: [keys[1] ?? ''], decision: { value: null } })
    decisions = decide(decisions, { keys: [keys[3] ?? ''], decision: { value: { x: 2 } } })
    expect(resolutionsOf(conflicts, decisions)).toEqual([
      { testcase_dedup_id: 'r1', occurrence: 1, path: ['x'], choice: 'theirs' },
      { testcase_dedup_id: 'r1', occurrence: 1, path: ['y'], value: null },
      { testcase_dedup_id: 'r3', occurrence: 1, data: { x: 2 } },
    ])
  })

  test('about conflicts that no longer exist are not sent', () => {
    const decisions = decide(noDecisions, { keys: ['deleted'], decision: { take: 'ours' } })
    expect(resolutionsOf(conflicts, decisions)).toEqual([])
  })
})
