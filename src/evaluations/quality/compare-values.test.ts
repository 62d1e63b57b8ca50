// Pairing of the values of an evaluator and of people, and merging of several evaluations of a row.
import { expect, test } from 'vitest'
import { outputsPath } from '../statistics/metrics.ts'
import type { Value } from '../verdicts/metric-columns.ts'
import { compareWithPeople, type SharedRow, type OutputValues } from './compare-values.ts'

type Outputs = Readonly<Record<string, Value>>
const values = (outputs: Outputs): OutputValues =>
  new Map(Object.entries(outputs).map(([name, value]) => [`${outputsPath}.${name}`, value]))
const rows = (
  ...evaluations: readonly (readonly [evaluator: Outputs, ...people: Outputs[]])[]
): readonly SharedRow[] =>
  evaluations.map(([evaluator, ...people], i) => ({
    runId: 'run',
    scenarioId: `scenario ${i}`,
    traceId: undefined,
    evaluator: [values(evaluator)],
    people: people.map(values),
  }))

test('numbers of different names are compared by their correlation alone', () => {
  const [metric] = compareWithPeople(rows([{ score: 0.1 }, { stars: 1 }], [{ score: 0.5 }, { stars: 5 }]))
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

test('two verdicts of people with other names are ambiguous and not compared', () => {
  expect(compareWithPeople(rows([{ pass: true }, { kind: true, clear: true }]))).toEqual([])
})

test('a text that never repeats is no category', () => {
  const outputs = Array.from({ length: 11 }, (_, i) => [{ why: `a${i}` }, { why: `b${i}` }] as const)
  expect(compareWithPeople(rows(...outputs))).toEqual([])
  expect(compareWithPeople(rows(...outputs.slice(0, 10)))).toMatchObject([
    { kind: 'category', n: 10, equal: 0 },
  ])
})

test('several people are merged by majority, a tie is false, and numbers by their mean', () => {
  const metrics = compareWithPeople(
    rows([
      { pass: true, score: 2, tone: 'warm' },
      { pass: true, score: 1, tone: 'cold' },
      { pass: false, score: 4, tone: 'warm' },
      { score: 4, tone: 'warm' },
    ]),
  )
  expect(metrics.map(({ path, disagreements }) => [path, disagreements[0]?.people])).toEqual([
    ['pass', false],
    ['tone', undefined],
    ['score', 3],
  ])
})
