import { describe, expect, test } from 'vitest'
import type { AssayError } from '../kernel/errors.ts'
import { rowFromJson } from './incoming.ts'
import { memoryContext, rowsOf } from './test-support.ts'
import { writeList, writeListOfIds } from './write.ts'

const loc = ['body', 'data', 'testcase_ids']

describe('a list of existing testcases', () => {
  test('keeps order and repeats, and has the passed metadata', async () => {
    const context = memoryContext()
    const root = await writeList(
      context,
      [{ a: 1 }, { b: 2 }].map((data) => rowFromJson({ data, tags: { t: 1 } })),
    )
    const [firstRow, secondRow] = await rowsOf(context.pages, root)
    const ids = [secondRow, firstRow, secondRow].map((row) => row?.testcaseId ?? '')
    const listedRoot = await writeListOfIds(context, {
      ids,
      loc,
      metadata: new Map([[ids[1] ?? '', { tags: { t: 1 } }]]),
    })
    const rows = await rowsOf(context.pages, listedRoot)
    expect(rows.map((row) => row.testcaseId)).toEqual(ids)
    expect(rows.map((row) => row.tags)).toEqual([undefined, { t: 1 }, undefined])
    expect(listedRoot.columns).toEqual(['b', 'a'])
    expect(
      await writeListOfIds(context, {
        ids: [ids[1] ?? '', ids[0] ?? ''],
        loc,
        metadata: new Map(ids.map((id) => [id, { tags: { t: 1 } }])),
      }),
    ).toEqual(root)
  })

  test('lists up to twenty ids that the testset does not have', async () => {
    const context = memoryContext()
    const ids = Array.from({ length: 30 }, (_, i) => `3439dc96-c56b-5159-be23-0000000000${10 + i}`)
    const error = (await writeListOfIds(context, { ids, loc }).catch(
      (cause: AssayError) => cause,
    )) as AssayError
    expect(error.code).toBe('validation_failed')
    expect(error.detail).toHaveLength(20)
    expect(error.detail).toMatchObject([
      { loc: [...loc, 0], input: ids[0] },
      ...Array.from({ length: 19 }, () => ({})),
    ])
  })
})

describe('a list of incoming rows', () => {
  test('is refused when a value is larger than the limit', async () => {
    const context = memoryContext()
    const smallContext = { ...context, limits: { ...context.limits, fieldBytesMax: 4 } }
    await expect(writeList(smallContext, [rowFromJson({ data: { a: [1, 2, 3] } })])).rejects.toMatchObject({
      code: 'limit_exceeded',
      detail: [{ msg: 'A value (row 1, a) exceeds testsets.field_bytes_max (4 bytes).' }],
    })
  })

  test('may be empty', async () => {
    const context = memoryContext()
    const root = await writeList(context, [])
    expect(root).toMatchObject({ rows: 0, columns: [], marks: 0, level: 0 })
    expect(await rowsOf(context.pages, root)).toEqual([])
  })
})
