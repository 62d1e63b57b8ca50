import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { SourceFile } from '../../files.ts'
import type { ImportItem } from '../../importer.ts'
import { promptfoo } from './promptfoo.ts'

const fileOf = (path: string, text: string, otherFiles: ReadonlyMap<string, string>): SourceFile => {
  const bytes = new TextEncoder().encode(text)
  return {
    path,
    sizeBytes: bytes.length,
    slice: async (start, end) => bytes.slice(start, end).buffer,
    content: async function* () {
      yield bytes
    },
    openRelative: (name) => {
      const other = otherFiles.get(name)
      return other === undefined ? undefined : fileOf(name, other, otherFiles)
    },
  }
}

async function itemsOf(config: string, others: Readonly<Record<string, string>> = {}) {
  const items: ImportItem[] = []
  const file = fileOf('c.yaml', config, new Map(Object.entries(others)))
  for await (const item of promptfoo.read([{ kind: 'file', file }])) items.push(item)
  const rows = items.flatMap((item) => (item.kind === 'row' ? [item.row] : []))
  const evaluators = items.flatMap((item) => (item.kind === 'evaluator' ? [item.evaluator] : []))
  return {
    rows,
    evaluators,
    unmapped: items.flatMap((item) => (item.kind === 'unmapped' ? [item.reason] : [])),
  }
}

test('lists of variables become one row for each combination, and templates are resolved in each', async () => {
  const { rows } = await itemsOf(`
tests:
  - vars: {country: [Peru, Chile], tone: [dry, warm], ask: 'Be {{tone}} about {{ country }}.'}
    assert: [{type: contains, value: 'in {{country}}'}, {type: equals, value: '{{unknown}}'}]
`)
  expect(rows.map(({ data }) => [data['ask'], data['expected_contains'], data['expected_equals']])).toEqual([
    ['Be dry about Peru.', 'in Peru', '{{unknown}}'],
    ['Be warm about Peru.', 'in Peru', '{{unknown}}'],
    ['Be dry about Chile.', 'in Chile', '{{unknown}}'],
    ['Be warm about Chile.', 'in Chile', '{{unknown}}'],
  ])
})

test('two assertions of one type have a column and an evaluator each', async () => {
  const { rows, evaluators } = await itemsOf(
    'description: q\ntests: [{vars: {a: 1}, assert: [{type: contains, value: x}, {type: contains, value: y}]}]\n',
  )
  expect(rows[0]?.data).toEqual({ a: 1, expected_contains: 'x', expected_contains_2: 'y' })
  expect(evaluators.map(({ slug }) => slug)).toEqual(['q-contains', 'q-contains-no2'])
})

test('a CSV file has variables, expected values, descriptions and metadata', async () => {
  const csv = 'country,__expected,__description,__metadata:level\nPeru,icontains: lima,easy,1\nItaly,Rome,,\n'
  const { rows } = await itemsOf('tests: file://t.csv\n', { 't.csv': csv })
  expect(rows).toMatchObject([
    { data: { country: 'Peru', expected_icontains: 'lima' }, tags: { description: 'easy', level: 1 } },
    { data: { country: 'Italy', expected_equals: 'Rome' } },
  ])
})

test('each test of a scenario has each of its configurations', async () => {
  const { rows } = await itemsOf(`
scenarios:
  - config: [{vars: {country: Peru}}, {vars: {country: Egypt}}]
    tests: [{vars: {topic: river}, metadata: {level: 2}}, {vars: {topic: lake}}]
`)
  expect(rows.map(({ data }) => `${String(data['country'])} ${String(data['topic'])}`)).toEqual([
    'Peru river',
    'Peru lake',
    'Egypt river',
    'Egypt lake',
  ])
  expect(rows[0]?.tags).toEqual({ level: 2 })
})

test('weights and metrics of assertions are kept in the meta of the row', async () => {
  const { rows } = await itemsOf(
    'tests: [{vars: {a: 1}, assert: [{type: equals, value: x, weight: 3, metric: exact}]}]\n',
  )
  expect(rows[0]?.meta).toEqual({ import: { assert: [{ type: 'equals', weight: 3, metric: 'exact' }] } })
})

/** Runs the code of an evaluator. */
const verdict = (code: unknown, argument: object): unknown =>
  runInNewContext(`${String(code)}\nevaluate(argument)`, { argument })

test.each([
  ['regex', "'^L'", 'Lima', true],
  ['regex', "'^R'", 'Lima', false],
  ['not-contains', 'Rome', 'Lima', true],
  ['contains-any', '[Rome, im]', 'Lima', true],
  ['contains-all', '[Rome, im]', 'Lima', false],
  ['icontains-any', '[LIMA]', 'Lima', true],
  ['is-json', 'true', '{"a": 1}', true],
  ['is-json', 'true', 'Lima', false],
])('the evaluator of %s with %s judges %s as %s', async (type, value, outputs, expected) => {
  const { rows, evaluators } = await itemsOf(
    `tests: [{vars: {a: 1}, assert: [{type: ${type}, value: ${value}}]}]\n`,
  )
  const parameters = evaluators[0]?.data['parameters'] as Readonly<Record<string, unknown>>
  const correct_answer = rows[0]?.data[String(parameters['correct_answer_key'])]
  expect(verdict(parameters['code'], { inputs: { a: 1 }, outputs, correct_answer })).toBe(expected)
})

test.each([
  ['output.length < 10', 'short', true],
  ['context.vars.country === "Peru" && output.includes("Lima")', 'Lima', true],
  ['|\n          const n = output.length\n          return { pass: n > 3, score: n / 10 }', 'Lima', 0.4],
])('the program %s of a javascript assertion is an evaluator', async (program, outputs, expected) => {
  const value = program.startsWith('|') ? program : JSON.stringify(program)
  const { rows, evaluators } = await itemsOf(
    `tests:\n  - vars: {country: Peru}\n    assert:\n      - type: javascript\n        value: ${value}\n`,
  )
  const parameters = evaluators[0]?.data['parameters'] as Readonly<Record<string, unknown>>
  expect(rows[0]?.data[String(parameters['correct_answer_key'])]).toBe(true)
  expect(verdict(parameters['code'], { inputs: { country: 'Peru' }, outputs, correct_answer: true })).toBe(
    expected,
  )
})
