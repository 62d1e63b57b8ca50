import { describe, expect, it } from 'vitest'
import type { Json } from '../../kernel/json/value.ts'
import { checkQueryData, readQueryData } from './saved-query.ts'

const loc = ['body', 'query_revision_commit', 'data']

const filtering = { conditions: [{ field: 'trace_type', value: 'invocation' }] }

it('the data is stored as sent, without members that only responses have', () => {
  const data = {
    formatting: { focus: 'span', format: 'agenta' },
    filtering,
    windowing: { limit: 5, oldest: '2026-11-15T00:00:00Z' },
  }
  expect(checkQueryData({ ...data, trace_ids: ['x'], traces: [{}] }, loc)).toEqual(data)
  expect(checkQueryData({ filtering: null }, loc)).toEqual({})
})

it('reads back as focus, filter and windowing', () => {
  const data = checkQueryData({ formatting: { focus: 'span' }, filtering, windowing: { limit: 5 } }, loc)
  expect(readQueryData(data)).toEqual({
    focus: 'span',
    filter: {
      kind: 'group',
      operator: 'and',
      filters: [
        { kind: 'is', subject: { kind: 'field', field: 'trace_type' }, value: 'invocation', negated: false },
      ],
    },
    windowing: { limit: 5, sent: { limit: 5 } },
  })
  expect(readQueryData({})).not.toHaveProperty('windowing')
})

describe('a commit is refused with the errors of a query', () => {
  const fieldError = (type: string, ...at: readonly (string | number)[]): unknown =>
    expect.objectContaining({ type, loc: [...loc, ...at] })

  it.each<[name: string, data: Json, code: string, detail: unknown]>([
    ['not an object', [], 'validation_failed', [fieldError('dict_type')]],
    ['unknown key', { colour: 1 }, 'validation_failed', [fieldError('extra_forbidden', 'colour')]],
    [
      'unknown key of windowing',
      { windowing: { colour: 1 } },
      'validation_failed',
      [fieldError('extra_forbidden', 'windowing', 'colour')],
    ],
    [
      'unknown focus',
      { formatting: { focus: 'x' } },
      'validation_failed',
      [fieldError('enum', 'formatting', 'focus')],
    ],
    [
      'limit',
      { windowing: { limit: -1 } },
      'validation_failed',
      [fieldError('greater_than_equal', 'windowing', 'limit')],
    ],
    ['filter as text', { filtering: 'x' }, 'validation_failed', [fieldError('dict_type', 'filtering')]],
    [
      'several at once',
      { colour: 1, filtering: { conditions: [{ field: 'span_name', operator: '~' }] } },
      'validation_failed',
      [fieldError('extra_forbidden', 'colour'), fieldError('enum', 'filtering', 'conditions', 0, 'operator')],
    ],
    [
      'a condition that cannot be applied',
      { filtering: { conditions: [{ field: 'colour' }] } },
      'filter_invalid',
      `Unknown field 'colour'. (query_revision_commit.data.filtering.conditions[0])`,
    ],
    [
      'next without its bound',
      { windowing: { next: 'f'.repeat(32) } },
      'cursor_unknown',
      'windowing.next needs windowing.newest too.',
    ],
  ])('%s', (_, data, code, detail) => {
    expect(() => checkQueryData(data, loc)).toThrow(expect.objectContaining({ code, detail }))
  })
})
