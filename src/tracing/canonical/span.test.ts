import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueText, type ValueObject } from '../value.ts'
import { anyAttributes } from './attributes.fixture.ts'
import { spanRecord } from './record.ts'
import { agFor, aloneInTrace, agOf, options, otlpSpan } from './span.fixture.ts'
import { canonicalSpan } from './span.ts'

const marked = (value: unknown) => `@ag.type=json:${JSON.stringify(value)}`

describe('the canonical form', () => {
  test('of a gen_ai chat span with a native and an unknown attribute', () => {
    const ag = agFor({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-4o-mini',
      'gen_ai.usage.input_tokens': 1200,
      'gen_ai.usage.output_tokens': 300,
      'gen_ai.usage.cache_read.input_tokens': 1000,
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]',
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"find","arguments":{"n":17}}],"finish_reason":"tool_call"}]',
      'ag.session.id': 's1',
      'ag.color': 'green',
    })
    const usage = { prompt: 1200, completion: 300, total: 1500, cache_read: 1000 }
    const costs = { prompt: 0.000105, completion: 0.00018, total: 0.000285 }
    expect(ag).toEqual({
      type: { trace: 'invocation', span: 'chat' },
      data: {
        inputs: { prompt: [{ role: 'user', content: 'Hi' }] },
        outputs: {
          completion: [
            {
              role: 'assistant',
              content: '',
              tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: { n: 17 } } }],
              finish_reason: 'tool_call',
            },
          ],
        },
      },
      metrics: {
        duration: { incremental: 812.4, cumulative: 812.4 },
        errors: {},
        tokens: { incremental: usage, cumulative: usage },
        costs: {
          incremental: costs,
          cumulative: costs,
          source: 'computed',
          price: { model: 'gpt-4o-mini', version: '2026-11-01' },
        },
      },
      meta: { request: { model: 'gpt-4o-mini' } },
      session: { id: 's1' },
      unsupported: { color: 'green' },
    })
  })

  test('of a bare span has type, data and the four metrics', () => {
    expect(agFor({}, { endTimeUnixNano: 0n })).toEqual({
      type: { trace: 'invocation', span: 'task' },
      data: {},
      metrics: { duration: {}, errors: {}, tokens: {}, costs: {} },
    })
  })

  test('maps the older SDK spelling to the canonical names', () => {
    const ag = agFor({
      'ag.type.node': 'Chat',
      'ag.type.tree': 'annotation',
      'ag.data.inputs': marked({ question: 'where?', order: 17 }),
      'ag.data.outputs': marked({ __default__: 'here' }),
      'ag.data.internals': '@ag.type=none:',
      'ag.meta.configuration': marked({ model: 'gpt-4o-mini' }),
      'ag.metrics.unit.tokens.prompt': 10,
      'ag.metrics.unit.tokens.cached': 4,
      'ag.metrics.unit.costs.total': 0.5,
      'ag.metrics.acc.duration.total': 9,
      'ag.refs.application.slug': 'support',
      'ag.refs.variant.id': 'v1',
      'ag.refs.variant.version': 3,
      'ag.refs.environment.slug': 'production',
      'ag.refs.environment.version': '7',
    })
    expect(ag).toMatchObject({
      type: { trace: 'annotation', span: 'chat' },
      data: {
        inputs: { question: 'where?', order: 17 },
        outputs: 'here',
        internals: null,
        parameters: { model: 'gpt-4o-mini' },
      },
      metrics: {
        tokens: { incremental: { prompt: 10, cache_read: 4, total: 10 } },
        costs: { incremental: { total: 0.5 }, source: 'client' },
      },
      references: {
        application: { slug: 'support' },
        application_variant: { id: 'v1' },
        application_revision: { version: '3' },
        environment: { slug: 'production' },
        environment_revision: { version: '7' },
      },
      unsupported: { metrics: { acc: { duration: { total: 9 } } } },
    })
  })

  test('prefers a canonical spelling to the older one if both are sent', () => {
    const ag = agFor({
      'ag.references.application.slug': 'new',
      'ag.refs.application.slug': 'old',
      'ag.metrics.tokens.incremental.prompt': 2,
      'ag.metrics.unit.tokens.prompt': 1,
    })
    expect(ag).toMatchObject({
      references: { application: { slug: 'new' } },
      metrics: { tokens: { incremental: { prompt: 2 } } },
    })
  })

  test('renames inside a marked object as well', () => {
    const ag = agFor({ 'ag.refs': marked({ variant: { id: 'v1', version: 3 }, application: { slug: 'a' } }) })
    expect(ag['references']).toEqual({
      application: { slug: 'a' },
      application_variant: { id: 'v1' },
      application_revision: { version: '3' },
    })
  })

  test('prefers native attributes to adapters, per path', () => {
    const ag = agFor({
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': 5,
      'gen_ai.usage.output_tokens': 6,
      'gen_ai.input.messages': '[{"role":"user","content":"foreign"}]',
      'ag.data.inputs': marked({ question: 'own' }),
      'ag.metrics.tokens.incremental.prompt': 50,
      'ag.type.span': 'agent',
    })
    expect(ag).toMatchObject({
      type: { span: 'agent' },
      metrics: { tokens: { incremental: { prompt: 50, completion: 6, total: 56 } } },
    })
    expect(ag['data']).toEqual({ inputs: { question: 'own' } })
  })

  test('decodes a marked text, even if its value is null', () => {
    expect(
      agFor({ 'ag.data.outputs': '@ag.type=json:null', 'ag.meta.x': '@ag.type=json:null' }),
    ).toMatchObject({
      data: { outputs: null },
      meta: { x: null },
    })
  })

  test('ignores counts that overflow a number', () => {
    const ag = agFor({ 'ag.metrics.tokens.incremental': '@ag.type=json:{"prompt":1e400,"completion":2}' })
    expect(ag).toMatchObject({ metrics: { tokens: { incremental: { completion: 2, total: 2 } } } })
  })

  test('reads keys below an ag that is not an object', () => {
    expect(agFor({ ag: 'x', 'ag.session.id': 's', 'ag.refs.application.slug': 'a' })).toMatchObject({
      session: { id: 's' },
      references: { application: { slug: 'a' } },
      unsupported: { _invalid: 'x' },
    })
  })

  test("falls back to the adapter's type if the native type is invalid", () => {
    expect(agFor({ 'gen_ai.operation.name': 'chat', 'ag.type.span': 'banana' })).toMatchObject({
      type: { span: 'chat' },
      unsupported: { type: { span: 'banana' } },
    })
  })

  test.each<[string, ValueObject, unknown]>([
    ['an unknown member', { 'ag.foo': 1 }, { foo: 1 }],
    ['ag that is not an object', { ag: 'x' }, { _invalid: 'x' }],
    ['inputs that are not JSON', { 'ag.data.inputs': '{bad' }, { data: { inputs: '{bad' } }],
    ['inputs that are a JSON list', { 'ag.data.inputs': '[1]' }, { data: { inputs: '[1]' } }],
    ['another member of data', { 'ag.data.files': ['a'] }, { data: { files: ['a'] } }],
    ['data that is not an object', { 'ag.data': 5 }, { data: 5 }],
    [
      'a token count that is not a number',
      { 'ag.metrics.tokens.incremental.prompt': 'a' },
      { metrics: { tokens: { incremental: { prompt: 'a' } } } },
    ],
    ['an unknown metric', { 'ag.metrics.speed': 1 }, { metrics: { speed: 1 } }],
    ['metrics that are not an object', { 'ag.metrics': 1 }, { metrics: 1 }],
    ['tokens that are not an object', { 'ag.metrics.tokens': 1 }, { metrics: { tokens: 1 } }],
    ['a tag that is not a label', { 'ag.tags.list': [1] }, { tags: { list: [1] } }],
    ['a nested flag that is not a label', { 'ag.flags': { a: { b: null } } }, { flags: { a: { b: null } } }],
    ['meta that is not an object', { 'ag.meta': [1] }, { meta: [1] }],
    [
      'an identity that is not a text',
      { 'ag.session.id': 5, 'ag.user.name': 'x' },
      { session: { id: 5 }, user: { name: 'x' } },
    ],
    [
      'a type word that does not exist',
      { 'ag.type.trace': 'x', 'ag.type.other': 1 },
      { type: { trace: 'x', other: 1 } },
    ],
    [
      'a reference under an unknown key',
      { 'ag.references.robot.id': 'r' },
      { references: { robot: { id: 'r' } } },
    ],
    [
      'members of a reference with a wrong type',
      { 'ag.references.query.id': 5, 'ag.references.query.slug': 'a b' },
      { references: { query: { id: 5, slug: 'a b' } } },
    ],
    ['a reference that is not an object', { 'ag.references.query': 'q' }, { references: { query: 'q' } }],
    ["the client's own unsupported", { 'ag.unsupported.x': 1, 'ag.y': 2 }, { x: 1, y: 2 }],
    [
      'a session beside a plain value of the same name',
      { 'ag.session': 'x', 'ag.session.id': 'y' },
      { session: 'x', 'session.id': 'y' },
    ],
  ])('sets aside %s', (_, attributes, expected) => {
    expect(agFor(attributes)['unsupported']).toEqual(expected)
  })

  test('a member of a wrong type does not affect its neighbours', () => {
    const ag = agFor({
      'ag.metrics.tokens.incremental.prompt': 'a',
      'ag.metrics.tokens.incremental.completion': '12',
      'ag.tags.ok': true,
      'ag.tags.bad': null,
      'ag.references.query.id': 5,
      'ag.references.query.slug': 'good',
    })
    expect(ag).toMatchObject({
      metrics: { tokens: { incremental: { completion: 12, total: 12 } } },
      tags: { ok: true },
      references: { query: { slug: 'good' } },
    })
  })

  test('the canonical type word wins and a different older one is set aside', () => {
    expect(agFor({ 'ag.type.span': 'tool', 'ag.type.node': 'chat' })).toMatchObject({
      type: { span: 'tool' },
      unsupported: { type: { node: 'chat' } },
    })
  })

  test('enum numbers that do not exist are set aside', () => {
    const span = aloneInTrace(otlpSpan({ kind: 9, statusCode: 'STATUS_CODE_MAYBE' }))
    expect(span).toMatchObject({ spanKind: 'SPAN_KIND_UNSPECIFIED', statusCode: 'STATUS_CODE_UNSET' })
    expect(agOf(span)['unsupported']).toEqual({ span: { span_kind: 9, status_code: 'STATUS_CODE_MAYBE' } })
  })

  test('the exception is that of the last exception event', () => {
    const event = (message: string) => ({
      name: 'exception',
      timeUnixNano: 1n,
      attributes: { 'exception.message': message },
    })
    const ag = agFor({}, { events: [event('a'), event('b')] })
    expect(ag['exception']).toEqual({ message: 'b' })
    expect(ag).toMatchObject({ metrics: { errors: { incremental: 2, cumulative: 2 } } })
  })

  test('only roots have identifiers', () => {
    const attributes = { 'ag.session.id': 's', 'ag.user.id': 'u', 'ag.agent.id': 'a' }
    const root = aloneInTrace(otlpSpan({ attributes }))
    expect(root.identities).toEqual({ session: 's', user: 'u', agent: 'a' })
    const child = aloneInTrace(otlpSpan({ attributes, parentSpanId: '1111111111111111' }))
    expect(child.identities).toBeUndefined()
    expect(agOf(child)).toMatchObject({ session: { id: 's' } })
  })

  test('a missing time is replaced by the other one, or by the time of receipt', () => {
    const { startTimeUnixNano } = aloneInTrace(otlpSpan({ startTimeUnixNano: 0n }))
    expect(startTimeUnixNano).toBe(1_795_000_000_812_400_000n)
    const timelessSpan = aloneInTrace(otlpSpan({ startTimeUnixNano: 0n, endTimeUnixNano: 0n }))
    expect(timelessSpan.endTimeUnixNano).toBe(options.receivedAtUnixNano)
  })

  test('resource, scope and counts of dropped items are under otel, beside the attributes as sent', () => {
    const span = aloneInTrace(
      otlpSpan({
        attributes: { 'http.method': 'GET', big: 9007199254740993n },
        resource: { attributes: { 'service.name': 'api' } },
        scope: { name: 'lib', version: '1', attributes: { 'a.b': 1 } },
        droppedEventsCount: 2,
      }),
    )
    const { ag, ...otherAttributes } = span.attributes
    expect(ag).toBeDefined()
    expect(otherAttributes).toEqual({
      http: { method: 'GET' },
      big: 9007199254740993n,
      otel: {
        resource: { service: { name: 'api' } },
        scope: { name: 'lib', version: '1', attributes: { a: { b: 1 } } },
        dropped_events_count: 2,
      },
    })
  })

  test.each([
    ['ab', ''],
    // The ids of a link to no span.
    ['0'.repeat(32), '0'.repeat(16)],
  ])('links with ill-formed ids (%j, %j) are set aside and do not make an annotation', (traceId, spanId) => {
    const span = aloneInTrace(otlpSpan({ links: [{ traceId, spanId, attributes: {} }] }))
    expect(span).toMatchObject({ links: [], traceType: 'invocation' })
    expect(agOf(span)['unsupported']).toEqual({ span: { links: [{ trace_id: traceId, span_id: spanId }] } })
  })

  test.each<[string, ValueObject, 'annotation' | 'invocation']>([
    ['nothing else, as for messages', {}, 'invocation'],
    ['an application', { 'ag.references.application.slug': 'shop' }, 'invocation'],
    ['an evaluator', { 'ag.references.evaluator.slug': 'quality' }, 'annotation'],
    ['a revision of one', { 'ag.refs.evaluator_revision.id': '1' }, 'annotation'],
    ['an origin', { 'ag.flags.origin': 'human' }, 'annotation'],
    ['a kind', { 'ag.flags.kind': 'eval' }, 'annotation'],
    ['that it is feedback', { 'ag.flags.is_feedback': true }, 'annotation'],
    ['that it is no feedback', { 'ag.flags.is_feedback': false }, 'invocation'],
    ['its type', { 'ag.type.trace': 'invocation', 'ag.references.evaluator.slug': 'q' }, 'invocation'],
  ])('a root with links that states %s', (_, attributes, type) => {
    const links = [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), attributes: {} }]
    expect(aloneInTrace(otlpSpan({ attributes, links })).traceType).toBe(type)
  })

  test('links below the root do not make the trace an annotation', () => {
    const links = [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), attributes: {} }]
    const attributes = { 'ag.references.evaluator.slug': 'quality' }
    const child = otlpSpan({ attributes, links, parentSpanId: 'c'.repeat(16) })
    expect(aloneInTrace(child).traceType).toBe('invocation')
  })

  test('an event without a time gets the start time of its span', () => {
    const [timeUnixNano, startTimeUnixNano] = [1_795_000_000_000_000_009n, 1_795_000_000_000_000_001n]
    const events = [0n, timeUnixNano].map((time) => ({ name: 'e', timeUnixNano: time, attributes: {} }))
    expect(canonicalSpan(otlpSpan({ startTimeUnixNano, events }), options).events).toMatchObject([
      { timeUnixNano: startTimeUnixNano },
      { timeUnixNano },
    ])
  })

  test.each<[string, ValueObject, string]>([
    [
      'c0e866f6-6e99-a8ad-8ed4-1eea0de1765d',
      {
        'ag.references.application': { id: '01a1dcac-3ba3-7c52-84b4-7d1196abb492', slug: 'my-app' },
        'ag.references.evaluator': {},
      },
      '',
    ],
    ['88ecc24b-f7db-f218-fb28-2d9c637ada19', { 'ag.references.evaluator.slug': 'fb' }, 'invocation'],
    [
      '65639d45-afa7-8d93-0171-0c46e6efa1b3',
      {
        'ag.references.application_revision': { id: '01a1dcac-3ba3-7c52-84b4-7d1196abb493', version: 3 },
        'ag.references.application.slug': 'support',
      },
      '',
    ],
    [
      '150ad3dc-65f3-5e6b-890b-41758595d453',
      {
        'ag.references.testcase.id': '5f0c7d0e-51a6-5b0c-9a54-0f2f0a7e9b11',
        'ag.references.testset.id': '01a1dcac-3ba3-7c52-84b4-7d1196abb494',
        'ag.references.testset_revision.id': 'any',
      },
      '',
    ],
  ])('hash %s', (hash, attributes, link) => {
    const links =
      link === ''
        ? []
        : [
            {
              traceId: '6c9a9c69ddb297406e3e2380e347910e',
              spanId: '1d6628d5d6f67dfd',
              attributes: { key: link },
            },
          ]
    expect(aloneInTrace(otlpSpan({ attributes, links })).hashes).toEqual([
      { id: hash, attributes: { key: 'indirect' } },
    ])
  })

  test('the record has wire names, exact times and no empty members', () => {
    const span = aloneInTrace(
      otlpSpan({
        name: '',
        startTimeUnixNano: 1_795_000_000_000_000_001n,
        attributes: { 'ag.references.application.slug': 'support' },
        events: [{ name: 'e', timeUnixNano: 1_795_000_000_100_000_000n, attributes: { 'a.b': 1 } }],
      }),
    )
    const { attributes, hashes, ...record } = spanRecord(span)
    expect([attributes, hashes]).not.toContain(undefined)
    expect(record).toEqual({
      trace_id: '0db4076d6a20174a720af586dc588c6c',
      span_id: '3a0be5f49672f8a7',
      trace_type: 'invocation',
      span_type: 'task',
      span_kind: 'SPAN_KIND_UNSPECIFIED',
      span_name: '3a0be5f49672',
      start_time: '2026-11-18T11:06:40.000000001Z',
      end_time: '2026-11-18T11:06:40.812400Z',
      status_code: 'STATUS_CODE_UNSET',
      references: [{ slug: 'support', attributes: { key: 'application' } }],
      events: [{ name: 'e', timestamp: '2026-11-18T11:06:40.100000Z', attributes: { 'a.b': 1 } }],
    })
  })

  test('never fails for any attributes under ag and the conventions', () => {
    fc.assert(
      fc.property(anyAttributes, (attributes) => {
        const span = canonicalSpan(otlpSpan({ attributes }), options)
        expect(Object.keys(agOf(span)).slice(0, 3)).toEqual(['type', 'data', 'metrics'])
        expect(() => JSON.parse(valueText(spanRecord(span))) as unknown).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })
})
