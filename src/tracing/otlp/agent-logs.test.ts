import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentSpans } from './agent-logs.ts'
import { decodeOtlp } from './decode.ts'
import { encodeSpans } from './encode-spans.ts'

const exports = join(import.meta.dirname, '../../../test/recorded/instrumentations/exports')
const recordedSpans = (name: string) =>
  agentSpans('protobuf', readFileSync(join(exports, `${name}-logs.bin`)))

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const toolResult = (overrides: object = {}, ...attributes: readonly object[]) => ({
  timeUnixNano: '1794733200000000000',
  body: { stringValue: 'claude_code.tool_result' },
  attributes: [
    text('session.id', 's'),
    text('prompt.id', 'p'),
    text('tool_name', 'Bash'),
    text('duration_ms', '120'),
    ...attributes,
  ],
  ...overrides,
})
const fromJson = (...logRecords: readonly object[]) =>
  agentSpans('json', Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })))

describe.each(['claude-code', 'codex'])('the events of %s', (name) => {
  test('form a tree in each trace, and its root covers the time of the others', () => {
    const traces = [...Map.groupBy(recordedSpans(name), ({ traceId }) => traceId).values()]
    expect(traces.length).toBeGreaterThan(0)
    for (const spans of traces) {
      const [root, ...otherSpans] = spans.filter(({ parentSpanId }) => parentSpanId === undefined)
      expect(otherSpans).toEqual([])
      for (const { parentSpanId, endTimeUnixNano } of spans.filter((span) => span !== root)) {
        expect(parentSpanId).toBe(root?.spanId)
        expect(endTimeUnixNano <= (root?.endTimeUnixNano ?? 0n)).toBe(true)
      }
    }
  })

  test('become the same spans when they are sent again or re-encoded', () => {
    const spans = recordedSpans(name)
    expect(recordedSpans(name)).toEqual(spans)
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
    const { spans: decodedSpans, refusedSpans } = decodeOtlp('otlp_json', encodeSpans(spans))
    expect(refusedSpans).toEqual([])
    expect(decodedSpans).toEqual(spans.map((span, index) => ({ ...span, index })))
  })
})

test('an event in JSON becomes a span that ends with it', () => {
  const [span] = fromJson(toolResult())
  expect(span).toMatchObject({
    name: 'claude_code.tool_result',
    startTimeUnixNano: 1794733199880000000n,
    endTimeUnixNano: 1794733200000000000n,
    statusCode: 0,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'Bash', tool_name: 'Bash' },
  })
})

test('a failed tool is an error', () => {
  const failedSpans = fromJson(toolResult({}, text('success', 'false'), text('error', 'not found')))
  expect(failedSpans).toMatchObject([{ statusCode: 2, statusMessage: 'not found' }])
})

test('an invalid duration yields a span of zero length', () => {
  for (const duration of ['Infinity', '-5', 'soon']) {
    const [span] = fromJson(toolResult({}, text('duration_ms', duration)))
    expect(span?.startTimeUnixNano).toBe(span?.endTimeUnixNano)
  }
})

test('records with a span, without session or prompt, or of other events become no span', () => {
  const ids = { traceId: '0db4076d6a20174a720af586dc588c6c', spanId: '3a0be5f49672f8a7' }
  const otherRecords = [
    toolResult(ids),
    toolResult({ attributes: [text('session.id', 's')] }),
    toolResult({ attributes: [text('prompt.id', 'p')] }),
    toolResult({ body: { stringValue: 'claude_code.plugin_loaded' } }),
    toolResult({ body: { stringValue: 'claude_code.constructor' } }),
  ]
  expect(fromJson(...otherRecords)).toEqual([])
})
