import { describe, expect, test } from 'vitest'
import type { Status } from '../run-model.ts'
import { hasNewRows, rowsToLoad, withRows } from './changed-rows.ts'

const row = (id: string, status: Status = 'running') => ({ id, status })
const nextPage = { next: 'page' }
const pages = [
  { rows: [row('a'), row('b')], next: nextPage },
  { rows: [row('c')], next: undefined },
]

describe('rows of an active run', () => {
  test('are reloaded if an event named them, with the status of the event', () => {
    const changes = new Map([
      ['b', 'success' as const],
      ['c', undefined],
      ['elsewhere', undefined],
    ])
    expect(rowsToLoad(pages, changes)).toEqual([
      { id: 'b', status: 'success' },
      { id: 'c', status: 'running' },
    ])
    expect(rowsToLoad(pages, new Map([['elsewhere', undefined]]))).toEqual([])
  })

  test('are listed again if an event named a row after the last one', () => {
    expect(hasNewRows(pages, new Map([['d', undefined]]))).toBe(true)
    expect(hasNewRows(pages, new Map([['a', undefined]]))).toBe(false)
    expect(hasNewRows(pages.slice(0, 1), new Map([['d', undefined]]))).toBe(false)
    expect(hasNewRows([], new Map([['d', undefined]]))).toBe(true)
  })

  test('keep their positions, and rows that were not reloaded are unchanged', () => {
    const updatedPages = withRows(pages, [row('b', 'success')])
    expect(updatedPages.map(({ rows }) => rows.map(({ id, status }) => `${id} ${status}`))).toEqual([
      ['a running', 'b success'],
      ['c running'],
    ])
    expect(updatedPages[0]?.rows[0]).toBe(pages[0]?.rows[0])
  })
})
