import { describe, expect, test } from 'vitest'
import { agFor } from './span.fixture.ts'

describe('the canonical form', () => {
  test('a cost sent by the client is never recomputed', () => {
    const usage = { 'gen_ai.request.model': 'gpt-4o-mini', 'gen_ai.usage.input_tokens': 10 }
    expect(agFor({ ...usage, 'gen_ai.usage.cost': 7 })).toMatchObject({
      metrics: { costs: { incremental: { total: 7 }, source: 'client' } },
    })
  })

  test.each([
    ['a tool', { 'ag.type.span': 'tool' }],
    ['an unknown model', { 'gen_ai.request.model': 'nobody-knows' }],
  ])('%s gets no computed cost', (_, attributes) => {
    const usage = { 'gen_ai.request.model': 'gpt-4o-mini', 'gen_ai.usage.input_tokens': 10 }
    expect(agFor({ ...usage, ...attributes })).toMatchObject({ metrics: { costs: {} } })
    expect(JSON.stringify(agFor({ ...usage, ...attributes }))).not.toContain('computed')
  })

  test('a cost this server computed before is computed anew, or kept where it cannot be', () => {
    const former = {
      'ag.metrics.costs': {
        incremental: { total: 9 },
        source: 'computed',
        price: { model: 'm', version: '1' },
      },
    }
    expect(agFor(former)).toMatchObject({
      metrics: {
        costs: { incremental: { total: 9 }, source: 'computed', price: { model: 'm', version: '1' } },
      },
    })
    const priced = {
      ...former,
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.usage.input_tokens': 1_000_000,
    }
    expect(agFor(priced)).toMatchObject({ metrics: { costs: { incremental: { total: 0.15 } } } })
  })
})
