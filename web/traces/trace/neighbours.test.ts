import { expect, test } from 'vitest'
import { neighboursIn } from './neighbours.ts'

const rows = [
  ['t1', 'a'],
  ['t2', 'b'],
  ['t2', 'c'],
  ['t3', 'd'],
].map(([trace_id = '', span_id = '']) => ({ trace_id, span_id }))

test('in a list of traces each trace is one step', () => {
  expect(neighboursIn(rows, { traceId: 't2' })).toEqual({
    previous: { traceId: 't1', spanId: undefined },
    next: { traceId: 't3', spanId: undefined },
  })
  expect(neighboursIn(rows, { traceId: 't1' })?.previous).toBeUndefined()
  expect(neighboursIn(rows, { traceId: 'elsewhere' })).toBeUndefined()
})

test('in a list of spans each span is one step', () => {
  expect(neighboursIn(rows, { traceId: 't2', spanId: 'b' })?.next).toEqual({ traceId: 't2', spanId: 'c' })
  expect(neighboursIn(rows, { traceId: 't2', spanId: 'not in the list' })?.previous).toEqual({
    traceId: 't1',
    spanId: 'a',
  })
})
