import { describe, expect, test } from 'vitest'
import {
  conflictKey,
  decide,
  nextOpen,
  noDecisions,
  openOnes,
  resolutionsOf,
  takenBack,
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
const removed: Conflict = { kind: 'edit_remove', testcase_dedup_id: 'r3', occurrence: 1, ours: { x: 1 } }
const conflicts = [field('r1', 'x'), field('r1', 'y'), field('r2', 'x'), removed]
const keys = conflicts.map(conflictKey)

describe('decisions', () => {
  test('each conflict has a key of its own', () => {
    expect(new Set(keys).size).toBe(4)
  })

  test('about many are one step, and are taken back as one', () => {
    const all = decide(noDecisions, keys, { take: 'ours' })
    expect(openOnes(conflicts, all)).toEqual([])
    expect(takenBack(all).now.size).toBe(0)
    expect(takenBack(noDecisions)).toEqual(noDecisions)
  })

  test('the next open one is looked for from here on, then from the beginning', () => {
    const some = decide(noDecisions, [keys[1] ?? '', keys[2] ?? ''], { take: 'theirs' })
    expect(nextOpen(conflicts, some, 0)).toBe(3)
    expect(nextOpen(conflicts, some, 3)).toBe(0)
    expect(nextOpen(conflicts, decide(some, keys, { take: 'ours' }), 0)).toBe(-1)
    expect(nextOpen([], noDecisions, 0)).toBe(-1)
  })

  test('are sent as a choice, as the value of a field, or as a whole row', () => {
    let made = decide(noDecisions, [keys[0] ?? ''], { take: 'theirs' })
    made = decide(made, [keys[1] ?? ''], { value: null })
    made = decide(made, [keys[3] ?? ''], { value: { x: 2 } })
    expect(resolutionsOf(conflicts, made)).toEqual([
      { testcase_dedup_id: 'r1', occurrence: 1, path: ['x'], choice: 'theirs' },
      { testcase_dedup_id: 'r1', occurrence: 1, path: ['y'], value: null },
      { testcase_dedup_id: 'r3', occurrence: 1, data: { x: 2 } },
    ])
  })

  test('about conflicts that are gone are not sent', () => {
    const made = decide(noDecisions, ['gone'], { take: 'ours' })
    expect(resolutionsOf(conflicts, made)).toEqual([])
  })
})
