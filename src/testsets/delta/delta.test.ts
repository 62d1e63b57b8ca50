import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AssayError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { applyDelta } from './delta.ts'
import { readDelta } from './delta-schema.ts'
import { rowFromJson, type TestcaseInput } from '../incoming.ts'
import type { ListRoot } from '../pages/store.ts'
import { contentOf, memoryContext, rowsOf, tinyChunkSizes, type MemoryContext } from '../test-support.ts'
import { writeList } from '../write.ts'

const loc = ['body', 'testset_revision_commit', 'delta']

const listOf = (context: MemoryContext, testcases: readonly TestcaseInput[]): Promise<ListRoot> =>
  writeList(context, testcases.map(rowFromJson))

const commit = (context: MemoryContext, base: ListRoot, delta: Json): Promise<ListRoot> =>
  readDelta(delta, loc).then((parsedDelta) => applyDelta(context, { base, delta: parsedDelta }))

async function refusal(promise: Promise<unknown>): Promise<AssayError> {
  return promise.then(
    () => {
      throw new Error('was not refused')
    },
    (error: AssayError) => error,
  )
}

const capitals: readonly TestcaseInput[] = [
  { data: { country: 'France', capital: 'Paris' } },
  { data: { country: 'Japan', capital: 'Tokyo' }, tags: { seen: 1 } },
  { data: { country: 'Italy', capital: 'Rome' }, meta: { by: 'anna' } },
]

async function createBase() {
  const context = memoryContext()
  const root = await listOf(context, capitals)
  const rows = await rowsOf(context.pages, root)
  return { context, root, ids: rows.map((row) => row.testcaseId), rows }
}

const dataOf = async (context: MemoryContext, root: ListRoot): Promise<readonly JsonObject[]> =>
  (await contentOf(context, root)).map(({ data }) => {
    const { testcase_dedup_id: _, ...rest } = data
    return rest
  })

describe('a delta of rows', () => {
  test('adds at the end, removes and replaces in place, and carries over omitted fields', async () => {
    const { context, root, ids, rows } = await createBase()
    const result = await commit(context, root, {
      rows: {
        add: [{ data: { country: 'Peru', testcase_dedup_id: 'peru' }, tags: { region: 'south' } }],
        remove: [ids[1] ?? ''],
        replace: [{ id: ids[2] ?? '', data: { country: 'Italy', capital: 'Roma' } }],
      },
    })
    const after = await rowsOf(context.pages, result)
    expect(after[0]).toEqual(rows[0])
    expect(after[1]?.dedupId).toBe(rows[2]?.dedupId)
    expect(after[1]?.meta).toEqual({ by: 'anna' })
    expect(after[1]?.testcaseId).not.toBe(ids[2])
    expect(after[2]).toMatchObject({ dedupId: 'peru', tags: { region: 'south' } })
    expect(await rowsOf(context.pages, root)).toEqual(rows)
  })

  test('replaces every occurrence, each keeping its own metadata, and can clear metadata', async () => {
    const context = memoryContext()
    const repeatedData = { country: 'Italy' }
    const root = await listOf(context, [
      { data: repeatedData, tags: { n: 1 } },
      { data: repeatedData, tags: { n: 2 } },
    ])
    const [row] = await rowsOf(context.pages, root)
    const replacedRoot = await commit(context, root, {
      rows: { replace: [{ id: row?.testcaseId ?? '', data: { country: 'Italia' } }] },
    })
    expect((await rowsOf(context.pages, replacedRoot)).map((deltaRow) => deltaRow.tags)).toEqual([
      { n: 1 },
      { n: 2 },
    ])
    const clearedRoot = await commit(context, root, {
      rows: { replace: [{ testcase_dedup_id: row?.dedupId ?? '', data: repeatedData, tags: {} }] },
    })
    expect((await rowsOf(context.pages, clearedRoot)).map((deltaRow) => deltaRow.tags)).toEqual([
      undefined,
      undefined,
    ])
  })

  test('removes by dedup id all testcases that share it', async () => {
    const context = memoryContext()
    const root = await listOf(context, [
      { data: { a: 1, testcase_dedup_id: 'x' } },
      { data: { a: 2, testcase_dedup_id: 'x' } },
      { data: { a: 3 } },
    ])
    const result = await commit(context, root, { rows: { remove: { dedup_ids: ['x'] } } })
    expect(await dataOf(context, result)).toEqual([{ a: 3 }])
  })

  test('lists every row that the base does not have', async () => {
    const { context, root, ids } = await createBase()
    const unknownId = '04bed0ac-8e47-5e16-bcd2-e84ec6847bf6'
    const byList = await refusal(commit(context, root, { rows: { remove: [ids[0] ?? '', unknownId] } }))
    expect(byList.code).toBe('rows_unknown')
    expect(byList.detail).toEqual([
      {
        type: 'value_error',
        loc: [...loc, 'rows', 'remove', 1],
        msg: `The base revision has no row ${unknownId}.`,
        input: unknownId,
      },
    ])
    const byKeys = await refusal(
      commit(context, root, {
        rows: {
          remove: { ids: [unknownId], dedup_ids: ['nobody'] },
          replace: [{ testcase_dedup_id: 'none', data: {} }],
        },
      }),
    )
    expect(byKeys.code).toBe('rows_unknown')
    expect((byKeys.detail as readonly { loc: unknown }[]).map((fieldError) => fieldError.loc)).toEqual([
      [...loc, 'rows', 'remove', 'ids', 0],
      [...loc, 'rows', 'remove', 'dedup_ids', 0],
      [...loc, 'rows', 'replace', 0, 'testcase_dedup_id'],
    ])
  })

  test.each<[string, (ids: readonly string[], dedupIds: readonly string[]) => Json]>([
    [
      'a row both removed and replaced',
      (ids, dedupIds) => ({
        remove: { dedup_ids: [dedupIds[0] ?? ''] },
        replace: [{ id: ids[0] ?? '', data: {} }],
      }),
    ],
    [
      'two replacements of one row',
      (ids, dedupIds) => ({
        replace: [
          { id: ids[0] ?? '', data: {} },
          { testcase_dedup_id: dedupIds[0] ?? '', data: {} },
        ],
      }),
    ],
    ['a replacement that names no row', () => ({ replace: [{ data: {} }] })],
    ['an unknown key', () => ({ insert: [] })],
    ['an id that is no UUID', () => ({ remove: ['x'] })],
    ['a dedup id of another type', () => ({ add: [{ data: { testcase_dedup_id: 7 } }] })],
  ])('is refused with %s, and stores nothing', async (_, rowsPart) => {
    const { context, root, ids, rows } = await createBase()
    const before = { pages: context.pages.counts.writes, testcases: context.testcases.counts.saves }
    const delta = {
      rows: rowsPart(
        ids,
        rows.map((row) => row.dedupId),
      ),
    }
    expect((await refusal(commit(context, root, delta))).code).toBe('validation_failed')
    expect({ pages: context.pages.counts.writes, testcases: context.testcases.counts.saves }).toEqual(before)
  })

  test('refuses to replace by a dedup id that matches two testcases', async () => {
    const context = memoryContext()
    const root = await listOf(context, [
      { data: { a: 1, testcase_dedup_id: 'x' } },
      { data: { a: 2, testcase_dedup_id: 'x' } },
    ])
    const error = await refusal(
      commit(context, root, { rows: { replace: [{ testcase_dedup_id: 'x', data: {} }] } }),
    )
    expect(error.code).toBe('validation_failed')
  })

  test('refuses more rows than the limit allows, naming the setting', async () => {
    const { context, root } = await createBase()
    const smallContext = { ...context, limits: { ...context.limits, rowsMax: 3 } }
    const error = await refusal(commit(smallContext, root, { rows: { add: [{ data: { a: 1 } }] } }))
    expect(error.code).toBe('limit_exceeded')
    expect(error.detail).toMatchObject([{ msg: 'The testset exceeds testsets.rows_max (3 rows).' }])
  })

  test('of ten rows in a list of fifty thousand reads and writes a few pages', async () => {
    const context = memoryContext()
    const root = await listOf(
      context,
      Array.from({ length: 50_000 }, (_, i) => ({ data: { n: i } })),
    )
    const rows = await rowsOf(context.pages, root)
    const before = { ...context.pages.counts, saves: context.testcases.counts.saves }
    await commit(context, root, {
      rows: {
        replace: [5, 10_000, 20_000, 30_000, 49_999].map((i) => ({
          id: rows[i]?.testcaseId ?? '',
          data: { n: -i },
        })),
        add: Array.from({ length: 5 }, (_, i) => ({ data: { n: 60_000 + i } })),
      },
    })
    expect(context.pages.counts.writes - before.writes).toBeLessThanOrEqual(12)
    expect(context.pages.counts.reads - before.reads).toBeLessThanOrEqual(25)
    expect(context.testcases.counts.saves - before.saves).toBe(10)
  })
})

describe('a delta of columns', () => {
  test('removes, renames in place and adds, in this order, on the rows of the base only', async () => {
    const context = memoryContext()
    const root = await listOf(context, [
      { data: { captial: 'Paris', notes: 'x', country: 'France' } },
      { data: { country: 'Peru' } },
    ])
    const result = await commit(context, root, {
      rows: { add: [{ data: { country: 'Chile' } }] },
      columns: {
        remove: ['notes', 'nobody has this'],
        replace: [['captial', 'capital']],
        add: ['hint', 'country'],
      },
    })
    const data = await dataOf(context, result)
    expect(data).toEqual([
      { capital: 'Paris', country: 'France', hint: '' },
      { country: 'Peru', hint: '' },
      { country: 'Chile' },
    ])
    expect(Object.keys(data[0] ?? {})).toEqual(['capital', 'country', 'hint'])
    expect(result.columns).toEqual(['capital', 'country', 'hint'])
  })

  test('keeps dedup ids, positions and metadata, and adds missing columns to replaced rows', async () => {
    const { context, root, ids, rows } = await createBase()
    const result = await commit(context, root, {
      columns: { add: ['hint'] },
      rows: { replace: [{ id: ids[0] ?? '', data: { country: 'France' } }], remove: [ids[2] ?? ''] },
    })
    expect(await dataOf(context, result)).toEqual([
      { country: 'France', hint: '' },
      { country: 'Japan', capital: 'Tokyo', hint: '' },
    ])
    const after = await rowsOf(context.pages, result)
    expect(after.map((row) => row.dedupId)).toEqual(rows.slice(0, 2).map((row) => row.dedupId))
    expect(after[1]?.tags).toEqual({ seen: 1 })
  })

  test('loads only rows with a changed column', async () => {
    const context = memoryContext()
    const root = await listOf(context, [{ data: { a: 1 } }, { data: { a: 1, b: 2 } }, { data: { a: 3 } }])
    const before = context.testcases.counts.loads
    await commit(context, root, { columns: { remove: ['b'] } })
    expect(context.testcases.counts.loads - before).toBe(1)
  })

  test.each<[string, JsonObject, string]>([
    ['a rename of a column that no row has', { replace: [['nobody', 'x']] }, 'validation_failed'],
    ['a rename onto an existing column', { replace: [['country', 'capital']] }, 'column_conflict'],
    [
      'a rename onto an earlier rename',
      {
        replace: [
          ['country', 'x'],
          ['capital', 'x'],
        ],
      },
      'column_conflict',
    ],
    [
      'a rename of a removed column',
      { remove: ['country'], replace: [['country', 'x']] },
      'validation_failed',
    ],
    ['an empty name', { add: [''] }, 'validation_failed'],
    ['the dedup id as a name', { remove: ['testcase_dedup_id'] }, 'validation_failed'],
    ['a metadata key as a name', { replace: [['country', '__id__']] }, 'validation_failed'],
  ])('is refused with %s', async (_, columns, code) => {
    const { context, root } = await createBase()
    expect((await refusal(commit(context, root, { columns }))).code).toBe(code)
  })

  test('may rename to a name that an earlier rename freed', async () => {
    const { context, root } = await createBase()
    const swap = [
      ['country', 'x'],
      ['capital', 'country'],
      ['x', 'capital'],
    ]
    const result = await commit(context, root, { columns: { replace: swap } })
    expect((await dataOf(context, result))[0]).toEqual({ capital: 'France', country: 'Paris' })
  })

  test('may rename to a name that the same delta removed', async () => {
    const { context, root } = await createBase()
    const result = await commit(context, root, {
      columns: { remove: ['capital'], replace: [['country', 'capital']] },
    })
    expect(result.columns).toEqual(['capital'])
  })
})

describe('any sequence of deltas', () => {
  const step = fc.record({
    add: fc.array(fc.record({ a: fc.nat(9), id: fc.nat(40) }), { maxLength: 6 }),
    remove: fc.array(fc.nat(100), { maxLength: 3 }),
    replace: fc.array(fc.record({ at: fc.nat(100), a: fc.nat(9) }), { maxLength: 3 }),
    addColumn: fc.option(fc.constantFrom('x', 'y'), { freq: 3 }),
  })

  interface Plain {
    readonly data: JsonObject
  }

  /** The same delta on a plain list: every occurrence of a row is removed or replaced. */
  function applyNaively(
    list: readonly Plain[],
    delta: {
      readonly add: readonly JsonObject[]
      readonly remove: readonly JsonObject[]
      readonly replace: readonly { readonly from: JsonObject; readonly to: JsonObject }[]
      readonly addColumn: string | null
    },
  ): readonly Plain[] {
    const isSame = (a: JsonObject, b: JsonObject): boolean =>
      JSON.stringify(sortedEntries(a)) === JSON.stringify(sortedEntries(b))
    const sortedEntries = (data: JsonObject) => Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
    const fill = (data: JsonObject): JsonObject =>
      delta.addColumn === null || delta.addColumn in data ? data : { ...data, [delta.addColumn]: '' }
    const remaining = list.flatMap(({ data }): readonly Plain[] => {
      if (delta.remove.some((row) => isSame(row, data))) return []
      const replacement = delta.replace.find((candidate) => isSame(candidate.from, data))
      return [{ data: fill(replacement === undefined ? data : replacement.to) }]
    })
    return [...remaining, ...delta.add.map((data) => ({ data }))]
  }

  test('gives the rows that a plain list would have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const context = memoryContext(tinyChunkSizes)
        let root = await listOf(
          context,
          Array.from({ length: 30 }, (_, i) => ({ data: { a: i % 5, testcase_dedup_id: `k${i % 25}` } })),
        )
        let plainRows: readonly Plain[] = await contentOf(context, root)
        for (const step of steps) {
          const rows = await rowsOf(context.pages, root)
          const at = (n: number) => rows[n % Math.max(1, rows.length)]
          const removedIds = new Set(step.remove.map((n) => at(n)?.testcaseId ?? '').filter(Boolean))
          const replacedRows = new Map(
            step.replace.flatMap(({ at: n, a }) => {
              const row = at(n)
              return row === undefined || removedIds.has(row.testcaseId)
                ? []
                : [[row.testcaseId, { row, a }] as const]
            }),
          )
          const add = step.add.map(({ a, id }) => ({ a, testcase_dedup_id: `k${id}` }))
          const dataOfId = (id: string): JsonObject => context.testcases.stored.get(id)?.data ?? {}
          plainRows = applyNaively(plainRows, {
            add,
            remove: [...removedIds].map(dataOfId),
            replace: [...replacedRows].map(([id, { row, a }]) => ({
              from: dataOfId(id),
              to: { a, testcase_dedup_id: row.dedupId },
            })),
            addColumn: step.addColumn,
          })
          root = await commit(context, root, {
            rows: {
              add: add.map((data) => ({ data })),
              remove: [...removedIds],
              replace: [...replacedRows].map(([id, { a }]) => ({ id, data: { a } })),
            },
            columns: { add: step.addColumn === null ? [] : [step.addColumn] },
          })
          const content = await contentOf(context, root)
          expect(content.map(({ data }) => data)).toEqual(plainRows.map(({ data }) => data))
          expect(await listOf(context, plainRows)).toEqual(root)
        }
      }),
      { numRuns: 60 },
    )
  })
})
