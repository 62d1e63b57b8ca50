import { expect, test } from 'vitest'
import { variantDraftOwner } from './column-drafts.ts'

/** Columns as `variant@version`. */
const owner = (columns: string, state: { headId?: string; startId?: string }, id = 'main') =>
  variantDraftOwner(
    columns.split(' ').map((name) => ({ variantId: name.split('@')[0] ?? '', revisionId: name })),
    { id, headId: state.headId, startId: state.startId },
  )

test('the first column with the newest version owns the draft, even if the draft started from another one', () => {
  expect(owner('main@1 main@3 main@3', { headId: 'main@3' })).toBe(1)
  expect(owner('main@1 main@3', { headId: 'main@3', startId: 'main@1' })).toBe(1)
  expect(owner('main@3 main@3', { headId: 'main@3', startId: 'main@2' })).toBe(0)
})

test('without a column of the newest version, the draft belongs to the version that it started from', () => {
  expect(owner('main@1 main@2', { headId: 'main@3', startId: 'main@2' })).toBe(1)
  expect(owner('main@1 main@2', { startId: 'main@2' })).toBe(1)
})

test('a draft of another version has no owner; a new draft may start in any column', () => {
  expect(owner('main@1', { headId: 'main@3', startId: 'main@3' })).toBeUndefined()
  expect(owner('main@1', { headId: 'main@3' })).toBe(0)
})

test('each variant has its own owner', () => {
  expect(owner('main@1 other@1 main@1', {})).toBe(0)
  expect(owner('main@1 other@1 main@1', {}, 'other')).toBe(1)
})
