// Which values of an evaluator and of people are held against each other, and how several judgements of a row are one.
import { expect, test } from 'vitest'
import { outputsPath } from '../statistics/metrics.ts'
import type { Value } from '../verdicts/metric-columns.ts'
import { comparedWithPeople, type BothJudged, type Said } from './compared.ts'

type Outputs = Readonly<Record<string, Value>>
const said = (outputs: Outputs): Said =>
  new Map(Object.entries(outputs).map(([name, value]) => [`${outputsPath}.${name}`, value]))
const rows = (
  ...judged: readonly (readonly [evaluator: Outputs, ...people: Outputs[]])[]
): readonly BothJudged[] =>
  judged.map(([evaluator, ...people], i) => ({
    runId: 'run',
    scenarioId: `scenario ${i}`,
    traceId: undefined,
    evaluator: [said(evaluator)],
    people: people.map(said),
  }))

test('numbers of different names are compared by their correlation alone', () => {
  const [metric] = comparedWithPeople(rows([{ score: 0.1 }, { stars: 1 }], [{ score: 0.5 }, { stars: 5 }]))
  expect(metric).toEqual({
    path: 'score',
    peoplePath: 'stars',
    kind: 'number',
    n: 2,
    equal: 0,
    correlation: 1,
    disagreements: [],
    disagreementCount: 0,
  })
})

test('where people gave two verdicts of other names it cannot be known which is meant', () => {
  expect(comparedWithPeople(rows([{ pass: true }, { kind: true, clear: true }]))).toEqual([])
})

test('a text that is never the same twice is no category', () => {
  const told = Array.from({ length: 11 }, (_, i) => [{ why: `a${i}` }, { why: `b${i}` }] as const)
  expect(comparedWithPeople(rows(...told))).toEqual([])
  expect(comparedWithPeople(rows(...told.slice(0, 10)))).toMatchObject([
    { kind: 'category', n: 10, equal: 0 },
  ])
})

test('of several people the most count, a tie is a no, and numbers are their mean', () => {
  const found = comparedWithPeople(
    rows([
      { pass: true, score: 2, tone: 'warm' },
      { pass: true, score: 1, tone: 'cold' },
      { pass: false, score: 4, tone: 'warm' },
      { score: 4, tone: 'warm' },
    ]),
  )
  expect(found.map(({ path, disagreements }) => [path, disagreements[0]?.people])).toEqual([
    ['pass', false],
    ['tone', undefined],
    ['score', 3],
  ])
})
