import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loopback, emptyAllowList, parseAllowList } from '../../kernel/addresses.ts'
import { failureOf } from '../evaluators/evaluators.fixture.ts'
import { startTestServer, type TestServer } from './clients.fixture.ts'
import { createOutgoing, type Outgoing } from './outgoing.ts'
import { postJson } from './post.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.reply({}))

const openedClients: Outgoing[] = []
afterAll(async () => {
  for (const outgoing of openedClients) await outgoing.close()
})

/** Names resolve to these addresses, one list per lookup; the last one repeats. */
function outgoingWith(list = emptyAllowList, ...lookups: readonly (readonly string[])[]): Outgoing {
  const remaining = [...lookups]
  const outgoing = createOutgoing(list, (_host, _options, callback) => {
    const addresses = (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? []
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  })
  openedClients.push(outgoing)
  return outgoing
}

const port = (): string => new URL(server.url).port
const post = (outgoing: Outgoing, url: string) => postJson({ outgoing, url, body: {}, timeoutMs: 5000 })

describe('a call to an address that is not public', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '[64:ff9b::7f00:1]',
    '[::7f00:1]',
    '10.0.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '224.0.0.1',
    '100.64.0.1',
  ])('is refused when it is written %s', async (host) => {
    const failure = await failureOf(post(outgoingWith(), `http://${host}:${port()}/`))
    expect(failure).toMatchObject({ code: 'unreachable', isRetryable: false })
    expect(failure.message).toContain('ASSAY_OUTGOING_ALLOW')
    expect(server.requests).toEqual([])
  })

  test('is refused when a name resolves to it, without naming the address', async () => {
    const failure = await failureOf(
      post(outgoingWith(emptyAllowList, ['127.0.0.1']), `http://x.example:${port()}/`),
    )
    expect(failure.message).toBe(
      'x.example leads to a loopback address, which outgoing calls reach only where ASSAY_OUTGOING_ALLOW names it.',
    )
    expect(server.requests).toEqual([])
  })

  test('is refused when a name resolves to it on a later lookup', async () => {
    server.reply({ headers: { connection: 'close' } })
    const outgoing = outgoingWith(parseAllowList('127.0.0.1'), ['127.0.0.1'], ['127.0.0.2'])
    const url = `http://rebinding.example:${port()}/`
    await post(outgoing, url)
    expect((await failureOf(post(outgoing, url))).message).toContain('leads to a loopback address')
    expect(server.requests).toHaveLength(1)
  })

  test('is refused over https too', async () => {
    const failure = await failureOf(post(outgoingWith(emptyAllowList, ['::1']), 'https://x.example/'))
    expect(failure.message).toContain('loopback')
  })
})

describe('a call to an address that is allowed', () => {
  test.each(['127.0.0.1', 'localhost'])('reaches %s', async (host) => {
    await post(outgoingWith(loopback, ['127.0.0.1']), `http://${host}:${port()}/`)
    expect(server.requests).toHaveLength(1)
  })

  test('is allowed by host name; another name for the same address is refused', async () => {
    const list = parseAllowList('models.internal')
    const outgoing = outgoingWith(list, ['127.0.0.1'])
    await post(outgoing, `http://models.internal:${port()}/`)
    expect((await failureOf(post(outgoing, `http://other.internal:${port()}/`))).code).toBe('unreachable')
    expect(server.requests).toHaveLength(1)
  })

  test('uses an allowed address out of several', async () => {
    const outgoing = outgoingWith(parseAllowList('127.0.0.1'), ['10.0.0.1', '127.0.0.1'])
    await post(outgoing, `http://both.example:${port()}/`)
    expect(server.requests).toHaveLength(1)
  })
})

test('a redirect is not followed', async () => {
  server.reply({ status: 307, headers: { location: `${server.url}/elsewhere` } })
  const failure = await failureOf(post(outgoingWith(loopback), server.url))
  expect(failure.code).toBe('http_status')
  expect(server.requests).toHaveLength(1)
})
