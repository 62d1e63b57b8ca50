import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deletedRow, encodeRows, RowsRefused } from '../contract.ts'
import { RowBuffer } from './row-buffer.ts'

/** Reads a text as the engine would. */
function readText(bytes: Uint8Array): { readonly text: string; readonly end: number } {
  let [length, at, shift] = [0, 0, 0]
  for (; ; shift += 7) {
    const byte = bytes[at++] ?? 0
    length |= (byte & 0x7f) << shift
    if (byte < 0x80) break
  }
  return { text: Buffer.from(bytes.subarray(at, at + length)).toString('utf8'), end: at + length }
}

describe('texts of rows', () => {
  test('survive a round trip in any length and alphabet', () => {
    const unit = fc.oneof(fc.constant('a'), fc.constant('é'), fc.constant('漢'), fc.constant('👋'))
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      // Around the lengths where the length prefix grows by a byte.
      fc
        .tuple(unit, fc.oneof(fc.integer({ min: 30, max: 140 }), fc.integer({ min: 4_000, max: 17_000 })))
        .map(([each, count]) => each.repeat(count)),
    )
    fc.assert(
      fc.property(text, text, (first, second) => {
        const to = new RowBuffer()
        to.text(first)
        to.text(second)
        const bytes = Buffer.concat(to.chunks())
        const firstText = readText(bytes)
        const secondText = readText(bytes.subarray(firstText.end))
        expect([firstText.text, secondText.text]).toEqual([first.toWellFormed(), second.toWellFormed()])
        expect(firstText.end + secondText.end).toBe(bytes.length)
      }),
      { numRuns: 300 },
    )
  })
})

const place = (span: number) => ({
  project_id: '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9aa',
  trace_id: '0db4076d6a20174a720af586dc588c6c',
  span_id: String(span).padStart(16, '0'),
  start_time: '2026-11-15 09:00:00.123456789',
})
test.each(['2500-01-01 00:00:00.000000000', '2026-13-01 00:00:00.000000000', 'soon'])(
  'a row at %s is refused',
  (start_time) => {
    expect(() => encodeRows([deletedRow({ ...place(1), start_time }, 7n)])).toThrow(RowsRefused)
  },
)

test('a row with an id that is no UUID is refused', () => {
  expect(() => encodeRows([deletedRow({ ...place(1), project_id: 'mine' }, 7n)])).toThrow(RowsRefused)
})
