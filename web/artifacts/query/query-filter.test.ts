import { expect, test } from 'vitest'
import { barCharactersMax, editedData, filterTextOf, focusOf, rangeOf } from './query-filter.ts'

const storedData = {
  filtering: { conditions: [{ field: 'span_name', value: 'a' }] },
  windowing: { limit: 20 },
}
const initialEdit = { text: 'span(span_name = "a")', focus: 'trace' } as const
const filtering = { operator: 'and', conditions: [] }

test('an edit that restores the initial text gives the stored payload unchanged', () => {
  const currentData = { ...storedData, filtering, formatting: { focus: 'span' } }
  const edit = { text: ' span(span_name = "a") ', focus: 'trace' } as const
  expect(editedData({ storedData, currentData, initialEdit, edit, filtering })).toEqual(storedData)
})

test('an edit replaces filter and focus, and keeps every other member', () => {
  const currentData = { ...storedData, formatting: { focus: 'trace', format: 'agenta' } }
  const edit = { text: '', focus: 'span' } as const
  expect(editedData({ storedData, currentData, initialEdit, edit, filtering })).toEqual({
    filtering,
    formatting: { focus: 'span', format: 'agenta' },
    windowing: { limit: 20 },
  })
})

test('a filter is text if the server reads the same filter from the text, else JSON with the reason', async () => {
  const sameFilter = async (filter: string) => ({ filter })
  const otherFilter = async () => ({ filter: 'span_name = b' })
  const rejectedFilter = async () => ({ errorMessage: 'The filter has more than 32 levels.' })
  expect(await filterTextOf({ filter: 'span_name = a' }, sameFilter)).toEqual({
    kind: 'text',
    text: 'span_name = a',
  })
  expect(await filterTextOf({ filter: 'span_name = a' }, otherFilter)).toMatchObject({ kind: 'json' })
  const tooDeep = { kind: 'json', reason: 'The filter has more than 32 levels.' }
  expect(await filterTextOf({ filter: 'span_name = a' }, rejectedFilter)).toEqual(tooDeep)
  expect(await filterTextOf(await rejectedFilter(), sameFilter)).toEqual(tooDeep)
  expect(await filterTextOf({ filter: 'a'.repeat(barCharactersMax + 1) }, sameFilter)).toMatchObject({
    reason: 'It has more than 2,000 characters.',
  })
})

test('the range of the preview is that of the query, else that of its view', () => {
  expect(focusOf({})).toBe('trace')
  expect(rangeOf({}, { range: '7d' })).toBe('7d')
  const windowing = { oldest: '2026-01-01T00:00:00Z', newest: '2026-01-02T00:00:00Z' }
  expect(rangeOf({ windowing }, { range: '7d' })).toBe('2026-01-01T00:00:00.000Z~2026-01-02T00:00:00.000Z')
})
