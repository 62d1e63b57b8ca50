// Paths, headers and bodies: what holds on every route.
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forms, newProject, request, serverOf, type Api, type Body } from './support/api.ts'
import { removeDataDir, startServer, type RunningServer } from './support/process.ts'
import { play, playAll, unknownId, type Scenario } from './support/scenarios.ts'

const notFound = { code: 'route_not_found', detail: 'Not Found' }
const notAllowed = { code: 'method_not_allowed', detail: 'Method Not Allowed' }
const missingBody = {
  code: 'validation_failed',
  detail: [{ type: 'missing', loc: ['body'], msg: 'Field required.' }],
}

/** A body of bytes, which the small client of the tests does not send. */
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

describe.each(forms)('on %s', (form) => {
  let api: Api
  let applicationId: string
  beforeAll(async () => {
    api = await newProject(serverOf(form))
    const { body } = await api.post('/simple/applications/', {
      application: { slug: 'bot', name: 'Bot', data: { parameters: { text: 'x'.repeat(2000) } } },
    })
    applicationId = body.application.id as string
  })

  describe('paths', () => {
    const unknown = [
      '/nothing',
      '/applications/catalog',
      `/applications/${unknownId}/nothing`,
      '/',
      '/%E0%A4%A',
    ]
    playAll(
      unknown.map((path) => ({
        name: `${path} is not found`,
        method: 'GET',
        path,
        status: 404,
        whole: notFound,
      })),
      () => api,
    )

    const known: readonly (readonly [string, string, string])[] = [
      ['GET', '/simple/testsets', 'POST'],
      ['GET', '/simple/testsets/', 'POST'],
      ['GET', '/applications/query', 'POST'],
      ['PUT', '/applications/variants/query', 'POST'],
      ['GET', '/applications/revisions/commit', 'POST'],
      ['GET', '/applications/variants', 'POST'],
      ['POST', '/simple/evaluators/templates', 'GET'],
      ['DELETE', `/applications/${unknownId}`, 'GET, PUT'],
      ['PATCH', '/keys', 'GET, POST'],
      ['GET', '/variants/fork', 'POST'],
    ]
    test.each(known)('%s %s is known for other methods only: %s', async (method, path, allow) => {
      const answer = await play(api, { name: path, method, path, status: 405, whole: notAllowed })
      expect(answer.headers.get('Allow')).toBe(allow)
    })

    test('a word that stands where an id may stand is never read as one', async () => {
      for (const path of ['/applications/catalog/types/', '/simple/evaluators/templates']) {
        expect((await api.get(path)).status, path).toBe(200)
      }
    })

    test.each([
      '/applications/query',
      '/applications/query/',
      '/api/applications/query',
      '/api/api/applications/query/',
      '/preview/applications/query',
    ])('%s is the same route', async (path) => {
      const { status, body } = await api.post(path, { application_refs: [{ slug: 'bot' }] })
      expect({ status, count: body.count }).toEqual({ status: 200, count: 1 })
    })

    test('an id may be written in any case, with or without dashes', async () => {
      for (const id of [applicationId.toUpperCase(), applicationId.replaceAll('-', '')]) {
        expect((await api.get(`/applications/${id}`)).body.application.id).toBe(applicationId)
      }
    })

    test('anything else in the place of an id is refused by its place', async () => {
      const { status, body } = await api.get('/applications/not-an-id')
      expect({ status, body }).toEqual({
        status: 422,
        body: {
          code: 'validation_failed',
          detail: [
            { type: 'uuid_parsing', loc: ['path', 'id'], msg: expect.any(String), input: 'not-an-id' },
          ],
        },
      })
    })

    test('answers about the server stand beside /api, the document and its page below it too', async () => {
      for (const path of [
        '/health',
        '/api/health',
        '/ready',
        '/metrics',
        '/docs',
        '/openapi.json',
        '/api/docs',
        '/api/openapi.json',
      ]) {
        expect((await request(`${api.url}${path}`, { method: 'GET' })).status, path).toBe(200)
      }
      expect((await request(`${api.url}/ready`, { method: 'GET' })).body).toEqual({ status: 'ready' })
      expect((await request(`${api.url}/api/health`, { method: 'GET' })).body).toEqual({ status: 'ok' })
      expect((await request(`${api.url}/api/ready`, { method: 'GET' })).status).toBe(404)
    })

    const deprecated: readonly (readonly [string, string, string])[] = [
      ['GET', '/preview/simple/environments/{id}', '/simple/environments/{id}'],
      ['POST', '/preview/testsets/query', '/testsets/query'],
      ['GET', '/vault/v1/secrets/', '/secrets/'],
      ['GET', '/vault/v1/secrets', '/secrets'],
      ['GET', '/simple/evaluators/templates', '/evaluators/catalog/templates/'],
    ]
    test.each(deprecated)('%s %s works and names %s as its successor', async (method, path, successor) => {
      const url = path.replace('{id}', unknownId)
      const { status, headers } = await api.call(method, url)
      expect({ status, deprecation: headers.get('Deprecation'), link: headers.get('Link') }).toEqual({
        status: 200,
        deprecation: 'true',
        link: `</api${successor.replace('{id}', unknownId)}>; rel="successor-version"`,
      })
    })

    test('a path that is not deprecated says nothing of the kind', async () => {
      const { headers } = await api.get('/projects/current')
      expect([headers.get('Deprecation'), headers.get('Link')]).toEqual([null, null])
    })
  })

  describe('the request id', () => {
    test.each(['abc-123', 'with blanks inside', 'x'.repeat(128)])('%s is kept', async (id) => {
      const { headers } = await api.call('GET', '/nothing', undefined, { 'X-Request-Id': id })
      expect(headers.get('X-Request-Id')).toBe(id)
    })

    test.each(['x'.repeat(129), 'größe'])('%s is replaced', async (id) => {
      const { headers } = await api.call('GET', '/projects/current', undefined, { 'X-Request-Id': id })
      expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    })

    test('is made for every answer, also where the path cannot be read', async () => {
      for (const path of [
        '/projects/current',
        '/nothing',
        '/%E0%A4%A',
        `/applications/${'x'.repeat(1100)}`,
      ]) {
        expect((await api.get(path)).headers.get('X-Request-Id'), path).toMatch(/^[0-9a-f-]{36}$/)
      }
    })
  })

  describe('answers', () => {
    const encodingOf = async (path: string, accept: string): Promise<string | null> =>
      (await api.call('GET', path, undefined, { 'Accept-Encoding': accept })).headers.get('Content-Encoding')

    test('of 1,000 bytes or more are gzipped for those who accept it', async () => {
      const path = `/simple/applications/${applicationId}`
      expect(await encodingOf(path, 'gzip')).toBe('gzip')
      expect(await encodingOf(path, 'identity')).toBeNull()
      expect(await encodingOf('/projects/current', 'gzip')).toBeNull()
    })

    test('come whole out of their gzip', async () => {
      const { body } = await api.call('GET', `/simple/applications/${applicationId}`, undefined, {
        'Accept-Encoding': 'gzip',
      })
      expect(body.application.data.parameters.text).toBe('x'.repeat(2000))
    })

    test('leave out what a client did not allow by listing origins', async () => {
      const { headers } = await api.call('GET', '/projects/current', undefined, {
        Origin: 'https://a.example',
      })
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    })
  })

  describe('bodies', () => {
    const query = { application_refs: [{ slug: 'bot' }] }
    const encodings = [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['zstd', zstdCompressSync],
      ['GZIP', gzipSync],
    ] as const
    test.each(encodings)('in %s are inflated', async (encoding, compress) => {
      const bytes = new Uint8Array(compress(bytesOf(query)))
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding }
      expect(await sendBytes(api, bytes, headers)).toMatchObject({ status: 200, body: { count: 1 } })
    })

    test('in an encoding that is not known are refused', async () => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'br' }
      expect(await sendBytes(api, bytesOf(query), headers)).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type' },
      })
    })

    test('that are not what their encoding says are refused', async () => {
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

    test('are ignored by a route that takes none, whatever they are', async () => {
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
    test.each(notJson)('%s is not JSON: byte %i is named', async (text, offset) => {
      const { status, body } = await api.post('/applications/query', text)
      expect({ status, body }).toEqual({
        status: 422,
        body: {
          code: 'json_invalid',
          detail: [{ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' }],
        },
      })
    })

    test('that are not UTF-8 are not JSON', async () => {
      const { status, body } = await sendBytes(api, new Uint8Array([0x22, 0xff, 0x22]), {
        'Content-Type': 'application/json',
      })
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'json_invalid' })
    })

    test('may be left out where a query is asked', async () => {
      for (const path of ['/applications/query', '/simple/environments/query', '/audit/query']) {
        const { status, body } = await api.post(path)
        expect(status, path).toBe(200)
        expect(body.count, path).toBeGreaterThan(0)
      }
    })

    const needed: readonly (readonly [string, string])[] = [
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
      needed.map(([method, path]) => ({
        name: `are needed by ${method} ${path}`,
        method,
        path,
        status: 422,
        whole: missingBody,
      })),
      () => api,
    )

    test('that nest deeper than 128 levels are refused', async () => {
      const nested = (levels: number): string =>
        `{"application": {"meta": ${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}}`
      const deep = await api.post('/applications/', nested(127))
      expect({ status: deep.status, code: deep.body.code }).toEqual({
        status: 422,
        code: 'validation_failed',
      })
      expect((await api.post('/applications/', nested(126))).status).toBe(200)
    })
  })

  describe('values', () => {
    const created = (application: object): Scenario => ({
      name: '',
      path: '/simple/applications/',
      body: { application },
      status: 200,
    })

    test('an integer that a double cannot hold is refused by its path, nothing is rounded', async () => {
      const { status, body } = await api.post(
        '/simple/applications/',
        '{"application": {"data": {"parameters": {"seeds": [1, 9007199254740993]}}}}',
      )
      expect({ status, body }).toMatchObject({
        status: 422,
        body: {
          code: 'validation_failed',
          detail: [{ loc: ['body', 'application', 'data', 'parameters', 'seeds', 1] }],
        },
      })
      const largest = { parameters: { seed: 9007199254740991, least: -9007199254740991, big: 1e300 } }
      const { body: kept } = await play(api, created({ data: largest }))
      expect(kept.application.data).toEqual(largest)
    })

    test('free-form JSON comes back as it was sent', async () => {
      const text =
        '{"z":null,"a":[],"b":{},"ünï":"\\ud83d\\udc4b \\u0000 \\ud800","__proto__":{"x":1},"n":[1.5,-0.25,1e21,true,false]}'
      const sent = JSON.parse(text) as object
      const { body } = await api.post(
        '/simple/applications/',
        `{"application": {"data": {"parameters": ${text}}, "meta": ${text}}}`,
      )
      expect(JSON.stringify(body.application.data.parameters)).toBe(JSON.stringify(sent))
      expect(JSON.stringify(body.application.meta)).toBe(JSON.stringify(sent))
      const { body: fetched } = await api.get(`/simple/applications/${body.application.id}`)
      expect(JSON.stringify(fetched.application.data.parameters)).toBe(JSON.stringify(sent))
      expect(JSON.stringify(fetched.application.meta)).toBe(JSON.stringify(sent))
    })

    test('numbers and booleans may be sent as text', async () => {
      const { status, body } = await api.post('/applications/query', {
        include_archived: 'true',
        windowing: { limit: '1' },
      })
      expect({ status, count: body.count }).toEqual({ status: 200, count: 1 })
    })

    test('a time may have any offset, or none for UTC', async () => {
      const { body } = await api.get(`/applications/${applicationId}`)
      const at = body.application.created_at as string
      const shifted =
        new Date(Date.parse(at) + 7_200_000).toISOString().slice(0, 23) + `${at.slice(23, 26)}+02:00`
      for (const newest of [at, at.replace('Z', ''), shifted]) {
        const page = await api.post('/applications/query', {
          application_refs: [{ id: applicationId }],
          windowing: { newest, order: 'ascending' },
        })
        expect(page.body.count, newest).toBe(1)
      }
    })

    test('all wrong fields of a request are listed at once', async () => {
      const { status, body } = await api.post('/simple/applications/?application_id=nope', {
        application: {
          slug: 'not a slug',
          name: ' ',
          description: 5,
          flags: { is_snippet: 'perhaps' },
          tags: { list: [1] },
          meta: [],
          data: { prompt: {}, url: 'ftp://x', parameters: 'none' },
        },
      })
      expect(status).toBe(422)
      const found = (
        body.detail as readonly { readonly type: string; readonly loc: readonly string[] }[]
      ).map(({ type, loc }) => `${type} ${loc.join('.')}`)
      expect(found.sort()).toEqual(
        [
          'uuid_parsing query.application_id',
          'value_error body.application.slug',
          'value_error body.application.name',
          'string_type body.application.description',
          'bool_type body.application.flags.is_snippet',
          'value_error body.application.tags.list',
          'dict_type body.application.meta',
          'extra_forbidden body.application.data.prompt',
          'url_parsing body.application.data.url',
          'dict_type body.application.data.parameters',
        ].sort(),
      )
    })

    const faults: readonly Scenario[] = [
      {
        name: 'an unknown key in data is named',
        path: '/applications/revisions/commit',
        body: { application_revision: { application_variant_id: unknownId, data: { prompt: {} } } },
        status: 422,
        whole: {
          code: 'validation_failed',
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'application_revision', 'data', 'prompt'],
              msg: "Unknown key 'prompt'.",
              input: {},
            },
          ],
        },
      },
      {
        name: 'the wrapper is named as it was sent',
        path: '/applications/revisions/commit',
        body: {
          application_revision_commit: { application_variant_id: unknownId, delta: { operations: [] } },
        },
        status: 422,
        part: {
          detail: [
            { type: 'extra_forbidden', loc: ['body', 'application_revision_commit', 'delta', 'operations'] },
          ],
        },
      },
      {
        name: 'a slug that is not URL-safe is refused in these words',
        path: '/applications/',
        body: { application: { slug: 'a b' } },
        status: 422,
        whole: {
          code: 'validation_failed',
          detail: [
            {
              type: 'value_error',
              loc: ['body', 'application', 'slug'],
              msg: "Value error, 'slug' must be URL-safe.",
              input: 'a b',
            },
          ],
        },
      },
      {
        name: 'an input of more than 256 characters is not repeated',
        path: '/applications/',
        body: { application: { name: 5, slug: `${'y'.repeat(300)}` } },
        status: 422,
        forbidden: ['yyyy'],
      },
      {
        name: 'a missing wrapper is named',
        path: '/applications/',
        body: { app: {} },
        status: 422,
        whole: {
          code: 'validation_failed',
          detail: [{ type: 'missing', loc: ['body', 'application'], msg: 'Field required.' }],
        },
      },
      {
        name: 'a body that is no object is refused',
        path: '/applications/query',
        body: [],
        status: 422,
        part: { detail: [{ type: 'dict_type', loc: ['body'] }] },
      },
      {
        name: 'unknown keys of the envelope and of the wrapper are ignored',
        path: '/applications/',
        body: { application: { name: 'extra', folder_id: null, created_at: 'x' }, more: 1 },
        status: 200,
      },
    ]
    playAll(faults, () => api)

    const limits: readonly (readonly [string, object])[] = [
      ['a slug', { slug: 'a'.repeat(256) }],
      ['a name', { name: 'a'.repeat(1001) }],
      ['a description', { description: 'a'.repeat(100_001) }],
    ]
    test.each(limits)('%s has a greatest length', async (_, application) => {
      const field = Object.keys(application)[0]
      const { status, body } = await api.post('/applications/', { application })
      expect({ status, body }).toMatchObject({
        status: 422,
        body: {
          code: 'validation_failed',
          detail: [{ type: 'too_long', loc: ['body', 'application', field] }],
        },
      })
    })
  })
})

describe('a server with small limits', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({
      env: {
        ASSAY_BODY_BYTES_MAX: '2048',
        ASSAY_CORS_ORIGINS: 'https://page.example',
        ASSAY_REQUESTS_PER_MINUTE_MAX: '3',
        ASSAY_PUBLIC_URL: 'https://assay.example/',
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(server)
  })

  test('refuses larger bodies by name of the setting, also when they are small before they are inflated', async () => {
    const api = await newProject(server.url, { seedDefaults: false })
    const body = bytesOf({ application: { description: 'a'.repeat(3000) } })
    const expected = {
      status: 413,
      body: { code: 'payload_too_large', detail: expect.stringMatching(/body_bytes_max.*2048/) },
    }
    const json = { 'Content-Type': 'application/json' }
    expect(await sendBytes(api, body, json)).toEqual(expected)
    const gzipped = new Uint8Array(gzipSync(body))
    expect(gzipped.length).toBeLessThan(2048)
    expect(await sendBytes(api, gzipped, { ...json, 'Content-Encoding': 'gzip' })).toEqual(expected)
  })

  test('answers pages of the listed origins, and only those', async () => {
    const preflight = (origin: string): Promise<Response> =>
      fetch(`${server.url}/api/applications/query`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      })
    const allowed = await preflight('https://page.example')
    expect([allowed.status, allowed.headers.get('Access-Control-Allow-Origin')]).toEqual([
      204,
      'https://page.example',
    ])
    const other = await preflight('https://other.example')
    expect([other.status, other.headers.get('Access-Control-Allow-Origin')]).toEqual([405, null])
  })

  test('shows its public URL in what it adds to data', async () => {
    const api = await newProject(server.url, { seedDefaults: false })
    const { body } = await api.post('/simple/evaluators/', {
      evaluator: { data: { uri: 'auto_exact_match' } },
    })
    expect(body.evaluator.data.url).toBe('https://assay.example/api/services/auto_exact_match/latest')
  })

  test('refuses more requests of a key than a minute may have, and says when to come back', async () => {
    const api = await newProject(server.url, { seedDefaults: false })
    const answers = []
    // Should a minute end in between, the count starts again once: seven requests reach the limit either way.
    for (let i = 0; i < 7; i++) answers.push(await api.get('/projects/current'))
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toEqual({
      code: 'too_many_requests',
      detail: expect.stringContaining('requests_per_minute_max'),
    })
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})
