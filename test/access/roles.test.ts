// Several processes on one PostgreSQL and one ClickHouse: some serve requests (role api), some store spans (role worker).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, request, throughServer, type Api } from '../support/api.ts'
import { startClickHouse, type ClickHouse } from '../support/clickhouse.ts'
import { freshDatabase, type FreshDatabase } from '../support/databases.ts'
import {
  int,
  links,
  protobufOf,
  sendBytes,
  sendJson,
  waitForReceipt,
  span,
  spansOf,
  traceId,
} from '../support/otlp.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import { amount, inDeep } from '../support/tier.ts'

let database: FreshDatabase
let clickhouse: ClickHouse
/** The same project through two processes of role api; the first test starts a worker. */
let api: Api
let otherApi: Api
let worker: RunningServer
const servers: RunningServer[] = []

async function start(role: 'api' | 'worker'): Promise<RunningServer> {
  const server = await startServer({
    env: { ...database.env, ASSAY_CLICKHOUSE_URL: clickhouse.url, ASSAY_ROLE: role },
  })
  servers.push(server)
  return server
}

beforeAll(async () => {
  database = await freshDatabase('postgres')
  clickhouse = await startClickHouse()
  const [first, second] = await Promise.all([start('api'), start('api')])
  api = await newProject(first.url, { seedDefaults: false })
  otherApi = throughServer(api, second.url)
})
afterAll(async () => {
  for (const server of servers) expect(await server.stop()).toBe(0)
  await clickhouse.remove()
  await database.remove()
})

describe('processes of role api and of role worker', () => {
  test('spans accepted by an api process wait until a worker stores them; then the api process can read them', async () => {
    const sentSpan = span()
    const answer = await sendJson(api, sentSpan)
    expect(answer).toMatchObject({ status: 202, body: { links: links(sentSpan) } })
    const receipt = `/otlp/receipts/${answer.headers.get('X-Assay-Receipt')}`
    expect((await api.get(receipt)).body.receipt).toMatchObject({ status: 'pending', stored: 0 })
    expect((await api.get(`/traces/${sentSpan.traceId}`)).body).toEqual({ count: 0 })
    worker = await start('worker')
    expect(await waitForReceipt(api, answer)).toMatchObject({ status: 'stored', stored: 1 })
    expect((await spansOf(api, sentSpan.traceId)).get(sentSpan.spanId)).toMatchObject({ span_name: 'answer' })
  })

  test('a worker answers health checks and no other requests', async () => {
    for (const path of ['/health', '/ready', '/metrics']) {
      expect((await request(`${worker.url}${path}`, { method: 'GET' })).status).toBe(200)
    }
    expect(worker.output()).toContain('(worker: /health, /ready and /metrics)')
    const refusal = await sendBytes(
      { url: worker.url, key: api.key },
      '/api/otlp/v1/traces',
      protobufOf(span()),
    )
    expect([refusal.status, refusal.body]).toEqual([404, { code: 'route_not_found', detail: 'Not Found' }])
  })

  test('a deletion through one process includes spans that another process has just accepted', async () => {
    for (let round = 0; round < amount(1, 5); round++) {
      const id = traceId()
      const spans = Array.from({ length: 3 }, () => span({ traceId: id }))
      const answers = await Promise.all(spans.map((sentSpan) => sendJson(otherApi, sentSpan)))
      const { status, body } = await api.call('DELETE', `/traces/${id}`)
      expect([status, body.count]).toEqual([202, 3])
      for (const answer of answers) await waitForReceipt(api, answer)
      expect((await spansOf(api, id)).size).toBe(0)
    }
  })

  test('a deleted root stays deleted while its children still arrive', async () => {
    for (let round = 0; round < amount(1, 6); round++) {
      const root = span()
      await waitForReceipt(api, await sendJson(api, root))
      const sendChild = () => sendJson(otherApi, span({ traceId: root.traceId, parentSpanId: root.spanId }))
      const earlierAnswers = await Promise.all(Array.from({ length: 4 }, sendChild))
      const deletion = api.call('DELETE', `/traces/${root.traceId}`)
      const laterAnswers = await Promise.all(Array.from({ length: 8 }, sendChild))
      expect((await deletion).status).toBe(202)
      expect((await spansOf(api, root.traceId)).has(root.spanId)).toBe(false)
      for (const answer of [...earlierAnswers, ...laterAnswers]) await waitForReceipt(api, answer)
      expect((await spansOf(api, root.traceId)).has(root.spanId)).toBe(false)
    }
  })

  test('synchronous writes of one process are visible to the others when it answers', async () => {
    const link = { trace_id: traceId(), span_id: 'ab'.repeat(8) }
    const annotation = {
      data: { outputs: { score: 1 } },
      references: { evaluator: { slug: 'quality' } },
      links: { invocation: link },
    }
    const { body } = await api.post('/annotations/', { annotation })
    const id = body.annotation.trace_id as string
    const answer = await otherApi.get(`/annotations/${id}`)
    expect(answer.body.annotation).toEqual(body.annotation)
  })

  inDeep(() => {
    test('two workers roll up a complete trace whose spans arrive through two api processes', async () => {
      await start('worker')
      const id = traceId()
      const root = span({ traceId: id })
      const children = Array.from({ length: 20 }, () =>
        span({
          traceId: id,
          parentSpanId: root.spanId,
          attributes: [int('ag.metrics.unit.tokens.prompt', 1)],
        }),
      )
      const apis = [api, otherApi]
      const answers = await Promise.all(
        [...children, root].map((sentSpan, i) => sendJson(apis[i % 2] ?? api, sentSpan)),
      )
      for (const answer of answers) await waitForReceipt(api, answer)
      const spans = await spansOf(api, id)
      expect(spans.size).toBe(21)
      expect(spans.get(root.spanId).attributes.ag.metrics.tokens.cumulative.prompt).toBe(20)
    })
  })
})
