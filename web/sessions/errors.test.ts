import { expect, test } from 'vitest'
import { asSpan } from '../app/spans/span.ts'
import { errorsByTrace } from './errors.ts'

const failedSpan = (trace_id: string, span_id: string, parent_id: string | null, fields: object = {}) =>
  asSpan({ trace_id, span_id, parent_id, span_name: span_id, status_message: `${span_id} failed`, ...fields })

test('only the span that caused an error is listed, not its ancestors', () => {
  const errors = errorsByTrace([
    failedSpan('t1', 'root', null),
    failedSpan('t1', 'tool', 'root'),
    failedSpan('t1', 'other', 'fine'),
    failedSpan('t2', 'root', null),
  ])
  expect(errors.get('t1')?.map(({ spanId }) => spanId)).toEqual(['tool', 'other'])
  expect(errors.get('t2')?.map(({ message }) => message)).toEqual(['root failed'])
})

test('the class of an exception appears once, and a failure without a message has a text', () => {
  const exception = (fields: object) => ({
    attributes: { ag: { exception: fields } },
    status_message: undefined,
  })
  const messageOf = (fields: object): string | undefined =>
    errorsByTrace([failedSpan('t', 's', null, fields)]).get('t')?.[0]?.message
  expect(messageOf(exception({ type: 'KeyError', message: 'no such order' }))).toBe('KeyError: no such order')
  expect(messageOf(exception({ type: 'KeyError', message: 'KeyError: 17' }))).toBe('KeyError: 17')
  expect(messageOf({ status_message: undefined })).toBe('Failed without a message')
})
