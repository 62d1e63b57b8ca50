import { expect, test } from 'vitest'
import { asSpan } from '../app/spans/span.ts'
import { errorsByTrace } from './errors.ts'

const failed = (trace_id: string, span_id: string, parent_id: string | null, over: object = {}) =>
  asSpan({ trace_id, span_id, parent_id, span_name: span_id, status_message: `${span_id} failed`, ...over })

test('only the span that caused an error is listed, not its ancestors', () => {
  const errors = errorsByTrace([
    failed('t1', 'root', null),
    failed('t1', 'tool', 'root'),
    failed('t1', 'other', 'fine'),
    failed('t2', 'root', null),
  ])
  expect(errors.get('t1')?.map(({ spanId }) => spanId)).toEqual(['tool', 'other'])
  expect(errors.get('t2')?.map(({ message }) => message)).toEqual(['root failed'])
})

test('the class of an exception appears once, and a failure without a message has a text', () => {
  const exception = (over: object) => ({ attributes: { ag: { exception: over } }, status_message: undefined })
  const messageOf = (over: object): string | undefined =>
    errorsByTrace([failed('t', 's', null, over)]).get('t')?.[0]?.message
  expect(messageOf(exception({ type: 'KeyError', message: 'no such order' }))).toBe('KeyError: no such order')
  expect(messageOf(exception({ type: 'KeyError', message: 'KeyError: 17' }))).toBe('KeyError: 17')
  expect(messageOf({ status_message: undefined })).toBe('Failed without a message')
})
