import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AssayError } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/value.ts'
import { parseFiltering } from '../tree/parse.ts'
import { arbitraryFilter } from '../testing/arbitraries.ts'
import { parseFilter, parseFilterText } from './text-parse.ts'
import { printFilter } from './text-print.ts'

const loc = ['body', 'filter']

it('the text of a tree parses to that tree', () => {
  fc.assert(
    fc.property(arbitraryFilter, (filter) => {
      expect(parseFilterText(printFilter(filter))).toEqual(filter)
    }),
    { numRuns: 500 },
  )
})

it('printing a parsed text and parsing it again changes nothing', () => {
  fc.assert(
    fc.property(arbitraryFilter, (filter) => {
      const text = printFilter(filter)
      expect(printFilter(parseFilterText(text))).toBe(text)
    }),
  )
})

describe('a text has the same meaning as its JSON form', () => {
  it.each<[text: string, filtering: Json]>([
    ['', {}],
    ['parent_id = null', { field: 'parent_id', value: null }],
    [
      'annotation.is-helpful.score < 0.5',
      {
        related: 'annotation',
        where: {
          conditions: [
            {
              field: 'references',
              operator: 'in',
              value: [{ slug: 'is-helpful', attributes: { key: 'evaluator' } }],
            },
            { field: 'attributes', key: 'ag.data.outputs.score', operator: 'lt', value: 0.5 },
          ],
        },
      },
    ],
    [
      'annotation.helpful.a.b not_exists',
      {
        operator: 'not',
        conditions: [
          {
            related: 'annotation',
            where: {
              conditions: [
                {
                  field: 'references',
                  operator: 'in',
                  value: [{ slug: 'helpful', attributes: { key: 'evaluator' } }],
                },
                { field: 'attributes', key: 'ag.data.outputs.a.b', operator: 'exists' },
              ],
            },
          },
        ],
      },
    ],
    ['span_type in (chat, llm)', { field: 'span_type', operator: 'in', value: ['chat', 'llm'] }],
    [
      'attributes.ag.metrics.costs.cumulative.total > 0.01 and not user_id exists',
      {
        conditions: [
          { field: 'attributes', key: 'ag.metrics.costs.cumulative.total', operator: 'gt', value: 0.01 },
          { operator: 'not', conditions: [{ field: 'user_id', operator: 'exists' }] },
        ],
      },
    ],
    [
      'span_type = chat AND NOT (user_id exists)',
      {
        conditions: [
          { field: 'span_type', value: 'chat' },
          { operator: 'not', conditions: [{ field: 'user_id', operator: 'exists' }] },
        ],
      },
    ],
    [
      'span_name = a or span_name = b and span_name = c',
      {
        operator: 'or',
        conditions: [
          { field: 'span_name', value: 'a' },
          {
            conditions: [
              { field: 'span_name', value: 'b' },
              { field: 'span_name', value: 'c' },
            ],
          },
        ],
      },
    ],
    [
      'nor(child(span_type = tool), links["attributes.key"] has invocation)',
      {
        operator: 'nor',
        conditions: [
          { related: 'child', where: { field: 'span_type', value: 'tool' } },
          { field: 'links', operator: 'has', key: 'attributes.key', value: 'invocation' },
        ],
      },
    ],
    [
      'span_name startswith "Support" case_sensitive',
      { field: 'span_name', operator: 'startswith', value: 'Support', options: { case_sensitive: true } },
    ],
    [
      'references in [{slug: "my-app", attributes: {key: application}}] all',
      {
        field: 'references',
        operator: 'in',
        value: [{ slug: 'my-app', attributes: { key: 'application' } }],
        options: { all: true },
      },
    ],
    [
      'trace_id in (0db4076d6a20174a720af586dc588c6c, 12345678901234567890123456789012)',
      {
        field: 'trace_id',
        operator: 'in',
        value: ['0db4076d6a20174a720af586dc588c6c', '12345678901234567890123456789012'],
      },
    ],
    ['span_id = 12345678901234e5', { field: 'span_id', value: '12345678901234e5' }],
    ['parent_id = 0x3a0be5f49672f8a7', { field: 'parent_id', value: '3a0be5f49672f8a7' }],
    [
      'created_by_id = 12345678-ede8-70d9-86e8-9d309123aae2',
      { field: 'created_by_id', value: '12345678-ede8-70d9-86e8-9d309123aae2' },
    ],
    [
      'start_time btwn [2026-02-01, 2026-02-01T00:00:02.5+02:00]',
      { field: 'start_time', operator: 'btwn', value: ['2026-02-01', '2026-02-01T00:00:02.5+02:00'] },
    ],
    [
      'start_time = 1769904001123456789',
      { field: 'start_time', operator: 'is', value: '1769904001123456789' },
    ],
    ['attributes.n >= -12.5e3', { field: 'attributes', key: 'n', operator: 'gte', value: -12_500 }],
    ['attributes.size = 4xl', { field: 'attributes', key: 'size', value: '4xl' }],
    [
      'trace(span_type = chat and span(user_id = a))',
      {
        related: 'trace',
        where: {
          conditions: [
            { field: 'span_type', value: 'chat' },
            { related: 'span', where: { field: 'user_id', value: 'a' } },
          ],
        },
      },
    ],
    ['refund', { field: 'content', operator: 'contains', value: 'refund' }],
    [
      'refund "order 17" 5 and span_type = chat',
      {
        conditions: [
          { field: 'content', operator: 'contains', value: 'refund "order 17" 5' },
          { field: 'span_type', value: 'chat' },
        ],
      },
    ],
    [
      'not (content contains "refund -test")',
      { operator: 'not', conditions: [{ field: 'content', operator: 'contains', value: 'refund -test' }] },
    ],
  ])('%s', (text, filtering) => {
    expect(parseFilterText(text)).toEqual(parseFiltering(filtering, loc))
  })

  it('and is accepted as are the JSON form and its text', () => {
    const filtering = { field: 'span_name', value: 'a' }
    expect(parseFilter('span_name = a', { loc })).toEqual(parseFiltering(filtering, loc))
    expect(parseFilter(JSON.stringify(filtering), { loc })).toEqual(parseFiltering(filtering, loc))
    expect(parseFilter(filtering, { loc })).toEqual(parseFiltering(filtering, loc))
  })
})

describe('an error points at the column', () => {
  it.each<[text: string, column: number, message: string]>([
    ['span_name', 10, 'Expected an operator'],
    ['span_name like', 15, 'Expected a value, but the filter ends here.'],
    ['span_name ~ a', 11, 'Unexpected character "~".'],
    ['span_name = a span_id = b', 15, `Expected 'and', 'or' or the end, but found span_id.`],
    ['span_name = a and', 18, 'Expected a condition, but the filter ends here.'],
    ['(span_name = a', 15, `Expected 'and', 'or' or ')', but the filter ends here.`],
    ['span_name = "a', 13, 'This string has no closing quote'],
    ['colour = red', 1, `Unknown field 'colour'.`],
    ['attributes.n = 9007199254740993', 16, 'A number outside ±(2^53−1) cannot be compared exactly.'],
    ['span_nmae = red', 1, `Unknown field 'span_nmae'. Did you mean 'span_name'?`],
    ['refund = red', 1, `Unknown field 'refund'.`],
    ['refund span_name', 8, `Expected 'and', 'or' or the end, but found span_name.`],
    ['span_name = a and and span_id = b', 19, 'Expected a condition, but found and.'],
    ['span_name = "😀" and colour = red', 21, `Unknown field 'colour'.`],
    ['span_name = a or (span_id = x)', 19, `Unsupported condition value: 'x'`],
    ['child(span_name = a and trace_id > b)', 25, `'trace_id' only supports comparison and list operators.`],
    ['span_type in [chat llm]', 20, `Expected ',' or ']', but found llm.`],
    ['attributes = 5', 1, `'attributes' key is required and thus never null.`],
    ['attributes[x] = 5', 12, 'Expected a key in quotes, but found x.'],
    ['span_name = 5', 1, `Unsupported condition value: '5'`],
  ])('%s', (text, column, message) => {
    let caughtError: unknown
    try {
      parseFilterText(text)
    } catch (error) {
      caughtError = error
    }
    expect(caughtError).toBeInstanceOf(AssayError)
    const { code, detail } = caughtError as AssayError
    expect(code).toBe('filter_invalid')
    expect(detail).toMatch(new RegExp(`\\(column ${column}\\)$`))
    expect(detail).toContain(message)
  })

  it('very deep parentheses are refused before they are parsed', () => {
    expect(() => parseFilterText('('.repeat(100_000))).toThrow(/more than 32 levels/)
    expect(() => parseFilterText('not '.repeat(100_000))).toThrow(/more than 32 levels/)
    expect(() => parseFilterText(`span_name = ${'['.repeat(100_000)}`)).toThrow(/levels/)
  })

  it('a text with too many conditions or list values is not read beyond the limit', () => {
    const conditions = `${'span_name = a or '.repeat(10_001)}~`
    expect(() => parseFilterText(conditions)).toThrow(/more than 10000 groups and conditions.*column 170001/)
    const list = `span_name in [${'a,'.repeat(10_001)}~`
    expect(() => parseFilterText(list)).toThrow(/more than 10000 list values.*column 20015/)
  })

  it('JSON text that is not JSON is a 422', () => {
    expect(() => parseFilter('{oops', { loc })).toThrow(/Input should be JSON/)
  })

  it.each(['9007199254740993', '-9007199254740993', '[1, 12345678901234567890]', '1e999'])(
    'JSON text with the number %s is refused instead of rounded',
    (number) => {
      const text = `{"conditions": [{"field": "attributes", "key": "n", "value": ${number}}]}`
      expect(() => parseFilter(text, { loc })).toThrow(/conditions\.0\.value.*would be rounded/)
    },
  )
})

describe('in the focus trace', () => {
  const inTraces = (text: string) => parseFilterText(text, 'trace')

  it('a text is about the trace, and is printed as typed', () => {
    for (const text of ['span_type = "chat" and user_id = "a"', 'span(span_type = "chat")', '']) {
      expect(printFilter(inTraces(text), 'trace')).toBe(text)
    }
    expect(inTraces('span_type = chat')).toEqual(parseFilterText('trace(span_type = chat)'))
    expect(inTraces('trace(span_type = chat)')).toEqual(parseFilterText('trace(span_type = chat)'))
  })

  it('a tree keeps its meaning: one span must match all of it', () => {
    const tree = {
      conditions: [
        { field: 'span_type', value: 'chat' },
        { field: 'user_id', value: 'a' },
      ],
    }
    const filter = parseFilter(tree, { loc, focus: 'trace' })
    expect(printFilter(filter, 'trace')).toBe('span(span_type = "chat" and user_id = "a")')
  })
})

it('every example of the guide is a filter', () => {
  const guide = readFileSync(new URL('../../../../docs/filters.md', import.meta.url), 'utf8')
  const blocks = [...guide.matchAll(/```(filter|json)\n([\s\S]*?)```/g)]
  const texts = blocks
    .filter(([, kind]) => kind === 'filter')
    .flatMap(([, , body = '']) => body.trim().split('\n'))
  const trees = blocks.filter(([, kind]) => kind === 'json').map(([, , body = '']) => body)
  expect(texts.length).toBeGreaterThan(10)
  expect(trees.length).toBeGreaterThan(2)
  for (const example of [...texts, ...trees]) expect(() => parseFilter(example, { loc })).not.toThrow()
})
