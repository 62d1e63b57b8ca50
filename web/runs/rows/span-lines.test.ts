import { expect, test } from 'vitest'
import { spanLines } from './span-lines.ts'

const span = (span_id: string, parent_id: string | null, start_time: string) => ({
  span_id,
  parent_id,
  start_time,
})
const indentedIds = (spans: Parameters<typeof spanLines>[0]) =>
  spanLines(spans).map(({ span: { span_id }, depth }) => `${' '.repeat(depth)}${span_id}`)

test('children are below their parents, earlier ones first', () => {
  expect(
    indentedIds([span('b', 'a', '3'), span('c', 'a', '2'), span('d', 'c', '4'), span('a', null, '1')]),
  ).toEqual(['a', ' c', '  d', ' b'])
})

test('a span without its parent is at the top, and each span of a cycle is listed once', () => {
  expect(
    indentedIds([span('x', 'gone', '2'), span('p', 'q', '3'), span('q', 'p', '4'), span('a', null, '1')]),
  ).toEqual(['a', 'x', 'p', 'q'])
})
