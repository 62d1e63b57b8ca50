import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInPrices, costOf, findPrice, type Price } from './price.ts'

const mini: Price = { provider: 'openai', model: 'gpt-4o-mini', input: 0.15, cacheRead: 0.075, output: 0.6 }

describe('prices', () => {
  test.each([
    ['gpt-4o-mini', 'gpt-4o-mini'],
    ['GPT-4o-mini-2024-07-18', 'gpt-4o-mini'],
    ['openai/gpt-4o-mini', 'gpt-4o-mini'],
    ['openrouter/anthropic/claude-3-5-sonnet-20241022', 'claude-3-5-sonnet'],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet'],
    ['claude-3-5-haiku@20241022', 'claude-3-5-haiku'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet'],
    ['claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['models/gemini-2.0-flash-001', 'gemini-2.0-flash'],
    ['gemini-2.5-flash', 'gemini-2.5-flash'],
    ['gpt-4-0613', 'gpt-4-0613'],
  ])('%s is priced as %s', (modelName, listedModel) => {
    expect(findPrice(modelName, undefined, [builtInPrices])).toMatchObject({
      price: { model: listedModel },
      version: builtInPrices.version,
    })
  })

  test.each(['gpt-4-1106-preview', 'my-finetune', '', 'gpt', 'ft:gpt-4o-mini:acme'])(
    '%j has no price',
    (model) => {
      expect(findPrice(model, undefined, [builtInPrices])).toBeUndefined()
    },
  )

  test("a project's own price wins over the built-in one", () => {
    const ownTable = { version: 'ours-3', prices: [{ ...mini, input: 99 }] }
    expect(findPrice('gpt-4o-mini-2024-07-18', undefined, [ownTable, builtInPrices])).toMatchObject({
      version: 'ours-3',
      price: { input: 99 },
    })
  })

  test.each([
    ['ft:gpt-4o-mini:acme::7x', 'ft:gpt-4o-mini:*'],
    ['ft:gpt-4o:acme::7x', 'ft:*'],
    ['eu/house-large-3', 'house-*-3'],
    ['house-small', 'house-small'],
    ['house-small-4', undefined],
    ['house-3', undefined],
  ])(
    'a pattern covers the models that fit, after exact names: %s is priced as %s',
    (modelName, listedModel) => {
      const prices = ['ft:*', 'ft:gpt-4o-mini:*', 'house-*-3', 'house-s*l', 'house-small'].map((model) => ({
        ...mini,
        model,
      }))
      expect(findPrice(modelName, undefined, [{ version: '1', prices }])?.price.model).toBe(listedModel)
    },
  )

  test('a count below zero costs nothing', () => {
    expect(costOf({ prompt: -5, completion: -1, cache_read: -3, reasoning: -2 }, mini).total).toBe(0)
  })

  test('audio is charged at its own price where the built-in table has one', () => {
    const match = findPrice('gpt-4o-audio-preview', 'openai', [builtInPrices])
    const tokens = {
      prompt: 1_000_000,
      prompt_audio: 500_000,
      completion: 100_000,
      completion_audio: 100_000,
    }
    expect(match && costOf(tokens, match.price)).toEqual({ prompt: 21.25, completion: 8, total: 29.25 })
  })

  test('among equal names the provider decides', () => {
    const prices = { version: '1', prices: [mini, { ...mini, provider: 'azure', input: 1 }] }
    expect(findPrice('gpt-4o-mini', 'Azure', [prices])?.price.input).toBe(1)
    expect(findPrice('gpt-4o-mini', 'elsewhere', [prices])?.price.input).toBe(0.15)
  })

  test('cached tokens are charged once, at their own price', () => {
    expect(costOf({ prompt: 1200, completion: 300, cache_read: 1000 }, mini)).toEqual({
      prompt: 0.000105,
      completion: 0.00018,
      total: 0.000285,
    })
  })

  test('cache counts above the prompt count are charged in addition to it', () => {
    expect(costOf({ prompt: 100, cache_read: 1000 }, mini).prompt).toBe(0.00009)
  })

  test('parts without a separate price are charged at the input or output price', () => {
    const flatPrice: Price = { provider: 'p', model: 'm', input: 1, output: 2 }
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(100_000),
        fc.nat(100_000),
        fc.nat(100_000),
        (prompt, completion, a, b) => {
          const read = Math.min(a, prompt)
          const tokens = {
            prompt,
            completion,
            cache_read: read,
            cache_creation: Math.min(b, prompt - read),
            reasoning: b,
          }
          expect(costOf(tokens, flatPrice).total).toBeCloseTo((prompt + 2 * completion) / 1e6, 10)
        },
      ),
    )
  })

  test('audio and reasoning tokens are subtracted from their prompt or completion', () => {
    const price: Price = {
      provider: 'p',
      model: 'm',
      input: 1,
      output: 2,
      audioInput: 10,
      audioOutput: 20,
      reasoning: 4,
    }
    const tokens = { prompt: 100, prompt_audio: 40, completion: 100, completion_audio: 10, reasoning: 50 }
    expect(costOf(tokens, price)).toEqual({ prompt: 0.00046, completion: 0.00048, total: 0.00094 })
  })

  test('every listed model is listed once per provider and has a positive input price', () => {
    const names = builtInPrices.prices.map(({ provider, model }) => `${provider}/${model}`)
    expect(new Set(names).size).toBe(names.length)
    expect(builtInPrices.prices.every(({ input, output }) => input > 0 && output >= 0)).toBe(true)
  })
})
