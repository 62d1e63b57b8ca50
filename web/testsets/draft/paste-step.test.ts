import { expect, test } from 'vitest'
import { deltaOf } from './delta.ts'
import { changesOf } from './draft.ts'
import { pastedStep, pastedTable } from './paste-step.ts'

const base = { city: 'Rome', people: 1 }

test('cells are pasted over rows, parsed by the types of their columns; the rest becomes new rows', () => {
  const step = pastedStep({
    cells: [
      ['Roma', '2800000', 'does not fit'],
      ['Lima', 'many'],
    ],
    columns: [
      { id: 'city', type: 'string' },
      { id: 'people', type: 'number' },
    ],
    rows: [{ key: 'rome', base }],
    newKeys: ['+0'],
  })
  expect(deltaOf(changesOf(['city', 'people'], [step]))).toEqual({
    rows: {
      replace: [{ id: 'rome', data: { city: 'Roma', people: 2_800_000 } }],
      add: [{ data: { city: 'Lima', people: 'many' } }],
    },
  })
})

test('a short clipboard row leaves the other cells of its row unchanged', () => {
  const step = pastedStep({
    cells: [['Roma']],
    columns: [
      { id: 'city', type: 'string' },
      { id: 'people', type: 'number' },
    ],
    rows: [{ key: 'rome', base }],
    newKeys: [],
  })
  expect(deltaOf(changesOf(['city', 'people'], [step])).rows?.replace?.[0]?.data).toEqual({
    city: 'Roma',
    people: 1,
  })
})

test('in an empty grid the first pasted row has the column names, each once', () => {
  const step = pastedTable(
    [
      ['city', 'city', ''],
      ['Rome', 'Roma', 'x'],
    ],
    0,
  )
  expect(deltaOf(changesOf([], [step]))).toEqual({
    columns: { add: ['city', 'city 2', 'column 3'] },
    rows: { add: [{ data: { city: 'Rome', 'city 2': 'Roma', 'column 3': 'x' } }] },
  })
})
