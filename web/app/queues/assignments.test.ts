import { expect, test } from 'vitest'
import { assignmentsOf } from './assignments.ts'

test('each repeat rotates the people', () => {
  expect(assignmentsOf(['ann', 'bob', 'cid'], 2)).toEqual([
    ['ann', 'bob', 'cid'],
    ['bob', 'cid', 'ann'],
  ])
})

test('without people anyone may take an item', () => {
  expect(assignmentsOf([], 3)).toBeUndefined()
})
