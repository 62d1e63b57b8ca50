// The parts and metrics of a run.
import { expect, test } from 'vitest'
import {
  barsOf,
  dependentsOf,
  runMetricsOf,
  partOfManifest,
  partsOf,
  visibleInterval,
  valueOf,
  verdictsOf,
  type Metrics,
  type Run,
} from './run-model.ts'

const step = (key: string, type: 'input' | 'invocation' | 'annotation', kind: string, slug: string) => ({
  key,
  type,
  origin: 'auto' as const,
  references: { [kind]: { slug }, [`${kind}_revision`]: { version: '3' } },
})

const run: Pick<Run, 'data'> = {
  data: {
    steps: [
      step('testset-1', 'input', 'testset', 'questions'),
      step('application-1', 'invocation', 'application', 'chat'),
      step('evaluator-1', 'annotation', 'evaluator', 'exact'),
      { key: 'traces', type: 'input', origin: 'custom', references: {} },
    ],
  },
}

test('parts are named by slug and version, or by their key if they refer to no record', () => {
  const { inputs, subjects, evaluators } = partsOf(run)
  expect(inputs.map(({ name, version }) => [name, version])).toEqual([
    ['questions', '3'],
    ['traces', undefined],
  ])
  expect(subjects.map(({ kind, slug }) => [kind, slug])).toEqual([['application', 'chat']])
  expect(evaluators.map(({ name }) => name)).toEqual(['exact'])
})

test('a manifest entry belongs to the part of its step; an unknown entry belongs to none', () => {
  const parts = partsOf(run)
  expect(partOfManifest(parts, 'application-1:application_revision')?.name).toBe('chat')
  expect(partOfManifest(parts, 'application-2:application_revision')).toBeUndefined()
})

test('outputs of evaluators come first, then totals of subjects; other paths are dropped', () => {
  const duration = { type: 'numeric/continuous', count: 2, mean: 900 }
  const metrics: Metrics = {
    'application-1': {
      'attributes.ag.metrics.duration.cumulative': duration,
      'attributes.ag.metrics.unknown.path': duration,
    },
    'evaluator-1': {
      'attributes.ag.data.outputs.success': { type: 'binary', count: 2, rate: 0.5 },
      'attributes.ag.data.outputs.comment': { type: 'string', count: 2 },
      'attributes.ag.metrics.duration.cumulative': duration,
    },
  }
  expect(runMetricsOf(partsOf(run), metrics).map(({ name, unit }) => [name, unit])).toEqual([
    ['success', 'share'],
    ['duration', 'ms'],
  ])
})

test('a step with the name of a member of every object has no metrics', () => {
  const runWithReservedName = { data: { steps: [step('constructor', 'annotation', 'evaluator', 'odd')] } }
  expect(runMetricsOf(partsOf(runWithReservedName), {})).toEqual([])
})

const evaluatorStep = (key: string, slug: string, subject: string) => ({
  ...step(key, 'annotation', 'evaluator', slug),
  inputs: [{ key: subject }],
})

test('each evaluator is listed once, with its main metric of each subject', () => {
  const twoSubjects: Pick<Run, 'data'> = {
    data: {
      steps: [
        step('a', 'invocation', 'application', 'chat'),
        step('b', 'invocation', 'application', 'draft'),
        evaluatorStep('exact-a', 'exact', 'a'),
        evaluatorStep('exact-b', 'exact', 'b'),
        evaluatorStep('length-a', 'length', 'a'),
        evaluatorStep('no-metrics-a', 'no-metrics', 'a'),
      ],
    },
  }
  const numeric = (mean: number) => ({ type: 'numeric/continuous', count: 2, mean })
  const verdict = (rate: number, score: number) => ({
    'attributes.ag.data.outputs.score': numeric(score),
    'attributes.ag.data.outputs.success': { type: 'binary', count: 2, rate },
  })
  const metrics: Metrics = {
    'exact-a': verdict(0.5, 0.7),
    'exact-b': verdict(1, 0.9),
    'length-a': {
      'attributes.ag.data.outputs.characters': numeric(40),
      'attributes.ag.data.outputs.score': numeric(0.25),
    },
  }
  expect(
    verdictsOf(twoSubjects, metrics).map(({ part, numbers }) => [
      part.name,
      numbers.map(({ value }) => value),
    ]),
  ).toEqual([
    ['exact', [0.5, 1]],
    ['length', [0.25]],
    ['no-metrics', []],
  ])
})

test('the value of a boolean metric is the share of true', () => {
  expect(valueOf({ type: 'binary', count: 4, rate: 0.25 })).toBe(0.25)
  expect(valueOf({ type: 'numeric/continuous', count: 4, mean: 7 })).toBe(7)
})

test('the highest bar of a histogram is 1', () => {
  expect(barsOf({ type: 'numeric/continuous', count: 6, hist: [{ count: 2 }, { count: 4 }] })).toEqual([
    0.5, 1,
  ])
})

test('with several subjects an evaluator names its subject, and a subject the evaluators that depend on it', () => {
  const judge = (subject: string) => ({
    ...step(`exact.${subject}`, 'annotation', 'evaluator', 'exact'),
    inputs: [{ key: subject }, { key: '__all_inputs__' }],
  })
  const parts = partsOf({
    data: {
      steps: [
        step('one', 'invocation', 'application', 'chat'),
        step('two', 'invocation', 'application', 'chat'),
        judge('one'),
        judge('two'),
      ],
    },
  })
  expect(parts.evaluators.map(({ subject }) => subject?.key)).toEqual(['one', 'two'])
  expect(dependentsOf(parts, 'two').map(({ key }) => key)).toEqual(['exact.two'])
  expect(dependentsOf(parts, 'exact.two')).toEqual([])
})

test('a mean has an interval from five values on, a share always', () => {
  const ci95 = [-5.85, 6.85] as const
  expect(visibleInterval({ type: 'numeric/continuous', count: 4, ci95 })).toBeUndefined()
  expect(visibleInterval({ type: 'numeric/continuous', count: 5, ci95 })).toBe(ci95)
  expect(visibleInterval({ type: 'binary', count: 2, ci95: [0.1, 0.9] })).toEqual([0.1, 0.9])
})
