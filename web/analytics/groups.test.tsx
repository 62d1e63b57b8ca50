import { expect, test } from 'vitest'
import { joinConditions, type Group } from '../app/analytics/analytics.ts'
import { groupCondition, restCondition, valueCondition } from './fields.ts'
import { coloursOf, seriesOf, sortedGroups, tableRows, totalsOf } from './groups.ts'

const group = (values: Group['values'], total: number, cost: number): Group => ({
  values,
  total,
  cost,
  errors: 0,
  tokens: 0,
  p50: 5,
  p95: 9,
})
const groups = [group(['small'], 5, 1), group(undefined, 9, 9), group(['large'], 2, 4), group([null], 1, 0)]

test('groups are sorted by the metric, with the rest last', () => {
  expect(sortedGroups(groups, 'cost').map(({ values }) => values)).toEqual([
    ['large'],
    ['small'],
    [null],
    undefined,
  ])
})

test('layers of a stack are drawn up to their sum, and the legend has their own values', () => {
  const sums = (total: number) => ({ total, errors: 0, tokens: 0, cost: 0, p50: 1, p95: 2 })
  const timeline = {
    bounds: { oldest: 0, newest: 1 },
    minutes: 1,
    times: [0, 60],
    groups: [
      { values: undefined, sums: [sums(1), sums(2)] },
      { values: ['large'], sums: [sums(3), undefined] },
    ],
  }
  const colours = coloursOf([group(['large'], 3, 0), group(undefined, 3, 0)], timeline)
  expect(seriesOf(timeline, 'total', colours)).toEqual([
    { name: 'All others', colour: '--group-rest', values: [4, 2], readOut: [1, 2] },
    { name: 'large', colour: '--group-1', values: [3, 0], readOut: [3, null] },
  ])
  expect(seriesOf(timeline, 'p95', colours)[0]).toEqual({
    name: 'large',
    colour: '--group-1',
    values: [2, null],
    shape: 'line',
  })
})

test('the table has a row for each group, its share and the sums of all', () => {
  expect(totalsOf(groups)).toMatchObject({ total: 17, cost: 14 })
  expect(tableRows(['Model'], sortedGroups(groups, 'cost'), 'cost')[1]).toEqual([
    'large',
    2,
    4 / 14,
    0,
    5,
    9,
    0,
    4,
  ])
})

test('a condition finds the spans of a group: own values, or those of the root where a span has none', () => {
  const slug = 'attributes.ag.references.application.slug'
  expect(valueCondition('application', 'chat', undefined)).toBe(`head(${slug} = "chat")`)
  expect(valueCondition('application', 'chat', 'spans')).toBe(
    `(${slug} = "chat" or (${slug} not_exists and root(${slug} = "chat")))`,
  )
  expect(valueCondition('application', null, 'spans')).toBe(
    `${slug} not_exists and not(root(not(${slug} not_exists)))`,
  )
  expect(valueCondition('attributes.a key', 1, 'spans')).toBe('attributes["a key"] = 1')
  expect(groupCondition(['span_name', 'status'], ['a "b"', 'ok'], 'spans')).toBe(
    'span_name = "a \\"b\\"" and not(attributes.ag.metrics.errors.incremental > 0)',
  )
  expect(restCondition(['user'], [['ana'], [null]], undefined)).toBe(
    'not((head(user_id = "ana")) or (head(user_id not_exists)))',
  )
})

test('a field with the name of an inherited member is an attribute', () => {
  expect(valueCondition('constructor', 'x', 'spans')).toBe('constructor = "x"')
})

test('a condition with or is put in parentheses before others are joined to it', () => {
  expect(joinConditions('a = 1 or b = 2', 'c = 3')).toBe('(a = 1 or b = 2) and c = 3')
  expect(joinConditions('', 'c = 3')).toBe('c = 3')
})
