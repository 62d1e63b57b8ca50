// Traces for tests of ingest failures, and the check that acknowledged traces are stored.
import { expect } from 'vitest'
import type { Api, Body } from './api.ts'
import { span, traceId, type TestSpan } from './otlp.ts'

export const protobuf = { 'Content-Type': 'application/x-protobuf' }

/** Three spans of a trace: a root and two children. */
export function threeSpans(): readonly TestSpan[] {
  const id = traceId()
  const root = span({ traceId: id })
  return [
    root,
    span({ traceId: id, parentSpanId: root.spanId }),
    span({ traceId: id, parentSpanId: root.spanId }),
  ]
}

/** `trace span` of every span of the project, in any order. */
async function storedSpanIds(api: Pick<Api, 'url' | 'key'>): Promise<readonly string[]> {
  const response = await fetch(`${api.url}/api/spans/export`, {
    method: 'POST',
    headers: { Authorization: api.key },
  })
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const { trace_id, span_id }: Body = JSON.parse(line)
    return `${trace_id} ${span_id}`
  })
}

/** Checks that every acknowledged span is stored, and none twice. */
export async function expectStoredOnce(
  api: Pick<Api, 'url' | 'key'>,
  traces: readonly (readonly TestSpan[])[],
): Promise<void> {
  const missing = async (): Promise<readonly string[]> => {
    const storedIds = new Set(await storedSpanIds(api))
    return traces
      .flat()
      .map((span) => `${span.traceId} ${span.spanId}`)
      .filter((id) => !storedIds.has(id))
  }
  await expect.poll(async () => (await missing()).length, { interval: 200 }).toBe(0)
  const storedIds = await storedSpanIds(api)
  expect(new Set(storedIds).size).toBe(storedIds.length)
}
