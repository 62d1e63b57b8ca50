// A run that crashes the process whenever it starts fails with the reason, and the server stays up.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { backends, newProject, throughServer } from '../support/api.ts'
import { startClickHouse } from '../support/clickhouse.ts'
import { freshDatabase } from '../support/databases.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import {
  auto,
  waitForEnd,
  fetchRun,
  makeEvaluator,
  makeQuery,
  makeTestset,
  startEvaluation,
} from '../support/runs.ts'
import { eventually } from '../support/eventually.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const marker = 'ends-the-process'

interface Proxy {
  readonly url: string
  /** The number of statements with the marker; they are never answered. */
  readonly blockedCount: () => number
}

/** A trace store that does not answer statements with the marker. */
async function startProxy(target: string): Promise<Proxy> {
  let blockedCount = 0
  const server: Server = createServer((request, response) => {
    const forwardRequest = async (): Promise<void> => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks)
      if (`${request.url} ${body.toString('latin1')}`.includes(marker)) {
        blockedCount += 1
        return
      }
      const type = request.headers['content-type']
      const answer = await fetch(`${target}${request.url ?? ''}`, {
        method: request.method ?? 'POST',
        headers: type === undefined ? {} : { 'Content-Type': type },
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      })
      const code = answer.headers.get('x-clickhouse-exception-code')
      response.writeHead(answer.status, code === null ? {} : { 'X-ClickHouse-Exception-Code': code })
      response.end(Buffer.from(await answer.arrayBuffer()))
    }
    forwardRequest().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    blockedCount: () => blockedCount,
  }
}

describe.each(backends)('on %s', (backend) => {
  test('a run that crashes the process three times fails, and the server continues with others', async () => {
    const database = await freshDatabase(backend)
    cleanups.push(() => database.remove())
    const clickhouse = await startClickHouse()
    cleanups.push(() => clickhouse.remove())
    const proxy = await startProxy(clickhouse.url)
    const env = {
      ...database.env,
      ASSAY_CLICKHOUSE_URL: proxy.url,
      ASSAY_EVALUATIONS_LEASE_SECONDS: '3',
      ASSAY_QUERY_SECONDS_MAX: '600',
    }
    let server: RunningServer = await startServer({ env })
    cleanups.push(() => server.kill())
    const api = await newProject(server.url, { seedDefaults: false })
    const query = await makeQuery(api, { filtering: { field: 'span_name', value: marker } })
    const evaluator = auto(await makeEvaluator(api, 'auto_exact_match'))
    const crashingRun = await startEvaluation(api, {
      data: { query_steps: [query], evaluator_steps: evaluator },
    })
    let kills = 0
    let crashes = 0
    let currentApi = api
    const fetchCrashingRun = () => fetchRun(currentApi, crashingRun.id as string)
    for (;;) {
      const event = await eventually(async () => {
        if (proxy.blockedCount() > crashes) return 'started'
        const { status } = await fetchCrashingRun()
        return status === 'failure' ? 'failed' : undefined
      }, 'the run to start or to fail')
      if (event === 'failed') break
      await server.kill()
      kills += 1
      if (kills > 8) throw new Error('the run starts again without end')
      crashes = proxy.blockedCount()
      server = await startServer({ env })
      currentApi = throughServer(api, server.url)
    }
    // A crash that is detected late, on a busy machine, does not count.
    expect(kills).toBeGreaterThanOrEqual(3)
    const { status, flags, meta } = await fetchCrashingRun()
    expect([status, flags.is_active, meta.failure]).toEqual([
      'failure',
      false,
      { code: 'internal_error', message: expect.stringMatching(/crashed 3 times/) as string },
    ])
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
    const { id } = await startEvaluation(currentApi, {
      data: {
        testset_steps: [await makeTestset(currentApi, [{ correct_answer: 'a' }])],
        evaluator_steps: evaluator,
      },
    })
    expect(['success', 'errors']).toContain((await waitForEnd(currentApi, id as string)).status)
    await server.stop()
    // Four starts of a server, on a machine that may be busy.
  })
})
