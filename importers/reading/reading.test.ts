import { describe, expect, test } from 'vitest'
import type { SourceFile } from '../files.ts'
import { spanIdOf, traceIdOf } from '../otlp.ts'
import { base64Of, hexOfBase64 } from './bytes.ts'
import { csvRecords } from './csv.ts'
import { nameWithoutExtensions, kindOf, matchesPattern, resolvePath } from './paths.ts'
import { linesOf, readFullText } from './text.ts'
import { timeOf } from './times.ts'

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

  test('reads a quoted field of 50,000 lines, each with quotes of its own', async () => {
    const fieldLines = Array.from({ length: 50_000 }, (_, i) => `line ""${i}"" of a long log`)
    const csvLines = `a,b\n1,"${fieldLines.join('\n')}"\n2,x`.split('\n')
    const records = await Array.fromAsync(csvRecords('f', each(...csvLines)))
    expect(records).toEqual([
      { at: { file: 'f', line: 2 }, record: { a: 1, b: fieldLines.join('\n').replaceAll('""', '"') } },
      { at: { file: 'f', line: 50_002 }, record: { a: 2, b: 'x' } },
    ])
  })

  test('names the line of a record with another count of fields, and of a quote that is not closed', async () => {
    const read = await Array.fromAsync(csvRecords('f', each('a,b', '1', '"open,2', '3,4')))
    expect(read).toEqual([
      { at: { file: 'f', line: 2 }, fault: 'it has 1 fields where the header has 2' },
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
    expect(timeOf(t)).toBe(BigInt(ms) * 1_000_000n)
  }
  expect(timeOf('someday')).toBeUndefined()
})

test('times keep nanoseconds, in text and as integers', () => {
  const ns = 1772359200123456789n
  for (const t of [ns, String(ns), '2026-03-01T10:00:00.123456789Z', '2026-03-01 12:00:00.123456789+02:00']) {
    expect(timeOf(t)).toBe(ns)
  }
  expect(timeOf(1772359200.5)).toBe(1772359200500000000n)
  expect(timeOf('1772359200123.456789')).toBe(ns)
})

test('ids of OpenTelemetry stay, UUIDs keep their digits, others are hashed the same every time', () => {
  expect(traceIdOf('s', 'A'.repeat(32))).toBe('a'.repeat(32))
  expect(traceIdOf('s', '0190c2e0-0000-7000-8000-000000000001')).toBe('0190c2e0000070008000000000000001')
  expect(traceIdOf('s', 'mine')).toMatch(/^[0-9a-f]{32}$/)
  expect(traceIdOf('s', 'mine')).toBe(traceIdOf('s', 'mine'))
  expect(traceIdOf('s', 'mine')).not.toBe(traceIdOf('t', 'mine'))
  expect(spanIdOf('s', { traceId: 't', id: 'b'.repeat(16) })).toBe('b'.repeat(16))
  expect(spanIdOf('s', { traceId: 't1', id: 'x' })).not.toBe(spanIdOf('s', { traceId: 't2', id: 'x' }))
})

describe('text', () => {
  /** A file that is read in chunks of this size. */
  const inChunks = (text: string, bytesMax: number): SourceFile => {
    const bytes = new TextEncoder().encode(text)
    return {
      path: 'f',
      sizeBytes: bytes.length,
      slice: async (start, end) => bytes.slice(start, end).buffer,
      content: async function* () {
        for (let at = 0; at < bytes.length; at += bytesMax) yield bytes.subarray(at, at + bytesMax)
      },
      openRelative: () => undefined,
    }
  }

  test.each([1, 2, 3, 100])('has the same lines in chunks of %i bytes, however they end', async (bytes) => {
    const file = inChunks('\uFEFFa\r\nbé\n\n"c\u2028d"\re', bytes)
    expect(await Array.fromAsync(linesOf(file))).toEqual(['a', 'bé', '', '"c\u2028d"', 'e'])
  })

  test('is complete for every size of chunks', async () => {
    expect(await readFullText(inChunks('aé€😀z', 1))).toBe('aé€😀z')
  })
})

describe('paths', () => {
  test('have the kind of their last extension before .gz', () => {
    expect(['a/rows.JSONL.gz', 'a.b/c', '.json', 'x.tar.parquet'].map(kindOf)).toEqual([
      'jsonl',
      '',
      '',
      'parquet',
    ])
    expect(nameWithoutExtensions('data/rows.jsonl.gz')).toBe('rows')
  })

  test('are resolved inside the folder and never lead out of it', () => {
    expect(resolvePath('a/b', '../c/./d.txt')).toBe('a/c/d.txt')
    expect(resolvePath('a', '../../etc/passwd')).toBeUndefined()
  })

  test.each([
    ['data/train-00000-of-00002.parquet', 'data/train-*.parquet', true],
    ['data/train-1.parquet', '*.parquet', false],
    ['a/b/c.csv', '**/*.csv', true],
    ['c.csv', '**/*.csv', true],
    ['a/b/c.csv', 'a/**', true],
    ['a/x.csv', './a/?.csv', true],
    ['a/7.csv', 'a/[0-9].csv', true],
    ['a/7.csv', 'a/[!0-9].csv', false],
    ['a/b.csv', 'a/b.cs', false],
    [`${'a'.repeat(5000)}b`, `${'a*'.repeat(500)}c`, false],
  ])('%s and the pattern %s: %s', (path, pattern, matches) => {
    expect(matchesPattern(path, pattern)).toBe(matches)
  })
})

test('bytes of any length are encoded as base64 and decoded again', () => {
  const bytes = new Uint8Array(20_000).map((_, i) => i)
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  expect(hexOfBase64(base64Of(bytes))).toBe(Buffer.from(bytes).toString('hex'))
  expect(hexOfBase64('no base64')).toBeUndefined()
})
