import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { AssayError } from '../../kernel/errors.ts'
import { rowFromJson, type TestcaseInput } from '../incoming.ts'
import { mergeLists, type MergeOutcome } from './merge.ts'
import type { ListRoot } from '../pages/store.ts'
import type { Resolution, Strategy } from './resolutions.ts'
import { contentOf, memoryContext, rowsOf, tinyChunkSizes, type MemoryContext } from '../test-support.ts'
import { writeList } from '../write.ts'

type PlainRow = readonly [key: string, data: JsonObject, tags?: JsonObject]
type Plain = readonly PlainRow[]

const inputs = (list: Plain): readonly TestcaseInput[] =>
  list.map(([key, data, tags]) => ({
    data: { ...data, testcase_dedup_id: key },
    ...(tags === undefined ? {} : { tags }),
  }))

const listOf = (context: MemoryContext, list: Plain): Promise<ListRoot> =>
  writeList(context, inputs(list).map(rowFromJson))

async function merge(
  sides: { readonly base: Plain; readonly ours: Plain; readonly theirs: Plain },
  options: { readonly resolutions?: readonly Resolution[]; readonly strategy?: Strategy } = {},
  context: MemoryContext = memoryContext(),
): Promise<{ readonly outcome: MergeOutcome; readonly rows: Plain; readonly context: MemoryContext }> {
  const { resolutions = [], ...strategy } = options
  const outcome = await mergeLists(context, {
    base: await listOf(context, sides.base),
    ours: await listOf(context, sides.ours),
    theirs: await listOf(context, sides.theirs),
    resolutions,
    ...strategy,
    resolutionsLoc: ['body', 'resolutions'],
  })
  const rows = outcome.status === 'mergeable' ? await plainRows(context, await outcome.commit()) : []
  return { outcome, rows, context }
}

async function plainRows(context: MemoryContext, root: ListRoot): Promise<Plain> {
  return (await contentOf(context, root)).map(({ data, tags }): PlainRow => {
    const { testcase_dedup_id: key, ...rest } = data
    return tags === undefined ? [key as string, rest] : [key as string, rest, tags as JsonObject]
  })
}

const keys = (rows: Plain): readonly string[] => rows.map(([key]) => key)

describe('a merge of rows', () => {
  const base: Plain = [
    ['a', { x: 1, y: 1 }],
    ['b', { x: 2, y: 2 }],
    ['c', { x: 3, y: 3 }],
  ]
  const withRow = (key: string, data: JsonObject, tags?: JsonObject): Plain =>
    base.map((row) => (row[0] === key ? (tags === undefined ? [key, data] : [key, data, tags]) : row))

  test('takes a change of one side', async () => {
    const { rows, outcome } = await merge({ base, ours: base, theirs: withRow('b', { x: 9, y: 2 }) })
    expect(rows).toEqual(withRow('b', { x: 9, y: 2 }))
    expect(outcome.counts).toEqual({ added: 0, removed: 0, edited: 1, moved: 0, conflicts: 0, resolved: 0 })
  })

  test('takes different fields of one row from both sides, members of nested objects too', async () => {
    const nestedRows: Plain = [['a', { x: 1, o: { p: 1, q: 1 } }]]
    const { rows } = await merge({
      base: nestedRows,
      ours: [['a', { x: 2, o: { p: 2, q: 1 } }, { t: 1 }]],
      theirs: [['a', { x: 1, o: { p: 1, q: 2 }, z: 5 }]],
    })
    expect(rows).toEqual([['a', { x: 2, o: { p: 2, q: 2 }, z: 5 }, { t: 1 }]])
  })

  test('takes the same change of the same field once', async () => {
    const changedRows = withRow('a', { x: 5, y: 1 })
    const { outcome } = await merge({ base, ours: changedRows, theirs: changedRows })
    expect(outcome.status).toBe('up_to_date')
  })

  test('is up to date when theirs has no new changes', async () => {
    expect((await merge({ base, ours: withRow('a', { x: 7 }), theirs: base })).outcome.status).toBe(
      'up_to_date',
    )
    expect((await merge({ base: [], ours: [], theirs: [] })).outcome.status).toBe('up_to_date')
  })

  test('reports different values of one field as a conflict and stores nothing', async () => {
    const { outcome, context } = await merge({
      base,
      ours: withRow('a', { x: 5, y: 1 }),
      theirs: withRow('a', { x: 6, y: 1 }, { t: 1 }),
    })
    expect(outcome).toMatchObject({
      status: 'conflicts',
      counts: { conflicts: 1, resolved: 0 },
      openConflicts: [
        {
          dedupId: 'a',
          occurrence: 1,
          conflict: { kind: 'field', path: ['x'], base: 1, ours: 5, theirs: 6 },
        },
      ],
    })
    expect(context.testcases.stored.size).toBe(5)
  })

  test('reports an edit against a removal', async () => {
    const { outcome } = await merge({
      base,
      ours: withRow('b', { x: 9, y: 2 }),
      theirs: base.filter(([key]) => key !== 'b'),
    })
    expect(outcome).toMatchObject({
      status: 'conflicts',
      openConflicts: [
        {
          dedupId: 'b',
          conflict: { kind: 'edit_remove', base: { x: 2, y: 2 }, ours: { x: 9, y: 2 }, theirs: null },
        },
      ],
    })
  })

  test('removes a row that one side or both removed and none changed', async () => {
    const { rows } = await merge({
      base,
      ours: base.filter(([key]) => key === 'a'),
      theirs: base.filter(([key]) => key !== 'b'),
    }).then(async (first) =>
      first.outcome.status === 'up_to_date' ? { rows: base.filter(([key]) => key === 'a') } : first,
    )
    expect(keys(rows)).toEqual(['a'])
    const otherMerge = await merge({ base, ours: base, theirs: base.filter(([key]) => key !== 'b') })
    expect(keys(otherMerge.rows)).toEqual(['a', 'c'])
    expect(otherMerge.outcome.counts).toMatchObject({ removed: 1 })
  })

  test('takes a row that both added with equal content once, and merges fields when it differs', async () => {
    const sameInsert = await merge({
      base,
      ours: [...base, ['n', { x: 1 }]],
      theirs: [...base, ['n', { x: 1 }]],
    })
    expect(sameInsert.outcome.status).toBe('up_to_date')
    const { outcome } = await merge({
      base,
      ours: [...base, ['n', { x: 1, y: 1, o: 1 }]],
      theirs: [...base, ['n', { x: 1, y: 2, t: 1 }]],
    })
    expect(outcome).toMatchObject({ status: 'conflicts' })
    const [conflict] = outcome.status === 'conflicts' ? outcome.openConflicts : []
    expect(conflict?.conflict).toEqual({ kind: 'field', path: ['y'], ours: 1, theirs: 2 })
  })

  test('matches rows that share a dedup id by their occurrence', async () => {
    const rowsWithOneDedupId: Plain = [
      ['t', { n: 1 }],
      ['t', { n: 2 }],
    ]
    const { outcome } = await merge({
      base: rowsWithOneDedupId,
      ours: [
        ['t', { n: 1 }],
        ['t', { n: 20 }],
      ],
      theirs: [
        ['t', { n: 10 }],
        ['t', { n: 200 }],
      ],
    })
    expect(outcome).toMatchObject({ openConflicts: [{ dedupId: 't', occurrence: 2 }] })
  })

  test('merges row metadata as one value', async () => {
    const { outcome } = await merge({
      base: [['a', {}, { t: 1 }]],
      ours: [['a', {}, { t: 2 }]],
      theirs: [['a', {}, { t: 3 }]],
    })
    expect(outcome).toMatchObject({
      openConflicts: [{ conflict: { path: ['__tags__'], base: { t: 1 }, ours: { t: 2 }, theirs: { t: 3 } } }],
    })
  })
})

describe('resolutions', () => {
  const sides = {
    base: [
      ['a', { x: 1, y: 1 }],
      ['b', { x: 2 }],
    ] as Plain,
    ours: [
      ['a', { x: 2, y: 2, o: 1 }],
      ['b', { x: 3 }],
    ] as Plain,
    theirs: [['a', { x: 3, y: 3, t: 1 }]] as Plain,
  }

  test('decide field by field, by value and by row', async () => {
    const { rows, outcome } = await merge(sides, {
      resolutions: [
        { dedupId: 'a', occurrence: 1, path: ['x'], choice: 'theirs' },
        { dedupId: 'a', occurrence: 1, path: ['y'], value: null },
        { dedupId: 'b', occurrence: 1, data: { x: 'kept' } },
      ],
    })
    expect(rows).toEqual([
      ['a', { x: 3, y: null, o: 1, t: 1 }],
      ['b', { x: 'kept' }],
    ])
    expect(outcome.counts).toEqual({ added: 0, removed: 0, edited: 2, moved: 0, conflicts: 3, resolved: 3 })
  })

  test('without a path decide every conflict of the row and leave its undisputed fields', async () => {
    const { rows } = await merge(sides, {
      resolutions: [
        { dedupId: 'a', occurrence: 1, choice: 'theirs' },
        { dedupId: 'b', occurrence: 1, choice: 'theirs' },
      ],
    })
    expect(rows).toEqual([['a', { x: 3, y: 3, o: 1, t: 1 }]])
  })

  test('with a path win over the one for the full row', async () => {
    const { rows } = await merge(sides, {
      strategy: 'ours',
      resolutions: [
        { dedupId: 'a', occurrence: 1, choice: 'theirs' },
        { dedupId: 'a', occurrence: 1, path: ['x'], choice: 'ours' },
      ],
    })
    expect(rows[0]).toEqual(['a', { x: 2, y: 3, o: 1, t: 1 }])
  })

  test.each<[Strategy, Plain]>([
    [
      'ours',
      [
        ['a', { x: 2, y: 2, o: 1, t: 1 }],
        ['b', { x: 3 }],
      ],
    ],
    ['theirs', [['a', { x: 3, y: 3, o: 1, t: 1 }]]],
  ])('are completed by the strategy %s', async (strategy, expectedRows) => {
    expect((await merge(sides, { strategy })).rows).toEqual(expectedRows)
  })

  test.each<[string, Resolution]>([
    ['of an unknown row', { dedupId: 'nobody', occurrence: 1, choice: 'ours' }],
    ['of another occurrence', { dedupId: 'a', occurrence: 2, choice: 'ours' }],
    ['of a field without conflict', { dedupId: 'a', occurrence: 1, path: ['o'], choice: 'ours' }],
    ['by a value for a full row', { dedupId: 'a', occurrence: 1, value: 1 }],
    ['by data for a field', { dedupId: 'a', occurrence: 1, path: ['x'], data: {} }],
  ])('that fit no conflict are refused: %s', async (_, resolution) => {
    const refusal = (await merge(sides, { resolutions: [resolution], strategy: 'ours' }).catch(
      (error: AssayError) => error,
    )) as AssayError
    expect(refusal.code).toBe('validation_failed')
    expect(refusal.detail).toMatchObject([{ loc: ['body', 'resolutions', 0] }])
  })

  test.each<[string, Resolution, Resolution]>([
    [
      'for a field',
      { dedupId: 'a', occurrence: 1, path: ['x'], choice: 'ours' },
      { dedupId: 'a', occurrence: 1, path: ['x'], choice: 'theirs' },
    ],
    [
      'for a full row',
      { dedupId: 'b', occurrence: 1, choice: 'ours' },
      { dedupId: 'b', occurrence: 1, data: { x: 9 } },
    ],
  ])('that decide twice are refused, the second one named: %s', async (_, first, second) => {
    const refusal = (await merge(sides, { resolutions: [first, second], strategy: 'ours' }).catch(
      (error: AssayError) => error,
    )) as AssayError
    expect(refusal.code).toBe('validation_failed')
    expect(refusal.detail).toEqual([
      expect.objectContaining({
        loc: ['body', 'resolutions', 1],
        msg: expect.stringContaining('resolved twice'),
      }),
    ])
  })
})

describe('the order of a merge', () => {
  const plain = (order: string): Plain => order.split('').map((key): PlainRow => [key, { n: key }])

  test.each([
    ['rows that theirs adds follow the row they follow there', 'abc', 'abcx', 'aybcz', 'aybczx'],
    ['rows that theirs adds at the start come first', 'abc', 'xabc', 'yzabc', 'yzxabc'],
    ['a row whose predecessor is gone follows the one before it', 'abc', 'ac', 'abyc', 'ayc'],
    ['if only theirs reordered, its order counts', 'abcd', 'abxcd', 'dcba', 'dcbxa'],
    ['if ours reordered too, its order counts', 'abcd', 'badc', 'dcbay', 'baydc'],
  ])('%s', async (_, base, ours, theirs, expectedRows) => {
    const { rows } = await merge({ base: plain(base), ours: plain(ours), theirs: plain(theirs) })
    expect(keys(rows).join('')).toBe(expectedRows)
  })

  test('counts the rows that moved relative to ours', async () => {
    const { outcome } = await merge({ base: plain('abcd'), ours: plain('abcd'), theirs: plain('dabc') })
    expect(outcome.counts).toMatchObject({ moved: 1 })
  })
})

describe('merges of disjoint changes', () => {
  type Change = 'edit' | 'remove' | 'keep'
  const change = fc.constantFrom<Change>('edit', 'remove', 'keep', 'keep', 'keep', 'keep')
  const changes = fc.array(fc.record({ side: fc.boolean(), change }), {
    minLength: 1,
    maxLength: 80,
    size: 'max',
  })

  const baseOf = (count: number): Plain =>
    Array.from({ length: count }, (_, i): PlainRow => [`k${i}`, { n: i }])

  function sideOf(
    list: readonly { side: boolean; change: Change }[],
    side: boolean,
    addedCount: number,
  ): Plain {
    const remaining = list.flatMap((item, i): Plain => {
      const ownChange = item.side === side ? item.change : 'keep'
      if (ownChange === 'remove') return []
      return [[`k${i}`, ownChange === 'edit' ? { n: i, by: String(side) } : { n: i }]]
    })
    return [
      ...remaining,
      ...Array.from({ length: addedCount }, (_, i): PlainRow => [`new ${side} ${i}`, { n: i }]),
    ]
  }

  const bag = (rows: Plain): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()

  test('hold both changes, whichever side is ours', async () => {
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(3), fc.nat(3), async (list, first, second) => {
        const base = baseOf(list.length)
        const ours = sideOf(list, true, first)
        const theirs = sideOf(list, false, second)
        const expectedRows = bag([
          ...list.flatMap(({ side, change: itemChange }, i): Plain => {
            if (itemChange === 'remove') return []
            return [[`k${i}`, itemChange === 'edit' ? { n: i, by: String(side) } : { n: i }]]
          }),
          ...ours.filter(([key]) => key.startsWith('new')),
          ...theirs.filter(([key]) => key.startsWith('new')),
        ])
        for (const sides of [
          { base, ours, theirs },
          { base, ours: theirs, theirs: ours },
        ]) {
          const context = memoryContext(tinyChunkSizes)
          const { outcome, rows } = await merge(sides, {}, context)
          const result = outcome.status === 'up_to_date' ? sides.ours : rows
          expect(outcome.status).not.toBe('conflicts')
          expect(bag(result)).toEqual(expectedRows)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('store the list that building it from scratch would give', async () => {
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(3), fc.boolean(), async (list, addedCount, reorders) => {
        const context = memoryContext(tinyChunkSizes)
        const theirs = sideOf(list, false, addedCount)
        const outcome = await mergeLists(context, {
          base: await listOf(context, baseOf(list.length)),
          ours: await listOf(context, sideOf(list, true, addedCount)),
          theirs: await listOf(context, reorders ? [...theirs.slice(9), ...theirs.slice(0, 9)] : theirs),
          resolutions: [],
          resolutionsLoc: [],
        })
        fc.pre(outcome.status === 'mergeable')
        const root = outcome.status === 'mergeable' ? await outcome.commit() : undefined
        const rows = root === undefined ? [] : await plainRows(context, root)
        expect(root).toEqual(await listOf(context, rows))
      }),
      { numRuns: 100 },
    )
  })

  test('in fifty thousand rows read and write the pages around the changes', async () => {
    const context = memoryContext()
    const base = baseOf(50_000)
    const edit = (at: number, value: Json): Plain => base.with(at, [`k${at}`, { n: value }])
    const input = {
      base: await listOf(context, base),
      ours: await listOf(context, edit(1_000, 'ours')),
      theirs: await listOf(context, edit(40_000, 'theirs')),
      resolutions: [],
      resolutionsLoc: [],
    }
    const before = { ...context.pages.counts }
    const outcome = await mergeLists(context, input)
    const root = outcome.status === 'mergeable' ? await outcome.commit() : input.base
    expect(context.pages.counts.reads - before.reads).toBeLessThanOrEqual(25)
    expect(context.pages.counts.writes - before.writes).toBeLessThanOrEqual(4)
    expect((await rowsOf(context.pages, root)).length).toBe(50_000)
  })
})
