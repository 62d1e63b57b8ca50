// The metrics of a started server, compared with docs/metrics.md and the files in monitoring/.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, type Api } from '../support/api.ts'
import { requestOf, sendBytes, span } from '../support/otlp.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'

const root = join(import.meta.dirname, '../..')
const fileText = (path: string): string => readFileSync(join(root, path), 'utf8')

let server: RunningServer
let api: Api
beforeAll(async () => {
  server = await startServer()
  api = await newProject(server.url, { seedDefaults: false })
})
afterAll(async () => {
  await server.stop()
  removeDataDir(server)
})

const metricsText = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text()

/** The sum of a metric over all series with these labels. */
async function valueOf(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const lines = (await metricsText()).split('\n').filter((line) => /^[\w]+/.exec(line)?.[0] === name)
  return lines
    .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

const exposedNames = async (): Promise<ReadonlySet<string>> =>
  new Set([...(await metricsText()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))

/** Names of metrics in a text, without the ends of histogram series. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/\b((?:assay|nodejs|process)_\w+)/g)].map(([, name = '']) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    ),
  )

test('docs/metrics.md lists exactly the exposed metrics', async () => {
  const table = fileText('docs/metrics.md').matchAll(/^\| `(assay_\w+)` \|/gm)
  const documentedNames = [...table].map(([, name = '']) => name)
  const metricNames = [...(await exposedNames())].filter((name) => name.startsWith('assay_'))
  expect(documentedNames.toSorted()).toEqual(metricNames.toSorted())
})

test.each(['monitoring/alerts.yml', 'monitoring/dashboard.json'])(
  '%s uses exposed metrics only',
  async (path) => {
    const names = await exposedNames()
    expect([...namesIn(fileText(path))].filter((name) => !names.has(name))).toEqual([])
  },
)

test('docs/metrics.md explains every alert', () => {
  const alerts = [...fileText('monitoring/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  const explainedAlerts = [...fileText('docs/metrics.md').matchAll(/^\| `(Assay\w+)` \|/gm)].map(
    ([, name = '']) => name,
  )
  expect(explainedAlerts).toEqual(alerts)
})

test('spans are counted when they are accepted, stored and refused, and their lag is observed', async () => {
  const unreadableSpan = { ...span(), traceId: 'none' }
  const body = JSON.stringify(requestOf(span(), span(), unreadableSpan))
  await sendBytes(api, '/api/otlp/v1/traces', body, { 'Content-Type': 'application/json' })
  const project = { project: api.projectId }
  expect(await valueOf('assay_spans_accepted_total', project)).toBe(2)
  expect(await valueOf('assay_spans_rejected_total', { reason: 'unreadable' })).toBe(1)
  await expect.poll(() => valueOf('assay_spans_stored_total', project)).toBe(2)
  expect(await valueOf('assay_span_visible_seconds_count')).toBe(1)
})

test('errors are counted by their code', async () => {
  await api.get('/keys/nobody-at-all/nothing')
  expect(await valueOf('assay_errors_total', { code: 'route_not_found' })).toBe(1)
})

test('an event stream is counted, and its duration is not observed', async () => {
  const controller = new AbortController()
  const stream = await fetch(`${server.url}/api/spans/tail`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${api.key}`, 'Content-Type': 'application/json' },
    body: '{}',
    signal: controller.signal,
  })
  expect(stream.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
  controller.abort()
  const operation = 'follow_spans'
  await expect.poll(() => valueOf('assay_http_requests_total', { operation })).toBe(1)
  expect(await valueOf('assay_http_request_seconds_count', { operation })).toBe(0)
})

test('pools and stores report their use', async () => {
  expect(await valueOf('assay_slots', { pool: 'trace_queries', state: 'limit' })).toBeGreaterThan(0)
  expect(await valueOf('assay_slots', { pool: 'uploads', state: 'limit' })).toBeGreaterThan(0)
  expect(await valueOf('assay_store_up')).toBe(2)
  expect(await valueOf('assay_store_bytes', { store: 'relational' })).toBeGreaterThan(0)
  const [free, total] = [
    await valueOf('assay_disk_bytes', { state: 'free' }),
    await valueOf('assay_disk_bytes', { state: 'total' }),
  ]
  expect(free).toBeLessThan(total)
})
