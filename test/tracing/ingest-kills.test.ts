// A server that is killed under load loses no accepted span and no accepted log event.
import { expect, test } from 'vitest'
import { threeSpans, expectStoredOnce, protobuf } from '../support/acknowledged-spans.ts'
import { newProject, throughServer, type Api } from '../support/api.ts'
import { until } from '../support/eventually.ts'
import {
  protobufOf,
  messageLog,
  sendBytes,
  sendJson,
  sendLogs,
  waitForReceipt,
  span,
  spansOf,
  type TestSpan,
} from '../support/otlp.ts'
import { removeDataDir, startServer } from '../support/process.ts'
import { amount, isDeep } from '../support/tier.ts'

/** Sends until it is stopped or the server is gone, and collects the acknowledged spans. */
async function load(api: Api, acknowledgedTraces: TestSpan[][], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const spans = [...threeSpans()]
    try {
      const { status } = await sendBytes(api, '/api/otlp/v1/traces', protobufOf(...spans), protobuf)
      if (status === 202) acknowledgedTraces.push(spans)
    } catch {
      return
    }
  }
}

/** How often each test kills the server. */
const kills = amount(1, 5)

// The server is killed after more spans in each round: at first while few are received, later while many are stored.
test.each(isDeep ? [0, 5, 10, 15] : [2])(
  'after kill -9 under load, from round %i, every acknowledged span is stored once',
  async (first) => {
    let server = await startServer()
    const { dataDir } = server
    const project = await newProject(server.url, { seedDefaults: false })
    const acknowledgedTraces: TestSpan[][] = []
    for (let round = first; round < first + kills; round++) {
      const stop = new AbortController()
      const api = { ...project, url: server.url }
      const before = acknowledgedTraces.length
      const senders = Array.from({ length: 4 }, () => load(api, acknowledgedTraces, stop.signal))
      await until(() => acknowledgedTraces.length >= before + 3 + 4 * round, 'acknowledged spans')
      await server.kill()
      stop.abort()
      await Promise.all(senders)
      server = await startServer({ dataDir })
    }
    expect(acknowledgedTraces.length).toBeGreaterThanOrEqual(3 * kills)
    await expectStoredOnce({ ...project, url: server.url }, acknowledgedTraces)
    await server.stop()
    removeDataDir(server)
  },
)

test('after kill -9 every acknowledged log event is in its span once', async () => {
  let server = await startServer()
  const { dataDir } = server
  const project = await newProject(server.url, { seedDefaults: false })
  const calls: TestSpan[] = []
  for (let round = 0; round < kills; round++) {
    const api = { ...project, url: server.url }
    const [before, after] = [span(), span()]
    await waitForReceipt(throughServer(project, server.url), await sendJson(api, after))
    for (const one of [before, after]) {
      expect((await sendLogs(api, messageLog('user', 'Hi', one))).status).toBe(200)
    }
    // Later rounds kill the server later: immediately, while the events wait, and while they are joined to their spans.
    for (let request = 0; request < 10 * round; request++)
      await throughServer(project, server.url).get('/otlp/health')
    await server.kill()
    server = await startServer({ dataDir })
    expect((await sendJson({ ...project, url: server.url }, before)).status).toBe(202)
    calls.push(before, after)
  }
  const api = throughServer(project, server.url)
  for (const one of calls) {
    await expect.poll(async () => (await spansOf(api, one.traceId)).get(one.spanId)?.events?.length).toBe(1)
  }
  await server.stop()
  removeDataDir(server)
})
