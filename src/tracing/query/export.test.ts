import * as fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import type { SpanRow } from '../../storage/contract/contract.ts'
import { jsonLines, parquet } from './export.ts'

const jsonColumns = ['attributes', 'references', 'links', 'hashes', 'events', 'adapters']

/** The record of a row of the file. Columns without a value are absent; objects and lists are JSON texts. */
const recordOf = (row: Readonly<Record<string, unknown>>): unknown => ({
  parent_id: null,
  ...Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, jsonColumns.includes(name) ? JSON.parse(String(value)) : value]),
  ),
})

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of pieces) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* pagesOf(pages: readonly (readonly SpanRow[])[]): AsyncGenerator<readonly SpanRow[]> {
  yield* pages
}

const text = fc.string({ unit: 'binary', maxLength: 20 })
const optionalText = fc.option(text)
const json = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value))
const list = fc.array(
  fc.dictionary(text, fc.jsonValue()).map((value) => JSON.stringify(value)),
  { maxLength: 2 },
)
const time = fc.constantFrom('2026-11-15 09:00:00.123456789', '1970-01-01 00:00:00.000001000')

const rowArbitrary: fc.Arbitrary<SpanRow> = fc.record({
  project_id: fc.uuid(),
  trace_id: fc.constant('0'.repeat(32)),
  span_id: fc.constant('1'.repeat(16)),
  parent_id: fc.constantFrom('', '2'.repeat(16)),
  trace_type: fc.constant('invocation'),
  span_type: fc.constant('task'),
  span_kind: fc.constant('SPAN_KIND_SERVER'),
  status_code: fc.constant('STATUS_CODE_OK'),
  span_name: text,
  status_message: optionalText,
  session_id: optionalText,
  user_id: optionalText,
  agent_id: optionalText,
  start_time: time,
  end_time: time,
  created_at: time,
  created_by_id: fc.option(fc.uuid()),
  updated_at: fc.option(time),
  updated_by_id: fc.option(fc.uuid()),
  attributes: fc.dictionary(text, fc.jsonValue()).map((value) => JSON.stringify(value)),
  references: list,
  links: list,
  events: list,
  hashes: list,
  adapters: fc.subarray(['gen_ai', 'openinference']),
  form: fc.constant('otlp'),
  native: json,
  facts: fc.constant('{}'),
  roll_up: fc.constant('{}'),
  receipt_id: fc.uuid(),
  version: fc.constant('1'),
})

test('a Parquet file of several row groups has the same records as the JSON lines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(rowArbitrary, { maxLength: 5 }), { maxLength: 4 }), async (pages) => {
      const lines = (await bytesOf(jsonLines(pagesOf(pages)))).toString().split('\n').slice(0, -1)
      const file = await bytesOf(parquet(pagesOf(pages)))
      const { buffer, byteOffset, byteLength } = file
      const rows = await parquetReadObjects({
        file: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer,
      })
      expect(rows.map(recordOf)).toEqual(lines.map((line) => JSON.parse(line) as unknown))
    }),
    { numRuns: 50 },
  )
})
