// Parses JSON bodies of span records from bytes: span trees may be deeper, and integers longer, than in other
// JSON bodies.
import type { FastifyRequest } from 'fastify'
import { AssayError, invalid } from '../../../kernel/errors.ts'
import { syntaxErrorAt } from '../../../kernel/json/syntax.ts'
import { atOnce } from '../../../kernel/sliced.ts'
import { parseExact } from '../../../tracing/exact-json.ts'
import { isObject, type Value, type ValueObject } from '../../../tracing/value.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const invalidJson = (offset: number): AssayError =>
  new AssayError('json_invalid', [{ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' }])

function parseBytes(bytes: Uint8Array): Value {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalidJson(0)
  }
  try {
    return parseExact(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalidJson(Buffer.byteLength(text.slice(0, atOnce(syntaxErrorAt(text)))))
  }
}

const jsonType = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Parses the inflated bytes of a request as an object. */
export function exactBody(bytes: Uint8Array, { headers }: FastifyRequest): ValueObject {
  if (bytes.length === 0) throw invalid([{ type: 'missing', loc: ['body'], msg: 'Field required.' }])
  const contentType = headers['content-type']
  if (contentType !== undefined && !jsonType.test(contentType)) {
    throw new AssayError('unsupported_media_type', `Content-Type '${contentType}' is not application/json.`)
  }
  const body = parseBytes(bytes)
  if (isObject(body)) return body
  throw invalid([{ type: 'dict_type', loc: ['body'], msg: 'Input should be an object.' }])
}
