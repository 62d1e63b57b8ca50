import { expect, test } from 'vitest'
import { assignmentsOf } from './assignments.ts'

test('each repeat rotates the people', () => {
  expect(assignmentsOf(['ann', 'bob', 'cid'], 2)).toEqual([
    ['ann', 'bob', 'cid'],
    ['bob', 'cid', 'ann'],
  ])
})

test('fewer people than repeats are refused: somebody would get an item twice', () => {
  expect(() => assignmentsOf(['ann'], 2)).toThrow('Select at least 2 annotators')
  expect(assignmentsOf(['ann', 'bob'], 2)).toHaveLength(2)
})

test('without people anyone may take an item', () => {
  expect(assignmentsOf([], 3)).toBeUndefined()
})
