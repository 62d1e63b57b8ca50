// Failures as clients see them: a killed server, a stopped server, an unavailable database, a full disk. Each test has
// its own servers and mostly waits for them, so all tests run concurrently.
import { once } from 'node:events'
import { connect } from 'node:http2'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { backends, request, type Answer } from '../support/api.ts'
import { run } from '../support/children.ts'
import { freshDatabase } from '../support/databases.ts'
import { freePort, startPostgres } from '../support/postgres.ts'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import {
  call,
  commitOn,
  expectNothingLost,
  newVariant,
  commitConcurrently,
  type AcknowledgedCommit,
} from '../support/concurrent-commits.ts'
import { until } from '../support/eventually.ts'
import { amount, inDeep, isDeep } from '../support/tier.ts'

const unavailable = (answer: Answer) => ({
  status: answer.status,
  code: answer.body.code as unknown,
  retry: answer.headers.get('retry-after'),
})
const refusal = { status: 503, code: 'unavailable', retry: expect.stringMatching(/^\d+$/) as unknown }

/** Waits until the server is ready. */
async function untilReady(url: string): Promise<void> {
  await until(async () => (await request(`${url}/ready`, { method: 'GET' })).status === 200, 'ready')
}

/** The ends of a server under load, each followed by a start. */
const ends = isDeep ? ['kill', 'kill', 'stop'] : ['kill']

describe.concurrent.each(backends)('a server on %s', (backend) => {
  test('has every acknowledged commit after kill -9 and after SIGTERM under load', async () => {
    const database = await freshDatabase(backend)
    let server = await startServer({ env: database.env })
    const variantId = await newVariant(server.url, 'storm')
    const acknowledgedCommits: AcknowledgedCommit[] = []
    for (const end of ends) {
      const commits = commitConcurrently(server.url, variantId, { width: 8, payload: 'x'.repeat(2000) })
      await commits.reached(30)
      if (end === 'kill') await server.kill()
      else expect(await server.stop()).toBe(0)
      await commits.end()
      expect(commits.refused.map(unavailable)).toEqual(commits.refused.map(() => refusal))
      acknowledgedCommits.push(...commits.acknowledged)
      server = await startServer({ env: database.env })
      await expectNothingLost(server.url, variantId, acknowledgedCommits)
    }
    await server.stop()
    await database.remove()
  })
})

/** Sends the headers of a commit and waits until the server has read them. The returned function sends the body. */
async function beginCommit(server: RunningServer, variantId: string) {
  const clientRequest = httpRequest(`${server.url}/api/applications/revisions/commit`, {
    method: 'POST',
    headers: {
      Authorization: `ApiKey ${firstKey}`,
      'Content-Type': 'application/json',
      Expect: '100-continue',
    },
  })
  const responseEvent = once(clientRequest, 'response')
  // The test awaits the response later; a reset before is reported there.
  responseEvent.catch(() => undefined)
  clientRequest.flushHeaders()
  await once(clientRequest, 'continue')
  return async (): Promise<{ readonly status: number | undefined; readonly body: string }> => {
    const data = { parameters: { in: 'flight' } }
    clientRequest.end(
      JSON.stringify({ application_revision_commit: { application_variant_id: variantId, data } }),
    )
    const [response] = (await responseEvent) as [IncomingMessage]
    return { status: response.statusCode, body: await text(response) }
  }
}

describe.concurrent('a server that receives a stop signal', () => {
  test('finishes active requests, then exits without open connections', async () => {
    const server = await startServer()
    // The client keeps this connection, which is idle when the stop begins.
    const variantId = await newVariant(server.url, 'in-flight')
    const pendingCommits = [await beginCommit(server, variantId), await beginCommit(server, variantId)]
    const exitEvent = once(server.process, 'exit')
    server.process.kill('SIGTERM')
    await until(() => server.output().includes('stopping'), 'the server stops')
    const answers = await Promise.all(pendingCommits.map((send) => send()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await exitEvent).toEqual([0, null])
    expect(server.output()).toContain('"msg":"stopped"')
    removeDataDir(server)
  })

  inDeep(() => {
    test('right after it printed its address stops', async () => {
      const server = await startServer()
      expect(await server.stop()).toBe(0)
      removeDataDir(server)
    })

    test('accepts nothing on any port while it finishes a call on another port', async () => {
      const grpcPort = await freePort()
      const server = await startServer({ env: { ASSAY_OTLP_GRPC_PORT: String(grpcPort) } })
      const session = connect(`http://127.0.0.1:${grpcPort}`)
      const call = session.request({
        ':method': 'POST',
        ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
        'content-type': 'application/grpc',
        authorization: firstKey,
      })
      const trailers = once(call, 'trailers')
      call.resume()
      // The beginning of one message without content.
      call.write(Buffer.alloc(4))
      await request(`${server.url}/health`, { method: 'GET' })
      const exitCode = server.stop()
      const isOpen = (): Promise<boolean> =>
        fetch(`${server.url}/health`).then(
          ({ ok }) => ok,
          () => false,
        )
      await expect.poll(isOpen).toBe(false)
      call.end(Buffer.alloc(1))
      expect((await trailers)[0]).toMatchObject({ 'grpc-status': '0' })
      expect(await exitCode).toBe(0)
      removeDataDir(server)
    })

    test('does not wait for a client that never finishes its request', async () => {
      // The stores are closed in the rest of this time, on a machine that may be busy.
      const server = await startServer({ env: { ASSAY_STOP_SECONDS_MAX: '20' } })
      await beginCommit(server, await newVariant(server.url, 'never-finished'))
      expect(await server.stop()).toBe(0)
      removeDataDir(server)
    })
  })
})

describe.concurrent('a server whose PostgreSQL becomes unavailable', () => {
  test('answers 503 with Retry-After, names the store, recovers without a restart, and can be stopped', async () => {
    const postgres = await startPostgres()
    const server = await startServer({ env: { ASSAY_DATABASE_URL: `${postgres.url}/postgres` } })
    const variantId = await newVariant(server.url, 'outage')
    const commits = commitConcurrently(server.url, variantId, { width: 12, commitsMax: amount(500, 2000) })
    await commits.reached(30)
    await postgres.halt()
    const retrieval = { application_variant_ref: { id: variantId } }
    expect(unavailable(await call(server.url, '/applications/revisions/retrieve', retrieval))).toEqual(
      refusal,
    )
    expect(unavailable(await commitOn(server.url, variantId, {}))).toEqual(refusal)
    const answer = await request(`${server.url}/ready`, { method: 'GET' })
    expect(unavailable(answer)).toEqual(refusal)
    expect(JSON.stringify(answer.body.detail)).toContain('relational')
    expect((await request(`${server.url}/health`, { method: 'GET' })).status).toBe(200)
    await commits.end()
    expect(commits.refused.length).toBeGreaterThan(0)
    expect(commits.refused.map(unavailable)).toEqual(commits.refused.map(() => refusal))
    await postgres.resume()
    await untilReady(server.url)
    await expectNothingLost(server.url, variantId, commits.acknowledged)
    // The server also stops gracefully while the store is unavailable.
    await postgres.halt()
    expect(await server.stop()).toBe(0)
    removeDataDir(server)
    await postgres.stop()
  })
})

describe.concurrent('a server whose disk is full', () => {
  test('refuses writes with 503, answers reads, stores nothing partially, and recovers with free space', async () => {
    const server = await startServer()
    const variantId = await newVariant(server.url, 'full')
    const earlierCommit = await commitOn(server.url, variantId, { turn: 'before' })
    // The limit on the size of each file of the server: a write beyond it fails.
    const limitFiles = async (bytes: string): Promise<void> => {
      const { code, stderr } = await run('prlimit', [`--pid=${server.process.pid}`, `--fsize=${bytes}:`])
      expect([code, stderr]).toEqual([0, ''])
    }
    await limitFiles(String(2 * 1024 * 1024))
    // Eight of these payloads in one transaction exceed SQLite's cache: some writes fail inside it, some at its end.
    const commits = commitConcurrently(server.url, variantId, {
      width: 8,
      payload: 'y'.repeat(500_000),
      commitsMax: amount(24, 80),
    })
    await commits.reached(5000)
    await commits.end()
    expect(commits.refused.length).toBeGreaterThan(0)
    expect(commits.refused.map(unavailable)).toEqual(commits.refused.map(() => refusal))
    const { id } = earlierCommit.body.application_revision as AcknowledgedCommit
    const retrieval = await call(server.url, '/applications/revisions/retrieve', {
      application_revision_ref: { id },
    })
    expect(retrieval.body.application_revision.data).toMatchObject({ parameters: { turn: 'before' } })
    await limitFiles('unlimited')
    await expectNothingLost(server.url, variantId, commits.acknowledged)
    expect(await server.stop()).toBe(0)
    const db = new DatabaseSync(join(server.dataDir, 'assay.sqlite'), { readOnly: true })
    expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    db.close()
    removeDataDir(server)
  })
})
