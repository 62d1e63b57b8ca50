// The headers of answers for browsers and caches.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { newProject, serverOf, type Api } from '../support/api.ts'

describe('headers', () => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf('sqlite'))
  })

  /** Sends the path unchanged; `fetch` would normalize it. */
  async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
    const { hostname, port } = new URL(api.url)
    const clientRequest = httpRequest({ hostname, port, path, headers }).end()
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
    response.resume()
    return response
  }

  test.each([
    ['a list', '/api/keys', 200],
    ['a refusal', '/api/nowhere', 404],
    ['a path that cannot be read', '/api/%zz', 404],
    ['a page', '/docs', 200],
    ['a script', '/docs/assets/swagger-ui-bundle.js', 200],
    ['metrics', '/metrics', 200],
  ])('of %s forbid MIME sniffing, framing and referrers', async (_, path, status) => {
    const { statusCode, headers } = await get(path, { Authorization: api.key })
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  })

  test.each(['/api/keys', '/api/secrets/', '/api/projects/current', '/api/keys/nobody'])(
    'of %s forbid caching',
    async (path) => {
      const { headers } = await get(path, { Authorization: api.key })
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('of the documentation allow only scripts of this server, and its page stores no key', async () => {
    const { headers } = await get('/docs')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
    const page = await (await fetch(`${api.url}/docs`)).text()
    expect(page).not.toMatch(/<script>/)
    const script = await (await fetch(`${api.url}/docs/start.js`)).text()
    expect(script).toContain('persistAuthorization: false')
  })

  test.each([
    '/docs/assets/../x',
    '/docs/assets/%2e%2e/x',
    '/docs/assets/..%2f..%2fpackage.json',
    '/docs/assets/%00',
    '/docs/assets/package.json',
    '/docs/assets/',
  ])('%s is not found', async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  })
})
