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
  [{ role: 'user', temperature: 3 }, ['temperature: at most 2']],
  [{ role: 'robot' }, ['role: one of "user", "system"']],
  [{}, ['role: this is needed']],
  [{ role: 'user', constructor: 1 }, ['constructor: there is no such setting']],
  [{ role: 'user', tags: ['a', 1] }, ['tags.1: this should be a string']],
  [{ role: 'user', either: 1 }, ['either: this has none of the allowed forms']],
  [[], ['this should be an object']],
])('%j: %j', (value, faults) => {
  expect(schemaErrors(value, schema)).toEqual(faults)
})
