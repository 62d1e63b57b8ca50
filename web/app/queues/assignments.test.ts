import { expect, test } from 'vitest'
import { assignmentsOf } from './assignments.ts'

test('each repeat is dealt to the same people, beginning with another one', () => {
  expect(assignmentsOf(['ann', 'bob', 'cid'], 2)).toEqual([
    ['ann', 'bob', 'cid'],
    ['bob', 'cid', 'ann'],
  ])
})

test('nobody named: whoever comes', () => {
  expect(assignmentsOf([], 3)).toBeUndefined()
})
