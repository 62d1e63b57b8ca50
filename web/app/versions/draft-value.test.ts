import { expect, test } from 'vitest'
import { editedDraft } from './draft-value.ts'

const revision = { id: 'r3', version: '3', data: { text: 'stored' } }
const currentSide = { revisionId: 'r3', version: '3' }
const olderSide = { revisionId: 'r1', version: '1' }

test('the first edit starts a draft on the edited revision', () => {
  expect(editedDraft({ draft: undefined, revision, data: { text: 'new' } })).toEqual({
    start: currentSide,
    base: currentSide,
    data: { text: 'new' },
  })
})

test('an edit that restores the stored payload ends the draft', () => {
  const draft = { start: currentSide, base: currentSide, data: { text: 'new' } }
  expect(editedDraft({ draft, revision, data: { text: 'stored' } })).toBeUndefined()
})

test('a draft on another revision keeps its base, whatever is typed', () => {
  for (const draft of [
    { start: olderSide, base: currentSide, data: {} },
    { start: olderSide, base: olderSide, data: {} },
  ]) {
    expect(editedDraft({ draft, revision, data: { text: 'stored' } })).toEqual({
      ...draft,
      data: { text: 'stored' },
    })
  }
})
