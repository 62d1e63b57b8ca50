import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { edgesBetween, graphLayout, type GraphRevision, type GraphVariant } from './graph-layout.ts'

const variant = (id: string, from?: string): GraphVariant => ({
  id,
  slug: id,
  ...(from === undefined ? {} : { forked_from_revision_id: from }),
})
const revision = (id: string, more: Partial<GraphRevision> = {}): GraphRevision => ({
  id,
  variant_id: id.split('.')[0] ?? '',
  version: id.split('.')[1] ?? '0',
  author: 'a',
  date: 'now',
  ...more,
})

describe('the layout of a revision graph', () => {
  test('a line of commits is one lane, newest on top', () => {
    const { nodes, edges, lanes } = graphLayout({
      variants: [variant('main')],
      revisions: [revision('main.1'), revision('main.0')],
    })
    expect(nodes.map(({ row, lane, isHead }) => [row, lane, isHead])).toEqual([
      [0, 0, true],
      [1, 0, false],
    ])
    expect(edges).toEqual([{ kind: 'next', from: { row: 0, lane: 0 }, to: { row: 1, lane: 0 } }])
    expect(lanes).toBe(1)
  })

  test('copies in a fork are hidden; its first own commit is linked to the forked revision', () => {
    const { nodes, edges } = graphLayout({
      variants: [variant('main'), variant('exp', 'main.0')],
      revisions: [
        revision('exp.1'),
        revision('exp.0', { copied_from_revision_id: 'main.0' }),
        revision('main.1'),
        revision('main.0'),
      ],
    })
    expect(nodes.map((node) => node.revision.id)).toEqual(['exp.1', 'main.1', 'main.0'])
    expect(edges).toContainEqual({ kind: 'fork', from: { row: 0, lane: 1 }, to: { row: 2, lane: 0 } })
  })

  test('a fork without a commit of its own is marked where it starts', () => {
    const { nodes, lanes } = graphLayout({
      variants: [variant('main'), variant('exp', 'main.0')],
      revisions: [revision('exp.0', { copied_from_revision_id: 'main.0' }), revision('main.0')],
    })
    expect(nodes.map(({ forks }) => forks.map(({ id }) => id))).toEqual([['exp']])
    expect(lanes).toBe(1)
  })

  test('a merge is linked to the merged revision, also through its copy', () => {
    const { edges } = graphLayout({
      variants: [variant('main'), variant('exp', 'main.0')],
      revisions: [
        revision('main.1', { merged_revision_id: 'exp.1' }),
        revision('exp.1'),
        revision('exp.0', { copied_from_revision_id: 'main.0' }),
        revision('main.0'),
      ],
    })
    expect(edges).toContainEqual({ kind: 'merge', from: { row: 0, lane: 0 }, to: { row: 1, lane: 1 } })
  })

  test('a copy without its original in the graph represents itself', () => {
    const { nodes } = graphLayout({
      variants: [variant('exp', 'gone.0')],
      revisions: [revision('exp.0', { copied_from_revision_id: 'gone.0' })],
    })
    expect(nodes).toHaveLength(1)
  })

  test('lanes are reused, but never by two variants in one row', () => {
    const commits = fc.array(fc.nat(5), { maxLength: 60 })
    fc.assert(
      fc.property(commits, (variantIndexes) => {
        const revisions = variantIndexes.map((at, n) => revision(`v${at}.${n}`)).toReversed()
        const variants = [0, 1, 2, 3, 4, 5].map((at) => variant(`v${at}`))
        const { nodes } = graphLayout({ variants, revisions })
        const lanesOf = Map.groupBy(nodes, ({ revision: one }) => one.variant_id)
        for (const laneNodes of lanesOf.values())
          expect(new Set(laneNodes.map(({ lane }) => lane)).size).toBe(1)
        const spans = [...lanesOf.values()].map((laneNodes) => ({
          lane: laneNodes[0]?.lane,
          top: laneNodes[0]?.row ?? 0,
          bottom: laneNodes.at(-1)?.row ?? 0,
        }))
        for (const [at, a] of spans.entries()) {
          for (const b of spans.slice(at + 1)) {
            expect(a.lane === b.lane && a.top <= b.bottom && b.top <= a.bottom).toBe(false)
          }
        }
      }),
    )
  })

  test('only the lines that cross the visible rows are rendered', () => {
    const { edges } = graphLayout({
      variants: [variant('main')],
      revisions: Array.from({ length: 100 }, (_, n) => revision(`main.${99 - n}`)),
    })
    expect(edgesBetween(edges, { first: 10, end: 12 })).toHaveLength(3)
  })
})
