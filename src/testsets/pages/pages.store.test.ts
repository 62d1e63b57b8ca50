import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '../../../test/support/tier.ts'
import { blake2b16 } from '../hash.ts'
import { withDashes } from '../identity.ts'
import type { Row } from '../rows.ts'
import { rowsOf, tinyChunkSizes } from '../test-support.ts'
import { isBoundary } from './boundaries.ts'
import { buildList } from './build.ts'
import { editList, type Splice } from './edit.ts'
import { memoryPageStore } from './memory-store.ts'
import { leavesOf, openList, readRange, readRowBatches, rowsAt } from './read.ts'
import { scanningRowIndex } from './row-index.ts'
import { diffPages } from './shared.ts'

const idOf = (n: number): string => withDashes(blake2b16(`row ${n}`))
const rowOf = (n: number, columns: readonly string[] = ['a']): Row => ({
  testcaseId: idOf(n),
  dedupId: `d${n}`,
  columns,
})
const rowsUpTo = (count: number, from = 0): readonly Row[] =>
  Array.from({ length: count }, (_, i) => rowOf(from + i))

const rowArbitrary = fc
  .record({ n: fc.nat(60), wide: fc.boolean(), tag: fc.option(fc.nat(2)) })
  .map(({ n, wide, tag }): Row => ({
    ...rowOf(n, wide ? ['a', 'b'] : ['a']),
    ...(tag === null ? {} : { tags: { t: tag } }),
  }))
const listArbitrary = fc.array(rowArbitrary, { maxLength: 150, size: 'max' })

interface SpliceInput {
  readonly at: number
  readonly remove: number
  readonly insert: readonly Row[]
}
const cutArbitrary = fc.record({
  at: fc.nat(1000),
  remove: fc.nat(12),
  insert: fc.array(rowArbitrary, { maxLength: 8 }),
})

/** Splices of a list of this length that do not overlap. */
function splicesOf(cuts: readonly SpliceInput[], length: number): readonly Splice[] {
  const splices: Splice[] = []
  let freePosition = 0
  for (const cutPoint of cuts
    .map((cutInput) => ({ ...cutInput, at: cutInput.at % (length + 1) }))
    .toSorted((a, b) => a.at - b.at)) {
    if (cutPoint.at < freePosition) continue
    const remove = Math.min(cutPoint.remove, length - cutPoint.at)
    splices.push({ at: cutPoint.at, remove, insert: cutPoint.insert })
    freePosition = cutPoint.at + Math.max(1, remove)
  }
  return splices
}

function spliceNaively(rows: readonly Row[], splices: readonly Splice[]): readonly Row[] {
  const result = [...rows]
  for (const splice of splices.toReversed()) result.splice(splice.at, splice.remove, ...splice.insert)
  return result
}

const columnsOfRows = (rows: readonly Row[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => row.columns)),
]

describe('a list', () => {
  test('returns its rows, their number, columns and metadata marks', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, async (rows) => {
        const store = memoryPageStore(tinyChunkSizes)
        const root = await buildList(store, rows)
        expect(await rowsOf(store, root)).toEqual(rows)
        expect(root.rows).toBe(rows.length)
        expect(root.columns).toEqual(columnsOfRows(rows))
        expect(root.marks).toBe(rows.some((row) => row.tags !== undefined) ? 2 : 0)
        expect(await openList(store, root.hash)).toEqual(root)
      }),
    )
  })

  test('has the same root after single edits, combined edits, or a build from scratch', async () => {
    await fc.assert(
      fc.asyncProperty(
        listArbitrary,
        fc.array(fc.array(cutArbitrary, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        async (first, steps) => {
          const store = memoryPageStore(tinyChunkSizes)
          let rows: readonly Row[] = first
          let root = await buildList(store, rows)
          for (const cuts of steps) {
            const splices = splicesOf(cuts, rows.length)
            root = await editList(store, { root, splices })
            rows = spliceNaively(rows, splices)
          }
          expect(await rowsOf(store, root)).toEqual(rows)
          expect(root).toEqual(await buildList(memoryPageStore(tinyChunkSizes), rows))
        },
      ),
      { numRuns: amount(60, 300) },
    )
  })

  test('has the same root when all rows but those at one end are removed', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, async (rows) => {
        const store = memoryPageStore(tinyChunkSizes)
        const root = await buildList(store, rows)
        for (let length = 0; length <= rows.length; length += 1) {
          const removedCount = rows.length - length
          const tail = await editList(store, { root, splices: [{ at: 0, remove: removedCount, insert: [] }] })
          expect(tail).toEqual(await buildList(store, rows.slice(removedCount)))
          const head = await editList(store, {
            root,
            splices: [{ at: length, remove: removedCount, insert: [] }],
          })
          expect(head).toEqual(await buildList(store, rows.slice(0, length)))
        }
      }),
      { numRuns: 15 },
    )
  })

  test('can still be read after later edits', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, fc.array(cutArbitrary, { maxLength: 4 }), async (rows, cuts) => {
        const store = memoryPageStore(tinyChunkSizes)
        const originalRoot = await buildList(store, rows)
        await editList(store, { root: originalRoot, splices: splicesOf(cuts, rows.length) })
        expect(await rowsOf(store, originalRoot)).toEqual(rows)
      }),
    )
  })

  test('is split only after boundary rows, within the size limits', async () => {
    const store = memoryPageStore()
    const rows = rowsUpTo(20_000)
    const leaves = await leavesOf(store, await buildList(store, rows))
    const { rows: size } = (await import('./boundaries.ts')).defaultChunkSizes
    expect(leaves.length).toBeGreaterThan(10)
    for (const { page, start } of leaves.slice(0, -1)) {
      const last = rows[start + page.rows - 1]
      expect(page.rows === size.max || isBoundary(last?.testcaseId ?? '', size)).toBe(true)
      expect(page.rows).toBeGreaterThanOrEqual(size.min)
      expect(page.rows).toBeLessThanOrEqual(size.max)
    }
  })

  test.each(['a boundary row', 'an ordinary row'])(
    'that repeats one row (%s) has few pages',
    async (idKind) => {
      const { rows: size } = (await import('./boundaries.ts')).defaultChunkSizes
      let n = 0
      while (isBoundary(idOf(n), size) !== (idKind === 'a boundary row')) n += 1
      const store = memoryPageStore()
      const root = await buildList(
        store,
        Array.from({ length: 100_000 }, () => rowOf(n)),
      )
      expect(root.rows).toBe(100_000)
      expect(store.counts.writes).toBeLessThan(40)
      const before = store.counts.writes
      const editedRoot = await editList(store, {
        root,
        splices: [{ at: 50_000, remove: 1, insert: [rowOf(n + 1)] }],
      })
      expect(store.counts.writes - before).toBeLessThan(40)
      expect(editedRoot.rows).toBe(100_000)
    },
  )

  test('of a hundred thousand rows writes a few pages for ten edits', async () => {
    const store = memoryPageStore()
    const root = await buildList(store, rowsUpTo(100_000))
    const before = { ...store.counts }
    const splices = Array.from({ length: 10 }, (_, i) => ({
      at: 9_000 * (i + 1),
      remove: 1,
      insert: [rowOf(1_000_000 + i)],
    }))
    const editedRoot = await editList(store, { root, splices })
    expect(editedRoot.rows).toBe(100_000)
    // Ten pages (an edit rarely touches a second one), one index node per touched node, and the root.
    expect(store.counts.writes - before.writes).toBeLessThanOrEqual(20)
    expect(store.counts.reads - before.reads).toBeLessThanOrEqual(30)
  })

  test('returns any range of positions, and single positions in any order', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, fc.nat(160), fc.nat(160), async (rows, from, limit) => {
        const store = memoryPageStore(tinyChunkSizes)
        const root = await buildList(store, rows)
        expect(await readRange(store, { root, from, limit })).toEqual(rows.slice(from, from + limit))
        const positions = rows.map((_, i) => (i * 7) % rows.length)
        expect(await rowsAt(store, { root, positions })).toEqual(positions.map((position) => rows[position]))
      }),
    )
  })

  test('reads only the pages of a range', async () => {
    const store = memoryPageStore()
    const root = await buildList(store, rowsUpTo(50_000))
    const before = store.counts.reads
    await readRange(store, { root, from: 25_000, limit: 10 })
    expect(store.counts.reads - before).toBeLessThanOrEqual(4)
  })
})

describe('the row index', () => {
  test('finds every row by id and by dedup id, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, fc.array(fc.nat(70)), fc.array(fc.nat(70)), async (rows, ns, ds) => {
        const store = memoryPageStore(tinyChunkSizes)
        const root = await buildList(store, rows)
        const keys = { ids: new Set(ns.map(idOf)), dedupIds: new Set(ds.map((n) => `d${n}`)) }
        const expected = rows.flatMap((row, position) =>
          keys.ids.has(row.testcaseId) || keys.dedupIds.has(row.dedupId) ? [{ position, row }] : [],
        )
        expect(await scanningRowIndex(store).find(root, keys)).toEqual(expected)
      }),
    )
  })

  test('reads the pages that hold the row, not the others', async () => {
    const store = memoryPageStore()
    const root = await buildList(store, rowsUpTo(50_000))
    const before = store.counts.reads
    const matches = await scanningRowIndex(store).find(root, {
      ids: new Set([idOf(31_234)]),
      dedupIds: new Set(['d77']),
    })
    expect(matches.map((match) => match.position)).toEqual([77, 31_234])
    expect(store.counts.reads - before).toBeLessThanOrEqual(5)
  })
})

describe('the differing ranges of two lists', () => {
  test('turn the base into the target', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, fc.array(cutArbitrary, { maxLength: 4 }), async (rows, cuts) => {
        const store = memoryPageStore(tinyChunkSizes)
        const base = await buildList(store, rows)
        const target = await editList(store, { root: base, splices: splicesOf(cuts, rows.length) })
        const splices: Splice[] = []
        for await (const range of diffPages(store, { base, target })) {
          splices.push({ at: range.base.start, remove: range.base.rows.length, insert: range.target.rows })
        }
        expect(await editList(store, { root: base, splices })).toEqual(target)
      }),
    )
  })

  test('skip the pages that are equal', async () => {
    const store = memoryPageStore()
    const base = await buildList(store, rowsUpTo(50_000))
    const target = await editList(store, { root: base, splices: [{ at: 20_000, remove: 1, insert: [] }] })
    let rows = 0
    for await (const range of diffPages(store, { base, target })) rows += range.base.rows.length
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThan(10_000)
  })
})

test('reading a full list yields to the event loop between pages', async () => {
  const store = memoryPageStore(tinyChunkSizes)
  const list = await buildList(store, rowsUpTo(200))
  let iterations = 0
  let next = setImmediate(function countIteration() {
    iterations += 1
    next = setImmediate(countIteration)
  })
  let batches = 0
  for await (const _ of readRowBatches(store, { root: list })) batches += 1
  clearImmediate(next)
  expect(batches).toBeGreaterThan(5)
  expect(iterations).toBeGreaterThanOrEqual(batches - 1)
})
