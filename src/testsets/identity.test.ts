import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../kernel/json/canonical.ts'
import type { Json, JsonObject } from '../kernel/json/value.ts'
import vectors from '../../test/vectors/testcase-ids.json' with { type: 'json' }
import { InexactValue, parseExact } from './exact.ts'
import { generatedDedupId, generatedIds, testcaseId } from './identity.ts'
import { rowFromFlat, rowFromJson, RowError } from './incoming.ts'
import { assignIds } from './assign-ids.ts'
import { testsetId } from './test-support.ts'

const scope = { testsetId }

describe('the id of a testcase', () => {
  test.each(vectors.vectors)('follows the published vector: $name', (vector) => {
    const data = JSON.parse(vector.data_json) as JsonObject | null
    const id = testcaseId(data, {
      ...(vector.testset_id === null ? {} : { testsetId: vector.testset_id }),
      salt: vector.salt,
    })
    expect(id).toBe(vector.id)
    const isEmpty = data === null || Object.keys(data).length === 0
    expect(isEmpty ? '' : canonicalJson(data)).toBe(vector.canonical)
  })

  test('computed together with the dedup id equals the id computed after it, whatever rows came before', () => {
    const keys = fc.oneof(
      fc.constantFrom('a', 'testcase_dedup_i', 'testcase_dedup_id_', 'zz', 'é', '"', '1'),
      fc.string({ unit: 'binary' }),
    )
    const values = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue())
    const rows = fc.array(fc.dictionary(keys, values, { maxKeys: 4 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(rows, fc.string(), (list, salt) => {
        for (const row of [...list, ...list]) {
          const data = JSON.parse(JSON.stringify(row)) as JsonObject
          const dedupId = generatedDedupId(data)
          const id = testcaseId({ ...data, testcase_dedup_id: dedupId }, { testsetId, salt })
          expect(generatedIds(data, { testsetId, salt })).toEqual({ dedupId, id })
        }
      }),
    )
  })

  test.each(vectors.dedup_vectors)('with a generated dedup id follows the vector: $data_json', (vector) => {
    const data = JSON.parse(vector.data_json) as JsonObject
    expect(generatedDedupId(data)).toBe(vector.dedup_id)
    const write = assignIds(rowFromJson({ data }), { scope: { testsetId: vector.testset_id } })
    expect(write.row.testcaseId).toBe(vector.id)
    expect(write.row.dedupId).toBe(vector.dedup_id)
  })

  test('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        const reversedData = Object.fromEntries(Object.entries(data).reverse()) as JsonObject
        expect(testcaseId(reversedData, scope)).toBe(testcaseId(data as JsonObject, scope))
      }),
    )
  })
})

describe('the dedup id of a row', () => {
  const dedupIdOf = (data: JsonObject): string => assignIds(rowFromJson({ data }), { scope }).row.dedupId

  test.each<[string, JsonObject, string]>([
    ['of the data is stored', { a: 1, testcase_dedup_id: 'x' }, 'x'],
    ['is taken from the metadata key', { a: 1, __dedup_id__: 'y' }, 'y'],
    ['in data wins over the metadata key', { __dedup_id__: 'y', testcase_dedup_id: 'x' }, 'x'],
    ['is generated for null', { b: 1, a: 'é', testcase_dedup_id: null }, '0a8ad7e800d4'],
    ['is generated for an empty string', { b: 1, a: 'é', __dedup_id__: '' }, '0a8ad7e800d4'],
    ['falls back to the metadata key when empty', { testcase_dedup_id: '', __dedup_id__: 'y' }, 'y'],
  ])('%s', (_, data, expected) => {
    expect(dedupIdOf(data)).toBe(expected)
    const write = assignIds(rowFromJson({ data }), { scope })
    expect(write.testcase.data['testcase_dedup_id']).toBe(expected)
    expect(Object.keys(write.testcase.data)).not.toContain('__dedup_id__')
  })

  test.each<[string, Json]>([
    ['a number', 7],
    ['a list', []],
    ['too long a text', 'x'.repeat(256)],
  ])('is refused as %s, naming the key', (_, value) => {
    expect(() => rowFromJson({ data: { testcase_dedup_id: value } })).toThrow(
      expect.objectContaining({ path: ['data', 'testcase_dedup_id'] }),
    )
  })

  test('is carried over from the testcase that the row continues, unless the row brings its own', () => {
    const first = assignIds(rowFromJson({ data: { city: 'Rome' } }), { scope })
    const changedRow = assignIds(rowFromJson({ id: first.testcase.id, data: { city: 'Roma' } }), {
      scope,
      replacedTestcase: first.testcase,
    })
    expect(changedRow.row.dedupId).toBe(first.row.dedupId)
    expect(changedRow.testcase.id).not.toBe(first.testcase.id)
    const ownDedupRow = assignIds(rowFromJson({ data: { city: 'Roma', testcase_dedup_id: 'r' } }), {
      scope,
      replacedTestcase: first.testcase,
    })
    expect(ownDedupRow.row.dedupId).toBe('r')
    const unchangedRow = assignIds(rowFromJson({ id: first.testcase.id, data: { city: 'Rome' } }), {
      scope,
      replacedTestcase: first.testcase,
    })
    expect(unchangedRow.testcase).toBe(first.testcase)
  })
})

describe('metadata keys', () => {
  test('never stay in the data', () => {
    const row = rowFromFlat({
      a: 1,
      __id__: '3439DC96C56B5159BE236A3C51E6240F',
      __flags__: { f: true },
      __tags__: '{"t": 1}',
      __meta__: {},
      __dedup_id__: 'd',
    })
    expect(row).toEqual({
      data: { a: 1, testcase_dedup_id: 'd' },
      dedupId: 'd',
      continuedTestcaseId: '3439dc96-c56b-5159-be23-6a3c51e6240f',
      flags: { f: true },
      tags: { t: 1 },
    })
  })

  test('testcase_id is an ordinary column unless its value is a UUID', () => {
    expect(rowFromFlat({ testcase_id: 'case 7' })).toEqual({ data: { testcase_id: 'case 7' } })
    expect(rowFromFlat({ testcase_id: '3439dc96-c56b-5159-be23-6a3c51e6240f' })).toEqual({
      data: {},
      continuedTestcaseId: '3439dc96-c56b-5159-be23-6a3c51e6240f',
    })
  })

  test("the testcase's own metadata wins over the keys in its data", () => {
    const row = rowFromJson({
      data: { __tags__: { from: 'data' }, __meta__: { m: 1 } },
      tags: { from: 'row' },
    })
    expect(row.tags).toEqual({ from: 'row' })
    expect(row.meta).toEqual({ m: 1 })
  })

  test.each<[string, JsonObject, string]>([
    ['an id that is no UUID', { __id__: 'x' }, '__id__'],
    ['tags that are no object', { __tags__: '[1]' }, '__tags__'],
    ['tags that are no JSON', { __tags__: '{' }, '__tags__'],
  ])('refuse %s, naming the key', (_, flatRow, key) => {
    expect(() => rowFromFlat(flatRow)).toThrow(expect.objectContaining({ path: [key] }))
  })

  test('a key __proto__ is a column like any other', () => {
    const data = JSON.parse('{"__proto__":"x","a":1}') as JsonObject
    const { testcase, row } = assignIds(rowFromJson({ data }), { scope })
    expect(row.columns).toEqual(['__proto__', 'a'])
    expect(JSON.stringify(testcase.data)).toContain('"__proto__":"x"')
  })
})

describe('values that cannot be stored exactly', () => {
  test.each<[string, string, (string | number)?]>([
    ['an integer above 2^53−1', '{"a":{"b":[1,9007199254740993]}}'],
    ['an integer below −(2^53−1)', '{"a":{"b":[1,-9007199254740993]}}'],
    ['a number that overflows', '{"a":{"b":[1,1e999]}}'],
    ['a lone surrogate', '{"a":{"b":[1,"\\ud800"]}}'],
    ['a double with digits that it cannot hold', '{"a":{"b":[1,12345678901234567890e5]}}'],
    ['a key that its object has twice', '{"a":{"b":{"c":0,"c":0}}}', 'c'],
  ])('%s is refused with its path', (_, text, last = 1) => {
    expect(() => parseExact(text)).toThrow(expect.objectContaining({ path: ['a', 'b', last] }))
  })

  // Values without a text (Parquet files, conversions): a double of any size is exact.
  test.each<[string, string]>([
    ['a number that overflows', '{"a":{"b":[1,1e999]}}'],
    ['a lone surrogate', '{"a":{"b":[1,"\\ud800"]}}'],
  ])('%s is refused in a value too', (_, text) => {
    expect(() => rowFromJson({ data: JSON.parse(text) as JsonObject })).toThrow(
      expect.objectContaining({ path: ['data', 'a', 'b', 1] }),
    )
  })

  test('an integer literal is refused even where a double of that size would do', () => {
    expect(() => parseExact('{"a":1000000000000000000000001}')).toThrow(InexactValue)
    expect(parseExact('{"a":1e21,"b":9007199254740991,"c":0.1234567890123456789}')).toEqual({
      a: 1e21,
      b: 9007199254740991,
      c: 0.12345678901234568,
    })
  })

  test('nesting beyond 128 levels is refused, brackets inside text are not nesting', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(() => parseExact(nested(200))).toThrow(InexactValue)
    expect(() => parseExact(nested(100))).not.toThrow()
    expect(() => parseExact(JSON.stringify('['.repeat(500)))).not.toThrow()
  })

  test('every other JSON text has the value that JSON.parse returns', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        // JSON.stringify writes doubles from 2^53 to 1e21 as integers.
        const isExact = (value: Json): boolean => {
          if (typeof value === 'string') return value.isWellFormed()
          if (typeof value === 'number')
            return !Number.isInteger(value) || Math.abs(value) < 2 ** 53 || Math.abs(value) >= 1e21
          if (typeof value !== 'object' || value === null) return true
          return Object.keys(value).every((key) => key.isWellFormed()) && Object.values(value).every(isExact)
        }
        fc.pre(isExact(value as Json))
        expect(parseExact(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('are refused in row metadata too', () => {
    expect(() => rowFromJson({ data: {}, meta: { n: Infinity } })).toThrow(RowError)
  })
})
