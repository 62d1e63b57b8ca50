// The server exports its requests as OpenTelemetry spans to itself.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { firstKey, startServer, type RunningServer } from '../support/process.ts'

let server: RunningServer | undefined
afterAll(() => server?.kill())

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

interface StoredSpan {
  readonly span_name: string
  readonly trace_id: string
  readonly status_code: string
}

test('requests are exported as spans in the traces of their callers; the export itself is not', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  server = await startServer({
    env: {
      ASSAY_PORT: String(port),
      ASSAY_REQUEST_SPANS_URL: `${url}/api/otlp/v1/traces`,
      ASSAY_REQUEST_SPANS_AUTHORIZATION: `ApiKey ${firstKey}`,
    },
  })
  const headers = { Authorization: `ApiKey ${firstKey}`, 'Content-Type': 'application/json' }
  const spans = async (): Promise<readonly StoredSpan[]> => {
    const response = await fetch(`${url}/api/spans/query`, { method: 'POST', headers, body: '{}' })
    return ((await response.json()) as { readonly spans: readonly StoredSpan[] }).spans
  }
  const traceId = 'c'.repeat(32)
  const traceparent = `00-${traceId}-${'d'.repeat(16)}-01`
  await fetch(`${url}/api/applications/query`, {
    method: 'POST',
    headers: { ...headers, traceparent },
    body: '{}',
  })
  await eventually(
    async () => ((await spans()).some(({ trace_id }) => trace_id === traceId) ? true : undefined),
    'the span of the request',
  )
  // Later batches export the queries of this test; the batches themselves are not exported.
  const names = await eventually(async () => {
    const names = (await spans()).map(({ span_name }) => span_name)
    return names.includes('query_spans_rpc') ? names : undefined
  }, 'spans of a later batch')
  expect(names).toContain('query_applications')
  expect(names.filter((name) => /otlp|ingest|export/.test(name))).toEqual([])
})
