import { expect, test } from 'vitest'
import { Fields } from '../reading/fields.ts'
import { rowOf } from './case-row.ts'

const columnsOf = (input: object, output: object): unknown =>
  rowOf(new Fields({}), { input, output, tags: {}, id: [] }).data

test('outputs with new names keep them', () => {
  expect(columnsOf({ x: 1 }, { y: 2, z: 3 })).toEqual({ x: 1, y: 2, z: 3 })
})

test('an output with the name of an input gets a free name, and nothing is lost', () => {
  expect(columnsOf({ x: 1, expected_x: 2 }, { x: 3, y: 4 })).toEqual({
    x: 1,
    expected_x: 2,
    expected_expected_x: 3,
    y: 4,
  })
  expect(columnsOf({ x: 1 }, { x: 2, expected_x: 3 })).toEqual({
    x: 1,
    expected_x: 3,
    expected_expected_x: 2,
  })
  expect(columnsOf({ x: 1, expected_x: 2 }, { expected_x: 3, x: 4 })).toEqual({
    x: 1,
    expected_x: 2,
    expected_expected_x: 3,
    expected_expected_expected_x: 4,
  })
})
