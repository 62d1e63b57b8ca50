import { expect, test } from 'vitest'
import { serverErrors, settingErrors } from './setting-errors.ts'

test('a required setting that is missing, empty or an empty list has an error', () => {
  const schema = { properties: { a: {}, b: {}, c: {}, d: {} }, required: ['a', 'b', 'c', 'd'] }
  expect(Object.keys(settingErrors(schema, { b: '', c: [], d: false }))).toEqual(['a', 'b', 'c'])
})

test('an error of the server belongs to the setting that its path names', () => {
  expect(
    serverErrors([
      { loc: ['body', 'evaluator', 'data', 'parameters', 'substrings'], msg: 'must be a list' },
      { loc: ['body', 'evaluator', 'slug'], msg: 'is taken' },
    ]),
  ).toEqual({ substrings: 'must be a list' })
})
