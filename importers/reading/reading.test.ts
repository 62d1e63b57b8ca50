import { describe, expect, test } from 'vitest'
import { spanIdOf, traceIdOf } from '../otlp.ts'
import { csvRecords } from './csv.ts'
import { timeField } from './fields.ts'

async function* each(...lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

describe('CSV', () => {
  test('has quoted fields with quotes, commas and lines, and values that are JSON', async () => {
    const read = await Array.fromAsync(
      csvRecords('f', each('\uFEFFa,b,c', '1,"x ""y"", z', 'w","{""k"":[1]}"', ',true,no')),
    )
    expect(read).toEqual([
      { at: { file: 'f', line: 2 }, record: { a: 1, b: 'x "y", z\nw', c: { k: [1] } } },
      { at: { file: 'f', line: 4 }, record: { a: undefined, b: true, c: 'no' } },
    ])
  })

  test('names the line of a record with another count of fields, and of a quote that is not closed', async () => {
    const read = await Array.fromAsync(csvRecords('f', each('a,b', '1', '"open,2', '3,4')))
    expect(read).toEqual([
      { at: { file: 'f', line: 2 }, fault: 'it has 1 fields where the head has 2' },
      { at: { file: 'f', line: 3 }, fault: 'a quote is not closed' },
    ])
  })
})

test('times are ISO 8601, without a zone in UTC, or numbers of any unit', () => {
  const ms = Date.parse('2026-03-01T10:00:00Z')
  for (const t of [
    '2026-03-01T10:00:00Z',
    '2026-03-01 10:00:00',
    '2026-03-01T12:00:00+02:00',
    ms / 1000,
    ms,
    ms * 1000,
    String(ms) + '000000',
  ]) {
    expect(timeField({ t }, 't')).toBe(ms)
  }
  expect(timeField({ t: 'someday' }, 't')).toBeUndefined()
})

test('ids of OpenTelemetry stay, UUIDs keep their digits, others are hashed the same every time', () => {
  expect(traceIdOf('s', 'A'.repeat(32))).toBe('a'.repeat(32))
  expect(traceIdOf('s', '0190c2e0-0000-7000-8000-000000000001')).toBe('0190c2e0000070008000000000000001')
  expect(traceIdOf('s', 'mine')).toMatch(/^[0-9a-f]{32}$/)
  expect(traceIdOf('s', 'mine')).toBe(traceIdOf('s', 'mine'))
  expect(traceIdOf('s', 'mine')).not.toBe(traceIdOf('t', 'mine'))
  expect(spanIdOf('s', 't', 'b'.repeat(16))).toBe('b'.repeat(16))
  expect(spanIdOf('s', 't1', 'x')).not.toBe(spanIdOf('s', 't2', 'x'))
})
