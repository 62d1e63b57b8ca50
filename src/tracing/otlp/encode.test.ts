import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exportResponseJson, exportResponseProtobuf, rpcStatusProtobuf } from './encode.ts'
import { text } from './request.fixture.ts'
import { decodeMessage } from './schema.fixture.ts'

describe('OTLP responses', () => {
  test('the general library decodes a partial success', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), text, (rejectedSpans, errorMessage) => {
        fc.pre(rejectedSpans > 0 && errorMessage !== '')
        const bytes = exportResponseProtobuf({ rejected: rejectedSpans, errorMessage })
        expect(decodeMessage('Response', bytes)).toEqual({
          partialSuccess: { rejectedSpans: String(rejectedSpans), errorMessage },
        })
      }),
    )
  })

  test('full success is the empty message in both encodings', () => {
    expect(exportResponseProtobuf({ rejected: 0, errorMessage: '' })).toHaveLength(0)
    expect(exportResponseJson({ rejected: 0, errorMessage: '' })).toEqual({})
  })

  test('JSON writes the 64-bit count as text', () => {
    expect(exportResponseJson({ rejected: 2, errorMessage: 'no' })).toEqual({
      partialSuccess: { rejectedSpans: '2', errorMessage: 'no' },
    })
  })

  test('the general library decodes a status', () => {
    expect(decodeMessage('RpcStatus', rpcStatusProtobuf(16, 'Unauthorized'))).toEqual({
      code: 16,
      message: 'Unauthorized',
    })
  })
})
