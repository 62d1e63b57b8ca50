import { describe, expect, test } from 'vitest'
import { compileOwnSchema, schemaErrors } from './schema.ts'
import type { Json } from './value.ts'

const draft7 = 'http://json-schema.org/draft-07/schema#'

describe('a JSON Schema', () => {
  test.each<[string, Json]>([
    ['empty', {}],
    ['a boolean', true],
    ['with keywords of others', { 'x-ag-type-ref': 'messages', type: 'array' }],
    ['with prefixItems of 2020-12', { prefixItems: [{ type: 'string' }] }],
    ['of draft 7', { $schema: draft7, items: [{ type: 'string' }] }],
    ['of draft 6', { $schema: 'http://json-schema.org/draft-06/schema#', exclusiveMinimum: 1 }],
    ['of 2019-09', { $schema: 'https://json-schema.org/draft/2019-09/schema', $recursiveRef: '#' }],
    ['with an older spelling of a pattern', { pattern: '[a\\-z]' }],
  ])('%s is valid', (_, schema) => {
    expect(schemaErrors(schema)).toEqual([])
  })

  test.each<[string, Json, string]>([
    ['an unknown type', { type: 'text' }, '/type'],
    ['a nested error', { properties: { a: { items: { minimum: 'x' } } } }, '/properties/a/items/minimum'],
    [
      'a pattern that is no regular expression',
      { properties: { a: { pattern: '(' } } },
      '/properties/a/pattern',
    ],
    ['a list', [], ''],
    ['a string', 'object', ''],
    ['an unknown dialect', { $schema: 'https://example.com/schema' }, '/$schema'],
    ['a dialect that is no string', { $schema: 7 }, '/$schema'],
    ['a dialect named like an inherited member', { $schema: 'constructor' }, '/$schema'],
    ['a list of items in 2020-12', { items: [{ type: 'string' }] }, '/items'],
  ])('%s is invalid, and the error has its path', (_, schema, path) => {
    expect(schemaErrors(schema).map((error) => error.path)).toEqual([path])
  })
})

test('a compiled schema reports every error of a value', () => {
  const check = compileOwnSchema({
    type: 'object',
    properties: { n: { type: 'number', minimum: 0 }, pattern: { type: 'string', format: 'regex' } },
    required: ['n'],
  })
  expect(check({ n: 1, pattern: 'a+' })).toEqual([])
  expect(check({ n: -1, pattern: '(' }).map((error) => error.instancePath)).toEqual(['/n', '/pattern'])
  expect(check({}).map((error) => error.keyword)).toEqual(['required'])
})
