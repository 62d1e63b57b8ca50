import { expect, test } from 'vitest'
import { selectsFailures, initialSelection } from './first-span.ts'
import { outlineOf } from './build-outline.ts'
import { visibleRows, type OutlineSpan } from './outline.ts'
import { foldSpans, selectSpan, toggleFold } from './tree-state.ts'
import { inTreeOrder, positionText, stepThrough } from './walk.ts'

const span = (id: string, parentId: string | undefined, startMs: number, hasFailed = false): OutlineSpan => ({
  id,
  parentId,
  name: id,
  type: 'task',
  startMs,
  endMs: 100,
  hasFailed,
  errors: hasFailed ? 1 : 0,
  tokens: undefined,
  cost: undefined,
  model: undefined,
})

/** root { a { a1 { a2 } }, b } */
const tree = outlineOf([
  span('root', undefined, 0),
  span('a', 'root', 1, true),
  span('a1', 'a', 2),
  span('a2', 'a1', 3, true),
  span('b', 'root', 4),
])
const visibleIds = (foldedIds: ReadonlySet<string>) =>
  visibleRows(tree, foldedIds).map((index) => tree.nodes[index]?.span.id)

test('selecting a span unfolds those above it and no others', () => {
  const foldedIds = new Set(['root', 'a', 'a1'])
  const state = selectSpan(tree, { foldedIds, selectedId: 'root' }, 'a1')
  expect(state.selectedId).toBe('a1')
  expect(visibleIds(state.foldedIds)).toEqual(['root', 'a', 'a1', 'b'])
})

test('folding a span above the selected one selects it', () => {
  const state = toggleFold(tree, { foldedIds: new Set(), selectedId: 'a2' }, 'a')
  expect(state).toEqual({ foldedIds: new Set(['a']), selectedId: 'a' })
  expect(toggleFold(tree, state, 'a')).toEqual({ foldedIds: new Set(), selectedId: 'a' })
})

test('folding several spans selects the outermost one that hides the selected span', () => {
  expect(foldSpans(tree, { foldedIds: new Set(), selectedId: 'a2' }, new Set(['a1', 'a'])).selectedId).toBe(
    'a',
  )
  expect(foldSpans(tree, { foldedIds: new Set(), selectedId: 'b' }, new Set(['a1', 'a'])).selectedId).toBe(
    'b',
  )
})

test('a trace from a list of failures opens at the deepest failing span, others at the root', () => {
  expect(initialSelection(tree, 'status_code = STATUS_CODE_ERROR')).toBe('a2')
  expect(initialSelection(tree, 'span_name = agent')).toBe('root')
  expect(initialSelection(tree, undefined)).toBe('root')
  expect(initialSelection(outlineOf([span('only', undefined, 0)]), 'status_code = STATUS_CODE_ERROR')).toBe(
    'only',
  )
  expect(
    ['attributes.ag.metrics.errors.cumulative > 0', 'any(events in [{name: exception}])', 'user_id = x'].map(
      selectsFailures,
    ),
  ).toEqual([true, true, false])
})

test('steps go to the next match after the selected span, and wrap around at the ends', () => {
  const matches = inTreeOrder(tree, ['b', 'a1', 'gone', 'a1'])
  expect(matches).toEqual(['a1', 'b'])
  const step = (selectedId: string, direction: 1 | -1) =>
    stepThrough(tree, matches, { selectedId, step: direction })
  expect(['root', 'a1', 'a2', 'b'].map((id) => step(id, 1))).toEqual(['a1', 'b', 'b', 'a1'])
  expect(['root', 'a1', 'a2', 'b'].map((id) => step(id, -1))).toEqual(['b', 'b', 'a1', 'a1'])
  expect(stepThrough(tree, [], { selectedId: 'a', step: 1 })).toBeUndefined()
  expect([positionText(matches, 'b'), positionText(matches, 'a')]).toEqual(['2 of 2', '2'])
})
