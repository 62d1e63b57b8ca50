import { expect, test } from 'vitest'
import { uniqueById } from './records.ts'

test('a record that a later page repeats is listed once, at its first place', () => {
  const pages = [
    [{ id: 'by slug' }, { id: 'first' }],
    [{ id: 'second' }, { id: 'by slug' }],
  ]
  expect(uniqueById(pages.flat()).map(({ id }) => id)).toEqual(['by slug', 'first', 'second'])
})
