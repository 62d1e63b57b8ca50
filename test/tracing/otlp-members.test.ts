// OTLP members besides attributes, and doubles: they are returned as sent, also after more spans of the trace.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { sendBytes, sendJson, waitForReceipt, span, spanId, spansOf, text, traceId } from '../support/otlp.ts'
import { encodeMessage } from '../../src/tracing/otlp/schema.fixture.ts'

const linkTarget = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) }
const doubleAttribute = (key: string, doubleValue: number | string) => ({ key, value: { doubleValue } })

const exportOf = (one: object) => ({
  resourceSpans: [
    {
      schemaUrl: 'https://example.test/resource',
      resource: {
        attributes: [text('service.name', 'shop')],
        droppedAttributesCount: 1,
        entityRefs: [
          {
            type: 'service',
            schemaUrl: 'https://example.test/entity',
            idKeys: ['service.name'],
            descriptionKeys: ['service.version'],
          },
        ],
      },
      scopeSpans: [
        {
          schemaUrl: 'https://example.test/scope',
          scope: { name: 'lib', droppedAttributesCount: 2 },
          spans: [one],
        },
      ],
    },
  ],
})

const spanMembers = {
  events: [{ name: 'e', timeUnixNano: '1794733200000000005', droppedAttributesCount: 3 }],
  links: [{ ...linkTarget, traceState: 'a=b', flags: 257, droppedAttributesCount: 4 }],
}

const answeredData = {
  attributes: {
    otel: {
      resource: { service: { name: 'shop' } },
      resource_schema_url: 'https://example.test/resource',
      resource_dropped_attributes_count: 1,
      resource_entity_refs: [
        {
          type: 'service',
          schema_url: 'https://example.test/entity',
          id_keys: ['service.name'],
          description_keys: ['service.version'],
        },
      ],
      scope: { name: 'lib', schema_url: 'https://example.test/scope', dropped_attributes_count: 2 },
    },
  },
  events: [{ name: 'e', dropped_attributes_count: 3 }],
  links: [
    {
      trace_id: linkTarget.traceId,
      span_id: linkTarget.spanId,
      trace_state: 'a=b',
      flags: 257,
      dropped_attributes_count: 4,
    },
  ],
}

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
const inProtobuf = (one: Body) => ({
  ...one,
  traceId: base64(one.traceId),
  spanId: base64(one.spanId),
  links: one.links.map((link: Body) => ({
    ...link,
    traceId: base64(link.traceId),
    spanId: base64(link.spanId),
  })),
})

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })
  const textOf = async (path: string): Promise<string> =>
    (await fetch(`${api.url}/api${path}`, { headers: { Authorization: `ApiKey ${api.key}` } })).text()

  test.each(['JSON', 'protobuf'])(
    '%s: schemas, dropped counts, entities and states of links',
    async (encoding) => {
      const one = { ...span(), ...spanMembers }
      const body =
        encoding === 'JSON'
          ? await sendBytes(api, '/v1/traces', JSON.stringify(exportOf(one)), {
              'Content-Type': 'application/json',
            })
          : await sendBytes(api, '/v1/traces', encodeMessage('Request', exportOf(inProtobuf(one))))
      await waitForReceipt(api, body)
      expect((await spansOf(api, one.traceId)).get(one.spanId)).toMatchObject(answeredData)
    },
  )

  test('an answer can be written back without a change', async () => {
    const one = {
      ...span(),
      ...spanMembers,
      attributes: [doubleAttribute('share', 1), doubleAttribute('big', 1e20)],
    }
    const headers = { 'Content-Type': 'application/json' }
    await waitForReceipt(api, await sendBytes(api, '/v1/traces', JSON.stringify(exportOf(one)), headers))
    const before = await textOf(`/traces/${one.traceId}`)
    expect(before).toContain('"share":1.0')
    expect(before).toContain('"big":1e+20')
    const { trace }: Body = JSON.parse(before)
    const traceText = before.slice(before.indexOf('"trace":') + '"trace":'.length, -1)
    expect(JSON.parse(traceText)).toEqual(trace)
    expect((await api.put(`/traces/${one.traceId}`, traceText)).status).toBe(202)
    const withoutChange = (body: string) => body.replace(/,"updated_at":"[^"]*","updated_by_id":"[^"]*"/, '')
    const comparable = (body: string) => withoutChange(body).replace(/,"adapters":\[[^\]]*\]/, '')
    expect(comparable(await textOf(`/traces/${one.traceId}`))).toBe(comparable(before))
  })

  test('a member of the wrong type in a link or event is refused with its path', async () => {
    const trace_id = traceId()
    const link = { trace_id, span_id: spanId(), flags: -1, trace_state: 5 }
    const event = { name: 'e', dropped_attributes_count: 1.5 }
    const root = { trace_id, span_id: spanId(), links: [link], events: [event] }
    const { status, body } = await api.post('/traces/', { trace: { spans: [root] } })
    expect(status).toBe(422)
    expect(body.detail.map(({ loc }: Body) => loc.slice(4))).toEqual([
      ['links', 0, 'trace_state'],
      ['links', 0, 'flags'],
      ['events', 0, 'dropped_attributes_count'],
    ])
  })

  const doubles: readonly (readonly [sent: number | string, text: string])[] = [
    [1, '1.0'],
    [0, '0.0'],
    ['-0', '-0.0'],
    [-17, '-17.0'],
    [1e15, '1000000000000000.0'],
    [1e18, '1e+18'],
    [1e300, '1e+300'],
    [0.1, '0.1'],
    [5e-324, '5e-324'],
  ]

  test('a double never becomes an integer, also after edits of its trace', async () => {
    const root = span({
      attributes: [
        ...doubles.map(([sent], i) => doubleAttribute(`d${i}`, sent)),
        { key: 'whole', value: { intValue: '1' } },
        { key: 'list', value: { arrayValue: { values: [{ doubleValue: 2 }, { intValue: '2' }] } } },
        doubleAttribute('gen_ai.request.temperature', 1),
        text('ag.data.outputs', '@ag.type=json:{"score":3.0,"count":3}'),
      ],
    })
    await waitForReceipt(api, await sendJson(api, root))
    const expectAll = async () => {
      const body = await textOf(`/spans/${root.traceId}/${root.spanId}`)
      for (const [i, [, written]] of doubles.entries()) expect(body).toContain(`"d${i}":${written},`)
      expect(body).toContain('"whole":1,')
      expect(body).toContain('"list":[2.0,2]')
      expect(body).toContain('"temperature":1.0')
      expect(body).toContain('"outputs":{"score":3.0,"count":3}')
    }
    await expectAll()
    // Another span changes the totals of the root, so its row is written again.
    const child = span({ traceId: root.traceId, parentSpanId: root.spanId, status: { code: 2 } })
    await waitForReceipt(api, await sendJson(api, child))
    const rewrittenRoot = (await spansOf(api, root.traceId)).get(root.spanId)
    expect(rewrittenRoot.attributes.ag.metrics.errors).toEqual({ cumulative: 1 })
    await expectAll()
  })

  test('a double is filtered, searched and summed as a number', async () => {
    const sentSpan = span({ attributes: [doubleAttribute('weight', 7), text('mark', `w-${backend}`)] })
    await waitForReceipt(api, await sendJson(api, sentSpan))
    const mark = { field: 'attributes', key: 'mark', value: `w-${backend}` }
    const search = async (condition: object): Promise<number> =>
      (await api.post('/spans/query', { filtering: { conditions: [mark, condition] } })).body.count
    const weight = { field: 'attributes', key: 'weight' }
    expect(await search({ ...weight, value: 7 })).toBe(1)
    expect(await search({ ...weight, operator: 'gt', value: 6.5 })).toBe(1)
    expect(await search({ ...weight, operator: 'in', value: [7, 8] })).toBe(1)
    expect(await search({ ...weight, operator: 'contains', value: '7' })).toBe(1)
    expect(await search({ ...weight, operator: 'exists' })).toBe(1)
    expect(await search({ field: 'content', operator: 'contains', value: '"7.0"' })).toBe(1)
    const { body } = await api.post('/spans/analytics/query', {
      oldest: '2026-11-01T00:00:00Z',
      newest: '2026-12-01T00:00:00Z',
      filter: { conditions: [mark] },
      specs: [{ type: 'numeric/continuous', path: 'attributes.weight' }],
    })
    expect(body.buckets[0].metrics['attributes.weight']).toMatchObject({ count: 1, sum: 7 })
  })

  test('records keep the doubles of their text', async () => {
    const [trace_id, span_id] = [traceId(), spanId()]
    const body = `{"trace":{"spans":[{"trace_id":"${trace_id}","span_id":"${span_id}","attributes":{"n":1.0,"m":1}}]}}`
    expect((await api.post('/traces/', body)).status).toBe(202)
    const spanText = await textOf(`/spans/${trace_id}/${span_id}`)
    expect(spanText).toContain('"n":1.0')
    expect(spanText).toContain('"m":1}')
  })
})
