import { expect, test } from 'vitest'
import { listRequest, rowFields } from './traces.ts'

test('a list of traces requests heads, with the filter unchanged', () => {
  expect(listRequest(undefined)).toEqual({ heads: true })
  expect(listRequest('a = 1) or (b = 2')).toEqual({ heads: true, filter: 'a = 1) or (b = 2' })
})

test('only lists of traces request the state and totals of the trace', () => {
  expect(rowFields()).toContain('trace')
  expect(rowFields('spans')).not.toContain('trace')
})

test('a list of spans requests every span that matches the filter', () => {
  expect(listRequest('span_type = chat', 'spans')).toEqual({ filter: 'span_type = chat' })
  expect(listRequest('', 'spans')).toEqual({})
})
