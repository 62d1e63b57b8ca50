import { describe, expect, test } from 'vitest'
import type { Status } from '../run-model.ts'
import { hasNewRows, rowsToLoad, withRows } from './changed-rows.ts'

const row = (id: string, status: Status = 'running') => ({ id, status })
const more = { next: 'page' }
const pages = [
  { rows: [row('a'), row('b')], next: more },
  { rows: [row('c')], next: undefined },
]

describe('rows of a run that goes on', () => {
  test('are read again where something was told of them, with the status that was told', () => {
    const changed = new Map([
      ['b', 'success' as const],
      ['c', undefined],
      ['elsewhere', undefined],
    ])
    expect(rowsToLoad(pages, changed)).toEqual([
      { id: 'b', status: 'success' },
      { id: 'c', status: 'running' },
    ])
    expect(rowsToLoad(pages, new Map([['elsewhere', undefined]]))).toEqual([])
  })

  test('are listed anew when one was told of that belongs at the end of all', () => {
    expect(hasNewRows(pages, new Map([['d', undefined]]))).toBe(true)
    expect(hasNewRows(pages, new Map([['a', undefined]]))).toBe(false)
    expect(hasNewRows(pages.slice(0, 1), new Map([['d', undefined]]))).toBe(false)
    expect(hasNewRows([], new Map([['d', undefined]]))).toBe(true)
  })

  test('keep their places, and those that were not read stay as they are', () => {
    const updated = withRows(pages, [row('b', 'success')])
    expect(updated.map(({ rows }) => rows.map(({ id, status }) => `${id} ${status}`))).toEqual([
      ['a running', 'b success'],
      ['c running'],
    ])
    expect(updated[0]?.rows[0]).toBe(pages[0]?.rows[0])
  })
})
