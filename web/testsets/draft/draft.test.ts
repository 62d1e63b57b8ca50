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

describe('a draft becomes a delta', () => {
  test('of nothing: nothing', () => {
    expect(deltaFrom()).toEqual({})
    expect(summaryOf(changesOf(columns, []))).toBe('')
  })

  test('a changed cell replaces its row, which stays the row it is', () => {
    expect(deltaFrom(cell('capital', 'Roma'))).toEqual({
      rows: { replace: [{ id: 'italy', data: { ...base, capital: 'Roma' } }] },
    })
  })

  test('a cell that is as it was again is no change', () => {
    expect(deltaFrom(cell('capital', 'Roma'), cell('capital', 'Rome'))).toEqual({})
  })

  test('a cell that was emptied leaves the row', () => {
    expect(deltaFrom(cell('capital', undefined)).rows?.replace?.[0]?.data).toEqual({
      country: 'Italy',
      testcase_dedup_id: 'it',
    })
  })

  test('rows that changed carry the new names of columns, whether they were renamed before or after', () => {
    const rename: Step = { kind: 'rename-column', id: 'capital', name: 'city' }
    const expected = {
      columns: { replace: [['capital', 'city']] },
      rows: { replace: [{ id: 'italy', data: { country: 'Italy', city: 'Roma', testcase_dedup_id: 'it' } }] },
    }
    expect(deltaFrom(rename, cell('capital', 'Roma'))).toEqual(expected)
    expect(deltaFrom(cell('capital', 'Roma'), rename)).toEqual(expected)
  })

  test('what was changed in a column that is removed is not sent', () => {
    expect(deltaFrom(cell('capital', 'Roma'), { kind: 'remove-column', id: 'capital' })).toEqual({
      columns: { remove: ['capital'] },
    })
  })

  test('a column that is added and removed again leaves nothing, nor do its values', () => {
    expect(
      deltaFrom({ kind: 'add-column', id: '+0', name: 'hint' }, cell('+0', 'boot'), {
        kind: 'remove-column',
        id: '+0',
      }),
    ).toEqual({})
  })

  test('a row that is changed and then removed is removed only', () => {
    expect(deltaFrom(cell('capital', 'Roma'), { kind: 'remove', rows: ['italy'] })).toEqual({
      rows: { remove: ['italy'] },
    })
  })

  test('a removed row that is restored keeps what was changed of it', () => {
    expect(
      deltaFrom(
        cell('capital', 'Roma'),
        { kind: 'remove', rows: ['italy'] },
        { kind: 'restore', rows: ['italy'] },
      ).rows?.replace,
    ).toHaveLength(1)
  })

  test('new rows are changed where they stand, and removed without a trace', () => {
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

  test('a column that is replaced by a new one of its name is removed and added', () => {
    expect(
      deltaFrom({ kind: 'remove-column', id: 'capital' }, { kind: 'add-column', id: '+0', name: 'capital' }),
    ).toEqual({ columns: { remove: ['capital'], add: ['capital'] } })
  })

  test('a column called like a member of every object is a column as any other', () => {
    const step: Step = { kind: 'add-column', id: '+0', name: '__proto__' }
    const { rows } = deltaFrom(step, cell('+0', 'x'))
    expect(Object.entries(rows?.replace?.[0]?.data ?? {})).toContainEqual(['__proto__', 'x'])
  })
})

describe('renames', () => {
  /** Applies renames as the server does: a name that is taken is refused. */
  function applied(names: readonly string[], renames: readonly (readonly [string, string])[]) {
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
  ] as const)('%j never meet a name that is taken', (renames, result) => {
    expect(applied(['a', 'b', 'x'], orderedRenames(renames))).toEqual(result)
  })
})

describe('steps', () => {
  const start = emptyDraft({ id: 'r', version: '1' })

  test('are taken back and done again in order; a new one forgets what was taken back', () => {
    const two = withStep(withStep(start, cell('capital', 'Roma')), cell('country', 'Italia'))
    const one = undo(two)
    expect(one.done).toHaveLength(1)
    expect(redo(one)).toEqual(two)
    expect(withStep(one, cell('capital', 'Rom')).undone).toEqual([])
    expect(undo(start)).toBe(start)
  })

  test('name new rows once, also after some were taken back', () => {
    const keys = newKeys(start, 2)
    const next = undo(withStep(start, { kind: 'add', rows: keys.map((key) => ({ key, data: {} })) }))
    expect(newKeys(next, 1)[0]).not.toBe(keys[0])
    expect(newKeys(next, 1)[0]).not.toBe(keys[1])
  })

  test('give a column a name that is free', () => {
    expect(freeName(['column', 'column 2'], 'column')).toBe('column 3')
  })
})

describe('a column that gets another type', () => {
  const row = { price: '7', testcase_dedup_id: 'x' }
  const edited = (value: string | number): Step => ({
    kind: 'cells',
    cells: [{ row: 'x', column: 'price', value }],
    bases: { x: row },
  })
  const typed = (...before: readonly Step[]) => {
    const changes = changesOf(['price'], before)
    const { step, unconverted } = typeChangeStep(changes, { column: 'price', type: 'number' })
    return { delta: deltaOf(changesOf(['price'], [...before, step])), unconverted }
  }
  const convert = [['price', 'number']]

  test('is converted where the rows are, and is a change of its own', () => {
    expect(typed().delta).toEqual({ columns: { convert } })
    const changes = changesOf(['price'], [{ kind: 'type-column', id: 'price', type: 'number' }])
    expect(summaryOf(changes)).toBe('1 column converted')
  })

  test('takes what was edited before along', () => {
    expect(typed(edited('8')).delta).toEqual({
      columns: { convert },
      rows: { replace: [{ id: 'x', data: { price: 8, testcase_dedup_id: 'x' } }] },
    })
  })

  test('leaves what was edited and does not read as the type, and says so', () => {
    const { delta, unconverted } = typed(edited('many'))
    expect(delta.rows?.replace?.[0]?.data).toEqual({ price: 'many', testcase_dedup_id: 'x' })
    expect(unconverted).toEqual([{ row: 'x', value: 'many' }])
  })

  test('an edit to what its row is converted to anyway is none', () => {
    const step: Step = { kind: 'type-column', id: 'price', type: 'number' }
    expect(deltaOf(changesOf(['price'], [step, edited(7)]))).toEqual({ columns: { convert } })
  })

  test('is converted in rows that are replaced for another cell, too', () => {
    const step: Step = { kind: 'type-column', id: 'price', type: 'number' }
    const other: Step = { ...edited('7'), cells: [{ row: 'x', column: 'note', value: 'new' }] } as Step
    const { rows } = deltaOf(changesOf(['price', 'note'], [step, other]))
    expect(rows?.replace?.[0]?.data).toEqual({ price: 7, note: 'new', testcase_dedup_id: 'x' })
  })

  test('that is removed again is not converted', () => {
    const { step } = typeChangeStep(changesOf(['price'], []), { column: 'price', type: 'number' })
    const removal: Step = { kind: 'remove-column', id: 'price' }
    expect(deltaOf(changesOf(['price'], [step, removal]))).toEqual({ columns: { remove: ['price'] } })
  })

  test('that is new is only told what is typed into it', () => {
    const added: Step = { kind: 'add-column', id: '+0', name: 'cost' }
    const step: Step = { kind: 'type-column', id: '+0', type: 'number' }
    expect(deltaOf(changesOf([], [added, step]))).toEqual({ columns: { add: ['cost'] } })
  })
})
