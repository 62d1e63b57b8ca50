// An export through the OpenTelemetry Collector (test/recorded/instrumentations/programs/collector.yaml).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeOtlp } from './decode.ts'
import { decodeLogs } from './logs.ts'

const read = (file: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '../../../test/recorded/instrumentations/exports', file))

test('an export through the Collector decodes to the same spans', () => {
  const { spans, refusedSpans } = decodeOtlp('otlp_protobuf', read('collector-openai-v2.spans.bin'))
  expect(refusedSpans).toEqual([])
  expect(spans.length).toBeGreaterThan(0)
  expect(spans).toEqual(decodeOtlp('otlp_protobuf', read('openai-v2-traces.bin')).spans)
})

test('an export through the Collector decodes to the same log records', () => {
  const decodedLogs = decodeLogs('protobuf', read('collector-openai-v2.logs.bin'))
  expect(decodedLogs.logs.length).toBeGreaterThan(0)
  expect(decodedLogs).toEqual(decodeLogs('protobuf', read('openai-v2-logs.bin')))
})
