// Accepted spans survive failures.
import { randomBytes } from 'node:crypto'
import { credentials, Client, Metadata, status } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStoredOnce, threeSpans, protobuf } from '../support/acknowledged-spans.ts'
import { backends, newProject, type Answer, type Api, type Body } from '../support/api.ts'
import { run } from '../support/children.ts'
import { startClickHouse } from '../support/clickhouse.ts'
import {
  protobufOf,
  messageLog,
  sendBytes,
  sendJson,
  sendLogs,
  waitForReceipt,
  span,
  spansOf,
  text,
  traceId,
  type TestSpan,
} from '../support/otlp.ts'
import { freshDatabase } from '../support/databases.ts'
import { freePort, startPostgres } from '../support/postgres.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { until } from '../support/eventually.ts'

test('a full disk is answered with 503 and Retry-After; acknowledged spans are stored once there is space', async () => {
  const grpcPort = await freePort()
  const server = await startServer({ env: { ASSAY_OTLP_GRPC_PORT: String(grpcPort) } })
  const api = await newProject(server.url, { seedDefaults: false })
  // The size limit of every file of the server: a write beyond it fails.
  const limitFiles = async (bytes: string): Promise<void> => {
    const { code, stderr } = await run('prlimit', [`--pid=${server.process.pid}`, `--fsize=${bytes}:`])
    expect([code, stderr]).toEqual([0, ''])
  }
  await limitFiles(String(2 * 1024 * 1024))
  const acknowledgedPayloads: TestSpan[][] = []
  const refusals: Body[] = []
  // Texts that do not compress, so that they fill the disk or table that they are written to.
  while (refusals.length < 5) {
    const sentSpan = span({ attributes: [text('filler', randomBytes(150_000).toString('base64'))] })
    const answer = await sendBytes(api, '/api/otlp/v1/traces', protobufOf(sentSpan), protobuf)
    if (answer.status === 202) acknowledgedPayloads.push([sentSpan])
    else refusals.push([answer.status, answer.body, Number(answer.headers.get('Retry-After')) > 0])
    expect(acknowledgedPayloads.length).toBeLessThan(200)
  }
  const unavailable = { code: 'unavailable', detail: 'Failed to queue spans for processing.' }
  expect(refusals).toEqual(refusals.map(() => [503, unavailable, true]))
  const rpc = await refusal(grpcPort, api.key, span({ attributes: [text('filler', 'x'.repeat(200_000))] }))
  expect(rpc.code).toBe(status.UNAVAILABLE)
  expect(rpc.metadata.get('grpc-status-details-bin')[0]?.toString()).toContain('google.rpc.RetryInfo')
  expect((await api.post('/spans/query', {})).status).toBe(200)
  // The worker also fails on the full disk, unless it has finished before.
  await until(
    async () =>
      server.output().includes('spans are not stored yet') ||
      (await api.get('/otlp/health')).body.waiting.requests === 0,
    'the worker fails or has finished',
  )
  await limitFiles('unlimited')
  const lastSpan = span()
  await expect.poll(async () => (await sendJson(api, lastSpan)).status).toBe(202)
  await expectStoredOnce(api, [...acknowledgedPayloads, [lastSpan]])
  expect(await server.stop()).toBe(0)
  removeDataDir(server)
})

describe('on a ClickHouse server', () => {
  let clickhouse: Awaited<ReturnType<typeof startClickHouse>>
  let server: RunningServer
  let api: Api
  beforeAll(async () => {
    clickhouse = await startClickHouse()
    server = await startServer({ env: { ASSAY_CLICKHOUSE_URL: clickhouse.url } })
    api = await newProject(server.url, { seedDefaults: false })
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(server)
    await clickhouse.remove()
  })

  test('spans are accepted while it is down, and all are stored after its restart', async () => {
    const before = threeSpans()
    await waitForReceipt(api, await sendJson(api, ...before))
    await clickhouse.kill()
    const during = [...threeSpans()]
    const lateSpan = { ...during[0], name: 'late' } as TestSpan
    const answers = []
    for (const one of [...during, lateSpan]) answers.push(await sendJson(api, one))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect((await fetch(`${server.url}/ready`)).status).toBe(503)
    expect((await api.get(`/traces/${during[0]?.traceId}`)).status).toBe(503)
    clickhouse = await startClickHouse(clickhouse)
    for (const answer of answers) expect((await waitForReceipt(api, answer)).status).toBe('stored')
    const spans = await spansOf(api, during[0]?.traceId ?? '')
    expect(spans.size).toBe(3)
    expect(spans.get(lateSpan.spanId).span_name).toBe('late')
    expect((await spansOf(api, before[0]?.traceId ?? '')).size).toBe(3)
  })

  describe('with a second process on the same inbox', () => {
    let second: RunningServer
    beforeAll(async () => {
      second = await startServer({
        dataDir: server.dataDir,
        env: { ASSAY_CLICKHOUSE_URL: clickhouse.url },
      })
    })
    afterAll(() => second.stop())

    test('both workers together compute the same totals of a trace as one worker', async () => {
      const id = traceId()
      const root = span({ traceId: id })
      const tokens = [{ key: 'ag.metrics.unit.tokens.prompt', value: { intValue: '1' } }]
      const children = Array.from({ length: 40 }, () =>
        span({ traceId: id, parentSpanId: root.spanId, attributes: tokens }),
      )
      const answers = await Promise.all(
        [root, ...children].map((one, i) => sendJson(i % 2 === 0 ? api : { ...api, url: second.url }, one)),
      )
      for (const answer of answers) await waitForReceipt(api, answer)
      const spans = await spansOf(api, id)
      expect(spans.size).toBe(41)
      expect(spans.get(root.spanId).attributes.ag.metrics.tokens.cumulative.prompt).toBe(40)
    })

    test('log events that one process receives are joined to spans that another receives', async () => {
      const calls = Array.from({ length: 20 }, () => span())
      const answers = await Promise.all(
        calls.flatMap((one) => [
          sendLogs({ ...api, url: second.url }, messageLog('user', 'Hi', one)),
          sendJson(api, one),
        ]),
      )
      for (const answer of answers)
        expect(await waitForReceipt(api, answer)).toMatchObject({ status: 'stored' })
      for (const one of calls) {
        const storedSpan = (await spansOf(api, one.traceId)).get(one.spanId)
        expect(storedSpan?.events.map(({ name }: Body) => name as string)).toEqual(['gen_ai.user.message'])
      }
    })
  })
})

test('a full inbox is answered with 429 and Retry-After, and accepts requests again later', async () => {
  const clickhouse = await startClickHouse()
  const grpcPort = await freePort()
  const server = await startServer({
    env: {
      ASSAY_CLICKHOUSE_URL: clickhouse.url,
      ASSAY_INBOX_BYTES_MAX: '20000',
      ASSAY_OTLP_GRPC_PORT: String(grpcPort),
    },
  })
  const api = await newProject(server.url, { seedDefaults: false })
  await clickhouse.kill()
  const filler = [{ key: 'text', value: { stringValue: 'x'.repeat(5000) } }]
  const answers = []
  for (let i = 0; i < 8; i++) answers.push(await sendJson(api, span({ attributes: filler })))
  const refusedAnswers = answers.filter(({ status }) => status === 429)
  expect(refusedAnswers.length).toBeGreaterThan(2)
  expect(refusedAnswers[0]?.body.code).toBe('too_many_requests')
  expect(Number(refusedAnswers[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
  const logs = await sendLogs(api, messageLog('user', 'Hi', span()))
  expect(logs).toMatchObject({ status: 429, body: { code: 8 } })
  const error = await refusal(grpcPort, api.key, span())
  expect(error.code).toBe(status.RESOURCE_EXHAUSTED)
  expect(error.metadata.get('grpc-status-details-bin')[0]?.toString()).toContain('google.rpc.RetryInfo')
  const restartedClickHouse = await startClickHouse(clickhouse)
  for (const answer of answers) if (answer.status === 202) await waitForReceipt(api, answer)
  expect((await sendJson(api, span())).status).toBe(202)
  await server.stop()
  removeDataDir(server)
  await restartedClickHouse.remove()
})

test.each(backends)(
  'a project that fills its share of the inbox on %s is refused; another is stored before at least half of its spans',
  async (form) => {
    const [clickhouse, database] = [await startClickHouse(), await freshDatabase(form)]
    const env = {
      ...database.env,
      ASSAY_CLICKHOUSE_URL: clickhouse.url,
      ASSAY_INBOX_BYTES_MAX: String(40 * 1024 * 1024),
    }
    const server = await startServer({ env })
    const floodingProject = await newProject(server.url, { seedDefaults: false })
    const otherProject = await newProject(server.url, { seedDefaults: false })
    await clickhouse.kill()
    const filler = [{ key: 'text', value: { stringValue: 'x'.repeat(4 * 1024 * 1024) } }]
    const flood = []
    for (let i = 0; i < 10; i++) flood.push(await sendJson(floodingProject, span({ attributes: filler })))
    const acceptedAnswers = flood.filter(({ status }) => status === 202)
    const refusedAnswers = flood.filter(({ status }) => status === 429)
    expect([acceptedAnswers.length, refusedAnswers.length]).toEqual([8, 2])
    expect(Number(refusedAnswers[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
    const response = await sendJson(otherProject, span())
    expect(response.status).toBe(202)
    const restartedClickHouse = await startClickHouse(clickhouse)
    await waitForReceipt(otherProject, response)
    for (const answer of acceptedAnswers) await waitForReceipt(floodingProject, answer)
    const finishedAt = async (api: Api, { headers }: Answer): Promise<string> =>
      (await api.get(`/otlp/receipts/${headers.get('x-assay-receipt')}`)).body.receipt.finished_at
    const ownTime = await finishedAt(otherProject, response)
    const times = await Promise.all(acceptedAnswers.map((answer) => finishedAt(floodingProject, answer)))
    const earlierTimes = times.filter((time) => time < ownTime)
    expect(earlierTimes.length).toBeLessThanOrEqual(4)
    await server.stop()
    await restartedClickHouse.remove()
    await database.remove()
  },
)

test('a database outage is answered with 503 on every protocol; acknowledged spans are stored after the outage', async () => {
  const postgres = await startPostgres()
  const grpcPort = await freePort()
  const server = await startServer({
    env: { ASSAY_DATABASE_URL: `${postgres.url}/postgres`, ASSAY_OTLP_GRPC_PORT: String(grpcPort) },
  })
  const api = await newProject(server.url, { seedDefaults: false })
  const acknowledgedTraces = Array.from({ length: 5 }, threeSpans)
  for (const spans of acknowledgedTraces) expect((await sendJson(api, ...spans)).status).toBe(202)
  await postgres.halt()
  const sentence = 'Failed to queue spans for processing.'
  const sendAnswer = await sendJson(api, span())
  expect(sendAnswer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(sendAnswer.body.detail).toBe(sentence)
  expect(Number(sendAnswer.headers.get('Retry-After'))).toBeGreaterThan(0)
  const standard = await sendBytes(api, '/v1/traces', '{}', { 'Content-Type': 'application/json' })
  expect(standard).toMatchObject({ status: 503, body: { code: 14 } })
  expect(standard.body.message).toBe(sentence)
  const logs = await sendLogs(api, messageLog('user', 'Hi', span()))
  expect(logs).toMatchObject({ status: 503, body: { code: 14 } })
  const error = await refusal(grpcPort, api.key, span())
  expect(error.code).toBe(status.UNAVAILABLE)
  expect(error.details).toBe(sentence)
  expect(error.metadata.get('grpc-status-details-bin')[0]?.toString()).toContain('google.rpc.RetryInfo')
  await postgres.resume()
  await expect.poll(async () => (await sendJson(api, span())).status).toBe(202)
  await expectStoredOnce(api, acknowledgedTraces)
  expect(await server.stop()).toBe(0)
  removeDataDir(server)
  await postgres.stop()
})

function refusal(
  port: number,
  key: string,
  sentSpan: TestSpan,
): Promise<{ readonly code: number; readonly details: string; readonly metadata: Metadata }> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure())
  const metadata = new Metadata()
  metadata.set('authorization', key)
  const bytes = (value: Uint8Array): Buffer => Buffer.from(value)
  return new Promise((resolve, reject) => {
    const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
    client.makeUnaryRequest(path, bytes, bytes, protobufOf(sentSpan), metadata, (error) => {
      client.close()
      if (error === null) reject(new Error('it was accepted'))
      else resolve(error)
    })
  })
}
