// Malformed requests: every method that Node's parser accepts, and invalid hosts. None of them causes an internal error,
// with or without a key.
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'

/** Sends raw lines and returns the status; 0: the connection was closed without an answer. */
function statusAt(url: string, lines: readonly string[]): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (text += chunk))
    socket.once('error', reject)
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)))
    // No end(): Node drops the answer if the client has closed its half of the connection before.
    socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  })
}

const paths = ['/api/secrets/', '/api/nowhere', '/mcp', '/', '/p/some/where', '/docs', '/api/otlp/v1/traces']

const invalidHosts: readonly (readonly string[])[] = [
  ['Host:'],
  ['Host: a b'],
  ['Host: localhost:99999'],
  ['Host: localhost:-1'],
  ['Host: localhost:port'],
  ['Host: [::'],
  ['Host: [::1'],
  ['Host: ::1'],
  ['Host: 1.2.3.999'],
  ['Host: \xfc\xf6.example'],
  ['Host: %zz'],
  ['Host: user:password@localhost'],
  ['Host: localhost/path'],
  ['Host: localhost?x'],
  ['Host: localhost#x'],
  ['Host: localhost\\x'],
  ['Host: <script>'],
  ['Host: localhost, localhost'],
  ['Host: localhost', 'Host: evil.example'],
  [`Host: ${'a'.repeat(8000)}`],
  [],
]

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let cookie: string
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    const { headers } = await api.post('/session')
    cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  })

  const statusOf = (lines: readonly string[]): Promise<number> => statusAt(api.url, lines)

  /** Sends a request for each path with each of the credentials, and lists those with an internal error. */
  async function internalErrorsOf(
    sendRequest: (path: string, credentials: readonly string[]) => Promise<number>,
  ): Promise<readonly string[]> {
    const credentials = [[], [`Authorization: ApiKey ${api.key}`], [`Cookie: ${cookie}`]]
    const answers = await Promise.all(
      paths.flatMap((path) =>
        credentials.map(async (lines) => ({ path, lines, status: await sendRequest(path, lines) })),
      ),
    )
    return answers
      .filter(({ status }) => status >= 500)
      .map(({ path, lines, status }) => `${path} with ${lines[0]?.split(':', 1)[0] ?? 'nothing'}: ${status}`)
  }

  describe('a method', () => {
    test.each(METHODS)('%s is answered without an internal error', async (method) => {
      for (const type of [[], ['Content-Type: application/json'], ['Content-Type: nonsense']]) {
        const internalErrors = await internalErrorsOf((path, credentials) =>
          statusOf([
            `${method} ${path} HTTP/1.1`,
            'Host: localhost',
            'Connection: close',
            'Content-Length: 0',
            ...credentials,
            ...type,
          ]),
        )
        expect(internalErrors).toEqual([])
      }
    })

    test('that no route has is refused with the methods of the path', async () => {
      const { status, headers, body } = await api.call('PROPFIND', '/keys')
      expect({ status, allow: headers.get('allow'), code: body.code }).toEqual({
        status: 405,
        allow: 'GET, POST',
        code: 'method_not_allowed',
      })
      expect((await api.call('PROPFIND', '/nowhere')).status).toBe(404)
    })
  })

  describe('a host', () => {
    test.each(
      invalidHosts.map((lines) => [lines.join(' and ').slice(0, 60) || 'no line at all', lines] as const),
    )('such as "%s" is refused as an invalid request', async (_, host) => {
      for (const method of ['GET', 'POST']) {
        const sendRequest = (path: string, credentials: readonly string[]): Promise<number> =>
          statusOf([
            `${method} ${path} HTTP/1.1`,
            ...host,
            'Connection: close',
            'Content-Length: 0',
            ...credentials,
          ])
        expect(await internalErrorsOf(sendRequest)).toEqual([])
        if (!host[0]?.includes('aaaa')) expect(await sendRequest('/api/keys', [])).toBe(400)
      }
    })

    test('is optional in HTTP/1.0', async () => {
      expect(await statusOf(['GET /health HTTP/1.0'])).toBe(200)
      expect(await statusOf(['GET /api/projects/current HTTP/1.0', `Cookie: ${cookie}`])).toBe(200)
    })

    test.each(['localhost', 'LOCALHOST:8700', '127.0.0.1', '[::1]:8700', 'assay.example.com', 'assay_1:80'])(
      'such as %s is accepted',
      async (host) => {
        expect(await statusOf(['GET /api/health HTTP/1.1', `Host: ${host}`, 'Connection: close'])).toBe(200)
      },
    )
  })

  test.each([
    'http://evil.example/api/keys',
    'http://[::/',
    'http://',
    '*',
    '//',
    'evil.example:443',
    '/api/%zz',
  ])('the target %s causes no internal error', async (target) => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      for (const credentials of [[], [`Authorization: ApiKey ${api.key}`], [`Cookie: ${cookie}`]]) {
        const lines = [
          `${method} ${target} HTTP/1.1`,
          'Host: localhost',
          'Connection: close',
          'Content-Length: 0',
        ]
        expect(await statusOf([...lines, ...credentials])).toBeLessThan(500)
      }
    }
  })
})
