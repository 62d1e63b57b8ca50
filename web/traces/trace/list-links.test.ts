import { expect, test } from 'vitest'
import { conditionFor, fieldOfAttribute, listWith, listWithColumn } from './list-links.ts'

test('a condition names any attribute with its unchanged value', () => {
  expect(conditionFor(fieldOfAttribute('gen_ai.request.model'), 'gpt-4o')).toBe(
    'attributes.gen_ai.request.model = "gpt-4o"',
  )
  expect(conditionFor(fieldOfAttribute(String.raw`labels.a\.b`), 'say "hi"\n')).toBe(
    String.raw`attributes["labels.a\\.b"] = "say \"hi\"\n"`,
  )
  expect(fieldOfAttribute('messages.0.role')).toBe('attributes["messages.0.role"]')
  expect([conditionFor('x', 'true'), conditionFor('x', true), conditionFor('x', 5)]).toEqual([
    'x = "true"',
    'x = true',
    'x = 5',
  ])
  expect([{}, [], null, 'a'.repeat(501)].map((value) => conditionFor('x', value))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('the list keeps its time range and columns; a column is added once, before the time', () => {
  const view = { range: '7d', filter: 'a = 1', columns: 'name,time' }
  expect(listWith(view, 'b = 2')).toEqual({ range: '7d', filter: 'b = 2', columns: 'name,time' })
  const once = listWithColumn(view, 'odd,key~1')
  expect(once).toEqual({ ...view, columns: 'name,attributes.odd%2Ckey%7E1,time' })
  expect(listWithColumn(once, 'odd,key~1')).toEqual(once)
})
