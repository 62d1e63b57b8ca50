import { expect, test } from 'vitest'
import { listRequest, rowFields } from './traces.ts'

test('a list of traces asks for heads, with the filter as it was typed', () => {
  expect(listRequest(undefined)).toEqual({ heads: true })
  expect(listRequest('a = 1) or (b = 2')).toEqual({ heads: true, filter: 'a = 1) or (b = 2' })
})

test('the state and the totals of the trace are asked for in lists of traces alone', () => {
  expect(rowFields()).toContain('trace')
  expect(rowFields('spans')).not.toContain('trace')
})

test('a list of spans asks for all that satisfy the filter', () => {
  expect(listRequest('span_type = chat', 'spans')).toEqual({ filter: 'span_type = chat' })
  expect(listRequest('', 'spans')).toEqual({})
})
