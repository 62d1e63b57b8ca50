import { expect, test } from 'vitest'
import { columnChoices } from './column-choices.ts'

const input = {
  fixedColumns: [
    { id: 'name', name: 'Name' },
    { id: 'model', name: 'Model' },
  ],
  visibleColumns: [{ id: 'name' }],
  searchText: '',
  evaluators: [{ slug: 'helpful', schema: { properties: { score: {}, label: {} } } }],
  annotations: [{ evaluator: 'seen', outputs: { ok: true }, origin: 'human', links: [] }],
  attributes: ['ag.meta.request.model', 'service.name'],
} as const

const idsFor = (searchText: string, fields: object = {}): readonly string[] =>
  columnChoices({ ...input, ...fields, searchText }).flatMap(({ choices }) => choices.map(({ id }) => id))

test('fields, scores and attributes can be added, except visible columns', () => {
  expect(idsFor('')).toEqual([
    'model',
    'annotation.helpful.label',
    'annotation.helpful.score',
    'annotation.seen.ok',
    'attributes.ag.meta.request.model',
    'attributes.service.name',
  ])
})

test('typing narrows by every word, in names and ids', () => {
  expect(idsFor('model')).toEqual(['model', 'attributes.ag.meta.request.model'])
  expect(idsFor('helpful SCORE')).toEqual(['annotation.helpful.score'])
})

test('a typed path can be added even if no known span has it', () => {
  expect(idsFor('attributes.my.own')).toEqual(['attributes.my.own'])
  expect(idsFor('my.')).toEqual([])
})
