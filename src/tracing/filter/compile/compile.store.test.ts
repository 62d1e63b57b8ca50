import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount } from '../../../../test/support/tier.ts'
import type { Json } from '../../../kernel/json/value.ts'
import type { Filter } from '../ast.ts'
import { compileFilter } from './compile.ts'
import { type FilterSpan, matchesFilter } from '../evaluate.ts'
import { parsePath } from '../path.ts'
import { parseFiltering } from '../tree/parse.ts'
import { arbitraryCondition, arbitraryFilter, arbitrarySpan } from '../testing/arbitraries.ts'
import { openSpanTable, type SpanTable } from '../testing/chdb.ts'
import { parseFilterText } from '../text/text-parse.ts'

/** Removes spans with the same trace and span id, as the store does. */
function distinct(spans: readonly FilterSpan[]): readonly FilterSpan[] {
  return [...new Map(spans.map((span) => [`${span.trace_id} ${span.span_id}`, span])).values()]
}

describe('the compiled condition selects the same spans as the reference', () => {
  const spans = [...Array(8).keys()].flatMap((copy) =>
    distinct(fc.sample(arbitrarySpan, { seed: 40 + copy, numRuns: 60 })).map((span) => ({
      ...span,
      // Eight sets of three traces, distinguished by the last digit.
      trace_id: copy === 0 ? span.trace_id : `${span.trace_id.slice(0, 31)}${copy}`,
    })),
  )
  const someSpan = spans[0] as FilterSpan
  const rare = [
    { a: '', b: '\\' },
    { a: 'x', b: '' },
    { a: [0, 5], b: [5] },
    { a: '\\_' },
    { a: [true, 5] },
    { a: ['true', '5'] },
  ]
  // Every stored span has the canonical namespace.
  const ag = someSpan.attributes['ag'] ?? {}
  for (const [i, attributes] of rare.entries()) {
    spans.push({ ...someSpan, span_id: `000000000000010${i}`, attributes: { ...attributes, ag } })
  }
  let table: SpanTable
  beforeAll(async () => {
    table = await openSpanTable(spans)
  })
  afterAll(() => table.close())

  async function expectAgreement(filter: Filter): Promise<number> {
    const expected = [...spans.entries()]
      .filter(([, span]) => matchesFilter(filter, span, spans))
      .map(([row]) => row)
    const { near, ...compiledFilter } = compileFilter(filter, { source: table.name })
    expect(await table.rowsWhere(compiledFilter)).toEqual(expected)
    if (near !== undefined) expect(await table.rowsWhere(near)).toEqual(expected)
    return expected.length
  }

  it('for any tree', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFilter, async (filter) => void (await expectAgreement(filter))),
      {
        numRuns: amount(60, 300),
      },
    )
  })

  it('for any single condition', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCondition, async (filter) => void (await expectAgreement(filter))),
      { numRuns: amount(100, 500) },
    )
  })

  // Cases that random filters rarely cover. Each selects some of the spans and not all.
  it.each([
    'attributes.a = ""',
    'attributes.b != ""',
    'attributes.a = null',
    'attributes.a.b exists',
    'attributes["a\\\\.b"] exists',
    'attributes["a.0"] exists',
    'attributes.a in ["a", 5, true, {a: 1}]',
    'attributes.a in [0, 5] all or attributes.b in [0, 5] all',
    'attributes.b in [0, 5]',
    'attributes.a.0 = "true"',
    'attributes.a.1 = "5" or attributes.a.0 = true',
    'attributes.ag.data.outputs = {}',
    'attributes.a like "%\\\\\\\\%" or span_name like "\\\\\\\\" or span_name like "\\\\_"',
    'span_name like "_" and not span_name like "a"',
    'span_name > "～"',
    'span_name matches "É" exact_match',
    'start_time endswith "123Z"',
    'start_time endswith ".600000Z"',
    'start_time = 1795046400 and updated_at not_in ["2026-11-19T00:00:00Z"]',
    'created_by_id exists and updated_by_id not_exists',
    'references in [{slug: a}, {slug: Ab}]',
    'events in [{name: exception, attributes: {"exception.type": "KeyError"}}]',
    'events["attributes.exception.type"] has "KeyError"',
    'content contains "refund or application"',
    'parent(span_type = chat) or root(status_code = STATUS_CODE_OK) and child(span_name exists)',
  ])('for %s', async (text) => {
    const selectedIds = await expectAgreement(parseFilterText(text))
    expect(selectedIds).toBeGreaterThan(0)
    expect(selectedIds).toBeLessThan(spans.length)
  })

  it('for any text in a value: quotes, braces and comments are data', async () => {
    const hostile = [
      `' OR 1=1 --`,
      `{f0:String}`,
      '`;DROP TABLE filter_spans',
      '\\',
      "\\'",
      '\u0000',
      '*/',
      '$$',
    ]
    for (const value of hostile) {
      expect(await expectAgreement(parseFiltering({ field: 'span_name', value }, []))).toBeLessThan(
        spans.length,
      )
      const attribute: Json = { field: 'attributes', key: value, operator: 'contains', value }
      expect(await expectAgreement(parseFiltering(attribute, []))).toBe(0)
    }
  })
})

describe('the SQL of a filter', () => {
  const compiled = (text: string) => compileFilter(parseFilterText(text), { source: 'spans' })

  it.each<[text: string, sql: string, params: Readonly<Record<string, Json>>]>([
    ['', 'true', {}],
    [
      'trace_id = "0db4076d6a20174a720af586dc588c6c"',
      'trace_id = {f0:String}',
      { f0: '0db4076d6a20174a720af586dc588c6c' },
    ],
    ['parent_id = null', `NOT (is_root = 0)`, {}],
    ['span_type not_in (chat, llm)', 'NOT (span_type IN {f0:Array(String)})', { f0: ['chat', 'llm'] }],
    ['user_id != "u-7"', 'NOT (ifNull(user_id = {f0:String}, false))', { f0: 'u-7' }],
    [
      'start_time btwn [1795046400, "1795046400000000001"]',
      `(start_time >= fromUnixTimestamp64Nano({f0:Int64}, 'UTC') AND start_time <= fromUnixTimestamp64Nano({f1:Int64}, 'UTC'))`,
      { f0: '1795046400000000000', f1: '1795046400000000001' },
    ],
    [
      'attributes.ag.metrics.costs.cumulative.total > 0.01',
      '(cost IS NOT NULL AND assumeNotNull(cost) > {f0:Float64})',
      { f0: '0.01' },
    ],
    [
      'attributes.model = "gpt" and attributes.n <= 5',
      '((hasAllTokens(content_words, {f2:Array(String)}) AND strings[{f0:String}] = {f1:String}) AND (mapContains(numbers, {f3:String}) AND numbers[{f3:String}] <= {f4:Float64}))',
      { f0: 'model', f1: 'gpt', f2: ['gpt'], f3: 'n', f4: '5' },
    ],
    [
      'span_name startswith "Sup" or span_name contains "x" case_sensitive',
      '(startsWith(lowerUTF8(span_name), lowerUTF8({f0:String})) OR position(span_name, {f1:String}) > 0)',
      { f0: 'Sup', f1: 'x' },
    ],
    [
      'links in [{trace_id: "0db4076d6a20174a720af586dc588c6c"}]',
      `(has(link_trace_ids, {f0:String}) AND arrayExists(r -> (JSONType(r) = 'Object' AND (JSONType(JSONExtractRaw(r, {f1:String})) = 'String' AND JSONExtractString(JSONExtractRaw(r, {f1:String})) = {f2:String})), links))`,
      { f0: '0db4076d6a20174a720af586dc588c6c', f1: 'trace_id', f2: '0db4076d6a20174a720af586dc588c6c' },
    ],
    [
      'content contains "refund \\"order 17\\" -test"',
      '(hasAllTokens(content_words, {f0:Array(String)}) AND (hasAllTokens(content_words, {f1:Array(String)}) AND content_lines LIKE {f2:String}) AND NOT (hasAllTokens(content_words, {f3:Array(String)})))',
      { f0: ['refund'], f1: ['order', '17'], f2: '% order 17 %', f3: ['test'] },
    ],
    [
      'nor(child(span_type = tool), root(span_type = chat))',
      `NOT (((trace_id, span_id) IN (SELECT trace_id, parent_id FROM spans WHERE span_type = {f0:String}) OR trace_id IN (SELECT trace_id FROM spans WHERE is_root = 1 AND span_type = {f1:String})))`,
      { f0: 'tool', f1: 'chat' },
    ],
  ])('%s', (text, sql, params) => {
    expect(compiled(text)).toMatchObject({ sql, params })
  })

  it('is simpler for rows that are read one by one, if many may match', () => {
    expect(compiled('attributes.team = care').near).toEqual({
      sql: 'strings[{fn0:String}] = {fn1:String}',
      params: { fn0: 'team', fn1: 'care' },
    })
    expect(compiled('attributes.team = "care 24"').near).toBeUndefined()
    expect(compiled('attributes.n = 5').near).toBeUndefined()
    expect(compiled('any(attributes.team = care)').near).toBeUndefined()
  })

  it('searches all shards of a sharded table', () => {
    const filter = parseFilterText('any(span_type = tool)')
    expect(compileFilter(filter, { source: 'spans', sharded: true, prefix: 'x' }).sql).toBe(
      'trace_id GLOBAL IN (SELECT trace_id FROM spans WHERE span_type = {x0:String})',
    )
  })

  it('contains no value and no name of a client', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (key, value) => {
        const conditions = ['is', 'contains', 'gt', 'like'].map((operator) => ({
          field: 'attributes',
          key,
          operator,
          value,
        }))
        const { sql } = compileFilter(parseFiltering({ conditions }, []), { source: 'spans' })
        expect(sql).not.toContain(key)
        expect(sql).not.toContain(value)
      }),
      { numRuns: 20 },
    )
  })
})

describe('the limits of a compiled filter', () => {
  const pathOf = (parts: number): string => Array.from({ length: parts }, () => 'a').join('.')
  const attribute = (parts: number): Filter => ({
    kind: 'text',
    subject: { kind: 'attribute', path: parsePath(pathOf(parts)) },
    operator: 'contains',
    value: 'x',
    caseSensitive: false,
    exactMatch: false,
  })
  const every = (filters: readonly Filter[]): Filter => ({ kind: 'group', operator: 'and', filters })

  it.each<[string, Filter, RegExp]>([
    [
      'bound values',
      every(Array.from({ length: 300 }, () => attribute(99))),
      /more than 20000 bound values.*\(conditions\[192\]\)/,
    ],
    [
      'characters of SQL, below a relation',
      { kind: 'related', relation: 'child', filter: every(Array.from({ length: 2000 }, () => attribute(4))) },
      /more than 4000000 characters of SQL.*\(where\.conditions\[\d+\]\)/,
    ],
  ])('are checked during compilation: %s', (_, filter, message) => {
    expect(() => compileFilter(filter, { source: 'spans' })).toThrow(message)
  })
})
