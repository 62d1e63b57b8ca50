// Checks the headers of JSON bodies that are read from bytes.
import type { FastifyRequest } from 'fastify'
import { AssayError, invalid } from '../../../kernel/errors.ts'

const jsonType = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Refuses an empty body and other content types. */
export function requireJson(bytes: Uint8Array, { headers }: FastifyRequest): void {
  if (bytes.length === 0) throw invalid([{ type: 'missing', loc: ['body'], msg: 'Field required.' }])
  const contentType = headers['content-type']
  if (contentType === undefined || jsonType.test(contentType)) return
  throw new AssayError('unsupported_media_type', `Content-Type '${contentType}' is not application/json.`)
}
