import { expect, test } from 'vitest'
import { schemaErrors } from './json-check.ts'

const schema = {
  type: 'object',
  properties: {
    role: { enum: ['user', 'system'] },
    temperature: { type: 'number', minimum: 0, maximum: 2 },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
    either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['role'],
  additionalProperties: false,
} as const

test.each([
  [{ role: 'user', temperature: 1, tags: ['a'], either: null }, []],
  [{ role: 'user', temperature: 3 }, ['temperature: must be at most 2']],
  [{ role: 'robot' }, ['role: must be one of "user", "system"']],
  [{}, ['role: required']],
  [{ role: 'user', constructor: 1 }, ['constructor: unknown member']],
  [{ role: 'user', tags: ['a', 1] }, ['tags.1: must be a string']],
  [{ role: 'user', either: 1 }, ['either: matches none of the allowed schemas']],
  [[], ['must be an object']],
])('%j: %j', (value, errors) => {
  expect(schemaErrors(value, schema)).toEqual(errors)
})
