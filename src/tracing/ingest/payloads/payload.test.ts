import { describe, expect, test } from 'vitest'
import type { SpanPayloadForm } from '../../../storage/contract/contract.ts'
import { encodeMessage } from '../../otlp/schema.fixture.ts'
import { decodeJson } from '../../otlp/json.ts'
import { decodeProtobuf } from '../../otlp/protobuf.ts'
import { addressedPayload, joinedPayload, onlySpan } from './payload.ts'

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const hexOf = (id: string): string => Buffer.from(id).toString('hex')

/** Two resources; the second has a span whose trace id is too short. */
const requestOf = (id: (text: string) => string) => ({
  resourceSpans: [
    { resource: { attributes: [attribute('service.name', 'other')] } },
    {
      resource: { attributes: [attribute('service.name', 'support-api')] },
      scopeSpans: [
        {
          scope: { name: 'shop', version: '1.2.0', attributes: [attribute('team', 'care')] },
          spans: [
            { traceId: id('sixteen bytes ok'), spanId: id('8 bytes.'), name: 'good' },
            { traceId: id('fifteen bytes..'), spanId: id('8 bytes.'), name: 'bad' },
          ],
        },
      ],
    },
  ],
})

const encodings: Readonly<Record<string, { readonly form: SpanPayloadForm; readonly bytes: Uint8Array }>> = {
  protobuf: {
    form: 'otlp_protobuf',
    bytes: encodeMessage(
      'Request',
      requestOf((text) => Buffer.from(text).toString('base64')),
    ),
  },
  JSON: { form: 'otlp_json', bytes: Buffer.from(JSON.stringify(requestOf(hexOf))) },
}

describe.each(Object.entries(encodings))('a refused span of a request in %s', (_, { form, bytes }) => {
  const decode = form === 'otlp_json' ? decodeJson : decodeProtobuf

  test('is stored with its resource and scope, so that it is complete on a retry', () => {
    const [refusedSpan] = decode(bytes).refusedSpans
    if (refusedSpan === undefined) throw new Error('no span was refused')
    const alone = Buffer.from(onlySpan(form, refusedSpan))
    expect(decode(alone)).toMatchObject({ spans: [], refusedSpans: [{ reason: refusedSpan.reason }] })
    // The id is repaired, as if a later version could accept it.
    const [bad, good] = ['fifteen bytes..', 'sixteen bytes ok'].map((text) =>
      form === 'otlp_json' ? hexOf(text) : text,
    )
    const mendedPayload =
      form === 'otlp_json'
        ? Buffer.from(alone.toString().replace(bad ?? '', good ?? ''))
        : onlySpan(form, {
            ...refusedSpan,
            source: Buffer.concat([
              Buffer.from([10, 16]),
              Buffer.from(good ?? ''),
              (refusedSpan.source as Uint8Array).subarray(17),
            ]),
          })
    expect(decode(mendedPayload).spans).toMatchObject([
      {
        name: 'bad',
        resource: { attributes: { 'service.name': 'support-api' } },
        scope: { name: 'shop', version: '1.2.0', attributes: { team: 'care' } },
      },
    ])
  })
})

test.each([
  ['otlp_protobuf', encodings['protobuf']?.bytes],
  ['otlp_json', encodings['JSON']?.bytes],
  [
    'records',
    Buffer.from(
      '[{"trace_id":"5b8efff798038103d269b633813fc60c","span_id":"eee19b7ec3c1b174"},{"span_id":"x"}]',
    ),
  ],
] as const)('payloads in %s are joined to one with the spans of all', (form, bytes = new Uint8Array()) => {
  const alone = addressedPayload(form, bytes)
  const joinedAddresses = addressedPayload(form, joinedPayload(form, [bytes, bytes]))
  expect([alone.spans.length, alone.refusedSpans.length]).toEqual([1, 1])
  expect(joinedAddresses.spans).toMatchObject(
    [...alone.spans, ...alone.spans].map(({ spanId }) => ({ spanId })),
  )
  expect(joinedAddresses.refusedSpans).toHaveLength(2)
})
