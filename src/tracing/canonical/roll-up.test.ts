import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forestOf } from '../tree.ts'
import type { SpanFacts } from './facts.ts'
import { rollUpMetrics } from './roll-up.ts'

const facts = (spanId: string, members: Partial<SpanFacts> = {}): SpanFacts => ({
  spanId,
  startTimeUnixNano: 0n,
  endTimeUnixNano: 0n,
  tokens: {},
  costs: {},
  usageIsInclusive: false,
  sent: {},
  annotates: false,
  ...members,
})
const ms = (n: number) => BigInt(n) * 1_000_000n
const lasting = (from: number, to: number) => ({ startTimeUnixNano: ms(from), endTimeUnixNano: ms(to) })
const of = (spanId: string, ...spans: readonly SpanFacts[]) => rollUpMetrics(spans).spans.get(spanId)
const used = (prompt: number, completion = 0) => ({ prompt, completion, total: prompt + completion })

describe('durations', () => {
  test('own time excludes the time that children cover; overlaps count once', () => {
    const root = facts('r', lasting(0, 2500))
    const children = [lasting(100, 400), lasting(150, 500), lasting(600, 2400), lasting(2450, 9999)].map(
      (times, i) => facts(`c${i}`, { parentId: 'r', ...times }),
    )
    expect(of('r', root, ...children)?.duration).toEqual({ incremental: 250, cumulative: 2500 })
  })

  test('a span of zero length has no duration', () => {
    expect(of('r', facts('r', lasting(5, 5)))?.duration).toEqual({})
    expect(of('r', facts('r', lasting(9, 5)))?.duration).toEqual({})
  })

  test('microseconds are kept, nanoseconds rounded', () => {
    expect(of('r', facts('r', { endTimeUnixNano: 1_234_567n }))?.duration).toEqual({
      incremental: 1.235,
      cumulative: 1.235,
    })
  })
})

describe('the head of a trace', () => {
  const headsIn = (...spans: readonly SpanFacts[]) =>
    [...rollUpMetrics(spans).spans].flatMap(([id, { head = false }]) => (head === false ? [] : [[id, head]]))

  test('is the root, which has the totals of the trace', () => {
    expect(headsIn(facts('a', { parentId: 'r' }), facts('r'))).toEqual([['r', true]])
  })

  test('is the earliest of several roots, with the totals of all roots', () => {
    const spans = [
      facts('late', { ...lasting(10, 90), tokens: used(5), errors: 1 }),
      facts('early', { ...lasting(0, 50), tokens: used(2) }),
      facts('orphan', { parentId: 'gone', ...lasting(1, 2), costs: { total: 0.5 } }),
    ]
    expect(headsIn(...spans)).toEqual([['early', { duration: 50, errors: 1, tokens: 7, cost: 0.5 }]])
    expect(of('late', ...spans)?.head).toBe(false)
  })

  test('is the earliest span while the root is missing; its duration runs from the first start to the last end', () => {
    const spans = [
      facts('b', { parentId: 'r', ...lasting(20, 70), costs: { total: 0.1 } }),
      facts('a', { parentId: 'r', ...lasting(10, 30), costs: { total: 0.2 } }),
    ]
    expect(headsIn(...spans)).toEqual([['a', { duration: 60, cost: 0.3 }]])
    expect(headsIn(...spans, facts('r', lasting(0, 100)))).toEqual([['r', true]])
  })

  test('is exactly one span for any tree', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const span = fc.record(
      { parentId: fc.constantFrom(...ids, 'x'), startTimeUnixNano: fc.bigInt(0n, 3n) },
      { requiredKeys: ['startTimeUnixNano'] },
    )
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 5 }), (memberLists) => {
        const spans = memberLists.map((members, i) => facts(ids[i] ?? '', members))
        const roots = spans.filter(({ parentId }) => parentId === undefined)
        const [head] = (roots.length > 0 ? roots : spans).toSorted((a, b) =>
          a.startTimeUnixNano === b.startTimeUnixNano
            ? a.spanId < b.spanId
              ? -1
              : 1
            : Number(a.startTimeUnixNano - b.startTimeUnixNano),
        )
        expect(headsIn(...spans).map(([id]) => id)).toEqual([head?.spanId])
      }),
    )
  })
})

describe('errors', () => {
  test('are summed over the tree and absent if there are none', () => {
    const spans = [
      facts('r'),
      facts('a', { parentId: 'r', errors: 1 }),
      facts('b', { parentId: 'r', errors: 0 }),
    ]
    expect(of('r', ...spans)?.errors).toEqual({ cumulative: 1 })
    expect(of('a', ...spans)?.errors).toEqual({ incremental: 1, cumulative: 1 })
    expect(of('b', ...spans)?.errors).toEqual({ incremental: 0 })
  })

  test('a failure that the span around a model call repeats counts once', () => {
    const parentFacts = facts('r', { usageIsInclusive: true, errors: 1 })
    const call = facts('c', { parentId: 'r', errors: 1 })
    expect(of('r', parentFacts)?.errors).toEqual({ incremental: 1, cumulative: 1 })
    expect(of('r', parentFacts, call)?.errors).toEqual({ incremental: 1, cumulative: 1 })
    expect(of('r', { ...parentFacts, usageIsInclusive: false }, call)?.errors.cumulative).toBe(2)
  })
})

describe('tokens and costs', () => {
  test('are summed per bucket, with the three main buckets always present', () => {
    const spans = [
      facts('r'),
      facts('a', { parentId: 'r', tokens: { ...used(1200, 300), cache_read: 1000 } }),
      facts('b', { parentId: 'a', tokens: { total: 5 } }),
    ]
    expect(of('r', ...spans)?.tokens).toEqual({
      prompt: 1200,
      completion: 300,
      total: 1505,
      cache_read: 1000,
    })
    expect(of('b', ...spans)?.tokens).toEqual({ prompt: 0, completion: 0, total: 5 })
  })

  test('are absent if every bucket is zero', () => {
    expect(of('r', facts('r', { tokens: used(0) }))?.tokens).toBeUndefined()
  })

  test('are summed without the noise of binary fractions', () => {
    const spans = [
      facts('r', { costs: { total: 0.1 } }),
      facts('a', { parentId: 'r', costs: { total: 0.2 } }),
    ]
    expect(of('r', ...spans)?.costs?.['total']).toBe(0.3)
  })

  test('inclusive usage counts only if no span below states usage', () => {
    const agent = facts('r', { usageIsInclusive: true, tokens: used(10, 5), costs: { total: 9 } })
    expect(of('r', agent)?.tokens).toEqual(used(10, 5))
    const child = facts('a', { parentId: 'r', tokens: used(7, 2) })
    const rolledUp = of('r', agent, facts('m', { parentId: 'r' }), { ...child, parentId: 'm' })
    expect(rolledUp?.tokens).toEqual(used(7, 2))
    expect(rolledUp?.costs).toEqual({ total: 9 })
  })

  test('a cost without sides has only a total, until a span below states a side', () => {
    const root = facts('r', { costs: { total: 0.5 } })
    expect(of('r', root)?.costs).toEqual({ total: 0.5 })
    const child = facts('a', { parentId: 'r', costs: { completion: 0.25, total: 0.25 } })
    expect(of('r', root, child)?.costs).toEqual({ prompt: 0, completion: 0.25, total: 0.75 })
  })

  test('a sent cumulative value stays only if no span below states its own', () => {
    const rootFacts = facts('r', { sent: { tokens: used(99) } })
    expect(of('r', rootFacts)).toMatchObject({ tokens: used(99) })
    const child = facts('a', { parentId: 'r', tokens: used(1) })
    expect(of('r', rootFacts, child)).toMatchObject({ tokens: used(1) })
  })

  test('orphans and other roots are not added to any span', () => {
    const spans = [
      facts('r'),
      facts('o', { parentId: 'gone', tokens: used(1) }),
      facts('s', { tokens: used(1) }),
    ]
    expect(of('r', ...spans)?.tokens).toBeUndefined()
  })

  test('the roots count every token once in total, in any order, with cycles and orphans', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const spansArbitrary = fc.uniqueArray(
      fc.record({
        spanId: id,
        parentId: fc.oneof(id, fc.constant('gone')),
        start: fc.nat({ max: 3 }),
        prompt: fc.nat({ max: 9 }),
      }),
      { selector: ({ spanId }) => spanId },
    )
    fc.assert(
      fc.property(spansArbitrary, fc.nat(), (spans, seed) => {
        const all = spans.map(({ spanId, parentId, start, prompt }) =>
          facts(spanId, { parentId, startTimeUnixNano: BigInt(start), tokens: used(prompt) }),
        )
        const rotatedSpans = [...all.slice(seed % (all.length + 1)), ...all.slice(0, seed % (all.length + 1))]
        const { spans: rolledUp } = rollUpMetrics(all)
        expect(Object.fromEntries(rollUpMetrics(rotatedSpans).spans)).toEqual(Object.fromEntries(rolledUp))
        const rootTokens = forestOf(all).roots.map(
          ({ spanId }) => rolledUp.get(spanId)?.tokens?.['prompt'] ?? 0,
        )
        expect(rootTokens.reduce((a, b) => a + b, 0)).toBe(spans.reduce((n, { prompt }) => n + prompt, 0))
      }),
    )
  })

  test('a chain of 50,000 spans sums to its root', () => {
    const chain = Array.from({ length: 50_000 }, (_, i) =>
      facts(`s${i}`, { ...(i === 0 ? {} : { parentId: `s${i - 1}` }), tokens: used(1) }),
    )
    expect(of('s0', ...chain)?.tokens?.['total']).toBe(50_000)
  })
})

/** A model call of an instrumentation. */
const call = (spanId: string, scope: string, members: Partial<SpanFacts> = {}): SpanFacts =>
  facts(spanId, {
    parentId: 'r',
    ...lasting(100, 900),
    tokens: used(1000, 200),
    costs: { total: 0.5 },
    ...members,
    call: { scope, models: ['gpt-4o'], content: 0, ...members.call },
  })

describe('usage of a span that summarises others', () => {
  const agent = facts('r', { summarises: true, tokens: used(6000), costs: { total: 3 } })

  test('equals that of the model calls below it and adds nothing', () => {
    const step = facts('s', { parentId: 'r' })
    const spans = [
      agent,
      step,
      ...['a', 'b'].map((id) => call(id, 'x', { parentId: 's', tokens: used(3000) })),
    ]
    expect(of('r', ...spans)).toMatchObject({
      tokens: used(6000),
      costs: { total: 1 },
      uncounted: { metrics: ['tokens', 'costs'] },
    })
    expect(of('a', ...spans)).not.toHaveProperty('uncounted')
  })

  test('counts if no model call below states any, separately for tokens and costs', () => {
    const otherFacts = facts('t', { parentId: 'r', tokens: used(5) })
    expect(of('r', agent, otherFacts)?.tokens).toEqual(used(6005))
    expect(of('r', agent, call('a', 'x', { costs: {} }))).toMatchObject({
      tokens: used(1000, 200),
      costs: { total: 3 },
      uncounted: { metrics: ['tokens'] },
    })
  })

  test('is visible if the conventions define it as inclusive', () => {
    const inclusiveAgent = { ...agent, usageIsInclusive: true }
    expect(of('r', inclusiveAgent, call('a', 'x'))?.uncounted).toEqual({
      metrics: ['tokens', 'costs'],
      shown: true,
    })
  })
})

describe('two descriptions of one model call', () => {
  const root = facts('r', lasting(0, 1000))
  const duplicateOf = (spanId: string, ...spans: readonly SpanFacts[]) =>
    of(spanId, ...spans)?.uncounted?.duplicateOf
  const id = (responseId: string) => ({ call: { responseId } as SpanFacts['call'] }) as Partial<SpanFacts>

  test('with the same response id count once, anywhere in the tree; the one with more content counts', () => {
    const rich = call('a', 'x', { call: { responseId: 'i', content: 9 } as never })
    const poor = call('b', 'y', { ...id('i'), ...lasting(400, 950), parentId: 's', errors: 1 })
    const spans = [root, facts('s', { parentId: 'r' }), { ...rich, errors: 1 }, poor]
    expect(of('r', ...spans)).toMatchObject({
      tokens: used(1000, 200),
      costs: { total: 0.5 },
      errors: { cumulative: 1 },
    })
    expect(of('b', ...spans)).toMatchObject({ errors: { incremental: 0 }, uncounted: { duplicateOf: 'a' } })
    expect(of('b', ...spans)).not.toHaveProperty('tokens')
  })

  test.each<[string, Partial<SpanFacts>]>([
    ['side by side', {}],
    ['one inside the other', { parentId: 'a' }],
    ['some levels deeper', { parentId: 's' }],
    ['with a response id on one of them', id('i')],
  ])('count once without ids: %s', (_, members) => {
    const spans = [
      root,
      facts('s', { parentId: 'a' }),
      call('a', 'x'),
      call('b', 'y', { ...members, ...lasting(120, 860) }),
    ]
    expect(duplicateOf('b', ...spans)).toBe('a')
    expect(of('r', ...spans)?.tokens).toEqual(used(1000, 200))
  })

  test.each<[string, Partial<SpanFacts>]>([
    ['of one scope', { call: { scope: 'x' } as never }],
    ['with two ids', { call: { responseId: 'other' } as never }],
    ['of another model', { call: { models: ['gpt-4o-mini'] } as never }],
    ['with other counts', { tokens: used(1000, 201) }],
    ['that start later', lasting(151, 900)],
    ['that end later', lasting(100, 951)],
    ['below another span', { parentId: 's' }],
  ])('are two calls: %s', (_, members) => {
    const spans = [root, facts('s', { parentId: 'r' }), call('a', 'x', id('i')), call('b', 'y', members)]
    expect(duplicateOf('a', ...spans)).toBeUndefined()
    expect(duplicateOf('b', ...spans)).toBeUndefined()
  })

  test('parallel calls are paired, and the ones without a partner count', () => {
    const spans = [root, call('a1', 'x'), ...['b1', 'b2', 'b3'].map((callId) => call(callId, 'y'))]
    expect(of('r', ...spans)?.tokens).toEqual(used(3000, 600))
    expect(of('r', ...spans, call('a2', 'x'))?.tokens).toEqual(used(3000, 600))
  })

  test('a call inside the one that counts adds nothing, even if that one is inclusive', () => {
    const outer = call('a', 'x', { usageIsInclusive: true, call: { content: 9 } as never })
    const spans = [root, outer, call('b', 'y', { parentId: 'a' })]
    expect(of('r', ...spans)?.tokens).toEqual(used(1000, 200))
    expect(of('a', ...spans)?.tokens).toEqual(used(1000, 200))
  })

  test('an error that only the duplicate recorded is not lost', () => {
    const spans = [root, call('a', 'x', { call: { content: 9 } as never }), call('b', 'y', { errors: 1 })]
    expect(of('r', ...spans)?.errors).toEqual({ cumulative: 1 })
  })

  test('fifty thousand equal calls of two scopes at one moment are compared in bounded time', () => {
    const manyCalls = Array.from({ length: 50_000 }, (_, i) => call(`c${i}`, i % 2 === 0 ? 'x' : 'y'))
    expect(of('r', root, ...manyCalls)?.tokens).toEqual(used(25_000_000, 5_000_000))
  })
})

describe('the trace type', () => {
  test.each<[string, readonly SpanFacts[]]>([
    ['invocation', [facts('a')]],
    ['annotation', [facts('a'), facts('b', { parentId: 'a', annotates: true })]],
    ['unknown', [facts('a', { declaredTraceType: 'unknown', annotates: true })]],
    [
      'invocation',
      [
        facts('z', { declaredTraceType: 'annotation', startTimeUnixNano: 5n }),
        facts('y', { declaredTraceType: 'invocation', startTimeUnixNano: 2n }),
        facts('c', { parentId: 'y', declaredTraceType: 'unknown', startTimeUnixNano: 1n }),
      ],
    ],
    [
      'unknown',
      [
        facts('y', { startTimeUnixNano: 0n }),
        facts('b', { parentId: 'y', declaredTraceType: 'annotation', startTimeUnixNano: 2n }),
        facts('c', { parentId: 'y', declaredTraceType: 'unknown', startTimeUnixNano: 1n }),
      ],
    ],
  ])('is %s', (type, spans) => {
    expect(rollUpMetrics(spans).traceType).toBe(type)
    expect(rollUpMetrics([...spans].reverse()).traceType).toBe(type)
  })
})
