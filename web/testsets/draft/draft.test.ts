import { describe, expect, test } from 'vitest'
import { typeChangeStep } from './type-change.ts'
import { deltaOf, orderedRenames, summaryOf } from './delta.ts'
import { changesOf, emptyDraft, freeName, newKeys, redo, undo, withStep, type Step } from './draft.ts'

const base = { country: 'Italy', capital: 'Rome', testcase_dedup_id: 'it' }
const cell = (column: string, value: string | undefined, row = 'italy'): Step => ({
  kind: 'cells',
  cells: [{ row, column, value }],
  bases: row.startsWith('+') ? {} : { [row]: base },
})
const columns = ['country', 'capital']
const deltaFrom = (...steps: readonly Step[]) => deltaOf(changesOf(columns, steps))

describe('the delta of a draft', () => {
  test('is empty without steps', () => {
    expect(deltaFrom()).toEqual({})
    expect(summaryOf(changesOf(columns, []))).toBe('')
  })

  test('replaces the row of a changed cell, with its id and dedup id', () => {
    expect(deltaFrom(cell('capital', 'Roma'))).toEqual({
      rows: { replace: [{ id: 'italy', data: { ...base, capital: 'Roma' } }] },
    })
  })

  test('has nothing for a cell that has its base value again', () => {
    expect(deltaFrom(cell('capital', 'Roma'), cell('capital', 'Rome'))).toEqual({})
  })

  test('removes an emptied cell from its row', () => {
    expect(deltaFrom(cell('capital', undefined)).rows?.replace?.[0]?.data).toEqual({
      country: 'Italy',
      testcase_dedup_id: 'it',
    })
  })

  test('has changed rows under the new column names, renamed before or after the change', () => {
    const rename: Step = { kind: 'rename-column', id: 'capital', name: 'city' }
    const expected = {
      columns: { replace: [['capital', 'city']] },
      rows: { replace: [{ id: 'italy', data: { country: 'Italy', city: 'Roma', testcase_dedup_id: 'it' } }] },
    }
    expect(deltaFrom(rename, cell('capital', 'Roma'))).toEqual(expected)
    expect(deltaFrom(cell('capital', 'Roma'), rename)).toEqual(expected)
  })

  test('has no changes of a removed column', () => {
    expect(deltaFrom(cell('capital', 'Roma'), { kind: 'remove-column', id: 'capital' })).toEqual({
      columns: { remove: ['capital'] },
    })
  })

  test('has neither a column that was added and removed again, nor its values', () => {
    expect(
      deltaFrom({ kind: 'add-column', id: '+0', name: 'hint' }, cell('+0', 'boot'), {
        kind: 'remove-column',
        id: '+0',
      }),
    ).toEqual({})
  })

  test('only removes a row that was changed and then removed', () => {
    expect(deltaFrom(cell('capital', 'Roma'), { kind: 'remove', rows: ['italy'] })).toEqual({
      rows: { remove: ['italy'] },
    })
  })

  test('has the earlier changes of a row that was removed and restored', () => {
    expect(
      deltaFrom(
        cell('capital', 'Roma'),
        { kind: 'remove', rows: ['italy'] },
        { kind: 'restore', rows: ['italy'] },
      ).rows?.replace,
    ).toHaveLength(1)
  })

  test('has new rows with their changes, and no new row that was removed again', () => {
    const add: Step = {
      kind: 'add',
      rows: [
        { key: '+0', data: {} },
        { key: '+1', data: {} },
      ],
    }
    expect(deltaFrom(add, cell('country', 'Peru', '+1'), { kind: 'remove', rows: ['+0'] })).toEqual({
      rows: { add: [{ data: { country: 'Peru' } }] },
    })
  })

  test('removes and adds a column that a new one of the same name replaces', () => {
    expect(
      deltaFrom({ kind: 'remove-column', id: 'capital' }, { kind: 'add-column', id: '+0', name: 'capital' }),
    ).toEqual({ columns: { remove: ['capital'], add: ['capital'] } })
  })

  test('may have a column with the name of a member of every object', () => {
    const step: Step = { kind: 'add-column', id: '+0', name: '__proto__' }
    const { rows } = deltaFrom(step, cell('+0', 'x'))
    expect(Object.entries(rows?.replace?.[0]?.data ?? {})).toContainEqual(['__proto__', 'x'])
  })
})

describe('ordered renames', () => {
  /** Applies renames as the server does: a name that is taken is refused. */
  function applyRenames(names: readonly string[], renames: readonly (readonly [string, string])[]) {
    return renames.reduce<readonly string[]>((now, [from, to]) => {
      expect(now).toContain(from)
      expect(now).not.toContain(to)
      return now.map((name) => (name === from ? to : name))
    }, names)
  }

  test.each([
    [
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      ['b', 'c', 'x'],
    ],
    [
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['b', 'a', 'x'],
    ],
    [
      [
        ['a', 'b'],
        ['b', 'x'],
        ['x', 'a'],
      ],
      ['b', 'x', 'a'],
    ],
  ] as const)('%j never use a name that another column has', (renames, result) => {
    expect(applyRenames(['a', 'b', 'x'], orderedRenames(renames))).toEqual(result)
  })
})

describe('steps', () => {
  const start = emptyDraft({ id: 'r', version: '1' })

  test('are undone and redone in order; a new step discards the undone ones', () => {
    const afterTwoSteps = withStep(withStep(start, cell('capital', 'Roma')), cell('country', 'Italia'))
    const afterUndo = undo(afterTwoSteps)
    expect(afterUndo.done).toHaveLength(1)
    expect(redo(afterUndo)).toEqual(afterTwoSteps)
    expect(withStep(afterUndo, cell('capital', 'Rom')).undone).toEqual([])
    expect(undo(start)).toBe(start)
  })

  test('give each new row a unique key, also after an undo', () => {
    const keys = newKeys(start, 2)
    const next = undo(withStep(start, { kind: 'add', rows: keys.map((key) => ({ key, data: {} })) }))
    expect(newKeys(next, 1)[0]).not.toBe(keys[0])
    expect(newKeys(next, 1)[0]).not.toBe(keys[1])
  })

  test('give a new column a free name', () => {
    expect(freeName(['column', 'column 2'], 'column')).toBe('column 3')
  })
})

describe('a type change', () => {
  const row = { price: '7', testcase_dedup_id: 'x' }
  const priceEdit = (value: string | number): Step => ({
    kind: 'cells',
    cells: [{ row: 'x', column: 'price', value }],
    bases: { x: row },
  })
  const withTypeChange = (...previousSteps: readonly Step[]) => {
    const changes = changesOf(['price'], previousSteps)
    const { step, unconverted } = typeChangeStep(changes, { column: 'price', type: 'number' })
    return { delta: deltaOf(changesOf(['price'], [...previousSteps, step])), unconverted }
  }
  const convert = [['price', 'number']]

  test('is converted by the server, and counts as a change', () => {
    expect(withTypeChange().delta).toEqual({ columns: { convert } })
    const changes = changesOf(['price'], [{ kind: 'type-column', id: 'price', type: 'number' }])
    expect(summaryOf(changes)).toBe('1 column converted')
  })

  test('converts earlier edits of the draft', () => {
    expect(withTypeChange(priceEdit('8')).delta).toEqual({
      columns: { convert },
      rows: { replace: [{ id: 'x', data: { price: 8, testcase_dedup_id: 'x' } }] },
    })
  })

  test('keeps and reports edits that cannot be converted', () => {
    const { delta, unconverted } = withTypeChange(priceEdit('many'))
    expect(delta.rows?.replace?.[0]?.data).toEqual({ price: 'many', testcase_dedup_id: 'x' })
    expect(unconverted).toEqual([{ row: 'x', value: 'many' }])
  })

  test('has no edit that equals the converted value', () => {
    const step: Step = { kind: 'type-column', id: 'price', type: 'number' }
    expect(deltaOf(changesOf(['price'], [step, priceEdit(7)]))).toEqual({ columns: { convert } })
  })

  test('applies to rows that are replaced because of another cell, too', () => {
    const step: Step = { kind: 'type-column', id: 'price', type: 'number' }
    const other: Step = { ...priceEdit('7'), cells: [{ row: 'x', column: 'note', value: 'new' }] } as Step
    const { rows } = deltaOf(changesOf(['price', 'note'], [step, other]))
    expect(rows?.replace?.[0]?.data).toEqual({ price: 7, note: 'new', testcase_dedup_id: 'x' })
  })

  test('is dropped with its removed column', () => {
    const { step } = typeChangeStep(changesOf(['price'], []), { column: 'price', type: 'number' })
    const removal: Step = { kind: 'remove-column', id: 'price' }
    expect(deltaOf(changesOf(['price'], [step, removal]))).toEqual({ columns: { remove: ['price'] } })
  })

  test('of a new column needs no conversion', () => {
    const addColumnStep: Step = { kind: 'add-column', id: '+0', name: 'cost' }
    const step: Step = { kind: 'type-column', id: '+0', type: 'number' }
    expect(deltaOf(changesOf([], [addColumnStep, step]))).toEqual({ columns: { add: ['cost'] } })
  })
})
