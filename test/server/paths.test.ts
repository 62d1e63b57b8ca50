// Paths and their spellings, the request id, and the headers of every answer.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, projectWithBot, request, serverOf, type Api } from '../support/api.ts'
import { play, playAll, unknownId } from '../support/scenarios.ts'

const notFoundAnswer = { code: 'route_not_found', detail: 'Not Found' }
const notAllowed = { code: 'method_not_allowed', detail: 'Method Not Allowed' }
describe.each(backends)('on %s', (backend) => {
  let api: Api
  let applicationId: string
  beforeAll(async () => {
    const project = await projectWithBot(serverOf(backend))
    api = project.api
    applicationId = project.applicationId
  })

  describe('paths', () => {
    const unknownPaths = [
      '/nothing',
      '/applications/catalog',
      `/applications/${unknownId}/nothing`,
      '/',
      '/%E0%A4%A',
    ]
    playAll(
      unknownPaths.map((path) => ({
        name: `${path} is not found`,
        method: 'GET',
        path,
        status: 404,
        whole: notFoundAnswer,
      })),
      () => api,
    )

    const cases: readonly (readonly [string, string, string])[] = [
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
    test.each(cases)('%s %s is refused: the path has only the methods %s', async (method, path, allow) => {
      const answer = await play(api, { name: path, method, path, status: 405, exact: notAllowed })
      expect(answer.headers.get('Allow')).toBe(allow)
    })

    test('a literal segment of a route takes precedence over an id', async () => {
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

    test('an id is accepted in any case, with or without dashes', async () => {
      for (const id of [applicationId.toUpperCase(), applicationId.replaceAll('-', '')]) {
        expect((await api.get(`/applications/${id}`)).body.application.id).toBe(applicationId)
      }
    })

    test('other text instead of an id is refused with the name of the parameter', async () => {
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

    test('routes of the server are outside of /api; some are below it, too', async () => {
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

    const deprecatedPaths: readonly (readonly [string, string, string])[] = [
      ['GET', '/preview/simple/environments/{id}', '/simple/environments/{id}'],
      ['POST', '/preview/testsets/query', '/testsets/query'],
      ['GET', '/vault/v1/secrets/', '/secrets/'],
      ['GET', '/vault/v1/secrets', '/secrets'],
      ['GET', '/simple/evaluators/templates', '/evaluators/catalog/templates/'],
    ]
    test.each(deprecatedPaths)(
      '%s %s works and names %s as its successor',
      async (method, path, successor) => {
        const url = path.replace('{id}', unknownId)
        const { status, headers } = await api.call(method, url)
        expect({ status, deprecation: headers.get('Deprecation'), link: headers.get('Link') }).toEqual({
          status: 200,
          deprecation: 'true',
          link: `</api${successor.replace('{id}', unknownId)}>; rel="successor-version"`,
        })
      },
    )

    test('a path that is not deprecated has no deprecation headers', async () => {
      const { headers } = await api.get('/projects/current')
      expect([headers.get('Deprecation'), headers.get('Link')]).toEqual([null, null])
    })
  })

  describe('the request id', () => {
    test.each(['abc-123', 'with blanks inside', 'x'.repeat(128)])('%s is returned', async (id) => {
      const { headers } = await api.call('GET', '/nothing', undefined, { 'X-Request-Id': id })
      expect(headers.get('X-Request-Id')).toBe(id)
    })

    test.each(['x'.repeat(129), 'größe'])('%s is replaced', async (id) => {
      const { headers } = await api.call('GET', '/projects/current', undefined, { 'X-Request-Id': id })
      expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    })

    test('is created for every answer, also for an unreadable path', async () => {
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

    test('of 1,000 bytes or more are gzipped if the client accepts gzip', async () => {
      const path = `/simple/applications/${applicationId}`
      expect(await encodingOf(path, 'gzip')).toBe('gzip')
      expect(await encodingOf(path, 'identity')).toBeNull()
      expect(await encodingOf('/projects/current', 'gzip')).toBeNull()
    })

    test('are complete after gzip', async () => {
      const { body } = await api.call('GET', `/simple/applications/${applicationId}`, undefined, {
        'Accept-Encoding': 'gzip',
      })
      expect(body.application.data.parameters.text).toBe('x'.repeat(2000))
    })

    test('have no CORS headers without a list of origins', async () => {
      const { headers } = await api.call('GET', '/projects/current', undefined, {
        Origin: 'https://a.example',
      })
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    })
  })
})
