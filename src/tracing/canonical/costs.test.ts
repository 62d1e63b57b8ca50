import { describe, expect, test } from 'vitest'
import { agFor } from './span.fixture.ts'

describe('the canonical form', () => {
  test('a cost sent by the client is never recomputed', () => {
    const usage = { 'gen_ai.request.model': 'gpt-4o-mini', 'gen_ai.usage.input_tokens': 10 }
    expect(agFor({ ...usage, 'gen_ai.usage.cost': 7 })).toMatchObject({
      metrics: { costs: { incremental: { total: 7 }, source: 'client' } },
    })
  })

  test('a known price replaces a cost of 0 from a library; without one the 0 stays', () => {
    const usage = { 'gen_ai.usage.input_tokens': 1_000_000, 'gen_ai.usage.cost': 0 }
    expect(agFor({ ...usage, 'gen_ai.request.model': 'gpt-4o-mini' })).toMatchObject({
      metrics: { costs: { incremental: { total: 0.15 }, source: 'computed' } },
    })
    expect(agFor({ ...usage, 'gen_ai.request.model': 'mine' })).toMatchObject({
      metrics: { costs: { incremental: { total: 0 }, source: 'client' } },
    })
    const { 'gen_ai.usage.cost': _, ...usageWithoutCost } = usage
    const ownAttributes = { 'gen_ai.request.model': 'gpt-4o-mini', 'ag.metrics.costs.incremental.total': 0 }
    expect(agFor({ ...usageWithoutCost, ...ownAttributes })).toMatchObject({
      metrics: { costs: { incremental: { total: 0 }, source: 'client' } },
    })
  })

  test.each([
    ['included, as OpenAI counts', { 'gen_ai.provider.name': 'openai' }, 1200, 1200],
    ['separate, recognised by the numbers', {}, 200, 1200],
    ['separate, recognised by the total', { 'gen_ai.usage.total_tokens': 2500 }, 1200, 2200],
    ['separate, as Bedrock counts', { 'gen_ai.system': 'aws.bedrock' }, 1200, 2200],
    [
      'separate, as Anthropic counts, reported by OpenLIT',
      { 'gen_ai.system': 'anthropic', 'telemetry.sdk.name': 'openlit', 'gen_ai.usage.total_tokens': 1500 },
      1200,
      2200,
    ],
    ['included, as LiteLLM counts for Bedrock', { 'gen_ai.system': 'bedrock' }, 1200, 1200],
  ] as const)('cached tokens %s', (_, attributes, sentTokens, prompt) => {
    const usage = {
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.usage.input_tokens': sentTokens,
      'gen_ai.usage.output_tokens': 300,
      'gen_ai.usage.cache_read.input_tokens': 1000,
    }
    const freshTokens = prompt - 1000
    expect(agFor({ ...usage, ...attributes })).toMatchObject({
      metrics: {
        tokens: { incremental: { prompt, total: prompt + 300, cache_read: 1000 } },
        costs: {
          incremental: { prompt: Number(((freshTokens * 0.15 + 1000 * 0.075) / 1e6).toPrecision(12)) },
        },
      },
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

  test('a cost that this server computed earlier is recomputed, or retained if that is impossible', () => {
    const formerCosts = {
      'ag.metrics.costs': {
        incremental: { total: 9 },
        source: 'computed',
        price: { model: 'm', version: '1' },
      },
    }
    expect(agFor(formerCosts)).toMatchObject({
      metrics: {
        costs: { incremental: { total: 9 }, source: 'computed', price: { model: 'm', version: '1' } },
      },
    })
    const attributes = {
      ...formerCosts,
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.usage.input_tokens': 1_000_000,
    }
    expect(agFor(attributes)).toMatchObject({ metrics: { costs: { incremental: { total: 0.15 } } } })
  })
})
