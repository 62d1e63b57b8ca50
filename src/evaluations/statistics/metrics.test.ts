import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import {
  inferredSpecs,
  metricPath,
  schemaSpecs,
  statisticsOf,
  stepMetrics,
  type StepSpan,
} from './metrics.ts'

describe('metrics of a step', () => {
  const span = (outputs: JsonObject, duration_ms: number, hasSucceeded: boolean): StepSpan => ({
    outputs,
    duration_ms,
    errors: null,
    cost: null,
    tokens: null,
    succeeded: hasSucceeded,
  })
  const schema = {
    properties: {
      score: { type: 'number' },
      n: { type: 'integer' },
      ok: { type: ['boolean', 'null'] },
      tone: { type: 'string', enum: ['a', 'b'] },
      tags: { type: 'array', items: { enum: ['x', 'y'] } },
      why: { type: 'string' },
      raw: { type: 'object' },
      deep: { type: 'object', properties: { in: { type: 'boolean' } } },
    },
  }

  test('a schema decides the types of its leaves', () => {
    const short = schemaSpecs(schema).map(({ path, type }) => [
      path.replace('attributes.ag.data.outputs.', ''),
      type,
    ])
    expect(Object.fromEntries(short)).toEqual({
      score: 'numeric/continuous',
      n: 'numeric/discrete',
      ok: 'binary',
      tone: 'categorical/single',
      tags: 'categorical/multiple',
      why: 'string',
      raw: 'json',
      'deep.in': 'binary',
    })
  })

  test('without a schema the values decide the types', () => {
    const outputs: readonly Json[] = [
      { a: 1, b: true, c: 'x', d: 0.5 },
      { a: 2, b: null, c: 'y', d: 1, e: ['x'] },
    ]
    expect(inferredSpecs(outputs).map(({ type }) => type)).toEqual([
      'numeric/discrete',
      'binary',
      'string',
      'numeric/continuous',
      'categorical/multiple',
    ])
  })

  test('measures always count, outputs only of successful cells', () => {
    const metrics = stepMetrics({
      spans: [span({ ok: true }, 10, true), span({ ok: false }, 30, false)],
      outputs: { schema },
    })
    expect(Object.keys(metrics)).toEqual([
      'attributes.ag.metrics.duration.cumulative',
      'attributes.ag.data.outputs.ok',
    ])
    expect(metrics['attributes.ag.metrics.duration.cumulative']).toMatchObject({ count: 2, mean: 20 })
    expect(metrics['attributes.ag.data.outputs.ok']).toMatchObject({ count: 1, rate: 1 })
  })

  test('outputs of invocations are not counted', () => {
    const spans = [span({ ok: true }, 10, true)]
    expect(Object.keys(stepMetrics({ spans, outputs: undefined }))).toHaveLength(1)
  })

  test('each value of a list has its own frequency, but the list is counted once', () => {
    expect(statisticsOf('categorical/multiple', [['x', 'y'], ['x']])).toEqual({
      type: 'categorical/multiple',
      count: 2,
      freq: [
        { value: 'x', count: 2, density: 0.66667 },
        { value: 'y', count: 1, density: 0.33333 },
      ],
      uniq: ['x', 'y'],
    })
  })

  test('values of another type are skipped', () => {
    expect(statisticsOf('numeric/continuous', ['a', null])).toBeUndefined()
    expect(statisticsOf('string', ['a', 1])).toEqual({ type: 'string', count: 1 })
  })
})

test('metrics are addressed by a short or a full path', () => {
  expect(metricPath('score')).toBe('attributes.ag.data.outputs.score')
  expect(metricPath('attributes.ag.metrics.duration.cumulative')).toBe(
    'attributes.ag.metrics.duration.cumulative',
  )
})
