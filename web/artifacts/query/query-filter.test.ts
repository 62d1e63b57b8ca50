import { expect, test } from 'vitest'
import { barCharactersMax, editedData, filterTextOf, focusOf, rangeOf } from './query-filter.ts'

const stored = {
  filtering: { conditions: [{ field: 'span_name', value: 'a' }] },
  windowing: { limit: 20 },
}
const initial = { text: 'span(span_name = "a")', focus: 'trace' } as const
const filtering = { operator: 'and', conditions: [] }

test('an edit that was undone gives the stored payload in its stored form', () => {
  const current = { ...stored, filtering, formatting: { focus: 'span' } }
  const edit = { text: ' span(span_name = "a") ', focus: 'trace' } as const
  expect(editedData({ stored, current, initial, edit, filtering })).toEqual(stored)
})

test('an edit replaces filter and focus, and keeps every other member', () => {
  const current = { ...stored, formatting: { focus: 'trace', format: 'agenta' } }
  const edit = { text: '', focus: 'span' } as const
  expect(editedData({ stored, current, initial, edit, filtering })).toEqual({
    filtering,
    formatting: { focus: 'span', format: 'agenta' },
    windowing: { limit: 20 },
  })
})

test('a filter is text if the server reads the same text from it, else JSON with the reason', async () => {
  const same = async (filter: string) => ({ filter })
  const other = async () => ({ filter: 'span_name = b' })
  const refused = async () => ({ refusal: 'The filter has more than 32 levels.' })
  expect(await filterTextOf({ filter: 'span_name = a' }, same)).toEqual({
    kind: 'text',
    text: 'span_name = a',
  })
  expect(await filterTextOf({ filter: 'span_name = a' }, other)).toMatchObject({ kind: 'json' })
  const tooDeep = { kind: 'json', reason: 'The filter has more than 32 levels.' }
  expect(await filterTextOf({ filter: 'span_name = a' }, refused)).toEqual(tooDeep)
  expect(await filterTextOf(await refused(), same)).toEqual(tooDeep)
  expect(await filterTextOf({ filter: 'a'.repeat(barCharactersMax + 1) }, same)).toMatchObject({
    reason: 'It has more than 2,000 characters.',
  })
})

test('the preview has the bounds of the query, else the range of its view', () => {
  expect(focusOf({})).toBe('trace')
  expect(rangeOf({}, { range: '7d' })).toBe('7d')
  const windowing = { oldest: '2026-01-01T00:00:00Z', newest: '2026-01-02T00:00:00Z' }
  expect(rangeOf({ windowing }, { range: '7d' })).toBe('2026-01-01T00:00:00.000Z~2026-01-02T00:00:00.000Z')
})
