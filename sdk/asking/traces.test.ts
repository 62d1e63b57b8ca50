import { expect, test } from 'vitest'
import { rootsFilter } from './traces.ts'

test('without a filter, judgments are not listed among what programs did', () => {
  expect(rootsFilter(undefined).text).toBe('parent_id = null and trace_type != annotation')
})

test('a filter is asked of any span of the trace, and stands where its column says', () => {
  const { text, before } = rootsFilter('span_type = chat or a = 1')
  expect(text.slice(before)).toBe('span_type = chat or a = 1)')
})

test('a filter that asks for a type gets it', () => {
  expect(rootsFilter('trace_type = annotation').text).toBe(
    'parent_id = null and any(trace_type = annotation)',
  )
})
