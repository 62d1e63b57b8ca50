import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AssayError, type FieldError } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/value.ts'
import { emptyFilter } from '../ast.ts'
import { parseFiltering } from './parse.ts'
import { arbitraryFilter } from '../testing/arbitraries.ts'
import { filterToJson } from './to-json.ts'

const loc = ['body', 'filtering']

function failure(filtering: unknown): AssayError {
  try {
    parseFiltering(filtering, loc)
  } catch (error) {
    if (error instanceof AssayError) return error
    throw error
  }
  throw new Error('the filter was accepted')
}

/** The message of a 400 for the only condition of a filter. */
const refusal = (condition: Json): unknown => {
  const error = failure({ conditions: [condition] })
  expect(error.code).toBe('filter_invalid')
  return error.detail
}

const fieldErrors = (filtering: unknown): readonly FieldError[] => {
  const error = failure(filtering)
  expect(error.code).toBe('validation_failed')
  return error.detail as readonly FieldError[]
}

const uuidText = '0DB4076D-6A20-174A-720A-F586DC588C6C'

describe('a condition that cannot be applied is a 400 that names its location', () => {
  const at = '(filtering.conditions[0])'
  it.each<[name: string, condition: Json, message: string]>([
    ['unknown field', { field: 'colour', value: 1 }, `Unknown field 'colour'.`],
    ['inherited member as field', { field: 'toString', value: 1 }, `Unknown field 'toString'.`],
    [
      'operator of another group',
      { field: 'trace_id', operator: 'gt', value: 'x' },
      `'trace_id' only supports comparison and list operators.`,
    ],
    [
      'operator of another group, many groups',
      { field: 'span_name', operator: 'has', value: 'x' },
      `'span_name' only supports comparison, numeric, string, list and existence operators.`,
    ],
    [
      'default operator on a record list',
      { field: 'links', value: [] },
      `'links' only supports list, dictionary and existence operators.`,
    ],
    [
      'content with another operator',
      { field: 'content', value: 'x' },
      `'content' only supports the 'contains' operator.`,
    ],
    [
      'attributes without key',
      { field: 'attributes', value: 1 },
      `'attributes' key is required and thus never null.`,
    ],
    [
      'attributes with an empty key',
      { field: 'attributes', key: '', value: 1 },
      `'attributes' key is required and thus never null.`,
    ],
    [
      'key on a record list',
      { field: 'links', key: 'attributes.key', operator: 'in', value: [] },
      `'links' key is only supported for dict operators.`,
    ],
    [
      'key on a plain field',
      { field: 'span_name', key: 'x', value: 'y' },
      `'span_name' key is not supported.`,
    ],
    [
      'key on content',
      { field: 'content', operator: 'contains', key: 'x', value: 'y' },
      `'content' key is not supported.`,
    ],
    [
      'has with another key',
      { field: 'links', operator: 'has', key: 'trace_id', value: 'x' },
      `'links' key must start with 'attributes.'.`,
    ],
    [
      'has with nothing after the dot',
      { field: 'links', operator: 'has', key: 'attributes.', value: 'x' },
      `'links' key must start with 'attributes.'.`,
    ],
    [
      'has without a value',
      { field: 'links', operator: 'has', key: 'attributes.key' },
      `Unsupported condition value: 'null'`,
    ],
    [
      'record list without a list',
      { field: 'links', operator: 'in', value: { trace_id: uuidText } },
      `'links' value must be one or more (possibly partial) links.`,
    ],
    [
      'record element without usable members',
      { field: 'references', operator: 'in', value: [{ slug: null }] },
      `'references' value must be one or more (possibly partial) references.`,
    ],
    [
      'record element with a member that records do not have',
      { field: 'references', operator: 'in', value: [{ slug: 'a', key: 'application' }] },
      `'references' value must be one or more (possibly partial) references.`,
    ],
    [
      'unreadable id in a link',
      { field: 'links', operator: 'in', value: [{ trace_id: 'abc' }] },
      `Unsupported condition value: 'abc'`,
    ],
    ['word outside an enum', { field: 'span_type', value: 'x' }, `Unsupported condition value: 'x'`],
    ['null for an enum', { field: 'span_type' }, `Unsupported condition value: 'null'`],
    ['null for an id', { field: 'trace_id', value: null }, `Unsupported condition value: 'null'`],
    [
      'null in a list',
      { field: 'span_name', operator: 'in', value: ['a', null] },
      `Unsupported condition value: 'null'`,
    ],
    [
      'null for a numeric operator',
      { field: 'attributes', key: 'a', operator: 'gt' },
      `Unsupported condition value: 'null'`,
    ],
    ['unreadable id', { field: 'span_id', value: 'xyz' }, `Unsupported condition value: 'xyz'`],
    [
      'unreadable time',
      { field: 'start_time', operator: 'gt', value: 'soon' },
      `Unsupported condition value: 'soon'`,
    ],
    [
      'time with a wrong number of digits',
      { field: 'start_time', value: 12345 },
      `Unsupported condition value: '12345'`,
    ],
    ['unreadable uuid', { field: 'created_by_id', value: 'me' }, `Unsupported condition value: 'me'`],
    ['number for a string', { field: 'span_name', value: 5 }, `Unsupported condition value: '5'`],
    [
      'boolean for an ordered comparison',
      { field: 'attributes', key: 'a', operator: 'lt', value: true },
      `Unsupported condition value: 'true'`,
    ],
    [
      'number for a string operator',
      { field: 'attributes', key: 'a', operator: 'contains', value: 5 },
      `Unsupported condition value: '5'`,
    ],
    [
      'btwn with one value',
      { field: 'attributes', key: 'a', operator: 'btwn', value: [1] },
      `'btwn' takes [low, high].`,
    ],
    [
      'btwn with two types',
      { field: 'attributes', key: 'a', operator: 'btwn', value: [1, 'b'] },
      `Unsupported condition value: '[1,"b"]'`,
    ],
    ['in without a list', { field: 'span_name', operator: 'in', value: 'a' }, `'in' takes a list of values.`],
    [
      'empty search text',
      { field: 'content', operator: 'contains', value: ' !! ' },
      `Unsupported condition value: ' !! '`,
    ],
  ])('%s', (_, condition, message) => {
    expect(refusal(condition)).toBe(`${message} ${at}`)
  })

  it('names the first wrong condition by its path through the tree', () => {
    const wrongCondition = { field: 'colour', value: 1 }
    const right = { field: 'span_name', value: 'a' }
    const nestedFilter = {
      operator: 'or',
      conditions: [right, { related: 'child', where: { conditions: [right, wrongCondition] } }],
    }
    expect(failure({ conditions: [nestedFilter, wrongCondition] }).detail).toBe(
      `Unknown field 'colour'. (filtering.conditions[0].conditions[1].where.conditions[1])`,
    )
  })

  it('names the filter itself if the condition is not in a group', () => {
    expect(failure({ field: 'colour' }).detail).toBe(`Unknown field 'colour'. (filtering)`)
  })

  it.each([
    [[]],
    [
      [
        { field: 'span_id', value: 'f'.repeat(16) },
        { field: 'span_id', value: 'f'.repeat(16) },
      ],
    ],
  ])('not takes exactly one condition', (conditions) => {
    expect(failure({ operator: 'not', conditions }).detail).toBe(
      `'not' takes exactly one condition. (filtering)`,
    )
  })
})

describe('the limits of a filter', () => {
  const leaf = { field: 'span_name', value: 'a' }
  const deep = (levels: number): Json => (levels === 0 ? leaf : { conditions: [deep(levels - 1)] })

  it('accepts 32 levels and refuses 33', () => {
    expect(() => parseFiltering(deep(32), loc)).not.toThrow()
    expect(failure(deep(33)).detail).toBe('The filter has more than 32 levels. (filtering)')
  })

  it.each<[string, Json, string]>([
    ['a key of a million parts', { field: 'attributes', key: 'a.'.repeat(1_000_000) }, '4000 characters'],
    ['a key of 101 parts', { field: 'attributes', key: 'a.'.repeat(100) }, '100 parts'],
    [
      'a key of a record',
      { field: 'events', key: `attributes.${'a.'.repeat(100)}`, operator: 'has', value: 1 },
      '100 parts',
    ],
    [
      'a text to look for',
      { field: 'content', operator: 'contains', value: 'word '.repeat(1000) },
      '4000 characters',
    ],
    ['a pattern', { field: 'span_name', operator: 'like', value: '%'.repeat(100_001) }, '100000 characters'],
  ])('refuses %s that is too long', (_, condition, limit) => {
    expect(refusal(condition)).toMatch(new RegExp(`more than ${limit}.*conditions\\[0\\]`))
  })

  it('counts the content of a value', () => {
    const value = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`m${i}`, i]))
    expect(failure({ conditions: [{ field: 'attributes', key: 'a', value }] }).detail).toBe(
      'The filter has more than 1000 conditions. (filtering.conditions[0])',
    )
  })

  it('accepts 1000 conditions and refuses 1001', () => {
    expect(() => parseFiltering({ conditions: Array.from({ length: 1000 }, () => leaf) }, loc)).not.toThrow()
    expect(failure({ conditions: Array.from({ length: 1001 }, () => leaf) }).detail).toBe(
      'The filter has more than 1000 conditions. (filtering.conditions[1000])',
    )
  })

  it.each<[string, Json, string]>([
    [
      'key parts',
      Array.from({ length: 102 }, () => ({ field: 'attributes', key: 'a.'.repeat(98) + 'a', value: 1 })),
      '10000 key parts. (filtering.conditions[101])',
    ],
    [
      'list values',
      [
        { field: 'attributes', key: 'a', operator: 'in', value: Array.from({ length: 10_000 }, (_, i) => i) },
        { field: 'attributes', key: 'a', operator: 'in', value: [1] },
      ],
      '10000 list values. (filtering.conditions[1])',
    ],
    [
      'characters',
      Array.from({ length: 3 }, () => ({ field: 'span_name', value: 'a'.repeat(400_000) })),
      '1000000 characters of values. (filtering.conditions[2])',
    ],
    [
      'search texts',
      Array.from({ length: 26 }, () => ({
        field: 'content',
        operator: 'contains',
        value: 'ab '.repeat(1333),
      })),
      '100000 characters of search texts. (filtering.conditions[25])',
    ],
    [
      'groups',
      Array.from({ length: 10_000 }, () => ({})),
      '10000 groups and conditions. (filtering.conditions[9999])',
    ],
    ['values that are not conditions', Array.from({ length: 20_000 }, () => 1), '10000'],
  ])('are counted for all conditions together: %s', (_, conditions, limit) => {
    const { detail } = failure({ conditions })
    expect(JSON.stringify(detail).slice(0, 200)).toContain(limit)
  })

  it('counts each object of a list as a condition, but not each scalar', () => {
    const slugs = Array.from({ length: 1001 }, (_, i) => ({ slug: `s${i}` }))
    expect(failure({ field: 'references', operator: 'in', value: slugs }).code).toBe('filter_invalid')
    const names = slugs.map(({ slug }) => slug)
    expect(() => parseFiltering({ field: 'span_name', operator: 'in', value: names }, loc)).not.toThrow()
  })
})

describe('a filter of the wrong shape is a 422', () => {
  it.each<[name: string, filtering: Json, type: string, at: readonly (string | number)[]]>([
    ['not an object', 'x', 'dict_type', []],
    ['a list', [], 'dict_type', []],
    ['an element that is not an object', { conditions: [5] }, 'dict_type', ['conditions', 0]],
    ['an element that is neither', { conditions: [{ colour: 1 }] }, 'missing', ['conditions', 0, 'field']],
    [
      'a condition without field',
      { conditions: [{ operator: 'is', value: 1 }] },
      'missing',
      ['conditions', 0, 'field'],
    ],
    ['conditions that are not a list', { conditions: {} }, 'list_type', ['conditions']],
    ['unknown logical operator', { operator: 'xor', conditions: [] }, 'enum', ['operator']],
    [
      'unknown operator',
      { conditions: [{ field: 'a', operator: '~' }] },
      'enum',
      ['conditions', 0, 'operator'],
    ],
    ['field of another type', { field: 5 }, 'string_type', ['field']],
    ['key of another type', { field: 'attributes', key: 5 }, 'string_type', ['key']],
    ['options of another type', { field: 'span_name', value: 'a', options: [] }, 'dict_type', ['options']],
    [
      'an option of another type',
      { field: 'span_name', value: 'a', options: { all: 'maybe' } },
      'bool_type',
      ['options', 'all'],
    ],
    ['unknown relation', { related: 'uncle', where: {} }, 'enum', ['related']],
    ['relation without a filter', { related: 'child' }, 'missing', ['where']],
  ])('%s', (_, filtering, type, at) => {
    expect(fieldErrors(filtering)).toMatchObject([{ type, loc: [...loc, ...at] }])
  })

  it('lists every field error and precedes a 400', () => {
    const errors = fieldErrors({
      conditions: [{ field: 'colour' }, { field: 5 }, { field: 'span_id', operator: '~' }],
    })
    expect(errors.map((fault) => fault.loc)).toEqual([
      [...loc, 'conditions', 1, 'field'],
      [...loc, 'conditions', 2, 'operator'],
    ])
  })
})

describe('values are parsed in every accepted form', () => {
  const value = (condition: Json): unknown => Reflect.get(parseFiltering(condition, loc), 'value')

  it.each(['0db4076d6a20174a720af586dc588c6c', '0x0DB4076D6A20174A720AF586DC588C6C', uuidText])(
    'trace id %s',
    (id) => {
      expect(value({ field: 'trace_id', value: id })).toBe('0db4076d6a20174a720af586dc588c6c')
    },
  )

  it.each(['720af586dc588c6c', '0x720AF586DC588C6C', uuidText])('span id %s', (id) => {
    expect(value({ field: 'span_id', value: id })).toBe('720af586dc588c6c')
  })

  it.each([null, '', '0000000000000000'])('no parent as %s', (id) => {
    expect(value({ field: 'parent_id', value: id })).toBeNull()
  })

  it.each<[Json, bigint]>([
    ['2026-11-19T00:00:00Z', 1_795_046_400_000_000_000n],
    ['2026-11-19 01:00:00.5+01:00', 1_795_046_400_500_000_000n],
    [1_795_046_400, 1_795_046_400_000_000_000n],
    ['1795046400123', 1_795_046_400_123_000_000n],
    ['1795046400123456', 1_795_046_400_123_456_000n],
    ['1795046400123456789', 1_795_046_400_123_456_789n],
  ])('time %s', (timeText, nanoseconds) => {
    expect(value({ field: 'start_time', value: timeText })).toBe(nanoseconds)
  })

  it('a version of a reference as number or string, a hash as its bare id', () => {
    const elements = (field: string, elementInput: Json): unknown =>
      Reflect.get(parseFiltering({ field, operator: 'in', value: elementInput }, loc), 'elements')
    expect(elements('references', [{ version: 3 }, { version: '3', id: null }])).toEqual([
      { version: '3' },
      { version: '3' },
    ])
    expect(elements('hashes', [uuidText])).toEqual([{ id: uuidText.toLowerCase() }])
  })

  it('no filter, null and an empty object restrict nothing', () => {
    for (const filtering of [undefined, null, {}, { conditions: null }])
      expect(parseFiltering(filtering, loc)).toEqual(emptyFilter)
  })
})

it('the JSON form of a tree parses to that tree', () => {
  fc.assert(
    fc.property(arbitraryFilter, (filter) => {
      expect(parseFiltering(JSON.parse(JSON.stringify(filterToJson(filter))), loc)).toEqual(filter)
    }),
  )
})
