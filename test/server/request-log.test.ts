// The log line of a request.
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { routeParts } from '../../scripts/route-parts.ts'
import { createServer } from '../../src/http/server/server.ts'

/** Sends a request to a server with these settings and returns its log line. */
async function lineOf(
  environment: Readonly<Record<string, string>>,
  request: {
    readonly url: string
    readonly headers?: Record<string, string>
    readonly remoteAddress?: string
  },
): Promise<unknown> {
  const lines: unknown[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  const app = createServer({ ...routeParts(environment), logger: pino(stream) }, [])
  await app.inject(request)
  await app.close()
  return lines[0]
}

const forwardedRequest = {
  url: '/x',
  remoteAddress: '192.0.2.7',
  headers: { 'x-forwarded-for': '198.51.100.9' },
}

test('a request is logged with the address of its client', async () => {
  expect(await lineOf({}, forwardedRequest)).toMatchObject({
    msg: 'request',
    path: '/x',
    address: '192.0.2.7',
  })
})

test('behind a trusted proxy the address is that of the forwarding header', async () => {
  expect(await lineOf({ ASSAY_TRUST_PROXY: 'true' }, forwardedRequest)).toMatchObject({
    address: '198.51.100.9',
  })
})

test.each([
  ['2', '198.51.100.9'],
  ['3', '203.0.113.1'],
  ['10', '203.0.113.1'],
])('behind %s trusted proxies each adds the address that it sees', async (count, address) => {
  const headers = { 'x-forwarded-for': '203.0.113.1, 198.51.100.9, 192.0.2.8' }
  expect(await lineOf({ ASSAY_TRUST_PROXY: count }, { ...forwardedRequest, headers })).toMatchObject({
    address,
  })
})

test('addresses that the client adds to the forwarding header are ignored', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.1, 198.51.100.9' }
  const line = await lineOf({ ASSAY_TRUST_PROXY: 'true' }, { ...forwardedRequest, headers })
  expect(line).toMatchObject({ address: '198.51.100.9' })
})
