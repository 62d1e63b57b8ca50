// Request bodies: encodings, types, sizes, and text that is not JSON.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, projectWithBot, serverOf, type Api, type Body } from '../support/api.ts'
import { freePort } from '../support/postgres.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { playAll, unknownId } from '../support/scenarios.ts'

const missingBody = {
  code: 'validation_failed',
  detail: [{ type: 'missing', loc: ['body'], msg: 'Field required.' }],
}

/** Sends a body of bytes, which the client of the tests cannot send. */
async function sendBytes(
  api: Api,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: Body }> {
  const response = await fetch(`${api.url}/api/applications/query`, {
    method: 'POST',
    headers: { Authorization: api.key, ...headers },
    body: bytes,
  })
  return { status: response.status, body: (await response.json()) as Body }
}

const bytesOf = (value: unknown): Uint8Array<ArrayBuffer> => Buffer.from(JSON.stringify(value))

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let applicationId: string
  beforeAll(async () => {
    const project = await projectWithBot(serverOf(backend))
    api = project.api
    applicationId = project.applicationId
  })

  describe('bodies', () => {
    const query = { application_refs: [{ slug: 'bot' }] }
    const inTwoFrames = (body: Uint8Array): Uint8Array =>
      Buffer.concat([body.subarray(0, 9), body.subarray(9)].map((part) => zstdCompressSync(part)))
    const encodings = [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['zstd', zstdCompressSync],
      ['zstd', inTwoFrames],
      ['GZIP', gzipSync],
    ] as const
    test.each(encodings)('in %s are inflated', async (encoding, compress) => {
      const bytes = new Uint8Array(compress(bytesOf(query)))
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding }
      expect(await sendBytes(api, bytes, headers)).toMatchObject({ status: 200, body: { count: 1 } })
    })

    test.each([
      ['not HTTP', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'The request is not valid HTTP.'],
      [
        'of no length',
        'POST /v1/traces HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
        'The request is not valid HTTP.',
      ],
      [
        'mostly headers',
        `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
        'The headers of the request are too large.',
      ],
    ])('that are %s are refused with the usual error', async (_, bytes, detail) => {
      const { hostname, port } = new URL(api.url)
      const socket = connect(Number(port), hostname)
      socket.write(bytes)
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
      expect(head).toMatch(/^HTTP\/1\.1 400 [^]*X-Request-Id: \S+/)
      expect(JSON.parse(body)).toEqual({ code: 'payload_undecodable', detail })
    })

    test('in an unknown encoding are refused', async () => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'br' }
      expect(await sendBytes(api, bytesOf(query), headers)).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type' },
      })
    })

    test('that do not match their encoding are refused', async () => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
      expect(await sendBytes(api, bytesOf(query), headers)).toMatchObject({
        status: 400,
        body: { code: 'payload_undecodable' },
      })
    })

    test.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json'])(
      'of type %s are read',
      async (type) => {
        expect(await sendBytes(api, bytesOf(query), { 'Content-Type': type })).toMatchObject({
          status: 200,
          body: { count: 1 },
        })
      },
    )

    test('without a type are read as JSON', async () => {
      expect(await sendBytes(api, bytesOf(query), {})).toMatchObject({ status: 200, body: { count: 1 } })
    })

    test.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ])('of type %s are refused', async (type) => {
      const { status, body } = await sendBytes(api, bytesOf(query), { 'Content-Type': type })
      expect({ status, code: body.code }).toEqual({ status: 415, code: 'unsupported_media_type' })
    })

    test('are ignored by a route without a body', async () => {
      const path = `/applications/${applicationId}/unarchive`
      for (const [body, type] of [
        ['{', 'application/json'],
        ['hello', 'text/plain'],
      ] as const) {
        const { status } = await api.call('POST', path, body, { 'Content-Type': type })
        expect(status, type).toBe(200)
      }
    })

    const notJson: readonly (readonly [string, number])[] = [
      ['{"application": }', 16],
      ['{', 1],
      ['{"ä": nope}', 7],
      ['[1, 2', 5],
    ]
    test.each(notJson)('with the invalid JSON %s are refused with the position %i', async (text, offset) => {
      const { status, body } = await api.post('/applications/query', text)
      expect({ status, body }).toEqual({
        status: 422,
        body: {
          code: 'json_invalid',
          detail: [{ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' }],
        },
      })
    })

    test('that are not UTF-8 are refused as invalid JSON', async () => {
      const { status, body } = await sendBytes(api, new Uint8Array([0x22, 0xff, 0x22]), {
        'Content-Type': 'application/json',
      })
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'json_invalid' })
    })

    test('can be omitted in queries', async () => {
      for (const path of ['/applications/query', '/simple/environments/query', '/audit/query']) {
        const { status, body } = await api.post(path)
        expect(status, path).toBe(200)
        expect(body.count, path).toBeGreaterThan(0)
      }
    })

    const routesWithBody: readonly (readonly [string, string])[] = [
      ['POST', '/applications/'],
      ['PUT', `/applications/${unknownId}`],
      ['POST', '/applications/revisions/commit'],
      ['POST', '/applications/revisions/retrieve'],
      ['POST', '/applications/revisions/log'],
      ['POST', '/applications/revisions/diff'],
      ['POST', '/applications/revisions/deploy'],
      ['POST', '/applications/revisions/resolve'],
      ['POST', '/applications/variants/fork'],
      ['POST', '/variants/fork'],
      ['POST', '/simple/testsets/'],
      ['POST', '/secrets/'],
    ]
    playAll(
      routesWithBody.map(([method, path]) => ({
        name: `are required by ${method} ${path}`,
        method,
        path,
        status: 422,
        whole: missingBody,
      })),
      () => api,
    )

    test('that nest deeper than 128 levels are refused', async () => {
      const nestedBody = (levels: number): string =>
        `{"application": {"meta": ${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}}`
      const deepAnswer = await api.post('/applications/', nestedBody(127))
      expect({ status: deepAnswer.status, code: deepAnswer.body.code }).toEqual({
        status: 422,
        code: 'validation_failed',
      })
      expect((await api.post('/applications/', nestedBody(126))).status).toBe(200)
    })
  })
})

describe('a server with small limits', () => {
  let server: RunningServer
  let otlpUrl: string
  beforeAll(async () => {
    const otlpPort = await freePort()
    otlpUrl = `http://127.0.0.1:${otlpPort}`
    server = await startServer({
      env: {
        ASSAY_OTLP_HTTP_PORT: String(otlpPort),
        ASSAY_BODY_BYTES_MAX: '2048',
        ASSAY_CORS_ORIGINS: 'https://page.example',
        ASSAY_REQUESTS_PER_MINUTE_MAX: '3',
        ASSAY_ENVIRONMENT_ENTRIES_MAX: '2',
        ASSAY_PUBLIC_URL: 'https://assay.example/',
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(server)
  })

  test('refuses larger bodies with the name of the setting, also after inflation', async () => {
    const api = await newProject(server.url, { seedDefaults: false })
    const body = bytesOf({ application: { description: 'a'.repeat(3000) } })
    const expected = {
      status: 413,
      body: { code: 'payload_too_large', detail: expect.stringMatching(/body_bytes_max.*2048/) },
    }
    const json = { 'Content-Type': 'application/json' }
    expect(await sendBytes(api, body, json)).toEqual(expected)
    const compressedBody = new Uint8Array(gzipSync(body))
    expect(compressedBody.length).toBeLessThan(2048)
    expect(await sendBytes(api, compressedBody, { ...json, 'Content-Encoding': 'gzip' })).toEqual(expected)
  })

  test('answers pages of the listed origins, and only those', async () => {
    const preflight = (origin: string): Promise<Response> =>
      fetch(`${server.url}/api/applications/query`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      })
    const allowedAnswer = await preflight('https://page.example')
    expect([allowedAnswer.status, allowedAnswer.headers.get('Access-Control-Allow-Origin')]).toEqual([
      204,
      'https://page.example',
    ])
    // Exporters in pages send compressed bodies and read the receipt.
    expect(allowedAnswer.headers.get('Access-Control-Allow-Headers')).toContain('Content-Encoding')
    expect(allowedAnswer.headers.get('Access-Control-Expose-Headers')).toContain('X-Assay-Receipt')
    const otherAnswer = await preflight('https://other.example')
    expect([otherAnswer.status, otherAnswer.headers.get('Access-Control-Allow-Origin')]).toEqual([405, null])
    expect(otherAnswer.headers.get('Vary')).toBe('Origin')
  })

  test('allows pages to send the headers that their libraries add', async () => {
    const requestedHeaders = 'authorization,content-type,traceparent,x-fern-language'
    const preflight = async (headers: string): Promise<Headers> =>
      (
        await fetch(`${server.url}/api/applications/query`, {
          method: 'OPTIONS',
          headers: {
            Origin: 'https://page.example',
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': headers,
          },
        })
      ).headers
    const responseHeaders = await preflight(requestedHeaders)
    expect(responseHeaders.get('Access-Control-Allow-Headers')).toBe(requestedHeaders)
    expect(responseHeaders.get('Vary')).toBe('Origin, Access-Control-Request-Headers')
    expect(responseHeaders.get('X-Request-Id')).not.toBeNull()
    expect((await preflight('a b')).get('Access-Control-Allow-Headers')).toContain('Authorization')
  })

  test('sends Vary for answers that depend on the origin, also when they are compressed', async () => {
    const { headers } = await fetch(`${server.url}/openapi.json`, {
      headers: { Origin: 'https://page.example', 'Accept-Encoding': 'gzip' },
    })
    expect(headers.get('Content-Encoding')).toBe('gzip')
    expect(headers.get('Vary')).toBe('Origin, Accept-Encoding')
    // A page that downloads a testset reads the revision and the file name from headers.
    expect(headers.get('Access-Control-Expose-Headers')).toMatch(/X-Assay-Revision-Id.*Content-Disposition/)
  })

  test('uses its public URL for the addresses that it adds to data', async () => {
    const api = await newProject(server.url, { seedDefaults: false })
    const { body } = await api.post('/simple/evaluators/', {
      evaluator: { data: { uri: 'auto_exact_match' } },
    })
    expect(body.evaluator.data.url).toBe('https://assay.example/api/services/auto_exact_match/latest')
  })

  test('refuses an environment with more entries than the setting allows', async () => {
    const api = await newProject(server.url, { seedDefaults: false })
    const references = (keys: readonly string[]): object => ({
      environment: { data: { references: Object.fromEntries(keys.map((key) => [key, {}])) } },
    })
    expect((await api.post('/simple/environments/', references(['a', 'b']))).status).toBe(200)
    expect(await api.post('/simple/environments/', references(['a', 'b', 'c']))).toMatchObject({
      status: 422,
      body: {
        code: 'limit_exceeded',
        detail: [
          { loc: ['body', 'environment', 'data'], ctx: { limit: 2, setting: 'environment_entries_max' } },
        ],
      },
    })
  })

  test('refuses requests of a key above the limit per minute, with Retry-After', async () => {
    const api = await newProject(server.url, { seedDefaults: false })
    const answers = []
    for (let i = 0; i < 7; i++) answers.push(await api.get('/projects/current'))
    const [first] = answers
    expect(first?.headers.get('RateLimit-Policy')).toMatch(/^"requests";q=\d+;w=60$/)
    expect(first?.headers.get('RateLimit')).toMatch(/^"requests";r=\d+;t=60$/)
    const refusedAnswer = answers.find(({ status }) => status === 429)
    expect(refusedAnswer?.headers.get('RateLimit')).toMatch(/^"requests";r=0;t=\d+$/)
    expect(refusedAnswer?.body).toEqual({
      code: 'too_many_requests',
      detail: expect.stringContaining('requests_per_minute_max'),
    })
    expect(Number(refusedAnswer?.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('counts the requests of a key over all ports', async () => {
    const statuses: number[] = []
    // If a minute ends during an attempt, the count starts again; it cannot happen for both keys.
    for (let attempt = 0; attempt < 2; attempt++) {
      const { key } = await newProject(server.url, { seedDefaults: false })
      for (const url of [server.url, otlpUrl, server.url, otlpUrl, server.url, otlpUrl]) {
        const request = { method: 'POST', headers: { Authorization: key } }
        statuses.push((await fetch(`${url}/v1/logs`, request)).status)
      }
    }
    expect(statuses).toContain(429)
  })
})
