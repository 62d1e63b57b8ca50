import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLists, diffRows, type DiffKind, type DiffRow } from './diff.ts'
import { testcaseId } from '../identity.ts'
import { rowFromJson, type TestcaseInput } from '../incoming.ts'
import { longestIncreasingRun } from './longest-run.ts'
import type { ListRoot } from '../pages/store.ts'
import { rowEqual, type Row } from '../rows.ts'
import { memoryContext, rowsOf, tinyChunkSizes, type MemoryContext } from '../test-support.ts'
import { writeList } from '../write.ts'

const allKinds: readonly DiffKind[] = ['removed', 'added', 'edited', 'moved']

const listOf = (context: MemoryContext, testcases: readonly TestcaseInput[]): Promise<ListRoot> =>
  writeList(context, testcases.map(rowFromJson))

async function compare(context: MemoryContext, base: ListRoot, target: ListRoot) {
  const diff = await diffLists(context.pages, { base, target })
  const sources = {
    pages: context.pages,
    base,
    target,
    load: (ids: readonly string[]) => context.testcases.load(ids),
  }
  const page = await diffRows(sources, { diff, kinds: allKinds, from: 0, limit: 100_000 })
  return { ...diff, rows: page.rows, sources, diff }
}

const row = (key: string, data: object, tags?: object): TestcaseInput => ({
  data: { ...data, testcase_dedup_id: key },
  ...(tags === undefined ? {} : { tags: { ...tags } }),
})

describe('a diff', () => {
  test('names removed, added and edited rows with their indexes, data and field changes', async () => {
    const context = memoryContext()
    const base = await listOf(context, [
      row('france', { capital: 'Paris' }),
      row('japan', { capital: 'Tokyo' }),
      row('italy', { capital: 'Rome', facts: { area: 1, coast: true } }),
    ])
    const target = await listOf(context, [
      row('france', { capital: 'Paris' }),
      row('italy', { capital: 'Roma', facts: { area: 2, hills: 7 } }, { fixed: 1 }),
      row('peru', { capital: 'Lima', hint: 'x' }),
    ])
    const { counts, columns, rows } = await compare(context, base, target)
    expect(counts).toEqual({ base: 3, target: 3, added: 1, removed: 1, edited: 1, moved: 0, unchanged: 1 })
    expect(columns).toEqual({ added: ['hint'], removed: [] })
    expect(rows.map(({ kind, dedupId }) => [kind, dedupId])).toEqual([
      ['removed', 'japan'],
      ['added', 'peru'],
      ['edited', 'italy'],
    ])
    expect(rows[0]?.base).toMatchObject({ index: 1, data: { capital: 'Tokyo' } })
    expect(rows[1]?.target).toMatchObject({ index: 2, data: { capital: 'Lima' } })
    expect(rows[2]).toMatchObject({ base: { index: 2 }, target: { index: 1 } })
    expect(rows[2]?.base).not.toHaveProperty('data')
    expect(rows[2]?.changes).toEqual([
      { path: ['capital'], kind: 'changed', base: 'Rome', target: 'Roma' },
      { path: ['facts', 'area'], kind: 'changed', base: 1, target: 2 },
      { path: ['facts', 'coast'], kind: 'removed', base: true },
      { path: ['facts', 'hills'], kind: 'added', target: 7 },
      { path: ['__tags__'], kind: 'added', target: { fixed: 1 } },
    ])
  })

  test('pairs equal rows n-th with n-th, and a row with other metadata is edited', async () => {
    const context = memoryContext()
    const base = await listOf(context, [row('a', {}), row('a', {}), row('b', {})])
    const target = await listOf(context, [row('a', {}), row('b', {}, { t: 1 })])
    const { counts, rows } = await compare(context, base, target)
    expect(counts).toMatchObject({ removed: 1, edited: 1, added: 0, unchanged: 1 })
    expect(rows[0]).toMatchObject({ kind: 'removed', base: { index: 1 } })
  })

  test('counts the rows outside the longest run that kept its order as moved', async () => {
    const context = memoryContext()
    const base = await listOf(
      context,
      ['a', 'b', 'c', 'd'].map((key) => row(key, {})),
    )
    const target = await listOf(context, [row('d', {}), row('a', {}), row('c', { edited: 1 }), row('b', {})])
    const { counts, rows } = await compare(context, base, target)
    expect(counts).toMatchObject({ edited: 1, added: 0, removed: 0 })
    expect(rows.filter((diffRow) => diffRow.kind === 'moved').map((movedRow) => movedRow.dedupId)).toContain(
      'd',
    )
    expect(counts.moved + rows.filter((diffRow) => diffRow.moved).length).toBe(2)
  })

  test('returns its rows in pages, filtered by kind', async () => {
    const context = memoryContext()
    const base = await listOf(
      context,
      ['a', 'b', 'c'].map((key) => row(key, {})),
    )
    const target = await listOf(
      context,
      ['x', 'y'].map((key) => row(key, {})),
    )
    const { rows, sources, diff } = await compare(context, base, target)
    const collectedRows: DiffRow[] = []
    for (let from = 0; ; from += 2) {
      const page = await diffRows(sources, { diff, kinds: allKinds, from, limit: 2 })
      collectedRows.push(...page.rows)
      if (!page.hasMore) break
    }
    expect(collectedRows).toEqual(rows)
    const addedRows = await diffRows(sources, { diff, kinds: ['added'], from: 0, limit: 10 })
    expect(addedRows.rows.map((diffRow) => diffRow.dedupId)).toEqual(['x', 'y'])
  })

  test('across testsets counts equal content as equal', async () => {
    const context = memoryContext()
    const otherContext = { ...context, scope: { testsetId: '01a1e0b2-6c41-7d08-9a55-3f1d7c20be11' } }
    const base = await listOf(context, [row('a', { n: 1 }), row('b', { n: 2 })])
    const target = await writeList(otherContext, [row('a', { n: 1 }), row('b', { n: 3 })].map(rowFromJson))
    const diff = await diffLists(context.pages, {
      base,
      target,
      baseIdOf: async (ids) =>
        new Map(
          ids.map((id) => [id, testcaseId(context.testcases.stored.get(id)?.data ?? {}, context.scope)]),
        ),
    })
    expect(diff.counts).toMatchObject({ unchanged: 1, edited: 1, added: 0, removed: 0 })
  })

  test('of one changed row in a list of fifty thousand reads the pages around it', async () => {
    const context = memoryContext()
    const manyRows = Array.from({ length: 50_000 }, (_, i) => row(`k${i}`, { n: i }))
    const base = await listOf(context, manyRows)
    const target = await listOf(context, manyRows.with(25_000, row('k25000', { n: -1 })))
    const before = context.pages.counts.reads
    const { counts } = await diffLists(context.pages, { base, target })
    expect(counts).toMatchObject({ edited: 1, unchanged: 49_999 })
    expect(context.pages.counts.reads - before).toBeLessThanOrEqual(10)
  })

  const plainRow = fc.record({ key: fc.nat(25), n: fc.nat(3), tag: fc.option(fc.nat(1), { freq: 2 }) })
  const plainList = fc.array(plainRow, { maxLength: 60, size: 'max' })
  const inputs = (list: readonly { key: number; n: number; tag: number | null }[]) =>
    list.map(({ key, n, tag }) => row(`k${key}`, { n }, tag === null ? undefined : { tag }))

  /** Applies a diff: unchanged and moved rows come from the base, added and edited rows from the target. */
  function applyDiff(base: readonly Row[], target: readonly Row[], rows: readonly DiffRow[]): readonly Row[] {
    const result: Row[] = Array.from({ length: target.length })
    const removedPositions = new Set<number>()
    for (const diffRow of rows) {
      if (diffRow.base !== undefined) removedPositions.add(diffRow.base.index)
      if (diffRow.target === undefined) continue
      const source = diffRow.kind === 'moved' ? base[diffRow.base?.index ?? 0] : target[diffRow.target.index]
      if (source !== undefined) result[diffRow.target.index] = source
    }
    const unchangedRows = base.filter((_, i) => !removedPositions.has(i))
    return Array.from(result, (slot) => slot ?? (unchangedRows.shift() as Row))
  }

  test('applied to the base gives the target, and its counts add up', async () => {
    await fc.assert(
      fc.asyncProperty(plainList, plainList, fc.nat(59), async (first, second, keep) => {
        const context = memoryContext(tinyChunkSizes)
        const base = await listOf(context, inputs(first))
        const target = await listOf(
          context,
          inputs([...first.slice(0, keep), ...second, ...first.slice(keep)]),
        )
        for (const [a, b] of [
          [base, target],
          [target, base],
          [base, await listOf(context, inputs(second))],
          [target, await listOf(context, inputs([...first.slice(keep), ...first.slice(0, keep)]))],
        ] as const) {
          const { counts, rows } = await compare(context, a, b)
          const [from, to] = [await rowsOf(context.pages, a), await rowsOf(context.pages, b)]
          const result = applyDiff(from, to, rows)
          expect(result.length).toBe(to.length)
          expect(result.every((resultRow, i) => rowEqual(resultRow, to[i] as Row))).toBe(true)
          expect(counts.removed + counts.edited + counts.moved + counts.unchanged).toBe(counts.base)
          expect(counts.added + counts.edited + counts.moved + counts.unchanged).toBe(counts.target)
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('the longest increasing run', () => {
  test('is the heaviest of all increasing subsequences', () => {
    const pairs = fc
      .uniqueArray(fc.nat(20), { maxLength: 9 })
      .chain((targets) =>
        fc.tuple(
          ...targets.map((target) =>
            fc.record({ target: fc.constant(target), weight: fc.integer({ min: 1, max: 5 }) }),
          ),
        ),
      )
    fc.assert(
      fc.property(pairs, (list) => {
        const weightOf = (indexes: readonly number[]): number =>
          indexes.reduce((sum, i) => sum + (list[i]?.weight ?? 0), 0)
        const isIncreasing = (indexes: readonly number[]): boolean =>
          indexes.every(
            (at, i) => i === 0 || (list[indexes[i - 1] ?? 0]?.target ?? 0) < (list[at]?.target ?? 0),
          )
        let best = 0
        for (let mask = 0; mask < 2 ** list.length; mask++) {
          const subset = [...list.keys()].filter((i) => (mask & (1 << i)) !== 0)
          if (isIncreasing(subset)) best = Math.max(best, weightOf(subset))
        }
        const run = [...longestIncreasingRun(list)].sort((a, b) => a - b)
        expect(isIncreasing(run)).toBe(true)
        expect(weightOf(run)).toBe(best)
      }),
    )
  })
})
