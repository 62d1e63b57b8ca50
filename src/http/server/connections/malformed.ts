// Answers input that never becomes a request: bytes that are not HTTP, or headers that are too long or late.
// The answer has the format of every error. Then the connection is closed, because the start of a next
// request is unknown.
import type { Socket } from 'node:net'
import { errorStatus, type ErrorCode } from '../../../kernel/errors.ts'

const code: ErrorCode = 'payload_undecodable'

const details: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', 'The headers of the request are too large.'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'The request did not arrive in time.'],
])

export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  // Browsers open connections before they need them. An answer on an unused connection would be taken as the answer to
  // the request that the browser sends at that moment. After a close it repeats the request on another connection.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({
    code,
    detail: details.get(error.code ?? '') ?? 'The request is not valid HTTP.',
  })
  const head = [
    `HTTP/1.1 ${errorStatus[code]} Bad Request`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
