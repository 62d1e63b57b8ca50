import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineOf } from './build-outline.ts'
import {
  criticalPath,
  foldedIdsFrom,
  ancestorsOf,
  deepestFailure,
  failingSpans,
  matchingSpans,
  unfoldAncestors,
  visibleRows,
  type OutlineSpan,
} from './outline.ts'

const span = (id: string, parentId: string | undefined, startMs: number, endMs: number): OutlineSpan => ({
  id,
  parentId,
  name: `name of ${id}`,
  type: 'task',
  startMs,
  endMs,
  hasFailed: false,
  errors: 0,
  tokens: undefined,
  cost: undefined,
  model: undefined,
})

/** root(0..100) with a(0..40){a1(5..30)}, b(50..90), and c(10..20) beside a. */
const tree = outlineOf([
  span('b', 'root', 50, 90),
  span('a1', 'a', 5, 30),
  span('root', undefined, 0, 100),
  span('c', 'root', 10, 20),
  span('a', 'root', 0, 40),
])
const idsOf = (rows: readonly number[]): readonly (string | undefined)[] =>
  rows.map((index) => tree.nodes[index]?.span.id)

test('spans are listed depth first, siblings by time, in any order of arrival', () => {
  expect(tree.nodes.map(({ span: own, depth, descendantCount }) => [own.id, depth, descendantCount])).toEqual(
    [
      ['root', 0, 4],
      ['a', 1, 1],
      ['a1', 2, 0],
      ['c', 1, 0],
      ['b', 1, 0],
    ],
  )
})

const traces = fc
  .array(fc.record({ parent: fc.nat(30), start: fc.nat(1000), length: fc.nat(500) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((list) =>
    list.map(({ parent, start, length }, index) =>
      span(`s${index}`, parent > 28 ? undefined : `s${parent}`, start, start + length),
    ),
  )

test('each span is listed exactly once, including orphans, cycles and spans that are their own parent', () => {
  fc.assert(
    fc.property(traces, (spans) => {
      const { nodes } = outlineOf(spans)
      const arrivedNodes = nodes.filter(({ span: own }) => own.isPlaceholder !== true)
      expect(arrivedNodes.map(({ span: own }) => own.id).toSorted()).toEqual(
        spans.map(({ id }) => id).toSorted(),
      )
      expect(new Set(nodes.map(({ span: own }) => own.id)).size).toBe(nodes.length)
    }),
  )
})

test('a folded span hides exactly its descendants', () => {
  fc.assert(
    fc.property(traces, fc.nat(29), (spans, position) => {
      const outline = outlineOf(spans)
      const node = outline.nodes[position % outline.nodes.length]
      if (node === undefined) return
      expect(visibleRows(outline, new Set([node.span.id]))).toHaveLength(
        outline.nodes.length - node.descendantCount,
      )
    }),
  )
})

test('folding by depth shows the rows above it, and a span is unfolded with all above it', () => {
  const foldedIds = foldedIdsFrom(tree, 1)
  expect(idsOf(visibleRows(tree, foldedIds))).toEqual(['root', 'a', 'c', 'b'])
  expect(idsOf(visibleRows(tree, unfoldAncestors(tree, foldedIds, 'a1')))).toEqual([
    'root',
    'a',
    'a1',
    'c',
    'b',
  ])
})

test('the critical path has the spans that were waited for, not those that ran in parallel', () => {
  expect([...criticalPath(tree)].toSorted()).toEqual(['a', 'a1', 'b', 'root'])
})

test('a span that ended after its parent is not on the critical path', () => {
  const outline = outlineOf([
    span('root', undefined, 0, 50),
    span('late', 'root', 10, 80),
    span('in', 'root', 5, 20),
  ])
  expect([...criticalPath(outline)].toSorted()).toEqual(['in', 'root'])
})

test('the critical path of a chain deeper than the call stack is computed', () => {
  const chain = outlineOf(
    Array.from({ length: 50_000 }, (_, at) =>
      span(`d${at}`, at === 0 ? undefined : `d${at - 1}`, at, 200_000 - at),
    ),
  )
  expect(criticalPath(chain).size).toBe(50_000)
})

test('spans whose parent has not arrived are below a placeholder that has its id', () => {
  const outline = outlineOf([
    { ...span('a', 'gone', 10, 40), errors: 1, cost: 2 },
    { ...span('b', 'gone', 20, 90), cost: 3 },
    span('b1', 'b', 30, 50),
  ])
  expect(outline.nodes.map(({ span: own, depth }) => [own.id, depth, own.isPlaceholder ?? false])).toEqual([
    ['gone', 0, true],
    ['a', 1, false],
    ['b', 1, false],
    ['b1', 2, false],
  ])
  expect(outline.nodes[0]?.span).toMatchObject({
    startMs: 10,
    endMs: 90,
    errors: 1,
    cost: 5,
    tokens: undefined,
  })
  expect(outline.spanCount).toBe(3)
})

test('a parent that arrives replaces its placeholder', () => {
  const children = [span('a', 'root', 10, 40), span('b', 'root', 20, 90)]
  const ids = (spans: readonly OutlineSpan[]) => outlineOf(spans).nodes.map(({ span: own }) => own.id)
  expect(ids([...children, span('root', undefined, 5, 95)])).toEqual(ids(children))
})

test('spans with their own errors are failing; parents that only count errors of descendants are not', () => {
  const outline = outlineOf([
    { ...span('root', undefined, 0, 100), errors: 3 },
    { ...span('a', 'root', 0, 40), errors: 2, hasFailed: true },
    { ...span('a1', 'a', 5, 30), errors: 1, hasFailed: true },
    { ...span('b', 'root', 50, 90), errors: 1 },
  ])
  expect(failingSpans(outline)).toEqual(['a', 'a1', 'b'])
  expect(deepestFailure(outline)).toBe('a1')
  expect(deepestFailure(tree)).toBeUndefined()
})

test('ancestors are listed from the root down', () => {
  expect(ancestorsOf(tree, 'a1').map(({ id }) => id)).toEqual(['root', 'a'])
  expect(ancestorsOf(tree, 'nobody')).toEqual([])
})

test('a search finds spans by name and by id', () => {
  expect(matchingSpans(tree, 'OF A')).toEqual(['a', 'a1'])
  expect(matchingSpans(tree, ' ')).toEqual([])
})
