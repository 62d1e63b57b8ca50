// Malformed requests as raw bytes on a connection.
import fc from 'fast-check'
import { damageBytes, hostileName, hostileText, utf8 } from '../hostile.ts'
import type { HostileRequest, Target } from '../request.ts'

const header = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')

const heads = fc
  .record({
    method: fc.oneof(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'CONNECT'),
      hostileName.map(header),
    ),
    path: fc.oneof(
      fc.constantFrom(
        '/',
        '/api',
        '/api//',
        '/api/../x',
        '/docs/assets/../x',
        '/docs/assets/%00',
        '//x',
        '*',
        '/api/keys?a=%',
        '/api/%zz',
      ),
      hostileText.map((text) => `/api/${header(text).slice(0, 200)}`),
    ),
    headers: fc.array(
      fc.oneof(
        fc.constantFrom(
          'Content-Length: 5',
          'Content-Length: -1',
          'Content-Length: 99999999999999999999',
          'Transfer-Encoding: chunked',
          'Transfer-Encoding: gzip, chunked',
          'Expect: 100-continue',
          'Upgrade: websocket\r\nConnection: Upgrade',
          'Content-Type: application/json',
          'Content-Encoding: gzip',
          'Accept-Encoding: gzip',
          'Cookie: a=b; assay_session=x',
          'Origin: null',
          'X-Forwarded-For: 1.2.3.4, ::1',
          'Authorization: ApiKey ',
          'Range: bytes=0-',
          'If-None-Match: *',
        ),
        fc
          .tuple(hostileName, hostileText)
          .map(([name, value]) => `${header(name)}: ${header(value).slice(0, 3000)}`),
      ),
      { maxLength: 5 },
    ),
    body: hostileText,
  })
  .map(({ method, path, headers, body }) =>
    utf8(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers.map((line) => `${line}\r\n`).join('')}Connection: close\r\n\r\n${body}`,
    ),
  )

export const rawTarget: Target = {
  name: 'raw',
  requests: fc
    .oneof(heads, damageBytes(heads))
    .map((body): HostileRequest => ({ method: '', path: '', headers: {}, body, transport: 'raw' })),
}
