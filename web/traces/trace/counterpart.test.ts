import { expect, test } from 'vitest'
import { counterpart } from './counterpart.ts'
import { outlineOf } from './build-outline.ts'
import type { OutlineSpan } from './outline.ts'

const span = (id: string, name: string, parentId?: string): OutlineSpan => ({
  id,
  parentId,
  name,
  type: 'task',
  startMs: Number(id.replace(/\D/g, '')),
  endMs: 100,
  hasFailed: false,
  errors: 0,
  tokens: undefined,
  cost: undefined,
  model: undefined,
})

const outline = outlineOf([
  span('a1', 'agent'),
  span('a2', 'chat', 'a1'),
  span('a3', 'tool', 'a1'),
  span('a4', 'chat', 'a1'),
])
const other = outlineOf([
  span('b1', 'agent'),
  span('b2', 'tool', 'b1'),
  span('b3', 'chat', 'b1'),
  span('b4', 'chat', 'b1'),
])

test('a span matches the span with the same name and position', () => {
  expect(['a1', 'a2', 'a3', 'a4'].map((id) => counterpart(outline, other, id))).toEqual([
    'b1',
    'b3',
    'b2',
    'b4',
  ])
})

test('roots match whatever their names; a span may have no match', () => {
  const renamedOutline = outlineOf([span('c1', 'assistant'), span('c2', 'chat', 'c1')])
  expect(counterpart(outline, renamedOutline, 'a1')).toBe('c1')
  expect([
    counterpart(outline, renamedOutline, 'a4'),
    counterpart(outline, renamedOutline, 'nobody'),
  ]).toEqual([undefined, undefined])
})
