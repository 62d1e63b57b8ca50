import { expect, test } from 'vitest'
import type { Cell } from './matrix.ts'
import { droppedKeys, storableCells } from './stored-cells.ts'

const totals = { durationMs: 1, tokens: undefined, cost: undefined }
const doneCell = (outputs: string): Cell => ({ state: 'done', of: 'x', outcome: { outputs, totals } })

test('finished cells are stored, others are not', () => {
  const cells = new Map<string, Cell>([
    ['a', doneCell('A')],
    ['b', { state: 'running', text: 'half' }],
    ['c', { state: 'cancelled' }],
  ])
  expect([...storableCells(cells)]).toEqual([['a', doneCell('A')]])
})

test('a cell that is too large is stored as dropped, also when it is stored again', () => {
  const cells = new Map<string, Cell>([
    ['large', doneCell('x'.repeat(100_001))],
    ['small', doneCell('A')],
  ])
  const storedCells = storableCells(cells)
  expect([...storedCells]).toEqual([
    ['large', { state: 'dropped' }],
    ['small', doneCell('A')],
  ])
  expect(storableCells(storedCells)).toEqual(storedCells)
  expect(droppedKeys(cells, storedCells)).toEqual(new Set(['large']))
})

test('the newest cells are stored when not all fit', () => {
  const cells = new Map(
    Array.from({ length: 12 }, (_, at) => [`${at}`, doneCell('x'.repeat(90_000))] as const),
  )
  const storedCells = storableCells(cells)
  expect([...droppedKeys(cells, storedCells)]).toEqual(['0', '1', '2', '3'])
  expect([...storedCells.keys()]).toEqual([...cells.keys()])
})
